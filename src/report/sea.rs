//! The sea zones and ports of a view, read once for the tables and the chart.

use std::fmt;

use serde::de::{self, Deserializer, Unexpected, Visitor};
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
    /// Neighbouring zones.
    #[serde(borrow)]
    pub(super) links: Vec<(ZoneRef<'a>, ZoneRef<'a>)>,
}

impl<'a> Sea<'a> {
    /// # Errors
    /// [`ReportFault::View`] when the view holds no such zones, ports and links.
    pub(super) fn of(view: &'a Value) -> Result<Sea<'a>, ReportFault> {
        Sea::deserialize(view).map_err(|error| ReportFault::View { what: error.to_string() })
    }

    /// The zone that is meant.
    pub(super) fn zone(&self, zone: ZoneRef<'_>) -> Option<&Zone<'a>> {
        self.zones.iter().find(|it| it.is(zone))
    }

    /// Whether the enemy knows any of the reader's own units in these places.
    pub(super) fn any_known(&self) -> bool {
        let zones = self.zones.iter().flat_map(|zone| &zone.own);
        zones.chain(self.ports.iter().flat_map(|port| &port.own)).any(|unit| unit.known)
    }
}

/// A zone as links and ports name it: by its number, or by its key if it has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ZoneRef<'a> {
    Number(u16),
    Key(&'a str),
}

impl<'de: 'a, 'a> Deserialize<'de> for ZoneRef<'a> {
    fn deserialize<D: Deserializer<'de>>(data: D) -> Result<ZoneRef<'a>, D::Error> {
        data.deserialize_any(ZoneRefs)
    }
}

struct ZoneRefs;

impl<'de> Visitor<'de> for ZoneRefs {
    type Value = ZoneRef<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the number or the key of a zone")
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<ZoneRef<'de>, E> {
        let small = u16::try_from(number);
        small.map(ZoneRef::Number).map_err(|_| E::invalid_value(Unexpected::Unsigned(number), &self))
    }

    fn visit_borrowed_str<E: de::Error>(self, key: &'de str) -> Result<ZoneRef<'de>, E> {
        Ok(ZoneRef::Key(key))
    }
}

/// A sea zone.
#[derive(Deserialize)]
pub(super) struct Zone<'a> {
    /// The printed number, if it has one.
    pub(super) number: Option<u16>,
    /// What stands for the zone in the keys of questions; of a zone with a number `zone-NUMBER` unless given.
    pub(super) key: Option<&'a str>,
    pub(super) name: &'a str,
    /// To what part of the sea it belongs.
    pub(super) area: Option<&'a str>,
    /// Where it lies, from west to east.
    pub(super) x: f32,
    /// Where it lies, from south to north.
    pub(super) lat: f32,
    #[serde(default)]
    pub(super) value: Sides<u16>,
    pub(super) control: Option<&'a str>,
    /// Who had held it at the judgement before.
    pub(super) control_before: Option<&'a str>,
    #[serde(borrow, default)]
    pub(super) own: Vec<Unit<'a>>,
    #[serde(borrow, default)]
    pub(super) enemy: Vec<Stack<'a>>,
    #[serde(borrow, default)]
    pub(super) enemy_known: Vec<Unit<'a>>,
    /// Nothing in a game without convoys on the map.
    pub(super) convoys: Option<Sides<bool>>,
    #[serde(default)]
    pub(super) fought: bool,
}

impl Zone<'_> {
    /// How many enemy units are there.
    pub(super) fn enemies(&self) -> usize {
        count_enemies(&self.enemy, &self.enemy_known)
    }

    /// Whether this is the zone that is meant.
    pub(super) fn is(&self, zone: ZoneRef<'_>) -> bool {
        match zone {
            ZoneRef::Number(number) => self.number == Some(number),
            ZoneRef::Key(key) => self.key == Some(key),
        }
    }
}

/// A port or a base.
#[derive(Deserialize)]
pub(super) struct Port<'a> {
    pub(super) id: &'a str,
    /// `port` or `base`, in a game that tells them apart.
    pub(super) kind: Option<&'a str>,
    pub(super) name: &'a str,
    pub(super) holder: &'a str,
    #[serde(borrow, default)]
    pub(super) zones: Vec<ZoneRef<'a>>,
    /// What it holds, in words.
    pub(super) capacity: Option<&'a str>,
    pub(super) x: f32,
    pub(super) lat: f32,
    #[serde(borrow, default)]
    pub(super) own: Vec<Unit<'a>>,
    #[serde(borrow, default)]
    pub(super) enemy: Vec<Stack<'a>>,
    #[serde(borrow, default)]
    pub(super) enemy_known: Vec<Unit<'a>>,
    #[serde(default)]
    pub(super) duty: u64,
}

impl Port<'_> {
    /// How many enemy units are there.
    pub(super) fn enemies(&self) -> usize {
        count_enemies(&self.enemy, &self.enemy_known)
    }
}

/// Where all units lie openly a view counts none: those that the reader knows are all there are.
fn count_enemies(stacks: &[Stack<'_>], known: &[Unit<'_>]) -> usize {
    if stacks.is_empty() { known.len() } else { stacks.iter().map(|stack| stack.ships + stack.lba).sum() }
}

/// A unit that the reader knows.
#[derive(Deserialize)]
pub(super) struct Unit<'a> {
    pub(super) name: &'a str,
    class: &'a str,
    line: &'a str,
    /// Whether the enemy knows it.
    #[serde(default)]
    pub(super) known: bool,
    /// What else is to be told of it, in short words.
    #[serde(borrow, default)]
    marks: Vec<&'a str>,
}

/// Units of one navy that the reader can only count.
#[derive(Deserialize)]
pub(super) struct Stack<'a> {
    pub(super) navy: &'a str,
    pub(super) ships: usize,
    pub(super) lba: usize,
}

/// Something of each side.
#[derive(Clone, Copy, Default, Deserialize, Serialize)]
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

/// The enemy's units in a zone or port: how many, and those of them that are known; all of them where none are counted.
pub(super) fn enemies(stacks: &[Stack<'_>], known: &[Unit<'_>]) -> String {
    if stacks.is_empty() {
        return names_of(known);
    }
    let mut text = String::new();
    for stack in stacks {
        text.push_str(if text.is_empty() { "" } else { "; " });
        told::put_stack(&mut text, stack.navy, stack.ships, stack.lba);
    }
    if !known.is_empty() {
        text.extend([" (known: ", &names_of(known), ")"]);
    }
    text
}

fn names_of(units: &[Unit<'_>]) -> String {
    let mut names = String::with_capacity(units.len() * 28);
    units.iter().for_each(|unit| named(&mut names, unit));
    names
}

fn named(text: &mut String, unit: &Unit<'_>) {
    text.push_str(if text.is_empty() { "" } else { ", " });
    told::put_unit(text, unit.name, unit.class, unit.line, unit.marks.iter().copied());
}
