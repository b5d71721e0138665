//! What units can do to each other, as one number and in parts. Only sums, products and quotients: the same
//! on every machine.

use std::ops::{AddAssign, SubAssign};

use super::super::board::Theatre;
use super::super::pieces::{Kind, UnitId};
use super::super::state::Ocean;
use super::super::strength::Attack;
use super::AdmiralsWar;

/// What a bonus makes of a die: it hits on two faces instead of one.
const BONUS: f32 = 1.7;
/// What a point of armor counts for beside a die.
const BODY: f32 = 0.5;
/// What a die of airstrikes and one of guns count for in each theatre, as the first action there is likelier.
const WEIGHTS: [(Theatre, f32, f32); 2] = [(Theatre::Atlantic, 0.7, 1.0), (Theatre::Pacific, 1.1, 0.7)];
/// What an amphibious unit and a patrolling carrier count for in a hunt (AW-14.21-a).
const STRONG: f32 = 3.0;

/// The sum of some units.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Force {
    /// Dice of airstrikes.
    pub air: f32,
    /// Dice of guns.
    pub guns: f32,
    /// What it bears.
    pub body: f32,
    /// Units that hold an area (17.21).
    pub holders: f32,
    /// Dice of a hunt.
    pub hunt: f32,
    /// What is added to them.
    pub killers: f32,
    /// Patrolling submarines and Hilfskreuzer.
    pub lurkers: f32,
}

impl Force {
    /// A unit as it is, on the side that is up.
    pub(super) fn of(system: &AdmiralsWar, ocean: &Ocean, unit: UnitId) -> Force {
        Force::as_if(system, ocean, unit, ocean.unit(unit).raiding)
    }

    /// A unit as it would be on its patrolling or raiding side.
    pub(super) fn as_if(system: &AdmiralsWar, ocean: &Ocean, unit: UnitId, raiding: bool) -> Force {
        let counter = system.counter(unit);
        match counter.kind {
            Kind::Submarine | Kind::Hilfskreuzer => {
                return Force { lurkers: if raiding { 0.0 } else { 1.0 }, ..Force::default() };
            }
            Kind::HunterKiller => return Force { killers: 1.0, ..Force::default() },
            Kind::Oiler => return Force::default(),
            Kind::Ship | Kind::Carrier | Kind::LandAir | Kind::Amphibious => {}
        }
        let (air, guns) = (system.airstrike(ocean, unit), system.gunnery(ocean, unit));
        let armor = f32::from(system.face(ocean, unit).armor) - f32::from(ocean.unit(unit).damage);
        let holds = counter.kind == Kind::LandAir || counter.is_ship() && !raiding;
        let hunt = match counter.kind {
            Kind::Amphibious => STRONG,
            Kind::LandAir => f32::from(air.dice),
            _ if raiding => 0.0,
            Kind::Carrier => STRONG,
            _ => 1.0,
        };
        Force {
            air: dice(air),
            guns: if counter.kind == Kind::LandAir { 0.0 } else { dice(guns) },
            body: 1.0 + armor.max(0.0),
            holders: if holds && system.can_attack(ocean, unit) { 1.0 } else { 0.0 },
            hunt,
            killers: 0.0,
            lurkers: 0.0,
        }
    }

    /// Several units.
    pub(super) fn sum(system: &AdmiralsWar, ocean: &Ocean, units: &[UnitId]) -> Force {
        let mut sum = Force::default();
        units.iter().for_each(|&unit| sum += Force::of(system, ocean, unit));
        sum
    }

    /// Its fighting strength in a theatre.
    pub(super) fn strength(&self, theatre: Theatre) -> f32 {
        let (_, air, guns) = WEIGHTS[usize::from(theatre == Theatre::Pacific)];
        (self.air * air + self.guns * guns + self.body * BODY).max(0.0)
    }
}

/// Dice, those with a bonus counted for more.
pub(super) fn dice(attack: Attack) -> f32 {
    f32::from(attack.dice) * if attack.bonus { BONUS } else { 1.0 }
}

/// The chance that a strength prevails over another: as their squares, since what is left of the stronger
/// grows with them.
pub(super) fn prevails(own: f32, enemy: f32) -> f32 {
    if own < 0.01 {
        return 0.0;
    }
    own * own / (own * own + enemy * enemy)
}

impl AddAssign for Force {
    fn add_assign(&mut self, other: Force) {
        self.air += other.air;
        self.guns += other.guns;
        self.body += other.body;
        self.holders += other.holders;
        self.hunt += other.hunt;
        self.killers += other.killers;
        self.lurkers += other.lurkers;
    }
}

impl SubAssign for Force {
    fn sub_assign(&mut self, other: Force) {
        self.air -= other.air;
        self.guns -= other.guns;
        self.body -= other.body;
        self.holders -= other.holders;
        self.hunt -= other.hunt;
        self.killers -= other.killers;
        self.lurkers -= other.lurkers;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::rulebook::{Choices, Rulebook};
    use engine::system::Rules;

    #[test]
    fn who_has_nothing_prevails_over_nobody_and_equals_half_the_time() {
        assert_eq!(prevails(0.0, 0.0), 0.0);
        assert_eq!(prevails(4.0, 4.0), 0.5);
        assert_eq!(prevails(4.0, 0.0), 1.0);
        assert!(prevails(8.0, 4.0) > 0.75 && prevails(4.0, 8.0) < 0.25);
    }

    #[test]
    fn only_what_patrols_and_can_attack_holds_an_area() {
        let system = AdmiralsWar::load(&AdmiralsWar::built_in(), "standard", &Choices::default()).unwrap();
        let ocean = system.opening();
        let of = |id: &str, raiding: bool| {
            Force::as_if(&system, &ocean, system.counters.by_id(id).unwrap(), raiding)
        };
        assert_eq!(["gb-hood", "gb-ark-royal", "gb-raf"].map(|id| of(id, false).holders), [1.0; 3]);
        assert_eq!(["gb-hood", "gb-ark-royal"].map(|id| of(id, true).holders), [0.0; 2]);
        assert_eq!(["gb-hood", "gb-ark-royal", "gb-raf"].map(|id| of(id, false).hunt), [1.0, 3.0, 2.0]);
        assert_eq!([false, true].map(|raiding| of("de-u-boat-1", raiding).lurkers), [1.0, 0.0]);
        let (hood, kent) = (of("gb-hood", false), of("gb-kent", false));
        assert!(Theatre::ALL.iter().all(|&it| hood.strength(it) > kent.strength(it)));
    }
}
