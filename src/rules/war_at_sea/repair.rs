//! 12.3 and 12.4 Repair.

use super::board::SectorId;
use super::event::Event;
use super::options::Rule;
use super::state::{Place, UnitId, War};
use super::{Table, WarAtSea};
use engine::table::Step;
use tactical::cards::{Ability, Card, Kind};

impl WarAtSea {
    /// Whether a unit has spent the whole turn where it is, out of combat (WSC-12.3-2).
    fn has_rested(&self, war: &War, unit: UnitId) -> bool {
        let state = war.unit(unit);
        !state.moved && !state.fought && !state.fled
    }

    /// The months of a turn.
    fn months(&self) -> u8 {
        if self.has(Rule::Quarterly) { 3 } else { 6 }
    }

    /// The damaged ships of a sector that wait for a whole repair, the dearest first.
    fn patients(&self, war: &War, at: SectorId) -> Vec<UnitId> {
        let waits = |unit: &UnitId| {
            let state = war.unit(*unit);
            state.place == Place::Sector(at)
                && state.damage > 0
                && self.cards[state.card].kind.is_afloat()
                && war.holds(state.side, at)
                && self.has_rested(war, *unit)
        };
        let mut patients: Vec<UnitId> = war.ids().filter(waits).collect();
        patients.sort_by_key(|unit| (std::cmp::Reverse(self.cards[war.unit(*unit).card].cost), *unit));
        patients
    }

    /// Units of a sector that mend others: the months of work that each has in a turn, and what it may mend.
    fn menders(&self, war: &War, at: SectorId) -> Vec<(UnitId, u8)> {
        let mends = |unit: &UnitId| {
            let state = war.unit(*unit);
            let card = &self.cards[state.card];
            let ship = card.has(Ability::Repair) && self.has_rested(war, *unit);
            let facility = self.has(Rule::Repair) && card.kind == Kind::RepairFacility;
            let yard = self.has(Rule::Repair)
                && self.has(Rule::Construction)
                && self.facilities.yard(state.card).is_some();
            state.place == Place::Sector(at) && (ship || facility || yard)
        };
        war.ids().filter(mends).map(|unit| (unit, self.months())).collect()
    }

    /// A ship is mended whole, at a base or by a unit that mends. Edition 1 did not say by what.
    fn mended(&self, unit: UnitId, points: u8, by: Option<UnitId>) -> Event {
        let says = !self.is_first_edition();
        Event::Mended { unit, points, whole: says, by: by.filter(|_| says).into_iter().collect() }
    }

    /// Whether a mender can take a ship on: a facility any, a yard or pen what it could build beside what it
    /// builds (WSC-12.4-5).
    fn takes(&self, war: &War, mender: UnitId, ship: UnitId, taken: &[(UnitId, UnitId)]) -> bool {
        let Some(yard) = self.facilities.yard(war.unit(mender).card) else { return true };
        let built =
            war.ids().filter(|unit| war.unit(*unit).work.is_some_and(|work| work.yard == Some(mender)));
        let mended = taken.iter().filter(|(by, _)| *by == mender).map(|(_, ship)| *ship);
        let all: Vec<&Card> =
            built.chain(mended).chain([ship]).map(|unit| &self.cards[war.unit(unit).card]).collect();
        yard.refuses(all.into_iter()).is_none()
    }
}

/// Repairs (WSC-12.3-1 to WSC-12.4-5): whole repairs in port first, then a point for every ship that is not
/// crippled.
pub(super) fn repair(table: &mut Table<'_>) -> Step<()> {
    let system = table.system();
    let mut events = Vec::new();
    for at in system.board.ids() {
        let war = table.state();
        if system.has(Rule::Repair) {
            facilities(system, war, at, &mut events);
        } else {
            bases(system, war, at, &mut events);
        }
    }
    let war = table.state();
    for unit in war.ids() {
        let state = war.unit(unit);
        let whole = |event: &Event| matches!(event, Event::Mended { unit: of, .. } if *of == unit);
        let afloat = system.cards[state.card].kind.is_afloat();
        let is_there = matches!(state.place, Place::Sector(_));
        if afloat
            && is_there
            && state.damage > 0
            && !system.is_crippled(war, unit)
            && !events.iter().any(whole)
        {
            events.push(Event::Mended { unit, points: 1, whole: false, by: Vec::new() });
        }
    }
    events.into_iter().try_for_each(|event| table.record(event))
}

/// 12.3: at a base all that rested are mended; elsewhere each repair ship mends one crippled ship
/// (WSC-12.3-3).
fn bases(system: &WarAtSea, war: &War, at: SectorId, events: &mut Vec<Event>) {
    let base = system.board.sector(at).kind.is_base();
    let mut ships = system.menders(war, at);
    for unit in system.patients(war, at) {
        let state = war.unit(unit);
        // Another one: no ship mends itself.
        let other = |(ship, _): &(UnitId, u8)| *ship != unit && war.unit(*ship).side == state.side;
        let helper = ships.iter().position(other).filter(|_| !base && system.is_crippled(war, unit));
        if base || helper.is_some() {
            let helper = helper.map(|at| ships.remove(at).0);
            events.push(system.mended(unit, state.damage, helper));
        }
    }
}

/// 12.4: facilities, repair ships and yards mend, a hull of 3 or less in three months, a larger one in six.
fn facilities(system: &WarAtSea, war: &War, at: SectorId, events: &mut Vec<Event>) {
    let mut menders = system.menders(war, at);
    let mut taken: Vec<(UnitId, UnitId)> = Vec::new();
    // Who is begun goes before who waits.
    let mut patients = system.patients(war, at);
    patients.sort_by_key(|unit| std::cmp::Reverse(war.unit(*unit).mended));
    for unit in patients {
        let state = war.unit(unit);
        let needs: u8 = if system.cards[state.card].hull <= 3 { 3 } else { 6 };
        let fits = |(mender, months): &&mut (UnitId, u8)| {
            *months > 0
                && *mender != unit
                && war.unit(*mender).side == state.side
                && system.takes(war, *mender, unit, &taken)
        };
        let Some((mender, months)) = menders.iter_mut().find(fits) else { continue };
        let open = needs.saturating_sub(state.mended);
        let given = open.min(*months);
        // A yard works on several at a time, a facility on one after the other (WSC-12.4-2, WSC-12.4-3).
        if system.facilities.yard(war.unit(*mender).card).is_none() {
            *months -= given;
        }
        taken.push((*mender, unit));
        if given == open {
            events.push(system.mended(unit, state.damage, Some(*mender)));
        } else {
            events.push(Event::Mending { unit, months: state.mended + given });
        }
    }
}
