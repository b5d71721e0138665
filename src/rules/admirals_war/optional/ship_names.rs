//! 34.0 Alternate ship names: which of several counters an American ship arrives as.

use super::super::event::Event;
use super::super::item::Item;
use super::super::key::Key;
use super::super::options::Optional;
use super::super::pieces::{Namesake, Nation, Pair, Role, Seat, UnitId};
use super::super::state::{Ocean, Place};
use super::super::{AdmiralsWar, Table};
use crate::questions;
use engine::question::key::Turn;
use engine::question::{Ask, Limit};
use engine::table::Step;

/// The class of ships to which the large new carriers belong.
const CARRIER: &str = "CV";
/// How many turns after a loss its name can be given again (34.12).
const TURNS: u8 = 2;

/// Gives ships their names: the one of a pair that history decides (34.11, 34.2 to 34.5), or that of a lost
/// carrier, if the owner wants it (34.12).
pub(super) fn choose(table: &mut Table) -> Step<()> {
    if !table.system().plays_by(Optional::AlternateNames) {
        return Ok(());
    }
    for unit in table.system().counters.ids() {
        let (system, ocean) = (table.system(), table.state());
        if let Some(by) = system.name_now(ocean, unit) {
            table.record(Event::Replaced { unit, by })?;
        }
    }
    substitute(table)
}

/// 34.12 Enterprise or Saratoga, sunk two turns ago or more, may give her name to a large carrier that
/// arrives.
fn substitute(table: &mut Table) -> Step<()> {
    let (system, ocean) = (table.system(), table.state());
    let free: Vec<UnitId> = ocean.ids().filter(|&unit| system.is_free_name(ocean, unit)).collect();
    let key = Key::Name { turn: Turn(ocean.turn), by: Seat::UnitedStates };
    let title = "A carrier that arrives may take the name of one that was lost".to_owned();
    let mut ask: Ask<UnitId, Item> = Ask::new(questions::NAME, key.text(), "AW-34.12", title);
    for &unit in &free {
        ask.choice(Item::Unit(unit), unit.0 + 1, 0);
    }
    ask.limits.push(Limit::Distinct { rule: "AW-34.12".to_owned(), what: "the same name".to_owned() });
    let due = ocean.at(Place::Track(ocean.turn)).into_iter();
    for unit in due.filter(|&unit| !free.is_empty() && system.is_large_carrier(ocean, unit)) {
        let own = ask.choice(Item::Unit(unit), 0, 0);
        let set = ask.set((0..free.len() as u16).chain([own]).collect());
        ask.subject(unit, set, Some(own));
    }
    let mut answer = table.ask(table.system().party(Seat::UnitedStates), &ask)?;
    answer.sort_unstable_by_key(|(unit, _)| *unit);
    for (unit, item) in answer {
        match item {
            Item::Unit(by) if by != unit => table.record(Event::Replaced { unit, by })?,
            _ => {}
        }
    }
    Ok(())
}

impl AdmiralsWar {
    /// The counter by which a ship goes from this turn on, if it is another than until now.
    fn name_now(&self, ocean: &Ocean, unit: UnitId) -> Option<UnitId> {
        let counter = self.counter(unit);
        let pair = counter.pair.as_ref().filter(|pair| pair.role == Role::Historical)?;
        let is_other = |other: &Pair| other.id == pair.id && other.role == Role::Alternate;
        let other = self.counters.ids().find(|&it| self.counter(it).pair.as_ref().is_some_and(is_other))?;
        let waits = matches!(ocean.unit(unit).place, Place::Track(_));
        let of = self.counter(other).pair.as_ref()?;
        let due = of.state.decided_on().or(counter.entry) == Some(ocean.turn);
        (waits && due && self.fits_name(ocean, of)).then_some(other)
    }

    /// Whether what decides over a name is true now.
    fn fits_name(&self, ocean: &Ocean, of: &Pair) -> bool {
        let Some(place) = self.unit_by_id(&of.unit).map(|unit| ocean.unit(unit).place) else { return false };
        match of.state {
            Namesake::Afloat | Namesake::AfloatOnTurn8 | Namesake::AfloatAfterTurn6 => place != Place::Sunk,
            Namesake::Lost | Namesake::LostBeforeTurn8 | Namesake::LostByTurn6 => place == Place::Sunk,
            Namesake::InPlay => place != Place::Removed,
            Namesake::NotInPlay => place == Place::Removed,
        }
    }

    /// A counter with the name of a carrier that was lost long enough ago.
    fn is_free_name(&self, ocean: &Ocean, unit: UnitId) -> bool {
        let namesake = self.counter(unit).pair.as_ref().filter(|pair| pair.role == Role::Substitute);
        let lost = namesake.and_then(|pair| ocean.unit(self.unit_by_id(&pair.unit)?).lost_on);
        ocean.unit(unit).place == Place::Removed && lost.is_some_and(|lost| lost + TURNS <= ocean.turn)
    }

    /// An American carrier of the new class that comes on for the first time: those that were there at the
    /// start have a letter.
    fn is_large_carrier(&self, ocean: &Ocean, unit: UnitId) -> bool {
        let counter = self.counter(unit);
        let new = counter.class == CARRIER && counter.code.is_none() && counter.entry == Some(ocean.turn);
        new && counter.nation == Nation::Us
    }

    /// Whether the turn in which a ship is sunk matters, since another may take her name.
    pub(in super::super) fn lends_her_name(&self, unit: UnitId) -> bool {
        let id = self.counter(unit).id.as_str();
        let named = |pair: &Pair| pair.role == Role::Substitute && pair.unit == id;
        self.plays_by(Optional::AlternateNames)
            && self.counters.0.iter().any(|it| it.pair.as_ref().is_some_and(named))
    }
}

impl Namesake {
    /// The turn whose beginning decides, where it is not the arrival.
    fn decided_on(self) -> Option<u8> {
        match self {
            Namesake::AfloatOnTurn8 | Namesake::LostBeforeTurn8 => Some(8),
            Namesake::AfloatAfterTurn6 | Namesake::LostByTurn6 => Some(7),
            Namesake::Afloat | Namesake::Lost | Namesake::InPlay | Namesake::NotInPlay => None,
        }
    }
}
