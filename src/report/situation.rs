//! Parts of the situation that are worth a line: places where something is, units sorted by when they come back.
//! Selects and groups; adds no fact.

use std::fmt::Write;

use serde::Serialize;
use serde_json::Value;

use super::sea::{self, Sea, Sides, ZoneRef, enemies, own_units};
use super::told::{is_known, text_of};
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
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<u16>,
    name: &'a str,
    axis: u16,
    allies: u16,
    control: Option<&'a str>,
}

/// A zone with units or a combat.
#[derive(Serialize)]
pub(super) struct Zone<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<u16>,
    name: &'a str,
    axis: u16,
    allies: u16,
    control: Option<&'a str>,
    fought: bool,
    own: String,
    enemy: String,
    /// Whose convoys are there, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    convoys: Option<&'static str>,
}

/// The zones of a view, by what is to be told of them.
pub(super) struct Zones<'a> {
    /// With units or a combat.
    pub(super) busy: Vec<Zone<'a>>,
    /// With convoys alone; nothing in a game without them.
    pub(super) convoys: Option<Vec<Convoys<'a>>>,
    /// Held, and nothing there.
    pub(super) held: Vec<Held<'a>>,
}

/// A port with ships.
#[derive(Serialize)]
pub(super) struct Port<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'a str>,
    name: &'a str,
    holder: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    capacity: Option<&'a str>,
    /// The sea zones it touches, by number or by name, with commas.
    zones: String,
    /// How many own ships.
    ships: usize,
    own: String,
    enemy: String,
    duty: u64,
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

fn is_busy(zone: &sea::Zone<'_>) -> bool {
    !zone.own.is_empty() || zone.enemies() > 0 || zone.fought
}

fn named<'a>(zone: &sea::Zone<'a>) -> Named<'a> {
    let Sides { axis, allies } = zone.value;
    Named { number: zone.number, name: zone.name, axis, allies, control: zone.control }
}

/// Sorts the zones by what is there.
pub(super) fn zones<'a>(zones: &[sea::Zone<'a>]) -> Zones<'a> {
    let mut convoys = ["axis", "allies", "both"].map(|of| Convoys { of, zones: Vec::new() });
    let mut held = ["axis", "allies", "contested"].map(|control| Held { control, zones: Vec::new() });
    let mut busy = Vec::new();
    for zone in zones {
        if is_busy(zone) {
            busy.push(busy_zone(zone));
        } else if let Some(of) = carries(zone) {
            convoys.iter_mut().filter(|it| it.of == of).for_each(|it| it.zones.push(named(zone)));
        } else if let Some(control) = zone.control {
            held.iter_mut().filter(|it| it.control == control).for_each(|it| it.zones.push(named(zone)));
        }
    }
    let any = zones.iter().any(|zone| zone.convoys.is_some());
    let convoys = any.then(|| convoys.into_iter().filter(|it| !it.zones.is_empty()).collect());
    Zones { busy, convoys, held: held.into_iter().filter(|it| !it.zones.is_empty()).collect() }
}

fn busy_zone<'a>(zone: &sea::Zone<'a>) -> Zone<'a> {
    let Named { number, name, axis, allies, control } = named(zone);
    let convoys = zone.convoys.map(|_| match carries(zone) {
        Some("both") => "Axis, Allied",
        Some("axis") => "Axis",
        Some(_) => "Allied",
        None => "",
    });
    let (own, enemy) = (own_units(&zone.own), enemies(&zone.enemy, &zone.enemy_known));
    Zone { number, name, axis, allies, control, fought: zone.fought, own, enemy, convoys }
}

/// Whose convoys are in a zone.
fn carries(zone: &sea::Zone<'_>) -> Option<&'static str> {
    let Sides { axis, allies } = zone.convoys?;
    match (axis, allies) {
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
pub(super) fn ports<'a>(sea: &Sea<'a>, side: Side, setup: bool) -> Ports<'a> {
    let ports = &sea.ports;
    let lacking = |port: &sea::Port<'_>| if setup { 0 } else { lacking(port, side) };
    let tell = |it| port(sea, it, lacking(it));
    let own = ports.iter().filter(|port| !port.own.is_empty()).map(tell).collect();
    let enemy = ports.iter().filter(|port| port.enemies() > 0).map(tell).collect();
    let mut bare = String::new();
    for port in ports.iter().filter(|port| port.own.is_empty() && lacking(port) > 0) {
        let gap = if bare.is_empty() { "" } else { ", " };
        _ = write!(bare, "{gap}{} ({})", port.name, port.duty);
    }
    Ports { own, enemy, bare }
}

fn port<'a>(sea: &Sea<'a>, port: &sea::Port<'a>, lacking: u64) -> Port<'a> {
    let mut zones = String::new();
    for zone in &port.zones {
        zones.push_str(if zones.is_empty() { "" } else { ", " });
        match *zone {
            ZoneRef::Number(number) => _ = write!(zones, "{number}"),
            ZoneRef::Key(key) => zones.push_str(sea.zone(*zone).map_or(key, |zone| zone.name)),
        }
    }
    Port {
        kind: port.kind,
        name: port.name,
        holder: port.holder,
        capacity: port.capacity,
        zones,
        ships: port.own.len(),
        own: own_units(&port.own),
        enemy: enemies(&port.enemy, &port.enemy_known),
        duty: port.duty,
        lacking,
    }
}

/// A duty is the holder's.
fn lacking(port: &sea::Port<'_>, side: Side) -> u64 {
    if port.holder == side.id() { port.duty.saturating_sub(port.own.len() as u64) } else { 0 }
}

/// Whether the enemy knows any of the reader's own aircraft.
pub(super) fn any_air_known(air: &Value) -> bool {
    let of = |field: &str| air[field].as_array().map_or(&[][..], Vec::as_slice);
    of("available").iter().chain(of("used")).any(is_known)
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
