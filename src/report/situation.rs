//! Parts of the situation that are worth a line: places where something is, units sorted by when they come back.
//! Selects and groups; adds no fact.

use std::fmt::Write;

use serde::Serialize;
use serde_json::Value;

use super::sea::{self, Sea, Sides, ZoneRef, enemies, own_units};
use super::tables::Tables;
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

/// A part of the sea: its zones and ports, by what is to be told of them.
#[derive(Serialize)]
pub(super) struct Theatre<'a> {
    /// Nothing for a sea that is not parted, and for what belongs to no theatre.
    title: Option<&'a str>,
    /// How many units there are.
    count: Forces,
    /// With units or a combat.
    zones: Vec<Zone<'a>>,
    /// With convoys alone; missing in a game without them.
    #[serde(skip_serializing_if = "Option::is_none")]
    convoys: Option<Vec<Convoys<'a>>>,
    /// Held, and nothing there.
    elsewhere: Vec<Held<'a>>,
    /// With own ships.
    ports: Vec<Port<'a>>,
    /// With enemy ships.
    enemy_ports: Vec<Port<'a>>,
    /// Empty ones that must hold own ships, each with how many, as one text.
    bare_ports: String,
}

/// How many units of the reader and of the enemy are at sea and in port, and in how many zones there was combat.
#[derive(Serialize)]
struct Forces {
    own: usize,
    enemy: usize,
    own_in_port: usize,
    enemy_in_port: usize,
    fought: usize,
}

/// Parts the sea: a theatre after the other, those alone of which there is anything to tell. Before ships are deployed
/// no port lacks any.
pub(super) fn theatres<'a>(sea: &Sea<'a>, tables: &'a Tables, side: Side, setup: bool) -> Vec<Theatre<'a>> {
    let last = tables.theatres.len();
    let mut zones: Vec<Vec<&sea::Zone<'a>>> = vec![Vec::new(); last + 1];
    let mut ports: Vec<Vec<&sea::Port<'a>>> = vec![Vec::new(); last + 1];
    sea.zones.iter().for_each(|zone| zones[tables.of_zone(zone)].push(zone));
    sea.ports.iter().for_each(|port| ports[tables.of_port(port, sea)].push(port));
    let told = zones.iter().zip(&ports).enumerate().map(|(at, (zones, ports))| {
        let Zones { busy, convoys, held } = self::zones(zones);
        let harbours = self::ports(sea, ports, side, setup);
        Theatre {
            title: tables.title(at),
            count: Forces::of(zones, ports),
            zones: busy,
            convoys,
            elsewhere: held,
            ports: harbours.own,
            enemy_ports: harbours.enemy,
            bare_ports: harbours.bare,
        }
    });
    // A sea that is not parted is told, whatever there is.
    told.filter(|theatre| last == 0 || !theatre.is_empty()).collect()
}

impl Forces {
    fn of(zones: &[&sea::Zone<'_>], ports: &[&sea::Port<'_>]) -> Forces {
        Forces {
            own: zones.iter().map(|zone| zone.own.len()).sum(),
            enemy: zones.iter().map(|zone| zone.enemies()).sum(),
            own_in_port: ports.iter().map(|port| port.own.len()).sum(),
            enemy_in_port: ports.iter().map(|port| port.enemies()).sum(),
            fought: zones.iter().filter(|zone| zone.fought).count(),
        }
    }
}

impl Theatre<'_> {
    fn is_empty(&self) -> bool {
        self.zones.is_empty()
            && self.convoys.as_ref().is_none_or(Vec::is_empty)
            && self.elsewhere.is_empty()
            && self.ports.is_empty()
            && self.enemy_ports.is_empty()
            && self.bare_ports.is_empty()
    }
}

/// Zones by what is to be told of them.
struct Zones<'a> {
    busy: Vec<Zone<'a>>,
    convoys: Option<Vec<Convoys<'a>>>,
    held: Vec<Held<'a>>,
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
fn zones<'a>(zones: &[&sea::Zone<'a>]) -> Zones<'a> {
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

/// Ports by what is to be told of them.
struct Ports<'a> {
    own: Vec<Port<'a>>,
    enemy: Vec<Port<'a>>,
    bare: String,
}

/// Sorts ports by what is there.
fn ports<'a>(sea: &Sea<'a>, ports: &[&sea::Port<'a>], side: Side, setup: bool) -> Ports<'a> {
    let lacking = |port: &sea::Port<'_>| if setup { 0 } else { lacking(port, side) };
    let tell = |it: &&sea::Port<'a>| port(sea, it, lacking(it));
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
