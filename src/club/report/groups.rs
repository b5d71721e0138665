//! The groups of the reader's units, with where their units are.

use serde::Serialize;

use super::units::names_of;
use engine::draft::{Group, Groups};
use engine::view::{Sea, Unit};

/// A group.
#[derive(Serialize)]
pub(super) struct Gathered<'a> {
    /// What it is called.
    name: &'a str,
    /// Its units, by the places where they are; those that are on no map at the end, by their ids.
    units: String,
}

/// All groups of a packet.
pub(super) fn gathered<'a>(groups: &'a Groups, sea: &Sea<&str>) -> Vec<Gathered<'a>> {
    let zones = sea.zones.iter().map(|zone| (zone.name, &zone.own));
    let places: Vec<(&str, &Vec<Unit<&str>>)> =
        zones.chain(sea.ports.iter().map(|port| (port.name, &port.own))).collect();
    groups.iter().map(|group| Gathered { name: &group.name, units: units(group, &places) }).collect()
}

fn units(group: &Group, places: &[(&str, &Vec<Unit<&str>>)]) -> String {
    let is_in = |id: &str| group.members.iter().any(|member| member == id);
    let mut parts = Vec::new();
    for (place, own) in places {
        let here: Vec<&Unit<&str>> = own.iter().filter(|unit| is_in(unit.id)).collect();
        if !here.is_empty() {
            parts.push(format!("{place}: {}", names_of(here)));
        }
    }
    let is_there =
        |member: &&String| places.iter().any(|(_, own)| own.iter().any(|unit| unit.id == member.as_str()));
    let others: Vec<&str> =
        group.members.iter().filter(|member| !is_there(member)).map(String::as_str).collect();
    if !others.is_empty() {
        parts.push(format!("not on the map: {}", others.join(", ")));
    }
    parts.join("; ")
}
