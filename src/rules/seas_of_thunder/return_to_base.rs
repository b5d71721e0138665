//! 9.0 Return to base.

use crate::questions;
use std::collections::BTreeMap;

use super::board::{Minefield, PortId, ZoneId};
use super::event::Event;
use super::item::Item;
use super::key::{Key, What};
use super::movement::Leg;
use super::pieces::{Nation, UnitId};
use super::state::{Place, Sea};
use super::ways::Reach;
use super::{SeasOfThunder, Table, movement, setup, text};
use engine::question::Ask;
use engine::question::key::Turn;
use engine::rulebook::two_sided::Camp;
use engine::table::Step;

/// Phase 10: all units at sea are shown, LBA too (SOT-0-2), then every ship returns (SOT-9.0-1, SOT-9.0-2).
pub(super) fn return_to_base(table: &mut Table) -> Step<()> {
    let units = units_at_sea(table);
    let system = table.system();
    let mut leaving: Vec<(UnitId, Origin)> = units
        .iter()
        .filter(|(unit, _)| system.counter(*unit).class.is_ship())
        .map(|(unit, zone)| (*unit, Origin::Sea(*zone)))
        .collect();
    if !units.is_empty() {
        table.record(Event::FleetsShown { units })?;
    }
    leaving.extend(shut_out(table));
    let sides = [Camp::ALLIES, Camp::AXIS];
    let fleets = sides.map(|side| {
        let (system, sea) = (table.system(), table.state());
        leaving.iter().copied().filter(|(unit, _)| system.side_of(sea, *unit) == side).collect::<Vec<_>>()
    });
    go_home(table, None, "SOT-9.0-1", &sides, &fleets)
}

/// Where a ship sets out for a base.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Origin {
    /// A sea zone.
    Sea(ZoneId),
    /// A port that is closed to it now.
    Port(PortId),
}

/// Ships that never left a port which is closed to them now (SOT-9.0-9).
fn shut_out(table: &Table) -> Vec<(UnitId, Origin)> {
    let (system, sea) = (table.system(), table.state());
    let out = sea.ids().filter_map(|unit| match sea.unit(unit).place {
        Place::Port(port) if !system.may_base(sea, port, unit) => Some((unit, Origin::Port(port))),
        _ => None,
    });
    let mut out: Vec<(UnitId, Origin)> = out.collect();
    out.sort_unstable_by_key(|&(unit, from)| (from, unit));
    out
}

/// Sends ships of several sides to bases of their choice; those that reach none are stranded.
///
/// *Ruling:* the full range counts again; a ship that can reach a base must take one, full or not
/// (SOT-9.0-1, SOT-9.0-5); one in a port that is closed to it sets out as if from a zone of its choice beside
/// that port (SOT-9.0-9). Units that left the fight by the Convoy Attacks box go home the same way
/// (SOT-5.5.4.9-4). `battle` is the zone in which they leave a combat; `rule` is the one that sends them.
pub(super) fn go_home(
    table: &mut Table,
    battle: Option<ZoneId>,
    rule: &'static str,
    sides: &[Camp],
    fleets: &[Vec<(UnitId, Origin)>],
) -> Step<()> {
    let mut asks = Vec::new();
    let mut stranded = Vec::new();
    for (&side, fleet) in sides.iter().zip(fleets).filter(|(_, fleet)| !fleet.is_empty()) {
        let title = table.worded(|| homeward_title(table, fleet));
        let (kind, turn) = (questions::RETURN, Turn(table.state().turn));
        let key = battle.map_or(Key::Return { turn, by: side }, |zone| Key::Battle {
            turn,
            zone,
            what: What::Kind(kind),
            by: side,
        });
        let mut ask = Ask::new(kind, key.text(), rule, title);
        if !table.is_rehearsal() {
            ask.about = whereabouts(table, fleet);
            ask.about.extend(setup::ships_in_port(table, side));
        }
        // Ships of one nation and range that set out from one place reach the same bases.
        let mut known: BTreeMap<(Nation, u8, Origin), Vec<Base>> = BTreeMap::new();
        for &(unit, from) in fleet {
            let (system, sea) = (table.system(), table.state());
            let alike = (system.counter(unit).nation, system.range(sea, unit), from);
            let bases = known.entry(alike).or_insert_with(|| system.bases_in_range(sea, unit, from));
            if bases.is_empty() {
                stranded.push(unit);
                continue;
            }
            let home = table.state().unit(unit).home;
            // Silence goes back to where the ship came from, but does not force the Bosporus for it.
            let quiet = |base: &&Base| !base.minefields.contains(&Minefield::Bosporus);
            let back = bases.iter().filter(quiet).find(|base| Some(base.port) == home);
            let silent = back.or_else(|| bases.iter().find(quiet)).unwrap_or(&bases[0]).port;
            let ports = bases.iter().map(|base| Item::Port(base.port));
            ask.offer([unit], ports, Some(Item::Port(silent)));
        }
        setup::add_room(table, &mut ask, table.system().mats_from_combat());
        // What is judged is who is in port when all are home.
        if battle.is_none() {
            setup::add_presence(table, &mut ask);
        }
        asks.push((side, ask));
    }
    let answers = table.ask_all(&asks)?;
    for ((side, _), chosen) in asks.iter().zip(answers) {
        arrive(table, rule, *side, setup::to_ports(chosen))?;
    }
    let turn = table.state().turn;
    for unit in stranded {
        table.record(Event::Stranded { unit, turn: turn + 2 })?;
    }
    Ok(())
}

