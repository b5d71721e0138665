//! Land-based air: an LBA that stays in its box scores, so it flies only where it gains more than that: where
//! a few ships hold a zone or guard a convoy, with friends or alone.

use super::chances::{self, Effect, ONES, ONES_AND_TWOS};
use super::sight::{Sight, nation_of};
use super::stack::{REPAIR, Stack, Stake};
use crate::board::ZoneId;
use crate::pieces::{Counter, Nation};
use engine::question::{Limit, OpenQuestion};

/// What a flight must gain beyond the point of staying.
const MARGIN: f32 = 0.5;
/// Share of the enemy's air that would have struck us.
const STRIKES: f32 = 0.7;
/// From this share of submarines on they are hunted, and nothing is struck.
const HUNT: f32 = 0.7;
/// More air points than any unit has.
const MOST_DICE: usize = 16;
/// The most LBA that are sent to a zone together.
const TOGETHER: usize = 4;

/// A zone as it is now that all ships have moved.
struct Target {
    stake: Stake,
    own: Stack,
    /// Air points of our ships and LBA there.
    air: f32,
    enemy: Stack,
    /// Air points of his.
    enemy_air: f32,
    /// His ships that can be struck, and his submarines.
    above: f32,
    below: f32,
    /// Dice of our LBA that fly there, the most first.
    dice: Vec<u8>,
    /// What so many dice do to one of the ships that can be struck.
    struck: [Effect; MOST_DICE],
}

/// A flight that is free, by its subject and option.
type Flight = (usize, u16);

/// The flight of each LBA, or staying, by subject.
pub(super) fn fly(sight: &Sight, question: &OpenQuestion) -> Option<Vec<u16>> {
    let units = sight.subjects(question)?;
    let stay = question.options.iter().position(|option| option.mark == 0)? as u16;
    let mut choice = vec![stay; units.len()];
    let mut zones: Vec<Option<Target>> = sight.system.board().zones().map(|_| None).collect();
    let about = sight.about();
    for option in &question.options {
        let Some(zone) = zone_of(&option.id) else { continue };
        zones[usize::from(zone.0) - 1].get_or_insert_with(|| look(sight, &about, zone));
    }
    let least = f32::from(sight.scenario().scoring.unused_lba) + MARGIN;
    let mut strong: Vec<usize> = (0..units.len()).collect();
    let air = |at: usize| sight.system.counter(units[at]).air();
    strong.sort_by_key(|&at| (std::cmp::Reverse(air(at)), question.open_to(at).len(), at));
    loop {
        let mut best: Option<(f32, ZoneId, Vec<Flight>)> = None;
        for zone in sight.system.board().zones() {
            let Some(target) = &zones[usize::from(zone.0) - 1] else { continue };
            if target.enemy.ships == 0.0 && !target.stake.prey {
                continue;
            }
            let mut trial = choice.clone();
            let mut flights: Vec<Flight> = Vec::new();
            let mut dice = target.dice.clone();
            let now = target.worth(&dice);
            while flights.len() < TOGETHER {
                let there = |&option: &u16| zone_of(&question.options[usize::from(option)].id) == Some(zone);
                let next = strong.iter().filter(|&&at| trial[at] == stay).find_map(|&at| {
                    let mut open = question.open_to(at).iter().copied().filter(there);
                    open.find(|&option| is_free(question, &trial, option)).map(|option| (at, option))
                });
                let Some((at, option)) = next else { break };
                trial[at] = option;
                flights.push((at, option));
                dice.push(air(at));
                let gain = target.worth(&dice) - now - least * flights.len() as f32;
                if gain > 0.0 && best.as_ref().is_none_or(|best| gain > best.0) {
                    best = Some((gain, zone, flights.clone()));
                }
            }
        }
        let Some((_, zone, flights)) = best else { return Some(choice) };
        for (at, option) in flights {
            choice[at] = option;
            if let Some(target) = &mut zones[usize::from(zone.0) - 1] {
                target.dice.push(air(at));
            }
        }
    }
}

/// A zone as it is now that all ships have moved.
fn look(sight: &Sight, about: &[&Counter], zone: ZoneId) -> Target {
    let (stake, enemy) = (sight.stake(zone), sight.enemy_at(zone));
    let mut target = Target {
        stake,
        own: Stack::default(),
        air: 0.0,
        enemy,
        enemy_air: 0.0,
        above: 0.0,
        below: 0.0,
        dice: Vec::new(),
        struck: [Effect::default(); MOST_DICE],
    };
    let Some(seen) = sight.zone(zone) else { return target };
    target.own = Stack::sum(sight.counters(&seen.own));
    target.air = sight.counters(&seen.own).map(|counter| f32::from(counter.air())).sum();
    let mut nations: Vec<(Nation, f32)> = Vec::new();
    for stack in seen.stacks() {
        let Some(nation) = nation_of(&stack.navy) else { continue };
        let navy = sight.navy(nation);
        let ships = stack.ships as f32;
        target.enemy_air += ships * navy.air + stack.lba as f32 * navy.lba.hits / ONES_AND_TWOS;
        target.below += ships * navy.submarines;
        target.above += ships * (1.0 - navy.submarines);
        nations.push((nation, ships));
    }
    let all: f32 = nations.iter().map(|(_, ships)| ships).sum();
    for (nation, ships) in nations {
        let prey = about.iter().filter(|it| it.nation == nation && it.class.is_ship());
        let prey: Vec<&&Counter> = prey.filter(|it| !it.class.is_submarine()).collect();
        for counter in &prey {
            let share = ships / all / prey.len() as f32;
            for (dice, struck) in target.struck.iter_mut().enumerate() {
                let dice = dice as f32 - f32::from(counter.aa) * ONES;
                let effect = chances::effect(dice, ONES_AND_TWOS, counter.survivability, true);
                struck.removed += effect.removed * share;
                struck.sunk += effect.sunk * share;
            }
        }
    }
    target
}

