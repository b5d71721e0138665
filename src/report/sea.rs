//! The sea zones and ports of a view, read once for the tables and the chart.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::ReportFault;
use super::told;

/// What tables and the chart need of a view's places.
#[derive(Deserialize)]
pub(super) struct Sea<'a> {
    #[serde(borrow)]
    pub(super) zones: Vec<Zone<'a>>,
    #[serde(borrow)]
    pub(super) ports: Vec<Port<'a>>,
    pub(super) links: Vec<(u8, u8)>,
}

impl<'a> Sea<'a> {
    /// # Errors
    /// [`ReportFault::View`] when the view holds no such zones, ports and links.
    pub(super) fn of(view: &'a Value) -> Result<Sea<'a>, ReportFault> {
        Sea::deserialize(view).map_err(|error| ReportFault::View { what: error.to_string() })
    }

    /// Whether the enemy knows any of the reader's own units in these places.
    pub(super) fn any_known(&self) -> bool {
        let zones = self.zones.iter().flat_map(|zone| &zone.own);
        zones.chain(self.ports.iter().flat_map(|port| &port.own)).any(|unit| unit.known)
    }
}

/// A sea zone.
#[derive(Deserialize)]
pub(super) struct Zone<'a> {
    pub(super) number: u8,
    pub(super) name: &'a str,
    /// Longitude on the unrolled chart.
    pub(super) x: f32,
    pub(super) lat: f32,
    pub(super) value: Sides<u8>,
    pub(super) control: Option<&'a str>,
    #[serde(borrow)]
    pub(super) own: Vec<Unit<'a>>,
    #[serde(borrow)]
    pub(super) enemy: Vec<Stack<'a>>,
    #[serde(borrow)]
    pub(super) enemy_known: Vec<Unit<'a>>,
    pub(super) convoys: Sides<bool>,
    pub(super) fought: bool,
}

/// A port.
#[derive(Deserialize)]
pub(super) struct Port<'a> {
    pub(super) id: &'a str,
    pub(super) name: &'a str,
    pub(super) holder: &'a str,
    pub(super) zones: Vec<u8>,
    pub(super) capacity: &'a str,
    pub(super) x: f32,
    pub(super) lat: f32,
    #[serde(borrow)]
    pub(super) own: Vec<Unit<'a>>,
    #[serde(borrow)]
    pub(super) enemy: Vec<Stack<'a>>,
    #[serde(borrow)]
    pub(super) enemy_known: Vec<Unit<'a>>,
    pub(super) duty: u64,
}

/// A unit that the reader knows.
#[derive(Deserialize)]
pub(super) struct Unit<'a> {
    pub(super) name: &'a str,
    class: &'a str,
    line: &'a str,
    pub(super) known: bool,
}

/// Units of one navy that the reader can only count.
#[derive(Deserialize)]
pub(super) struct Stack<'a> {
    pub(super) navy: &'a str,
    pub(super) ships: usize,
    pub(super) lba: usize,
}

/// Something of each side.
#[derive(Clone, Copy, Deserialize, Serialize)]
pub(super) struct Sides<T> {
    pub(super) axis: T,
    pub(super) allies: T,
}

/// The reader's own units as one text, with a star after each that the enemy knows.
pub(super) fn own_units(units: &[Unit<'_>]) -> String {
    let mut text = String::with_capacity(units.len() * 28);
    for unit in units {
        named(&mut text, unit);
        if unit.known {
            text.push('*');
        }
    }
    text
}

/// The enemy's units in a zone or port: how many, and those of them that are known.
pub(super) fn enemies(stacks: &[Stack<'_>], known: &[Unit<'_>]) -> String {
    let mut text = String::new();
    for stack in stacks {
        text.push_str(if text.is_empty() { "" } else { "; " });
        told::put_stack(&mut text, stack.navy, stack.ships, stack.lba);
    }
    if !known.is_empty() {
        let mut names = String::with_capacity(known.len() * 28);
        known.iter().for_each(|unit| named(&mut names, unit));
        text.extend([" (known: ", &names, ")"]);
    }
    text
}

fn named(text: &mut String, unit: &Unit<'_>) {
    text.push_str(if text.is_empty() { "" } else { ", " });
    told::put_unit(text, unit.name, unit.class, unit.line);
}
