//! One battle on its own, for the odds.

use super::board::ZoneId;
use super::event::Event;
use super::pieces::UnitId;
use super::state::{Phase, Place, Sea, TokenPlace, UnitState};
use super::{SeasOfThunder, control};
use engine::odds::{Arena, Battles, Fate, Setup};
use engine::problem::quote;
use engine::question::key::Part;
use engine::rulebook::Rulebook;
use engine::rulebook::roster::Named;
use engine::rulebook::two_sided::Camp;
use engine::side::Side;
use engine::system::Rules;

/// A file for `sealord odds`.
const EXAMPLE: &str = "A file:
  system: seas-of-thunder
  at: 7                   # the number of the sea zone
  axis:
    units: [de-bb-scharnhorst, de-bb-gneisenau]
    doctrine: {mat: line, fire: [{prefer: [strongest, any]}]}
  allies:
    units: [uk-bc-hood, uk-ca-norfolk]    # without doctrine: sensible orders";

/// How a side without doctrine fights.
const ORDERS: &str = include_str!("battle_orders.yaml");

/// Where one battle can be fought on its own.
pub const ARENA: Arena = Arena::of::<SeasOfThunder>(EXAMPLE, ORDERS);

impl Battles for SeasOfThunder {
    type Place = ZoneId;

    fn place(&self, word: &str) -> Result<ZoneId, String> {
        let zone = ZoneId::read(word).ok().or_else(|| word.parse().ok().map(ZoneId));
        let called =
            || self.board().zones().find(|zone| self.board().zone(*zone).name.eq_ignore_ascii_case(word));
        let zone = zone.filter(|zone| self.board().zones().any(|known| known == *zone)).or_else(called);
        zone.ok_or_else(|| format!("{} is not a sea zone", quote(word)))
    }

    fn unit(&self, word: &str) -> Option<UnitId> {
        self.pieces.counters.find(word)
    }

    fn called(&self, unit: UnitId) -> (&str, &str) {
        let (id, name, _) = self.counter(unit).names();
        (id, name)
    }

    fn stage(&self, zone: ZoneId, setup: &Setup) -> Result<Sea, String> {
        let mut sea = self.opening();
        sea.phase = Phase::Combat;
        sea.units.fill(UnitState::at(Place::Removed));
        sea.convoys.fill(TokenPlace::Sunk);
        for (side, forces) in setup.forces.iter() {
            let side = Camp::in_match(side);
            for force in forces {
                let unit = self.pieces.counters.find(&force.id);
                let unit = unit.ok_or_else(|| format!("there is no unit {}", quote(&force.id)))?;
                if self.side_of(&sea, unit) != side {
                    return Err(format!("{} is not of the {side}", force.id));
                }
                if force.damage > 0 || force.raiding {
                    return Err(format!(
                        "{}: in this game ships at sea have neither damage nor a raiding side",
                        force.id
                    ));
                }
                sea.units[usize::from(unit.0)] = UnitState::at(Place::Sea(zone));
            }
        }
        Ok(sea)
    }

    fn fate(&self, sea: &Sea, zone: ZoneId, unit: UnitId) -> (Fate, u8) {
        match sea.unit(unit).place {
            Place::Sea(at) if at == zone => (Fate::There, 0),
            Place::Sunk | Place::Removed => (Fate::Lost, 0),
            // Damage sends a ship to the repair track.
            Place::Repair(turns) => (Fate::Away, turns),
            _ => (Fate::Away, 0),
        }
    }

    fn holder(&self, sea: &Sea, zone: ZoneId) -> Option<Side> {
        control::holder(self, sea, zone).map(Camp::side)
    }

    fn gained(&self, start: &Sea, end: &Sea, zone: ZoneId, side: Side) -> i32 {
        let zones = self.scenario(end).scoring.zones && self.holder(end, zone) == Some(side);
        let zone = if zones { self.value(end, zone)[Camp::in_match(side)] } else { 0 };
        self.points(end, side) - self.points(start, side) + i32::from(zone)
    }

    fn begins_round(event: &Event) -> bool {
        matches!(event, Event::BattleBegan { .. })
    }

    fn is_attack(event: &Event) -> bool {
        matches!(event, Event::Attacked { .. })
    }
}
