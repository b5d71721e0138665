//! What must hold in every position.

use super::WarAtSea;
use super::event::Verdict;
use super::item::Order;
use super::state::{Phase, Place, Ruling, UnitId, War};
use engine::system::Rules;

impl WarAtSea {
    /// A sentence for what cannot be in a position; nothing if all is well.
    pub(super) fn broken_war(&self, war: &War) -> Option<String> {
        if war.owners.len() != self.board.sectors.len() {
            return Some(format!("{} sectors have owners of {}", war.owners.len(), self.board.sectors.len()));
        }
        let late = war.turn > self.scenario.last_turn && war.phase != Phase::Over;
        if late || (war.turn == 0) != (war.phase == Phase::SetUp) && war.phase != Phase::Over {
            return Some(format!("it is turn {} in the phase {}", war.turn, war.phase.id()));
        }
        if let Some((side, _)) = war.seats.iter().find(|(_, seat)| seat.bank < 0) {
            return Some(format!("{} has less than nothing in the bank", side.name()));
        }
        let ruled = || war.rulings.iter().find_map(|ruling| self.broken_ruling(war, ruling));
        war.ids().find_map(|unit| self.broken_unit(war, unit)).or_else(ruled)
    }

    /// What of a ruling on a battle cannot be in any battle of the turn. Whether the rest fits is seen where
    /// it is fought.
    fn broken_ruling(&self, war: &War, ruling: &Ruling) -> Option<String> {
        let Ruling { battle, verdict, reason: _ } = ruling;
        if !battle.starts_with(&format!("t{}/", war.turn)) {
            return Some(format!("{battle} is no battle of turn {}", war.turn));
        }
        let Verdict::Result(words) = verdict else { return None };
        let known = |word: &str| {
            let of = [Order::Ended, Order::Turns].iter().any(|order| order.id() == word);
            of || self.unit_of_word(war, word).is_some()
        };
        words.iter().find(|(word, _)| !known(word)).map(|(word, _)| format!("there is no unit {word}"))
    }

    fn broken_unit(&self, war: &War, unit: UnitId) -> Option<String> {
        let state = war.unit(unit);
        if usize::from(state.card.0) >= self.cards.len() {
            return Some(format!("unit {} has no card", unit.0));
        }
        let card = &self.cards[state.card];
        let afloat = card.kind.is_afloat();
        let place_fits = match state.place {
            Place::Pool => afloat && war.turn <= 1,
            Place::Sector(_) => !card.kind.is_aircraft(),
            Place::Transit(..) => afloat,
            Place::Base(_) | Place::Idle(_) => card.kind.is_aircraft(),
            Place::Deck(carrier) => {
                let of = war.units.get(usize::from(carrier.0));
                card.kind.is_aircraft()
                    && of.is_some_and(|of| of.side == state.side && self.cards[of.card].capacity > 0)
            }
            Place::Aboard(ship) => war.units.get(usize::from(ship.0)).is_some_and(|of| of.side == state.side),
            Place::Stocks(_) => state.work.is_some(),
            Place::Lost => true,
        };
        let sound = state.damage == 0 || state.damage < card.hull;
        let known = self.sides().contains(&state.side);
        (!place_fits || !sound || !known).then(|| {
            let word = self.unit_word(war, unit);
            format!("{word} cannot be as it is: {state:?}")
        })
    }
}
