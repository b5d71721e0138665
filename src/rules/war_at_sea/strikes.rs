//! 8 Commit Aircraft Strikes and 10 Perform Aircraft Strikes.

use super::board::SectorId;
use super::convoy::{flights, goal};
use super::event::{Event, Refusal};
use super::item::{Item, Order, Ship};
use super::key::{What, key};
use super::options::Rule;
use super::scouting::refuse;
use super::state::{Aim, Place, UnitId, War};
use super::{Ask, Table, WarAtSea};
use crate::questions;
use engine::side::Side;
use engine::table::Step;
use tactical::cards::Kind;

impl WarAtSea {
    /// The sectors from an aircraft's base to another sector, if it reaches that.
    ///
    /// # Errors
    /// Why it does not: it is idle (WSC-5.1-3), or the sector is out of its range (WSC-8.2-1 to WSC-8.2-3,
    /// WSC-8.5-1).
    pub(super) fn reaches(&self, war: &War, unit: UnitId, to: SectorId) -> Result<u8, Refusal> {
        let from = war.sector_of(unit).ok_or(Refusal::Idle)?;
        let steps = self.board.steps(from, to);
        let card = war.unit(unit).card;
        let reach = self.ranges.reach(card, &self.cards[card], self.has(Rule::AirRange));
        if reach.covers(steps) { Ok(steps) } else { Err(Refusal::Range) }
    }

    /// The carrier of an aircraft, and where it is.
    pub(super) fn carrier(&self, war: &War, unit: UnitId) -> Option<(UnitId, SectorId)> {
        match war.unit(unit).place {
            Place::Deck(carrier) => war.sector_of(carrier).map(|at| (carrier, at)),
            _ => None,
        }
    }

    /// Why an aircraft may not be committed to a sector; `late` after tactical intelligence.
    fn uncommitted(&self, war: &War, unit: UnitId, to: SectorId, late: bool) -> Option<Refusal> {
        let steps = match self.reaches(war, unit, to) {
            Ok(steps) => steps,
            Err(why) => return Some(why),
        };
        let state = war.unit(unit);
        // WSC-7.2-3: a scout is over its sector already.
        if state.scouts.is_some_and(|at| at != to) {
            return Some(Refusal::Scouting);
        }
        // WSC-8.3-1, WSC-10.1-1: what was withheld reaches its own sector or the next.
        if late && steps > 1 && !self.has(Rule::PlannedAirstrikes) {
            return Some(Refusal::Range);
        }
        let (carrier, at) = self.carrier(war, unit).filter(|(_, at)| *at != to)?;
        // WSC-12.2-4: no Carrier Strike from a ship that fled.
        if war.unit(carrier).barred == war.turn {
            return Some(Refusal::Barred);
        }
        // WSC-8.6-2, WSC-10.3-1: none after tactical intelligence while enemy ships are there that stay.
        (late && self.enemy_ships(war, state.side, at)).then_some(Refusal::Threatened)
    }

    /// Whether ships of an enemy are in a sector and have not fled.
    pub(super) fn enemy_ships(&self, war: &War, side: Side, at: SectorId) -> bool {
        war.ids().any(|unit| {
            let state = war.unit(unit);
            let here = state.place == Place::Sector(at) && !state.fled;
            here && state.side != side && self.cards[state.card].kind.is_ship()
        })
    }

    /// 8.1 Which sectors a side's aircraft are committed to; those that are not defend where they are
    /// (WSC-8.3-2).
    pub(super) fn strikes(&self, war: &War, side: Side) -> Ask {
        let title = "Commit aircraft".to_owned();
        let mut ask =
            Ask::new(questions::STRIKE, key(war.turn, What::Strike, side), "WSC-8.1-1", title).by_option();
        let hold = Item::Order(Order::Hold);
        // Where bases and carriers will be is settled by the same orders, so any sector may be named.
        let open = [hold].into_iter().chain(self.goals(&[Aim::Convoy, Aim::Escort]));
        let open: Vec<Item> = open.collect();
        let aircraft = self.aircraft(war, side);
        ask.offer(aircraft.map(|unit| Item::Unit(Ship(unit, war.unit(unit).card))), open, Some(hold));
        ask
    }

    /// 10 Which sectors aircraft are committed to that were withheld: Patrol Bombers (WSC-10.1-1), with
    /// Planned Airstrikes all (WSC-10.2-1).
    pub(super) fn late_strikes(&self, war: &War, side: Side) -> Ask {
        let title = "Commit aircraft that were withheld".to_owned();
        let rule = if self.has(Rule::PlannedAirstrikes) { "WSC-10.2-1" } else { "WSC-10.1-1" };
        let mut ask =
            Ask::new(questions::LATE_STRIKE, key(war.turn, What::Late, side), rule, title).by_option();
        let hold = Item::Order(Order::Hold);
        let withheld = |unit: &UnitId| {
            let state = war.unit(*unit);
            let may = self.has(Rule::PlannedAirstrikes) || self.cards[state.card].kind == Kind::PatrolBomber;
            may && state.sent.is_none() && !matches!(state.place, Place::Idle(_))
        };
        for unit in self.aircraft(war, side).filter(withheld) {
            // Who flees is decided at the same time, so a threat to the carrier bars nothing yet.
            let may = |item: &Item| {
                let why = goal(item).map(|(at, _)| self.uncommitted(war, unit, at, true));
                matches!(why, Some(None | Some(Refusal::Threatened)))
            };
            let open = [hold].into_iter().chain(self.goals(&[Aim::Convoy, Aim::Escort]).filter(may));
            ask.offer([Item::Unit(Ship(unit, war.unit(unit).card))], open.collect::<Vec<_>>(), Some(hold));
        }
        ask
    }
}

/// Commits a side's aircraft as ordered; orders that break a rule come to nothing, and the aircraft defend at
/// home.
pub(super) fn commit(table: &mut Table<'_>, side: Side, picks: &[(Item, Item)], late: bool) -> Step<()> {
    let (mut units, mut convoy, mut escort) = (Vec::new(), Vec::new(), Vec::new());
    for (unit, to, aim) in flights(picks) {
        match table.system().uncommitted(table.state(), unit, to, late) {
            None => {
                units.push((unit, to));
                match aim {
                    Aim::Fleet => {}
                    Aim::Convoy => convoy.push(unit),
                    Aim::Escort => escort.push(unit),
                }
            }
            Some(why) => refuse(table, unit, why)?,
        }
    }
    if units.is_empty() {
        Ok(())
    } else {
        table.record(Event::Committed { side, units, late, convoy, escort })
    }
}
