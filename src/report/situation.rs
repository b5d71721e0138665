//! Parts of the situation that are worth a line: places where something is, units sorted by when they come back.
//! Selects and groups; adds no fact.

use std::fmt::Write;

use serde::Serialize;
use serde_json::Value;

use super::told::{OwnUnits, is_known, text_of};
use crate::side::Side;

/// Zones that somebody holds although nothing is there.
#[derive(Serialize)]
pub(super) struct Held<'a> {
    control: &'a str,
    zones: Vec<Named<'a>>,
}

/// Zones in which nothing is but convoys, of one side or of both.
#[derive(Serialize)]
pub(super) struct Convoys<'a> {
    of: &'a str,
    zones: Vec<Named<'a>>,
}

/// A zone in which no unit is.
#[derive(Serialize)]
struct Named<'a> {
    number: &'a Value,
    name: &'a Value,
    axis: &'a Value,
    allies: &'a Value,
    control: &'a Value,
}

/// A zone with units or a combat.
#[derive(Serialize)]
pub(super) struct Zone<'a> {
    number: &'a Value,
    name: &'a Value,
    axis: &'a Value,
    allies: &'a Value,
    control: &'a Value,
    fought: &'a Value,
    own: OwnUnits<'a>,
    enemy: String,
    /// Whose convoys are there, in words.
    convoys: &'static str,
}

/// The zones of a view, by what is to be told of them.
pub(super) struct Zones<'a> {
    /// With units or a combat.
    pub(super) busy: Vec<Zone<'a>>,
    /// With convoys alone.
    pub(super) convoys: Vec<Convoys<'a>>,
    /// Held, and nothing there.
    pub(super) held: Vec<Held<'a>>,
}

/// A port with ships.
#[derive(Serialize)]
pub(super) struct Port<'a> {
    name: &'a Value,
    holder: &'a Value,
    capacity: &'a Value,
    /// The numbers of the sea zones it touches, with commas.
    zones: String,
    /// How many own ships.
    ships: usize,
    own: OwnUnits<'a>,
    enemy: String,
    duty: &'a Value,
    /// How many ships the reader's duty lacks.
    lacking: u64,
}

/// Units gathered from a list, as one text.
struct Together<'a>(Vec<&'a Value>);

impl Serialize for Together<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&text_of(self.0.iter().copied()))
    }
}

/// Units of one side that come back on one turn, or never.
#[derive(Serialize)]
pub(super) struct Due<'a> {
    side: &'a Value,
    turn: &'a Value,
    units: Together<'a>,
}

fn list<'a>(value: &'a Value, field: &str) -> &'a [Value] {
    value[field].as_array().map_or(&[], Vec::as_slice)
}

fn filled(value: &Value, field: &str) -> bool {
    !list(value, field).is_empty()
}

fn is_busy(zone: &Value) -> bool {
    filled(zone, "own") || filled(zone, "enemy") || zone["fought"] == true
}

fn named(zone: &Value) -> Named<'_> {
    let (number, name, control) = (&zone["number"], &zone["name"], &zone["control"]);
    Named { number, name, axis: &zone["value"]["axis"], allies: &zone["value"]["allies"], control }
}

/// Sorts the zones by what is there.
pub(super) fn zones(zones: &[Value]) -> Zones<'_> {
    let (busy, quiet): (Vec<&Value>, Vec<&Value>) = zones.iter().partition(|zone| is_busy(zone));
    let (mut convoys, mut held) = (Vec::new(), Vec::new());
    for of in ["axis", "allies", "both"] {
        let here = |zone: &&&Value| carries(zone) == Some(of);
        let zones: Vec<Named<'_>> = quiet.iter().filter(here).map(|zone| named(zone)).collect();
        if !zones.is_empty() {
            convoys.push(Convoys { of, zones });
        }
    }
    for control in ["axis", "allies", "contested"] {
        let here = |zone: &&&Value| zone["control"] == control && carries(zone).is_none();
        let zones: Vec<Named<'_>> = quiet.iter().filter(here).map(|zone| named(zone)).collect();
        if !zones.is_empty() {
            held.push(Held { control, zones });
        }
    }
    Zones { busy: busy.into_iter().map(busy_zone).collect(), convoys, held }
}

fn busy_zone(zone: &Value) -> Zone<'_> {
    let Named { number, name, axis, allies, control } = named(zone);
    let convoys = match carries(zone) {
        Some("both") => "Axis, Allied",
        Some("axis") => "Axis",
        Some(_) => "Allied",
        None => "",
    };
    let own = OwnUnits(list(zone, "own"));
    Zone { number, name, axis, allies, control, fought: &zone["fought"], own, enemy: enemies(zone), convoys }
}

