//! Parts of the situation that are worth a line: places where something is, units sorted by when they come
//! back. Selects and groups; adds no fact.

use std::fmt::Write;

use serde::ser::{Serialize, SerializeStruct, Serializer};

use super::boxes;
use super::sides::{Each, Sides};
use super::story_style::CombatBox;
use super::tables::Tables;
use super::units::{bare_names, enemies, names_of, own_units};
use engine::side::Side;
use engine::view;
use engine::view::{Air, Control, Holder, InBox, OnTrack, Sea, Sighting, ZoneRef};

/// Zones that somebody holds although nothing is there.
#[derive(serde::Serialize)]
pub(super) struct Held<'a> {
    control: Control,
    zones: Vec<Named<'a>>,
}

/// Zones in which nothing is but convoys, of one side or of several.
#[derive(serde::Serialize)]
pub(super) struct Convoys<'a> {
    /// A side's word, or `both` for those of two; of more, `several`.
    of: &'a str,
    zones: Vec<Named<'a>>,
}

/// A zone in which no unit is.
struct Named<'a> {
    number: Option<u16>,
    name: &'a str,
    /// What it is worth.
    worth: Each,
    control: Option<Control>,
}

impl Named<'_> {
    fn put<R: SerializeStruct>(&self, row: &mut R) -> Result<(), R::Error> {
        if let Some(number) = self.number {
            row.serialize_field("number", &number)?;
        }
        row.serialize_field("name", self.name)?;
        self.worth.put(row)?;
        row.serialize_field("control", &self.control)
    }
}

impl Serialize for Named<'_> {
    /// What it is worth to a side stands under the side's word.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut row = serializer.serialize_struct("Named", 3 + self.worth.len())?;
        self.put(&mut row)?;
        row.end()
    }
}

/// A zone with units or a combat.
pub(super) struct Zone<'a> {
    of: Named<'a>,
    /// The id of its line.
    anchor: String,
    fought: bool,
    own: String,
    enemy: String,
    /// Whose convoys are there, in words; nothing in a game without them.
    convoys: Option<String>,
}

impl Serialize for Zone<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut row = serializer.serialize_struct("Zone", 8 + self.of.worth.len())?;
        self.of.put(&mut row)?;
        row.serialize_field("anchor", &self.anchor)?;
        row.serialize_field("fought", &self.fought)?;
        row.serialize_field("own", &self.own)?;
        row.serialize_field("enemy", &self.enemy)?;
        if let Some(convoys) = &self.convoys {
            row.serialize_field("convoys", convoys)?;
        }
        row.end()
    }
}

/// A part of the sea: its zones and ports, by what is to be told of them.
#[derive(serde::Serialize)]
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

/// How many units of the reader and of the enemy are at sea and in port, and in how many zones there was
/// combat.
#[derive(serde::Serialize)]
struct Forces {
    own: usize,
    enemy: usize,
    own_in_port: usize,
    enemy_in_port: usize,
    fought: usize,
}

