//! What must hold in every position.

use super::AdmiralsWar;
use super::pieces::{Kind, UnitId};
use super::state::{Ocean, Phase, Place};

impl AdmiralsWar {
    /// The first law that a position breaks, in words.
    pub(super) fn unsound_ocean(&self, ocean: &Ocean) -> Option<String> {
        if ocean.units.len() != self.counters.0.len() {
            return Some("units were lost or doubled".to_owned());
        }
        ocean.ids().find_map(|unit| self.unsound_unit(ocean, unit))
    }

    fn unsound_unit(&self, ocean: &Ocean, unit: UnitId) -> Option<String> {
        let (counter, state) = (self.counter(unit), ocean.unit(unit));
        let fail =
            |what: &str| Some(format!("{} {what} ({})", counter.name, self.standing_words(ocean).name));
        if state.hurt > 0 || state.disabled {
            return fail("has marks of an action that is over");
        }
        let armor = self.face(ocean, unit).armor;
        match state.place {
            Place::Sea(area) => {
                if !self.is_played(area) {
                    return fail("is in an area that is not played");
                }
                if ocean.phase == Phase::Over {
                    return fail("is still at sea");
                }
                if state.damage > armor {
                    return fail("has more damage than it bears");
                }
            }
            Place::Base(base) => {
                let most = if counter.is_ship() { armor.saturating_mul(2) } else { armor };
                if state.damage > most {
                    return fail("has more damage than it bears in port");
                }
                if counter.kind == Kind::LandAir && !self.board.base(base).lba {
                    return fail("is at a base from which no air unit flies");
                }
                let owner = ocean.owner(base);
                if owner != Some(self.side_of(unit)) && !(owner.is_none() && counter.sails()) {
                    return fail("is in a port or base that is not its side's");
                }
            }
            Place::Track(_) | Place::Sunk => {
                if state.damage > 0 {
                    return fail("is lost and still damaged");
                }
            }
            Place::Arrival(at) => {
                if usize::from(at) >= self.scenario.arrivals.len() {
                    return fail("waits for an arrival that the scenario has not");
                }
            }
            Place::Removed => {}
        }
        None
    }
}
