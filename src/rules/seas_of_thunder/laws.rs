//! What must hold in every position.

use std::collections::BTreeSet;

use super::state::{Phase, Place, REPAIR_BOXES, Sea, TokenPlace};
use super::{SeasOfThunder, text};

impl SeasOfThunder {
    /// The first law that a position breaks, in words.
    pub(super) fn broken_sea(&self, sea: &Sea) -> Option<String> {
        if sea.units.len() != self.pieces.counters.0.len() || sea.convoys.len() != self.pieces.tokens.len() {
            return Some("units or convoys were lost or doubled".into());
        }
        let unit = sea.ids().find_map(|unit| self.broken_unit(sea, unit));
        unit.or_else(|| self.broken_convoys(sea))
    }

    fn broken_unit(&self, sea: &Sea, unit: super::pieces::UnitId) -> Option<String> {
        let counter = self.counter(unit);
        let state = sea.unit(unit);
        let ship = counter.class.is_ship();
        let wrong = match state.place {
            Place::Port(port) => !ship || !self.may_lie(sea, port, unit),
            Place::Setup => sea.phase > Phase::SetupShips,
            Place::Available | Place::Used => ship,
            Place::Repair(boxes) => !ship || !(1..=REPAIR_BOXES).contains(&boxes),
            // What is due on a turn comes into play in its first phase.
            Place::Track(turn) => turn < sea.turn || turn == sea.turn && sea.phase > Phase::Reinforcements,
            Place::Sea(_) | Place::Sunk | Place::Removed => false,
        };
        let fighting = state.mat.is_some() || state.damage > 0 || state.cut > 0 || state.aside;
        let left_over = fighting && !matches!(state.place, Place::Sea(_));
        if !wrong && !left_over {
            return None;
        }
        let (phase, turn, place) = (text::phase(sea.phase), sea.turn, self.place_words(state.place));
        Some(if wrong {
            format!("{} cannot be {place} in {phase} of turn {turn}", counter.name)
        } else {
            format!("{} is {place} and still has its part in a combat ({phase} of turn {turn})", counter.name)
        })
    }

    /// Whether a ship may lie in a port now. Before the return ships may lie where the mats that come with it
    /// do not let them be (SOT-9.0-9), and from the combats on where these mats do (SOT-5.5.4.9-4).
    fn may_lie(&self, sea: &Sea, port: super::board::PortId, unit: super::pieces::UnitId) -> bool {
        let fought = matches!(sea.phase, Phase::Combat | Phase::Scoring);
        sea.phase == Phase::ReturnToBase
            || self.may_base(sea, port, unit)
            || fought && self.may_return(sea, port, unit)
    }

    fn broken_convoys(&self, sea: &Sea) -> Option<String> {
        let mut held = BTreeSet::new();
        for (token, place) in self.pieces.tokens.iter().zip(&sea.convoys) {
            let TokenPlace::Sea(zone) = place else { continue };
            if !held.insert((token.side, zone)) {
                return Some(format!("{} has two convoys in zone {}", token.side, zone.0));
            }
            if !token.zones.contains(zone) {
                return Some(format!("convoy {} lies outside its area in zone {}", token.id, zone.0));
            }
        }
        None
    }
}