/// Parts the sea: a theatre after the other, those alone of which there is anything to tell. Before ships are
/// deployed no port lacks any.
pub(super) fn theatres<'a>(
    sea: &Sea<&'a str>,
    tables: &'a Tables,
    boxes: &[CombatBox],
    (sides, side): (&Sides<'_>, Side),
    setup: bool,
) -> Vec<Theatre<'a>> {
    let last = tables.theatres.len();
    let mut zones: Vec<Vec<&view::Zone<&'a str>>> = vec![Vec::new(); last + 1];
    let mut ports: Vec<Vec<&view::Port<&'a str>>> = vec![Vec::new(); last + 1];
    sea.zones.iter().for_each(|zone| zones[tables.of_zone(zone)].push(zone));
    sea.ports.iter().for_each(|port| ports[tables.of_port(port, sea)].push(port));
    let told = zones.iter().zip(&ports).enumerate().map(|(at, (zones, ports))| {
        let Zones { busy, convoys, held } = self::zones(zones, boxes, sides);
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
    fn of(zones: &[&view::Zone<&str>], ports: &[&view::Port<&str>]) -> Forces {
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
#[derive(serde::Serialize)]
pub(super) struct Port<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'a str>,
    name: &'a str,
    holder: Holder<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    capacity: Option<&'a str>,
    /// The sea zones it touches, by number or by name, with commas.
    zones: String,
    /// How many own ships.
    ships: usize,
    own: String,
    enemy: String,
    duty: u8,
    /// How many ships the reader's duty lacks.
    lacking: u8,
}

/// Units of one side that come back on one turn, or never.
#[derive(serde::Serialize)]
pub(super) struct Due {
    side: Side,
    turn: Option<u8>,
    units: String,
    /// Their names alone.
    names: String,
}

fn is_busy(zone: &view::Zone<&str>) -> bool {
    !zone.own.is_empty() || zone.enemies() > 0 || zone.fought
}

/// The id of a zone's line, to which the chart leads; nothing for a zone without one.
pub(super) fn anchor(zone: &view::Zone<&str>) -> Option<String> {
    zone.word().filter(|_| is_busy(zone)).map(|word| format!("zone-{word}"))
}

fn named<'a>(zone: &view::Zone<&'a str>, sides: &Sides<'_>) -> Named<'a> {
    let worth = Each::of(sides, &zone.value);
    Named { number: zone.number, name: zone.name, worth, control: zone.control }
}

/// Sorts the zones by what is there.
fn zones<'a>(zones: &[&view::Zone<&'a str>], boxes: &[CombatBox], sides: &Sides<'_>) -> Zones<'a> {
    let words = sides.iter().map(|it| it.side.id()).chain([several(sides)]);
    let mut convoys: Vec<_> = words.map(|of| Convoys { of, zones: Vec::new() }).collect();
    let mut held: Vec<_> = sides.controls().map(|control| Held { control, zones: Vec::new() }).collect();
    let mut busy = Vec::new();
    for zone in zones {
        if is_busy(zone) {
            busy.push(busy_zone(zone, boxes, sides));
        } else if let Some(of) = carries(zone, sides) {
            convoys.iter_mut().filter(|it| it.of == of).for_each(|it| it.zones.push(named(zone, sides)));
        } else if let Some(control) = zone.control {
            let here = held.iter_mut().filter(|it| it.control == control);
            here.for_each(|it| it.zones.push(named(zone, sides)));
        }
    }
    let any = zones.iter().any(|zone| zone.convoys.is_some());
    let convoys = any.then(|| convoys.into_iter().filter(|it| !it.zones.is_empty()).collect());
    Zones { busy, convoys, held: held.into_iter().filter(|it| !it.zones.is_empty()).collect() }
}

fn busy_zone<'a>(zone: &view::Zone<&'a str>, boxes: &[CombatBox], sides: &Sides<'_>) -> Zone<'a> {
    let convoys = zone.convoys.as_ref().map(|_| {
        let whose = sides.iter().filter(|it| zone.has_convoy(it.side));
        whose.map(|it| it.side.adjective()).collect::<Vec<_>>().join(", ")
    });
    let (own, enemy) = (boxes::own(zone, boxes), boxes::enemies(zone, boxes));
    let anchor = anchor(zone).unwrap_or_default();
    Zone { of: named(zone, sides), anchor, fought: zone.fought, own, enemy, convoys }
}

/// Stands for the convoys of several sides.
fn several(sides: &Sides<'_>) -> &'static str {
    if sides.iter().count() > 2 { "several" } else { "both" }
}

/// Whose convoys are in a zone.
fn carries(zone: &view::Zone<&str>, sides: &Sides<'_>) -> Option<&'static str> {
    let mut whose = sides.iter().filter(|it| zone.has_convoy(it.side));
    let first = whose.next()?;
    Some(if whose.next().is_some() { several(sides) } else { first.side.id() })
}

/// Ports by what is to be told of them.
struct Ports<'a> {
    own: Vec<Port<'a>>,
    enemy: Vec<Port<'a>>,
    bare: String,
}

/// Sorts ports by what is there.
fn ports<'a>(sea: &Sea<&'a str>, ports: &[&view::Port<&'a str>], side: Side, setup: bool) -> Ports<'a> {
    let lacking = |port: &view::Port<&str>| if setup { 0 } else { lacking(port, side) };
    let tell = |it: &&view::Port<&'a str>| port(sea, it, lacking(it));
    let own = ports.iter().filter(|port| !port.own.is_empty()).map(tell).collect();
    let enemy = ports.iter().filter(|port| port.enemies() > 0).map(tell).collect();
    let mut bare = String::new();
    for port in ports.iter().filter(|port| port.own.is_empty()) {
        // Nobody is there, so all that the duty asks for is lacking.
        let lacking = lacking(port);
        if lacking > 0 {
            let gap = if bare.is_empty() { "" } else { ", " };
            _ = write!(bare, "{gap}{} ({lacking})", port.name);
        }
    }
    Ports { own, enemy, bare }
}

fn port<'a>(sea: &Sea<&'a str>, port: &view::Port<&'a str>, lacking: u8) -> Port<'a> {
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
        holder: port.holder.clone(),
        capacity: port.capacity,
        zones,
        ships: port.own.len(),
        own: own_units(&port.own),
        enemy: enemies(port.stacks(), &port.enemy_known),
        duty: port.duty.unwrap_or(0),
        lacking,
    }
}

/// A duty is the holder's.
fn lacking(port: &view::Port<&str>, side: Side) -> u8 {
    let duty = port.duty.filter(|_| port.holder.side() == Some(side)).unwrap_or(0);
    duty.saturating_sub(u8::try_from(port.own.len()).unwrap_or(u8::MAX))
}

/// The boxes of aircraft.
#[derive(serde::Serialize)]
pub(super) struct Boxes {
    available: String,
    used: String,
    enemy_available: usize,
    enemy_used: usize,
}

/// Puts the boxes of aircraft into words.
pub(super) fn boxes(air: &Air<&str>) -> Boxes {
    Boxes {
        available: own_units(&air.available),
        used: own_units(&air.used),
        enemy_available: air.enemy_available,
        enemy_used: air.enemy_used,
    }
}

/// Gathers things that lie side by side in a list and belong together by a key: each key with the units of
/// its things.
fn gathered<'u, 'a, I: 'u, K: PartialEq>(
    items: impl IntoIterator<Item = &'u I>,
    key: impl Fn(&'u I) -> (K, &'u view::Unit<&'a str>),
) -> Vec<(K, Vec<&'u view::Unit<&'a str>>)>
where
    'a: 'u,
{
    let mut gathered: Vec<(K, Vec<&'u view::Unit<&'a str>>)> = Vec::new();
    for item in items {
        let (key, unit) = key(item);
        match gathered.last_mut().filter(|(last, _)| *last == key) {
            Some((_, units)) => units.push(unit),
            None => gathered.push((key, vec![unit])),
        }
    }
    gathered
}

/// Gathers units on a track by side and turn.
pub(super) fn due(units: &[OnTrack<&str>]) -> Vec<Due> {
    let due = gathered(units, |it| ((it.side, it.turn), &it.unit));
    let due = due.into_iter().map(|((side, turn), units)| {
        let names = bare_names(&units);
        Due { side, turn, names, units: names_of(units) }
    });
    due.collect()
}

/// Units of one side in one box beside the map.
#[derive(serde::Serialize)]
pub(super) struct Boxful<'a> {
    place: &'a str,
    side: Side,
    units: String,
}

/// Gathers units in boxes by side and box.
pub(super) fn boxfuls<'a>(units: &[InBox<&'a str>]) -> Vec<Boxful<'a>> {
    let boxfuls = gathered(units, |it| ((it.place, it.side), &it.unit)).into_iter();
    boxfuls.map(|((place, side), units)| Boxful { place, side, units: names_of(units) }).collect()
}