/// The enemy's units in a zone or port: how many, and those of them that are known.
fn enemies(place: &Value) -> String {
    let mut text = text_of(list(place, "enemy"));
    let known = list(place, "enemy_known");
    if !known.is_empty() {
        _ = write!(text, " (known: {})", text_of(known));
    }
    text
}

/// Whose convoys are in a zone.
fn carries(zone: &Value) -> Option<&'static str> {
    match (zone["convoys"]["axis"] == true, zone["convoys"]["allies"] == true) {
        (true, true) => Some("both"),
        (true, false) => Some("axis"),
        (false, true) => Some("allies"),
        (false, false) => None,
    }
}

/// The ports of a view, by what is to be told of them.
pub(super) struct Ports<'a> {
    /// With own ships.
    pub(super) own: Vec<Port<'a>>,
    /// With enemy ships.
    pub(super) enemy: Vec<Port<'a>>,
    /// Empty ones that must hold own ships, each with how many, as one text.
    pub(super) bare: String,
}

/// Sorts the ports by what is there. Before ships are deployed no port lacks any.
pub(super) fn ports(ports: &[Value], side: Side, setup: bool) -> Ports<'_> {
    let lacking = |port: &Value| if setup { 0 } else { lacking(port, side) };
    let tell = |it| port(it, lacking(it));
    let own = ports.iter().filter(|port| filled(port, "own")).map(tell).collect();
    let enemy = ports.iter().filter(|port| filled(port, "enemy")).map(tell).collect();
    let mut bare = String::new();
    for port in ports.iter().filter(|port| !filled(port, "own") && lacking(port) > 0) {
        let gap = if bare.is_empty() { "" } else { ", " };
        _ = write!(bare, "{gap}{} ({})", port["name"].as_str().unwrap_or_default(), port["duty"]);
    }
    Ports { own, enemy, bare }
}

fn port(port: &Value, lacking: u64) -> Port<'_> {
    let mut zones = String::new();
    for zone in list(port, "zones") {
        _ = write!(zones, "{}{zone}", if zones.is_empty() { "" } else { ", " });
    }
    Port {
        name: &port["name"],
        holder: &port["holder"],
        capacity: &port["capacity"],
        zones,
        ships: list(port, "own").len(),
        own: OwnUnits(list(port, "own")),
        enemy: enemies(port),
        duty: &port["duty"],
        lacking,
    }
}

/// A duty is the holder's.
fn lacking(port: &Value, side: Side) -> u64 {
    if port["holder"] != side.id() {
        return 0;
    }
    let here = list(port, "own").len() as u64;
    port["duty"].as_u64().unwrap_or(0).saturating_sub(here)
}

/// Whether the enemy knows any of the reader's own units that a report shows.
pub(super) fn any_known(zones: &[Value], ports: &[Value], air: &Value) -> bool {
    let own = zones.iter().chain(ports).flat_map(|place| list(place, "own"));
    own.chain(list(air, "available")).chain(list(air, "used")).any(is_known)
}

/// Gathers units on a track by side and turn.
pub(super) fn due(units: &[Value]) -> Vec<Due<'_>> {
    let mut due: Vec<Due<'_>> = Vec::new();
    for it in units {
        let (side, turn, unit) = (&it["side"], &it["turn"], &it["unit"]);
        match due.last_mut().filter(|last| last.side == side && last.turn == turn) {
            Some(last) => last.units.0.push(unit),
            None => due.push(Due { side, turn, units: Together(vec![unit]) }),
        }
    }
    due
}

/// Enemy ships known by name that were last seen together.
#[derive(Serialize)]
pub(super) struct Seen<'a> {
    turn: &'a Value,
    place: &'a Value,
    sure: &'a Value,
    units: Together<'a>,
}

/// Gathers sightings by turn and place, newest first.
pub(super) fn seen(sightings: &[Value]) -> Vec<Seen<'_>> {
    let mut sorted: Vec<&Value> = sightings.iter().collect();
    let key = |it: &Value| {
        let turn = std::cmp::Reverse(it["turn"].as_u64());
        (turn, it["place"].as_str().unwrap_or_default().to_owned(), it["sure"] == false)
    };
    sorted.sort_by_cached_key(|it| key(it));
    let mut seen: Vec<Seen<'_>> = Vec::new();
    for it in sorted {
        let (turn, place, sure, unit) = (&it["turn"], &it["place"], &it["sure"], &it["unit"]);
        match seen.last_mut().filter(|last| last.turn == turn && last.place == place && last.sure == sure) {
            Some(last) => last.units.0.push(unit),
            None => seen.push(Seen { turn, place, sure, units: Together(vec![unit]) }),
        }
    }
    seen
}
