//! What must hold in every position.

use super::state::{Phase, Place, REPAIR_BOXES, Sea, TokenPlace};
use super::{SeasOfThunder, text};
use crate::side::Side;

impl SeasOfThunder {
    /// The first law that a position breaks, in words.
    pub(super) fn unsound_sea(&self, sea: &Sea) -> Option<String> {
        if sea.units.len() != self.pieces.counters.0.len() || sea.convoys.len() != self.pieces.tokens.len() {
            return Some("units or convoys were lost or doubled".into());
        }
        let unit = sea.ids().find_map(|unit| self.unsound_unit(sea, unit));
        unit.or_else(|| self.unsound_convoys(sea))
    }

    fn unsound_unit(&self, sea: &Sea, unit: super::pieces::UnitId) -> Option<String> {
        let counter = self.counter(unit);
        let state = sea.unit(unit);
        let ship = counter.class.is_ship();
        let wrong = match state.place {
            Place::Port(port) => !ship || !self.may_base(port, counter.nation),
            Place::Setup => sea.phase > Phase::SetupShips,
            Place::Available | Place::Used => ship,
            Place::Repair(boxes) => !ship || !(1..=REPAIR_BOXES).contains(&boxes),
            // What is due on a turn comes into play in its first phase.
            Place::Track(turn) => turn < sea.turn || turn == sea.turn && sea.phase > Phase::Reinforcements,
            Place::Sea(_) | Place::Sunk | Place::Removed => false,
        };
        let fighting = state.mat.is_some() || state.damage > 0 || state.cut > 0 || state.aside;
        let left_over = fighting && !matches!(state.place, Place::Sea(_));
        let (phase, turn, place) = (text::phase(sea.phase), sea.turn, self.place_words(state.place));
        if wrong {
            Some(format!("{} cannot be {place} in {phase} of turn {turn}", counter.name))
        } else if left_over {
            Some(format!(
                "{} is {place} and still has its part in a combat ({phase} of turn {turn})",
                counter.name
            ))
        } else {
            None
        }
    }

    fn unsound_convoys(&self, sea: &Sea) -> Option<String> {
        for side in [Side::AXIS, Side::ALLIES] {
            for zone in self.board.zones() {
                let here = sea.tokens_at(TokenPlace::Sea(zone));
                let own = here.iter().filter(|&&token| self.token_side(token) == side);
                if own.clone().count() > 1 {
                    return Some(format!("{side} has two convoys in zone {}", zone.0));
                }
                let stray =
                    own.into_iter().find(|token| !self.pieces.tokens[token.0 as usize].zones.contains(&zone));
                if let Some(token) = stray {
                    let id = &self.pieces.tokens[token.0 as usize].id;
                    return Some(format!("convoy {id} lies outside its area in zone {}", zone.0));
                }
            }
        }
        None
    }
}
