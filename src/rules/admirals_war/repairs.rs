//! 11.0 Repairs: each point of a port takes one damage point from a ship that stayed there (AW-11.21-a).

use crate::questions;
use std::collections::BTreeMap;

use super::board::{BaseId, BaseKind};
use super::event::Event;
use super::item::{Item, Word};
use super::key::Key;
use super::pieces::{Nation, Seat, UnitId};
use super::seats::Seating;
use super::state::{Ocean, Place};
use super::{AdmiralsWar, Table, optional};
use engine::question::Ask;
use engine::question::key::Turn;
use engine::rulebook::two_sided::Camp;
use engine::table::Step;

/// 5.32 Every port repairs ships that neither sailed nor made ready to raid, in nationality order (AW-5.1-a).
/// Allies share the points of a port (AW-11.16).
///
/// *Ruling:* silence spends a port's points on the ships one after another, in the order of the counters.
/// Among four players each first has the points of his own ports, and what he leaves is his teammate's.
pub(super) fn repair(table: &mut Table) -> Step<()> {
    let mut spent: BTreeMap<BaseId, u8> = BTreeMap::new();
    let passes: &[Option<bool>] = match table.system().scenario.seating {
        Seating::Two => &[None],
        Seating::Four(_) => &[Some(true), Some(false)],
    };
    for (own, seat) in passes.iter().flat_map(|own| Seat::ALL.map(|seat| (own, seat))) {
        for base in table.system().board.bases() {
            let holder = table.system().holder(table.state(), base).map(Nation::seat);
            if own.is_some_and(|own| own != (holder == Some(seat))) {
                continue;
            }
            let used = spent.entry(table.system().yard_of(base)).or_default();
            let left = table.system().repair_points(table.state(), base, seat.side()).saturating_sub(*used);
            let converted = optional::convert_at(table, base, seat, left)?;
            *used += converted + repair_at(table, base, seat, left - converted)?;
        }
    }
    Ok(())
}

/// One nation's repairs in a port in which so many points are left; gives how many it uses.
fn repair_at(table: &mut Table, base: BaseId, seat: Seat, points: u8) -> Step<u8> {
    let asked = question(table.system(), table.state(), base, seat, points);
    let Some((ask, ships)) = asked else { return Ok(0) };
    let answer = table.ask(table.system().party(seat), &ask)?;
    let mut repaired: Vec<(UnitId, u8)> = Vec::new();
    for (unit, damage) in ships {
        let spent = answer.iter().filter(|(_, item)| *item == Item::Unit(unit)).count() as u8;
        if spent > 0 {
            repaired.push((unit, spent.min(damage)));
        }
    }
    if repaired.is_empty() {
        return Ok(0);
    }
    let used = repaired.iter().map(|(_, points)| points).sum();
    table.record(Event::Repaired { base, ships: repaired })?;
    Ok(used)
}

/// Ships in a yard, with the points that each can take.
type InYard = Vec<(UnitId, u8)>;

/// The question which of a nation's ships a port serves with so many points, and these ships with the points
/// that each can take; nothing if there is nothing to repair.
pub(super) fn question(
    system: &AdmiralsWar,
    ocean: &Ocean,
    base: BaseId,
    seat: Seat,
    points: u8,
) -> Option<(Ask<Item, Item>, InYard)> {
    let here = ocean.at(Place::Base(base)).into_iter();
    let own = here.filter(|&unit| system.waits_in_yard(ocean, base, seat, unit));
    let waits = own.chain(system.vichy_in_yard(ocean, base, seat));
    let ships = waits.map(|unit| (unit, ocean.unit(unit).damage + ocean.unit(unit).overhaul));
    let ships: InYard = ships.filter(|(_, points)| *points > 0).collect();
    if points == 0 || ships.is_empty() {
        return None;
    }
    let of = system.board.base(base);
    let key = Key::Repair { turn: Turn(ocean.turn), base: &of.id, by: seat };
    let title = format!("{}: spend its repair points on ships", of.name);
    let mut ask: Ask<Item, Item> = Ask::new(questions::REPAIR, key.text(), "AW-11.15", title).by_option();
    ask.about = ships.iter().map(|(unit, _)| system.standing_of(ocean, *unit)).collect();
    let order = ships.iter().flat_map(|(unit, damage)| std::iter::repeat_n(*unit, usize::from(*damage)));
    for (point, unit) in (1..=points).zip(order) {
        let options = ships.iter().map(|(unit, _)| Item::Unit(*unit)).chain([Item::Word(Word::None)]);
        ask.offer([Item::Point(base, point)], options, Some(Item::Unit(unit)));
    }
    Some((ask, ships))
}

