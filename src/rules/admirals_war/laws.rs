//! What must hold in every position.

use super::AdmiralsWar;
use super::board::{AreaId, BaseId};
use super::pieces::{Kind, UnitId};
use super::state::{Ocean, Phase, Place};
use engine::system::Rules;

impl AdmiralsWar {
    /// The first law that a position breaks, in words.
    pub(super) fn broken_ocean(&self, ocean: &Ocean) -> Option<String> {
        if ocean.units.len() != self.counters.0.len() {
            return Some("units were lost or doubled".to_owned());
        }
        ocean.ids().find_map(|unit| self.broken_unit(ocean, unit))
    }

    fn broken_unit(&self, ocean: &Ocean, unit: UnitId) -> Option<String> {
        let state = ocean.unit(unit);
        let what = if state.hurt > 0 || state.disabled || state.kamikaze {
            Some("has marks of an action that is over")
        } else if state.shown && !self.hides(unit) {
            Some("is shown though it was never hidden")
        } else {
            match state.place {
                Place::Sea(area) => self.broken_at_sea(ocean, unit, area),
                Place::Base(base) => self.broken_in_port(ocean, unit, base),
                Place::Track(_) if state.damage > 0 && self.counter(unit).kind != Kind::LandAir => {
                    Some("is away and still damaged")
                }
                Place::Sunk if state.damage > 0 => Some("is lost and still damaged"),
                Place::Arrival(at) if usize::from(at) >= self.scenario.arrivals.len() => {
                    Some("waits for an arrival that the scenario has not")
                }
                Place::Hold(_) if self.haven_of(ocean, unit).is_some() && ocean.dilemma.settled.is_some() => {
                    Some("lies under Vichy after the question of its fleet is settled")
                }
                Place::Track(_) | Place::Hold(_) | Place::Sunk | Place::Arrival(_) | Place::Removed => None,
            }
        };
        what.map(|what| format!("{} {what} ({})", self.counter(unit).name, self.standing(ocean).name))
    }

    fn broken_at_sea(&self, ocean: &Ocean, unit: UnitId, area: AreaId) -> Option<&'static str> {
        if !self.is_played(area) {
            Some("is in an area that is not played")
        } else if ocean.phase == Phase::Over {
            Some("is still at sea")
        } else if ocean.unit(unit).damage > self.face(ocean, unit).armor {
            Some("has more damage than it bears")
        } else {
            None
        }
    }

    fn broken_in_port(&self, ocean: &Ocean, unit: UnitId, base: BaseId) -> Option<&'static str> {
        let (counter, owner) = (self.counter(unit), ocean.owner(base));
        let armor = self.face(ocean, unit).armor;
        let most = if counter.is_ship() { armor.saturating_mul(2) } else { armor };
        if ocean.unit(unit).damage > most {
            Some("has more damage than it bears in port")
        } else if counter.kind == Kind::LandAir && !self.board.base(base).lba {
            Some("is at a base from which no air unit flies")
        } else if owner != Some(self.side_of(ocean, unit)) && !(owner.is_none() && counter.sails()) {
            Some("is in a port or base that is not its side's")
        } else {
            None
        }
    }
}
