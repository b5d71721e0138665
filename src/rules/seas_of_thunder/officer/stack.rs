//! What a stack of units is good for, in a few numbers, and what two stacks in one zone may come to.

use super::chances::{self, GUNFIRE, ONES, ONES_AND_TWOS};
use crate::board::Zone;
use crate::pieces::{Class, Counter};
use engine::rulebook::two_sided::Camp;

/// More than its dice promise: fleets fight in several segments, and are spared by none of them. Found by
/// play.
const FURY: f32 = 1.2;
/// What it costs to have a ship under repair for a while.
pub(super) const REPAIR: f32 = 0.2;

/// Units added up.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Stack {
    /// Ships that stand in a zone.
    pub ships: f32,
    /// Hits that the units may be expected to score in a battle.
    pub hits: f32,
    /// Of the ships, how many sink if each is hit once.
    pub frail: f32,
    /// Dice against a convoy of those that must survive to throw them.
    pub dice: f32,
    /// Dice against a convoy of those that slip by: raiders and submarines.
    pub sly: f32,
}

impl Stack {
    /// One unit.
    pub(super) fn of(counter: &Counter) -> Stack {
        let hits = strength(counter);
        if !counter.class.is_ship() {
            return Stack { hits, ..Stack::default() };
        }
        let slips = counter.class == Class::Cx || counter.sub() > 0;
        let dice = if counter.class.is_submarine() { 2.0 } else { 1.0 };
        let frail = chances::sinks(1, counter.survivability, true);
        let (dice, sly) = if slips { (0.0, dice) } else { (dice, 0.0) };
        Stack { ships: 1.0, hits, frail, dice, sly }
    }

    /// Both together.
    pub(super) fn with(self, other: Stack) -> Stack {
        Stack {
            ships: self.ships + other.ships,
            hits: self.hits + other.hits,
            frail: self.frail + other.frail,
            dice: self.dice + other.dice,
            sly: self.sly + other.sly,
        }
    }

    /// What is left without some of them.
    pub(super) fn without(self, other: Stack) -> Stack {
        self.with(other.times(-1.0))
    }

    /// So many times as much.
    pub(super) fn times(self, factor: f32) -> Stack {
        Stack {
            ships: self.ships * factor,
            hits: self.hits * factor,
            frail: self.frail * factor,
            dice: self.dice * factor,
            sly: self.sly * factor,
        }
    }

    /// All of them together.
    pub(super) fn sum<'c>(counters: impl Iterator<Item = &'c Counter>) -> Stack {
        counters.fold(Stack::default(), |sum, counter| sum.with(Stack::of(counter)))
    }
}

/// The hits that a unit may be expected to score in the box that suits it best.
pub(super) fn strength(counter: &Counter) -> f32 {
    let guns = f32::from(counter.gunnery) * GUNFIRE;
    let air = f32::from(counter.air()) * ONES_AND_TWOS;
    let below = f32::from(counter.sub() + counter.mine()) * ONES;
    guns.max(air).max(below).max(f32::from(counter.asw()) * ONES * 0.5)
}

/// What a zone holds for the two sides.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Stake {
    /// Points for us if we control it.
    pub ours: f32,
    /// Points for the enemy if he does.
    pub theirs: f32,
    /// Whether one of his convoys is there.
    pub prey: bool,
    /// Whether one of ours is.
    pub ward: bool,
    /// What an enemy ship is worth that sinks.
    pub kill: f32,
    /// What it costs us if a ship of ours does.
    pub loss: f32,
}

impl Stake {
    /// The points of a zone, without convoys.
    pub(super) fn of(zone: &Zone, side: Camp) -> Stake {
        let value = |side: Camp| f32::from(zone.value[side]);
        Stake { ours: value(side), theirs: value(side.enemy()), kill: 1.0, loss: 1.0, ..Stake::default() }
    }

    /// The points by which we may expect to gain on the enemy if these two stacks meet here, or one of them
    /// is alone.
    ///
    /// Each side's hits spread over the ships of the other; a ship that is hit leaves, and perhaps sinks.
    pub(super) fn expect(&self, own: &Stack, enemy: &Stack) -> f32 {
        let own_hit = hit_rate(enemy.hits, own.ships);
        let enemy_hit = hit_rate(own.hits, enemy.ships);
        let (own_gone, enemy_gone) = (gone(own_hit, own.ships), gone(enemy_hit, enemy.ships));
        let control = self.ours * (1.0 - own_gone) * enemy_gone - self.theirs * own_gone * (1.0 - enemy_gone);
        let sunk = self.kill * enemy_hit * enemy.frail - self.loss * own_hit * own.frail;
        let repairs = enemy_hit * (enemy.ships - enemy.frail) * 0.5 - own_hit * (own.ships - own.frail);
        let raided = |stack: &Stack, hit: f32| {
            1.0 - chances::convoy_survives(stack.dice * (1.0 - hit) + stack.sly * (1.0 - hit * 0.3))
        };
        let prey = if self.prey { raided(own, own_hit) } else { 0.0 };
        let ward = if self.ward { raided(enemy, enemy_hit) } else { 0.0 };
        control + sunk + repairs * REPAIR + prey - ward
    }
}

/// Chance of a ship to be hit, if so many hits fall among so many.
fn hit_rate(hits: f32, ships: f32) -> f32 {
    if ships > 0.0 { 1.0 - chances::fades(hits * FURY / ships.max(1.0)) } else { 0.0 }
}

/// Chance that no ship is left; 1 where there was none.
fn gone(hit: f32, ships: f32) -> f32 {
    chances::power(hit, ships)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stack(ships: f32, hits: f32) -> Stack {
        Stack { ships, hits, frail: ships * 0.5, dice: ships, sly: 0.0 }
    }

    #[test]
    fn an_empty_zone_is_worth_its_points_and_a_lone_convoy_half_a_point_a_ship() {
        let stake = Stake { ours: 2.0, theirs: 1.0, prey: true, kill: 1.0, loss: 1.0, ward: false };
        let value = stake.expect(&stack(1.0, 1.0), &Stack::default());
        assert!((value - 2.5).abs() < 0.01, "{value}");
        let lost = stake.expect(&Stack::default(), &stack(1.0, 1.0));
        assert!((lost + 1.0).abs() < 0.01, "{lost}");
    }

    #[test]
    fn the_stronger_stack_gains() {
        let stake = Stake { ours: 1.0, theirs: 1.0, kill: 1.0, loss: 1.0, ..Stake::default() };
        let value = |own: f32, enemy: f32| stake.expect(&stack(own, own), &stack(enemy, enemy));
        assert!(value(6.0, 2.0) > 0.5 && value(2.0, 6.0) < -0.5 && value(3.0, 3.0).abs() < 0.2);
    }
}
