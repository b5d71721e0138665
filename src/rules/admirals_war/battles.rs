//! One battle on its own, for the odds.

use super::AdmiralsWar;
use super::board::AreaId;
use super::event::Event;
use super::pieces::UnitId;
use super::state::{Ocean, Phase, Place, UnitState};
use engine::odds::{Arena, Battles, Fate, Force, Setup};
use engine::problem::quote;
use engine::rulebook::Rulebook;
use engine::rulebook::roster::Named;
use engine::rulebook::two_sided::Camp;
use engine::side::Side;
use engine::system::Rules;

/// A file for `sealord odds`.
const EXAMPLE: &str = "A file:
  system: admirals-war
  at: central-pacific
  flag: allies            # whose flag lies there, if any
  axis:
    units: [jp-akagi, {id: jp-kaga, damage: 1, raiding: true}]
    doctrine: {action: air, retreat: stay}
  allies:
    units: [us-enterprise, us-yorktown]    # without doctrine: sensible orders";

/// How a side without doctrine fights.
const ORDERS: &str = include_str!("battle_orders.yaml");

/// Where one battle can be fought on its own.
pub const ARENA: Arena = Arena::of::<AdmiralsWar>(EXAMPLE, ORDERS).flagged();

impl AdmiralsWar {
    fn battle_unit(&self, force: &Force, side: Camp) -> Result<UnitId, String> {
        let unit = self.counters.find(&force.id);
        let unit = unit.ok_or_else(|| format!("there is no unit {} in the scenario", quote(&force.id)))?;
        if self.counter(unit).nation.side() == side {
            Ok(unit)
        } else {
            Err(format!("{} is not of the {side}", force.id))
        }
    }
}

impl Battles for AdmiralsWar {
    type Place = AreaId;

    fn place(&self, word: &str) -> Result<AreaId, String> {
        let area = self.board.area_named(word).filter(|&area| self.is_played(area));
        area.ok_or_else(|| format!("{} is not a sea area of the scenario", quote(word)))
    }

    fn unit(&self, word: &str) -> Option<UnitId> {
        self.counters.find(word)
    }

    fn called(&self, unit: UnitId) -> (&str, &str) {
        let (id, name, _) = self.counter(unit).names();
        (id, name)
    }

    fn stage(&self, area: AreaId, setup: &Setup) -> Result<Ocean, String> {
        let mut ocean = self.opening();
        ocean.phase = Phase::Combat;
        ocean.units.fill(UnitState::at(Place::Removed));
        ocean.flags.fill(None);
        ocean.flags[usize::from(area.0)] = setup.flag.and_then(Camp::of);
        for (side, forces) in setup.forces.iter() {
            let side = Camp::in_match(side);
            for force in forces {
                let unit = self.battle_unit(force, side)?;
                let state = UnitState {
                    damage: force.damage,
                    raiding: force.raiding,
                    ..UnitState::at(Place::Sea(area))
                };
                *ocean.unit_mut(unit) = state;
            }
        }
        self.broken_invariant(&ocean).map_or(Ok(ocean), Err)
    }

    fn fate(&self, ocean: &Ocean, area: AreaId, unit: UnitId) -> (Fate, u8) {
        let state = ocean.unit(unit);
        let fate = match state.place {
            Place::Sea(at) if at == area => Fate::There,
            Place::Base(_) | Place::Sea(_) => Fate::Away,
            _ => Fate::Lost,
        };
        (fate, state.damage)
    }

    fn holder(&self, ocean: &Ocean, area: AreaId) -> Option<Side> {
        self.controller(ocean, area).map(Camp::side)
    }

    fn gained(&self, start: &Ocean, end: &Ocean, area: AreaId, side: Side) -> i32 {
        let side_of = Camp::in_match(side);
        let held = self.controller(end, area) == Some(side_of);
        let flag = if held { self.area_points(end, area)[side_of] } else { 0 };
        self.points(end, side) - self.points(start, side) + i32::from(flag)
    }

    fn begins_round(event: &Event) -> bool {
        matches!(event, Event::RoundBegan { .. })
    }

    fn is_attack(event: &Event) -> bool {
        matches!(event, Event::Fired { .. })
    }
}
