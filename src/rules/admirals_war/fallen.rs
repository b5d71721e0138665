//! How the dice of combats, hunts, raids, searches and speed rolls fell, for the side that gains by them.

use super::AdmiralsWar;
use super::board::AreaId;
use super::combat::task_forces::seen_up_to;
use super::event::{Event, Intent};
use super::pieces::{Kind as Of, UnitId};
use super::state::{Ocean, Place};
use engine::fortune::{Fortune, Kind};
use engine::rulebook::two_sided::Camp;
use engine::side::Side;

/// From this result on a die of an attack hits (AW-7.43, AW-14.24-a, AW-14.26-a).
pub(super) const HIT: u8 = 6;

impl AdmiralsWar {
    /// The dice of an event.
    pub(super) fn fallen(&self, ocean: &Ocean, event: &Event) -> Vec<Fortune> {
        let own = |unit: UnitId| self.side_of(ocean, unit).side();
        match event {
            Event::Fired { attacker, dice, bonus, extra, damage_dice, .. } => {
                attack(own(*attacker), u8::from(*bonus) + extra, dice, damage_dice)
            }
            Event::Intercepted { unit, target, dice, damage_dice, .. } => {
                let airborne = self.counter(*target).kind == Of::LandAir;
                let bonus = self.airstrike(ocean, *unit).bonus && !airborne;
                attack(own(*unit), u8::from(bonus), dice, damage_dice)
            }
            Event::Hunted { by, dice, bonus, .. } => attack(by.side(), *bonus, dice, &[]),
            Event::ShippingAttacked { unit, dice, bonus, .. } => {
                attack(own(*unit), u8::from(*bonus), dice, &[])
            }
            // What is fast is caught by a high die alone (AW-27.1).
            Event::Aimed { unit, die, .. } => {
                Fortune::of(own(*unit), Kind::Search, &[*die], |face| face >= 4).into_iter().collect()
            }
            Event::Sighted { area, by, modifier, dice, .. } => {
                let looks = dice.iter().filter_map(|(force, die)| {
                    let most = seen_up_to(self.intent_of(ocean, *area, by.enemy(), *force));
                    let seen = |face: u8| face.saturating_sub(*modifier) <= most;
                    Fortune::of(by.side(), Kind::Search, &[*die], seen)
                });
                looks.collect()
            }
            // A speed that the scenario gives is no die.
            Event::SpeedRolled { unit, speed, die: Some(die), .. }
                if self.fixed_speed_die(ocean, *unit).is_none() =>
            {
                Fortune::of(own(*unit), Kind::Speed, &[*die], |face| *speed > face).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }

    /// What a task force of a side in an area will do; in a pursuit that of the group of that number.
    fn intent_of(&self, ocean: &Ocean, area: AreaId, side: Camp, force: u8) -> Option<Intent> {
        let of = |unit: &UnitId| {
            let number = ocean.unit(*unit).task_force.map(|force| force.number);
            number == Some(force) && self.side_of(ocean, *unit) == side
        };
        ocean.at(Place::Sea(area)).into_iter().find(of).and_then(|unit| ocean.unit(unit).intent())
    }
}

/// The dice of an attack with what is added to each, and those that say what its hits do.
fn attack(side: Side, bonus: u8, dice: &[u8], damage: &[u8]) -> Vec<Fortune> {
    let attack = Fortune::of(side, Kind::Hit, dice, |face| face + bonus >= HIT);
    attack.into_iter().chain(Fortune::of_damage(side, damage)).collect()
}