/// Names the zone if all ships leave the same one.
fn homeward_title(table: &Table, fleet: &[(UnitId, Origin)]) -> String {
    let from = fleet[0].1;
    let rest = "bring each ship home: name its port";
    if fleet.iter().all(|(_, other)| *other == from) {
        format!("{}: {rest}", place_of(table, from))
    } else {
        format!("All zones: {rest}")
    }
}

fn place_of(table: &Table, from: Origin) -> String {
    let board = table.system().board();
    match from {
        Origin::Sea(zone) => format!("{} (zone {})", board.zone(zone).name, zone.0),
        Origin::Port(port) => format!("{} (closed now)", board.port(port).name),
    }
}

/// Where the ships of a fleet are, zone by zone; nothing if all are in one zone, which the title names.
fn whereabouts(table: &Table, fleet: &[(UnitId, Origin)]) -> Vec<String> {
    let same = |a: &(UnitId, Origin), b: &(UnitId, Origin)| a.1 == b.1;
    let places: Vec<&[(UnitId, Origin)]> = fleet.chunk_by(same).collect();
    if places.len() < 2 {
        return Vec::new();
    }
    let line = |ships: &&[(UnitId, Origin)]| {
        let head = format!("In {}", place_of(table, ships[0].1));
        let units: Vec<UnitId> = ships.iter().map(|(unit, _)| *unit).collect();
        text::listed(&head, &table.system().names(&units), 5)
    };
    places.iter().flat_map(line).collect()
}

fn arrive(table: &mut Table, rule: &str, side: Camp, mut chosen: Vec<(UnitId, PortId)>) -> Step<()> {
    chosen.sort_unstable();
    let mut ships = Vec::new();
    for (unit, port) in chosen {
        let from = match table.state().unit(unit).place {
            Place::Sea(zone) => Origin::Sea(zone),
            Place::Port(port) => Origin::Port(port),
            _ => return table.fault(format!("{unit:?} returns without being at sea")),
        };
        let leg = if matches!(from, Origin::Port(_)) { Leg::Moved } else { Leg::Home };
        let fields =
            table.system().base_in_range(table.state(), unit, from, port).map(|base| base.minefields);
        if movement::pass_mines(table, unit, &fields.unwrap_or_default(), leg)? {
            ships.push((unit, port));
        }
    }
    if ships.is_empty() {
        return Ok(());
    }
    table.record(Event::Returned { side, ships, rule: rule.to_owned() })
}

/// All units at sea with their zones, in zone order.
fn units_at_sea(table: &Table) -> Vec<(UnitId, ZoneId)> {
    let sea = table.state();
    let at_sea = sea.ids().filter_map(|unit| Some((unit, sea.unit(unit).place.zone()?)));
    let mut units: Vec<(UnitId, ZoneId)> = at_sea.collect();
    units.sort_unstable_by_key(|&(unit, zone)| (zone, unit));
    units
}

/// A base that a ship can reach.
pub(super) struct Base {
    /// The port.
    pub port: PortId,
    /// Zones to enter on the way.
    pub entries: u8,
    /// The minefields on the way.
    pub minefields: Vec<Minefield>,
}

impl SeasOfThunder {
    /// The legal bases within range of a zone, nearest first (SOT-9.0-1, SOT-9.0-6), by the mats of the way
    /// home (SOT-5.5.4.9-4).
    fn bases_in_range(&self, sea: &Sea, unit: UnitId, from: Origin) -> Vec<Base> {
        let reach = self.reach_home(sea, unit, from);
        let ports = self.homes_of(sea, unit).into_iter();
        let mut bases: Vec<Base> = ports.filter_map(|port| self.base(&reach, port)).collect();
        bases.sort_by_key(|base| (base.entries, base.port));
        bases
    }

    /// One of them, if it is.
    fn base_in_range(&self, sea: &Sea, unit: UnitId, from: Origin, port: PortId) -> Option<Base> {
        self.may_return(sea, port, unit).then(|| self.base(&self.reach_home(sea, unit, from), port))?
    }

    /// What a ship reaches on its way home. The zone in which it stands is not entered, so one more entry is
    /// allowed than the range has.
    fn reach_home(&self, sea: &Sea, unit: UnitId, from: Origin) -> Reach<'_> {
        let sailing = self.sailing(sea, self.side_of(sea, unit));
        let start: &[ZoneId] = match &from {
            Origin::Sea(zone) => std::slice::from_ref(zone),
            Origin::Port(port) => &self.board().port(*port).zones,
        };
        self.board().reach(start, self.range(sea, unit).saturating_add(1), sailing)
    }

    fn base(&self, reach: &Reach<'_>, port: PortId) -> Option<Base> {
        let zones = self.board().port(port).zones.iter().filter_map(|&zone| reach.cost(zone));
        let (entries, minefields) = zones.min_by_key(|(entries, fields)| (fields.len(), *entries))?;
        Some(Base { port, entries: entries - 1, minefields })
    }
}
