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
/// *Ruling:* an air unit may be kept ashore; that takes the nation's turn as well. Whoever does not care what
/// others place meanwhile names several at once: they follow round by round, in the order of the file.
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
    // What was named at once and waits for its round; nobody else knows of it.
    let mut listed: Vec<Vec<(UnitId, Item)>> = vec![Vec::new(); waiting.len()];
    let mut round = before;
    while waiting.iter().any(|units| !units.is_empty()) {
        round += 1;
        for (at, seat) in Seat::ALL.into_iter().enumerate() {
            if waiting[at].is_empty() {
                continue;
            }
            let system = table.system();
            if !listed[at].first().is_some_and(|next| system.may_still_fly(table.state(), *next)) {
                let ask = question(system, table.state(), seat, round, &waiting[at]);
                let answer = table.ask(system.party(seat), &ask)?.into_iter();
                listed[at] = answer.filter(|(_, item)| *item != Item::Word(Word::Later)).collect();
                // Silence keeps the first ashore: beside others that were named that says nothing of it.
                let silent = (waiting[at][0], Item::Word(Word::Stay));
                if listed[at].len() > 1 {
                    listed[at].retain(|it| *it != silent);
                }
            }
            if listed[at].is_empty() {
                return table.fault("no air unit was placed".to_owned());
            }
            let (unit, item) = listed[at].remove(0);
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

/// Which air unit is placed now, and where; the others wait, or follow in the rounds to come.
pub(super) fn question(
    system: &AdmiralsWar,
    ocean: &Ocean,
    seat: Seat,
    round: usize,
    units: &[UnitId],
) -> Ask<UnitId, Item> {
    let key = Key::PlaceAir { turn: Turn(ocean.turn), round: Count(round), by: seat };
    let title = match system.goes_by_list() {
        true => {
            "Place air units in sea areas or keep them ashore (`stay`), one a round in your order; `later`: ask again"
        }
        false => {
            "Place one air unit in a sea area, or keep it ashore (`stay`); answer `later` for the others"
        }
    };
    let mut ask = Ask::new(questions::PLACE_AIR, key.text(), "AW-12.11-a", title.to_owned());
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
        let (count, rule) = ((units.len() - 1) as u16, "AW-12.11-a".to_owned());
        ask.limits.push(match system.goes_by_list() {
            true => Limit::AtMost { option, count, rule },
            false => Limit::Exactly { option, count, rule },
        });
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

    /// Whether an air unit that was named in an earlier round can still go where it was sent.
    fn may_still_fly(&self, ocean: &Ocean, (unit, item): (UnitId, Item)) -> bool {
        match item {
            Item::Area(area) => self.air_areas(ocean, unit).contains(&area),
            _ => true,
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use engine::rulebook::{Choices, Rulebook};
    use engine::system::Rules;

    #[test]
    fn until_edition_4_one_answer_places_one_air_unit() {
        let new = AdmiralsWar::load(&AdmiralsWar::built_in(), "midway", &Choices::default()).unwrap();
        for (edition, at_once) in [(4, false), (5, true)] {
            let system = new.clone().of_edition(edition);
            assert_eq!(system.edition(), edition);
            let ocean = system.opening();
            let units = system.air_units_ashore(&ocean, Seat::Japan);
            let ask = question(&system, &ocean, Seat::Japan, 1, &units);
            assert!(units.len() > 1);
            let ashore = ask.options.iter().position(|it| it.item == Item::Word(Word::Stay)).unwrap();
            let all = vec![ashore as u16; units.len()];
            assert_eq!(ask.broken_limit(&all).is_none(), at_once, "edition {edition}");
        }
    }
}