/// Enemy ships known by name that were last seen together.
#[derive(serde::Serialize)]
pub(super) struct Seen<'a> {
    turn: u8,
    place: &'a str,
    sure: bool,
    /// Whether the port where they lie names them too.
    listed: bool,
    units: String,
}

/// Gathers sightings by turn and place, newest first.
pub(super) fn seen<'a>(sea: &Sea<&'a str>, sightings: &[Sighting<&'a str>]) -> Vec<Seen<'a>> {
    let is_listed = |it: &Sighting<&'a str>| {
        let here = sea.ports.iter().filter(|port| it.sure && port.name == it.place);
        here.flat_map(|port| &port.enemy_known).any(|unit| unit.id == it.unit.id)
    };
    let listed: Vec<bool> = sightings.iter().map(is_listed).collect();
    let mut sorted: Vec<_> = sightings.iter().zip(listed).collect();
    sorted.sort_by_key(|(it, listed)| (std::cmp::Reverse(it.turn), it.place, !it.sure, *listed));
    let seen = gathered(&sorted, |(it, listed)| ((it.turn, it.place, it.sure, *listed), &it.unit));
    let seen = seen.into_iter();
    seen.map(|((turn, place, sure, listed), units)| Seen {
        turn,
        place,
        sure,
        listed,
        units: names_of(units),
    })
    .collect()
}
