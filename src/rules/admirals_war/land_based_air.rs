//! 12.1 Placing land-based air: one unit at a time, in nationality order.

use super::board::AreaId;
use super::event::Event;
use super::item::{Item, Word};
use super::key::{Count, Key};
use super::pieces::{Kind, Nation, Seat, UnitId};
use super::state::{Ocean, Place};
use super::{AdmiralsWar, Table, pacific};
use crate::questions;
use engine::question::key::Turn;
use engine::question::{Ask, Limit};
use engine::rulebook::two_sided::Camp;
use engine::table::Step;

/// 5.33 Nations place their air units in turn; one that has none left is passed over (AW-12.11-a).
///
/// *Ruling:* an air unit may be kept ashore; that takes the nation's turn as well.
/// Gives in how many rounds they have done so.
pub(super) fn place(table: &mut Table) -> Step<usize> {
    take_turns(table, 0, |_| true)
}

/// 20.4 The air units of Italy, when it has declared war after so many rounds in which others were placed.
pub(super) fn place_late(table: &mut Table, rounds: usize) -> Step<()> {
    take_turns(table, rounds, |nation| nation == Nation::It).map(drop)
}

/// Some nations place their air units in turn; gives the number of the last round, counted on from those
/// before.
fn take_turns(table: &mut Table, before: usize, takes_part: impl Fn(Nation) -> bool) -> Step<usize> {
    let (system, ocean) = (table.system(), table.state());
    let of = |&seat: &Seat| {
        let mut units = system.air_units_ashore(ocean, seat);
        units.retain(|&unit| takes_part(system.nation_of(ocean, unit)));
        units
    };
    let mut waiting: Vec<Vec<UnitId>> = Seat::ALL.iter().map(of).collect();
    let mut round = before;
    while waiting.iter().any(|units| !units.is_empty()) {
        round += 1;
        for (at, seat) in Seat::ALL.into_iter().enumerate() {
            if waiting[at].is_empty() {
                continue;
            }
            let ask = question(table.system(), table.state(), seat, round, &waiting[at]);
            let answer = table.ask(table.system().party(seat), &ask)?;
            let placed = answer.into_iter().find(|(_, item)| *item != Item::Word(Word::Later));
            let Some((unit, item)) = placed else { return table.fault("no air unit was placed".to_owned()) };
            match item {
                Item::Word(Word::Transfer) => table.record(Event::AirTransferred { seat, unit })?,
                Item::Area(area) => {
                    table.record(Event::AirPlaced { seat, unit, area: Some(area) })?;
                    pacific::declare(table, &[(unit, area)])?;
                }
                _ => table.record(Event::AirPlaced { seat, unit, area: None })?,
            }
            waiting[at].retain(|other| *other != unit);
        }
    }
    Ok(round)
}

/// Which air unit is placed now, and where; the others wait.
pub(super) fn question(
    system: &AdmiralsWar,
    ocean: &Ocean,
    seat: Seat,
    round: usize,
    units: &[UnitId],
) -> Ask<UnitId, Item> {
    let key = Key::PlaceAir { turn: Turn(ocean.turn), round: Count(round), by: seat };
    let title = "Place one air unit in a sea area, or keep it ashore (`stay`); answer `later` for the others"
        .to_owned();
    let mut ask = Ask::new(questions::PLACE_AIR, key.text(), "AW-12.11-a", title);
    let [later, stay] = [Word::Later, Word::Stay].map(Item::Word);
    let option = ask.option(later);
    let words = if units.len() > 1 { vec![later, stay] } else { vec![stay] };
    for (at, &unit) in units.iter().enumerate() {
        let areas = system.air_areas(ocean, unit).into_iter().map(Item::Area);
        let silent = if at == 0 { stay } else { later };
        let transfer = system.may_transfer(ocean, unit).then_some(Item::Word(Word::Transfer));
        ask.offer([unit], words.iter().copied().chain(transfer).chain(areas), Some(silent));
    }
    if units.len() > 1 {
        let count = (units.len() - 1) as u16;
        ask.limits.push(Limit::Exactly { option, count, rule: "AW-12.11-a".to_owned() });
    }
    ask
}

impl AdmiralsWar {
    /// Air units of a nation that can be placed: they lie ready, and nothing keeps them ashore.
    pub(super) fn air_units_ashore(&self, ocean: &Ocean, seat: Seat) -> Vec<UnitId> {
        let ready = |&unit: &UnitId| {
            let state = ocean.unit(unit);
            self.seat_of(ocean, unit) == seat
                && self.counter(unit).flies
                && matches!(state.place, Place::Base(_))
                && !state.done
                && !state.pinned
                && !self.is_bound_by_peace(ocean, unit)
                && !self.is_neutral_italian(ocean, unit)
                && !self.is_out_of_the_war(ocean, unit)
        };
        ocean.ids().filter(ready).collect()
    }

    /// Whether an air unit may leave for the other theatre: an Allied one, if a turn follows (AW-12.123,
    /// AW-12.124).
    fn may_transfer(&self, ocean: &Ocean, unit: UnitId) -> bool {
        self.scenario.campaign
            && ocean.turn < self.scenario.last_turn
            && self.counter(unit).kind == Kind::LandAir
            && self.side_of(ocean, unit) == Camp::ALLIES
    }

    /// Areas that touch a port or base of the unit's side from which air units fly (AW-12.121, AW-12.122),
    /// whatever flag lies there (AW-12.12), in the theatre of the unit (AW-12.123, AW-12.124).
    pub fn air_areas(&self, ocean: &Ocean, unit: UnitId) -> Vec<AreaId> {
        let theatre = self.air_theatre(ocean, unit);
        let fits = |area: &AreaId| {
            let bases = self.held_around(ocean, *area, self.side_of(ocean, unit));
            let flies = bases.into_iter().any(|base| self.may_use(ocean, unit, base));
            let near = theatre.is_none_or(|own| own == self.board.area(*area).theatre);
            self.is_played(*area) && flies && near && self.may_enter(ocean, unit, *area)
        };
        self.board.areas().filter(fits).collect()
    }
}
