//! 5.74 The end of the turn at sea: ships refuel and stay (10.33, 15.31), all other units come home.

use super::basing::{self, Homeward};
use super::board::{AreaId, BaseId};
use super::event::{Event, Why};
use super::item::Item;
use super::key::{Key, Whence};
use super::pieces::{Kind, Nation, Seat, UnitId};
use super::state::{Ocean, Place};
use super::{AdmiralsWar, Table};
use crate::questions;
use engine::question::Ask;
use engine::question::key::Turn;
use engine::table::Step;

/// 5.74 Nation by nation, every unit still at sea comes home; German ships beside an oiler may stay, and so
/// may a Hilfskreuzer that has scored.
///
/// *Ruling:* on the last turn all has been scored by then, so nobody is asked: each goes to its nearest home.
pub(super) fn return_to_base(table: &mut Table) -> Step<()> {
    let turn = Turn(table.state().turn);
    for seat in Seat::ALL {
        let (staying, leaving) = at_sea(table.system(), table.state(), seat);
        refuel(table, seat, staying.into_iter().map(|it| it.0).collect())?;
        let homeward = homeward(table.system(), table.state(), seat, leaving);
        let from = Whence::Everywhere { turn, of: seat };
        basing::send_home(table, from, Why::EndOfTurn, homeward)?;
    }
    Ok(())
}

/// Units at sea, each with its area.
type AtSea = Vec<(UnitId, AreaId)>;

/// A nation's units at sea: those that may stay there, and those that leave.
pub(super) fn at_sea(system: &AdmiralsWar, ocean: &Ocean, seat: Seat) -> (AtSea, AtSea) {
    let own = ocean.ids().filter(|&unit| system.seat_of(ocean, unit) == seat);
    let at_sea = own.filter_map(|unit| Some((unit, ocean.unit(unit).place.area()?)));
    at_sea.partition(|&(unit, area)| system.may_stay_at_sea(ocean, unit, area))
}

/// Where those that leave may go; a nation whose submarines nobody sees is asked about one of them in any
/// case.
pub(super) fn homeward(system: &AdmiralsWar, ocean: &Ocean, seat: Seat, leaving: AtSea) -> Vec<Homeward> {
    let leaving = leaving.into_iter();
    let homeward = leaving.flat_map(|(unit, area)| system.homeward(ocean, area, [unit], Why::EndOfTurn));
    let mut homeward: Vec<Homeward> = homeward.collect();
    if system.comes_home_unasked(ocean) {
        homeward.iter_mut().for_each(|it| it.homes.truncate(1));
        return homeward;
    }
    if !homeward.iter().any(|it| system.is_unseen(ocean, it.unit)) {
        homeward.extend(system.unseen_in_port(ocean, seat));
    }
    homeward
}

/// 10.33 Oilers stay where they are; other ships that may stay do so, or go home after all.
///
/// *Ruling:* silence keeps an undamaged ship at sea and brings a damaged one home.
fn refuel(table: &mut Table, seat: Seat, ships: Vec<UnitId>) -> Step<()> {
    if ships.is_empty() {
        return Ok(());
    }
    let (system, ocean) = (table.system(), table.state());
    let (mut stay, choosing): (Vec<UnitId>, Vec<UnitId>) =
        ships.into_iter().partition(|&ship| system.counter(ship).kind == Kind::Oiler);
    let key = Key::Refuel { turn: Turn(ocean.turn), by: seat };
    let title = "Refuel ships and let them stay at sea, or bring them home".to_owned();
    let mut ask: Ask<UnitId, Item> = Ask::new(questions::REFUEL, key.text(), "AW-10.33", title);
    for ship in choosing {
        let Some(area) = ocean.unit(ship).place.area() else { continue };
        let here = Item::Area(area);
        let homes: Vec<Item> =
            system.homes(ocean, ship, area, Why::EndOfTurn).into_iter().map(Item::Base).collect();
        let home = homes.first().copied().filter(|_| ocean.unit(ship).damage > 0);
        ask.offer([ship], std::iter::once(here).chain(homes), Some(home.unwrap_or(here)));
    }
    let mut home: Vec<(UnitId, BaseId)> = Vec::new();
    for (ship, to) in table.ask(table.system().party(seat), &ask)? {
        match to {
            Item::Base(base) => home.push((ship, base)),
            _ => stay.push(ship),
        }
    }
    stay.sort_unstable();
    home.sort_unstable();
    if !stay.is_empty() {
        table.record(Event::Refuelled { ships: stay })?;
    }
    if home.is_empty() { Ok(()) } else { table.record(Event::Returned { units: home, why: Why::EndOfTurn }) }
}

impl AdmiralsWar {
    /// Whether it makes no difference any more where units lie when the turn is over.
    pub(super) fn comes_home_unasked(&self, ocean: &Ocean) -> bool {
        self.is_sparing() && ocean.turn == self.scenario.last_turn
    }

    /// The submarines of a nation that nobody knows to be in port: asked about when none is at sea, so that
    /// the enemy does not learn that (AW-26.0).
    fn unseen_in_port(&self, ocean: &Ocean, seat: Seat) -> Vec<Homeward> {
        let unseen = self.unseen_of(ocean, seat).into_iter();
        let lying = unseen.filter_map(|unit| Some((unit, ocean.unit(unit).place.base()?)));
        lying.map(|(unit, base)| Homeward { unit, homes: vec![base] }).collect()
    }

    /// Whether a ship may stay at sea when the turn ends: an oiler, a German ship beside one, a Hilfskreuzer
    /// that has scored (AW-10.3-a, AW-10.33, AW-15.31-a).
    fn may_stay_at_sea(&self, ocean: &Ocean, unit: UnitId, area: AreaId) -> bool {
        let counter = self.counter(unit);
        let oiler = |other: &UnitId| {
            self.counter(*other).kind == Kind::Oiler && self.nation_of(ocean, *other) == Nation::De
        };
        let supplied = || ocean.at(Place::Sea(area)).iter().any(oiler);
        let german = self.nation_of(ocean, unit) == Nation::De && counter.sails();
        let last = ocean.turn == self.scenario.last_turn;
        german && !last && (ocean.unit(unit).scored || supplied())
    }
}