impl AdmiralsWar {
    /// The points with which a side can repair in a port: its own number, if the side holds it now and held
    /// it at the start (AW-11.14-a); Brest and Toulon work for the Axis alone (AW-11.14-b).
    pub fn repair_points(&self, ocean: &Ocean, base: BaseId, side: Camp) -> u8 {
        let of = self.board.base(base);
        let own = ocean.owner(base) == Some(side) && self.is_in_use(ocean, base);
        if !own || !self.repairs_for(base, side) {
            return 0;
        }
        let lost = |other: BaseId| ocean.owner(other) != self.board.base(other).owner;
        match of.shared_with {
            // Germany and Norway share one yard (AW-2.42-a); Panama has that of Pearl Harbor once this is
            // lost (AW-11.12-b).
            Some(other) if of.joined_with == Some(other) || lost(other) => self.yard(ocean, other),
            _ => self.yard(ocean, base),
        }
    }

    /// The points that a port shows now: those of its holder's yard, or as printed for a place without one.
    pub(super) fn yard_now(&self, ocean: &Ocean, base: BaseId) -> u8 {
        match ocean.owner(base) {
            Some(holder) if self.scenario.campaign => self.repair_points(ocean, base, holder),
            _ => self.board.base(base).repair,
        }
    }

    /// The points of a yard by the calendar: as printed, or growing from the turn of the Japanese attack on
    /// (AW-11.12-a).
    fn yard(&self, ocean: &Ocean, base: BaseId) -> u8 {
        let of = self.board.base(base);
        let Some(schedule) = of.schedule.filter(|_| self.scenario.campaign) else { return of.repair };
        let turns = ocean.attacked.map_or(0, |attacked| ocean.turn.saturating_sub(attacked));
        turns.saturating_mul(schedule.step).min(schedule.most)
    }

    /// The ports whose points are spent together with those of a port: itself, and the one that it is joined
    /// with.
    pub(super) fn yard_of(&self, base: BaseId) -> BaseId {
        let of = self.board.base(base);
        of.shared_with.filter(|other| of.joined_with == Some(*other)).unwrap_or(base)
    }

    /// Whether a ship of a nation lies in a port and stays there for its yard (AW-11.21-a).
    pub(super) fn waits_in_yard(&self, ocean: &Ocean, base: BaseId, seat: Seat, unit: UnitId) -> bool {
        let state = ocean.unit(unit);
        self.seat_of(ocean, unit) == seat
            && self.counter(unit).is_ship()
            && self.is_served(ocean, base, unit)
            && !state.raiding
            && !state.done
    }

    /// American yards serve American and Free French ships alone until Japan attacks (AW-11.11-b).
    pub(super) fn is_served(&self, ocean: &Ocean, base: BaseId, unit: UnitId) -> bool {
        let american = self.holder(ocean, base) == Some(Nation::Us);
        let nation = self.nation_of(ocean, unit);
        !ocean.is_peace() || !american || matches!(nation, Nation::Us | Nation::Fr)
    }

    /// Whether a port has a yard that a side can use at all, even if it has no points now (AW-9.351).
    pub(super) fn repairs_for(&self, base: BaseId, side: Camp) -> bool {
        let of = self.board.base(base);
        of.kind == BaseKind::Port && of.repairs && of.repairs_only.or(of.owner) == Some(side)
    }
}