impl Target {
    /// The points by which we may expect to gain on the enemy here with LBA of so many dice.
    ///
    /// Each LBA attacks one ship before any gun fires, and the fleets meet as they are then.
    fn worth(&self, dice: &[u8]) -> f32 {
        if dice.is_empty() {
            return self.stake.expect(&self.own, &self.enemy);
        }
        let sent: f32 = dice.iter().map(|&dice| f32::from(dice)).sum();
        let air = sent + self.air;
        // Who has more in the air drives off the other and keeps the rest.
        let kept = if air > self.enemy_air { 1.0 - self.enemy_air / air } else { 0.0 };
        let cancelled = self.enemy_air.min(sent) * ONES_AND_TWOS;
        let mut enemy = self.enemy;
        enemy.hits = (enemy.hits - cancelled * STRIKES).max(0.0);
        let hunts = self.below > HUNT * (self.above + self.below);
        let prey = if hunts { self.below } else { self.above };
        let mut gone = vec![1.0f32];
        let mut value = 0.0;
        for (at, &dice) in dice.iter().enumerate() {
            let effect = if hunts {
                chances::effect(f32::from(dice), ONES, 1, false)
            } else {
                self.struck[usize::from(dice).min(MOST_DICE - 1)]
            };
            // Who comes after all have been attacked finds one of those again.
            let fresh = (prey - at as f32).clamp(0.0, 1.0) * kept;
            let (removed, sunk) = (effect.removed * fresh, effect.sunk * fresh);
            value += self.stake.kill * sunk + (removed - sunk) * REPAIR;
            gone.push(0.0);
            for many in (0..gone.len()).rev() {
                let before = if many == 0 { 0.0 } else { gone[many - 1] };
                gone[many] = gone[many] * (1.0 - removed) + before * removed;
            }
        }
        let raid = if hunts { 0.0 } else { dice.len() as f32 * kept };
        let own = Stack { sly: self.own.sly + raid, ..self.own };
        for (many, chance) in gone.into_iter().enumerate() {
            let left = (enemy.ships - many as f32).max(0.0);
            let share = if enemy.ships > 0.0 { left / enemy.ships } else { 1.0 };
            value += chance * self.stake.expect(&own, &enemy.times(share));
        }
        value
    }
}

/// The zone of a flight (`kiel/9`).
fn zone_of(word: &str) -> Option<ZoneId> {
    let (_, zone) = word.split_once('/')?;
    zone.parse().ok().map(ZoneId)
}

/// One LBA flies from a port (SOT-5.4-4).
fn is_free(question: &OpenQuestion, choice: &[u16], option: u16) -> bool {
    let mark = |option: u16| question.options[usize::from(option)].mark;
    mark(option) == 0 || choice.iter().all(|&taken| mark(taken) != mark(option))
}

/// Which of several equal missions are cancelled: strikes before the hunt for submarines, of which we may
/// have none.
pub(super) fn intercept(sight: &Sight, question: &OpenQuestion) -> Option<Vec<u16>> {
    let zone = sight.zone(sight.battle_zone(question)?)?;
    let submarines = sight.counters(&zone.own).any(|counter| counter.class.is_submarine());
    let hunts = |id: &str| {
        let unit = zone.enemy_known.iter().find(|unit| unit.id == id);
        unit.and_then(|unit| unit.in_box()).is_some_and(|of| of == super::Box::Asw.name())
    };
    let mut order: Vec<usize> = (0..question.subjects.len()).collect();
    order.sort_unstable_by_key(|&at| (hunts(&question.subjects[at].id) != submarines, at));
    // Cancel stands before cut, and cut before spare.
    let fates = question.limits.iter().filter_map(|limit| match limit {
        Limit::Exactly { option, count, .. } => Some((*option, usize::from(*count))),
        _ => None,
    });
    let fates: Vec<u16> = fates.flat_map(|(option, count)| std::iter::repeat_n(option, count)).collect();
    let mut choice = vec![*fates.last()?; order.len()];
    for (at, fate) in order.into_iter().zip(fates) {
        choice[at] = fate;
    }
    Some(choice)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A zone that scores three for the enemy, who has so many ships and so much air there.
    fn target(ships: f32, enemy_air: f32) -> Target {
        let ship = Stack { ships: 1.0, hits: 0.5, frail: 0.5, dice: 1.0, sly: 0.0 };
        Target {
            stake: Stake { theirs: 3.0, kill: 1.0, loss: 1.0, ..Stake::default() },
            own: Stack::default(),
            air: 0.0,
            enemy: ship.times(ships),
            enemy_air,
            above: ships,
            below: 0.0,
            dice: Vec::new(),
            struck: std::array::from_fn(|dice| chances::effect(dice as f32, ONES_AND_TWOS, 4, true)),
        }
    }

    #[test]
    fn air_gains_most_where_it_drives_off_the_last_ship() {
        let gain = |target: Target, dice: &[u8]| target.worth(dice) - target.worth(&[]);
        let alone = gain(target(1.0, 0.0), &[4]);
        assert!(alone > 2.0, "{alone}");
        assert!(gain(target(1.0, 0.0), &[1]) < alone);
        let among_ten = gain(target(10.0, 0.0), &[4]);
        assert!(among_ten > 0.0 && among_ten < 1.0, "{among_ten}");
        assert!(gain(target(1.0, 9.0), &[4]) < 0.01, "it is driven off");
        let (one, two) = (gain(target(2.0, 0.0), &[4]), gain(target(2.0, 0.0), &[4, 4]));
        assert!(two > 2.5 * one, "{one}, then {two}");
    }
}
