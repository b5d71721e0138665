//! 11.0 Repairs: each point of a port takes one damage point from a ship that stayed there (AW-11.21-a).

use std::collections::BTreeMap;

use super::board::{BaseId, BaseKind};
use super::event::Event;
use super::item::{Item, Word};
use super::key::Key;
use super::pieces::{Nation, Seat, UnitId};
use super::state::{Ocean, Place};
use super::{AdmiralsWar, Table};
use crate::rules::two_sided::Camp;
use crate::table::key::Turn;
use crate::table::{Ask, Step};

/// 5.32 Every port repairs ships that neither sailed nor made ready to raid, in nationality order (AW-5.1-a). Allies share
/// the points of a port (AW-11.16).
///
/// *Ruling:* silence spends a port's points on the ships one after another, in the order of the counters.
pub(super) fn repair(table: &mut Table) -> Step<()> {
    let mut spent: BTreeMap<BaseId, u8> = BTreeMap::new();
    for seat in Seat::ALL {
        for base in table.system().board.bases() {
            let used = spent.entry(table.system().yard_of(base)).or_default();
            *used += repair_at(table, base, seat, *used)?;
        }
    }
    Ok(())
}

/// One nation's repairs in a port in which so many points are used; gives how many it uses.
fn repair_at(table: &mut Table, base: BaseId, seat: Seat, used: u8) -> Step<u8> {
    let side = seat.side();
    let (system, ocean) = (table.system(), table.state());
    let points = system.repair_points(ocean, base, side).saturating_sub(used);
    let here = ocean.at(Place::Base(base)).into_iter();
    let waits = |unit: &UnitId| {
        let state = ocean.unit(*unit);
        system.seat_of(ocean, *unit) == seat
            && system.counter(*unit).is_ship()
            && state.damage > 0
            && system.is_served(ocean, base, *unit)
            && !state.raiding
            && !state.done
    };
    let ships: Vec<(UnitId, u8)> = here.filter(waits).map(|unit| (unit, ocean.unit(unit).damage)).collect();
    if points == 0 || ships.is_empty() {
        return Ok(0);
    }
    let of = system.board.base(base);
    let key = Key::Repair { turn: Turn(ocean.turn), base: &of.id, by: seat };
    let title = format!("{}: spend its repair points on ships", of.name);
    let mut ask: Ask<Item, Item> = Ask::new("repair", key.text(), "AW-11.15", title).by_option();
    ask.about = ships.iter().map(|(unit, _)| system.standing_of(ocean, *unit)).collect();
    let order = ships.iter().flat_map(|(unit, damage)| std::iter::repeat_n(*unit, usize::from(*damage)));
    for (point, unit) in (1..=points).zip(order) {
        let options = ships.iter().map(|(unit, _)| Item::Unit(*unit)).chain([Item::Word(Word::None)]);
        ask.offer([Item::Point(base, point)], options, Some(Item::Unit(unit)));
    }
    let answer = table.ask(side, &ask)?;
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
    table.tell(Event::Repaired { base, ships: repaired })?;
    Ok(used)
}

impl AdmiralsWar {
    /// The points with which a side can repair in a port: its own number, if the side holds it now and held it at the
    /// start (AW-11.14-a); Brest and Toulon work for the Axis alone (AW-11.14-b).
    pub fn repair_points(&self, ocean: &Ocean, base: BaseId, side: Camp) -> u8 {
        let of = self.board.base(base);
        let own = ocean.owner(base) == Some(side) && self.is_in_use(ocean, base);
        if !own || !self.repairs_for(base, side) {
            return 0;
        }
        let lost = |other: BaseId| ocean.owner(other) != self.board.base(other).owner;
        match of.shared_with {
            // Germany and Norway share one yard (AW-2.42-a); Panama has that of Pearl Harbor once this is lost (AW-11.12-b).
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

    /// The points of a yard by the calendar: as printed, or growing from the turn of the Japanese attack on (AW-11.12-a).
    fn yard(&self, ocean: &Ocean, base: BaseId) -> u8 {
        let of = self.board.base(base);
        let Some(schedule) = of.schedule.filter(|_| self.scenario.campaign) else { return of.repair };
        let turns = ocean.attacked.map_or(0, |attacked| ocean.turn.saturating_sub(attacked));
        turns.saturating_mul(schedule.step).min(schedule.most)
    }

    /// The ports whose points are spent together with those of a port: itself, and the one that it is joined with.
    fn yard_of(&self, base: BaseId) -> BaseId {
        let of = self.board.base(base);
        of.shared_with.filter(|other| of.joined_with == Some(*other)).unwrap_or(base)
    }

    /// American yards serve American and Free French ships alone until Japan attacks (AW-11.11-b).
    fn is_served(&self, ocean: &Ocean, base: BaseId, unit: UnitId) -> bool {
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
