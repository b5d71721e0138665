//! Targets: dice go where they sink or drive off most, and none where enough has been thrown.

use std::cell::RefCell;
use std::collections::BTreeMap;

use super::Box;
use super::chances::{self, GUNFIRE, ONES, ONES_AND_TWOS};
use super::sight::Sight;
use crate::board::ZoneId;
use crate::pieces::{Counter, UnitId};
use engine::question::OpenQuestion;

/// What it is worth to drive a ship off that is not sunk, beside the zone.
const DRIVEN_OFF: f32 = 0.2;

/// A kind of attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Attack {
    /// From the air.
    Strike,
    /// On submarines.
    Asw,
    /// By submarines.
    Submarine,
    /// By mines.
    Mine,
    /// By guns, left to right.
    Fire,
}

/// An attack in a zone.
struct Battle<'s> {
    sight: &'s Sight<'s>,
    attack: Attack,
    /// What it is worth to drive a ship off.
    driven_off: f32,
    /// Enemy ships in the Raider box.
    raiders: Vec<UnitId>,
    /// Gains worked out before, by target and dice.
    known: RefCell<BTreeMap<(UnitId, u16), f32>>,
}

impl Battle<'_> {
    /// The dice of a unit in this attack.
    fn dice(&self, counter: &Counter) -> u16 {
        u16::from(match self.attack {
            Attack::Strike => counter.air(),
            Attack::Asw => counter.air() + counter.asw() + counter.mine(),
            Attack::Submarine => counter.sub(),
            Attack::Mine => counter.mine(),
            Attack::Fire => counter.gunnery,
        })
    }

    /// What so many dice on a target may be expected to gain.
    fn gain(&self, target: UnitId, dice: u16) -> f32 {
        let known = self.known.borrow().get(&(target, dice)).copied();
        known.unwrap_or_else(|| {
            let gain = self.reckon(target, f32::from(dice));
            self.known.borrow_mut().insert((target, dice), gain);
            gain
        })
    }

    fn reckon(&self, target: UnitId, dice: f32) -> f32 {
        let counter = self.sight.system.counter(target);
        let (chance, dice) = match self.attack {
            Attack::Strike => {
                let chance = if self.raiders.contains(&target) { ONES } else { ONES_AND_TWOS };
                (chance, dice - f32::from(counter.aa) * ONES)
            }
            Attack::Fire => (GUNFIRE, dice),
            Attack::Asw | Attack::Submarine | Attack::Mine => (ONES, dice),
        };
        let effect = chances::effect(dice, chance, counter.survivability, self.attack != Attack::Asw);
        effect.sunk + effect.removed * self.driven_off
    }
}

/// The target of each unit, by subject.
pub(super) fn choose(sight: &Sight, question: &OpenQuestion, attack: Attack) -> Option<Vec<u16>> {
    let zone = sight.battle_zone(question)?;
    let units = sight.subjects(question)?;
    let targets: Vec<Option<UnitId>> = question.options.iter().map(|option| sight.unit(&option.id)).collect();
    let hold = targets.iter().position(Option::is_none)? as u16;
    let battle = battle(sight, zone, attack, targets.iter().flatten().count());
    let dice: Vec<u16> = units.iter().map(|&unit| battle.dice(sight.system.counter(unit))).collect();
    let marks: Vec<u16> = question.options.iter().map(|option| option.mark).collect();
    if attack == Attack::Fire {
        return left_to_right(&battle, &dice, &targets, &marks);
    }
    let prey: Vec<(u16, UnitId)> =
        targets.iter().enumerate().filter_map(|(at, target)| Some((at as u16, (*target)?))).collect();
    let mut order: Vec<usize> = (0..units.len()).collect();
    order.sort_unstable_by(|&a, &b| dice[b].cmp(&dice[a]).then(a.cmp(&b)));
    let mut choice = vec![hold; units.len()];
    let (picks, _) = share(&battle, &order.iter().map(|&at| dice[at]).collect::<Vec<_>>(), &prey);
    order.into_iter().zip(picks).for_each(|(at, pick)| choice[at] = pick);
    Some(choice)
}

fn battle<'s>(sight: &'s Sight<'s>, zone: ZoneId, attack: Attack, targets: usize) -> Battle<'s> {
    let stake = sight.stake(zone);
    let driven_off = DRIVEN_OFF + 0.5 * (stake.ours + stake.theirs) / targets.max(1) as f32;
    let seen = sight.zone(zone).into_iter().flat_map(|zone| &zone.enemy_known);
    let raiders = seen.filter(|unit| unit.in_box() == Some(Box::Raider.name()));
    let raiders = raiders.filter_map(|unit| sight.unit(&unit.id)).collect();
    Battle { sight, attack, driven_off: driven_off.min(1.0), raiders, known: RefCell::default() }
}

/// Gives each attacker in turn the target on which its dice add most; the options chosen, and what all gain.
fn share(battle: &Battle, dice: &[u16], prey: &[(u16, UnitId)]) -> (Vec<u16>, f32) {
    let mut thrown = vec![(0u16, 0.0f32); prey.len()];
    let mut picks = Vec::with_capacity(dice.len());
    for &dice in dice {
        let with = |at: usize| battle.gain(prey[at].1, thrown[at].0 + dice);
        let gains = (0..prey.len()).map(|at| (at, with(at)));
        let best =
            gains.reduce(
                |best, other| {
                    if other.1 - thrown[other.0].1 > best.1 - thrown[best.0].1 { other } else { best }
                },
            );
        if let Some((at, gain)) = best {
            thrown[at] = (thrown[at].0 + dice, gain);
            picks.push(prey[at].0);
        }
    }
    (picks, thrown.iter().map(|(_, gain)| gain).sum())
}

/// Gunfire: each position of the enemy line gets a run of our line, in order, and none is passed over; who is
/// left when all are engaged fires into the reserve, the position after the last (SOT-5.5.3-3,
/// SOT-5.5.4.7-4).
///
/// The best division into runs, by the best gain of the first ships on the first positions. A ship that holds
/// is never better than one that fires.
fn left_to_right(
    battle: &Battle,
    dice: &[u16],
    targets: &[Option<UnitId>],
    marks: &[u16],
) -> Option<Vec<u16>> {
    let last = usize::from(*marks.iter().max()?);
    let at_mark = |mark: usize| {
        let with = targets.iter().enumerate().filter(move |(at, _)| usize::from(marks[*at]) == mark);
        with.filter_map(|(at, target)| Some((at as u16, (*target)?))).collect::<Vec<_>>()
    };
    let positions: Vec<Vec<(u16, UnitId)>> = (1..=last).map(at_mark).collect();
    let count = dice.len();
    // best[m][n]: gain of the first n ships on exactly the first m positions, and where the run of the last
    // one begins.
    let mut best: Vec<Vec<Option<(f32, usize)>>> = vec![vec![None; count + 1]; positions.len() + 1];
    best[0][0] = Some((0.0, 0));
    for (at, prey) in positions.iter().enumerate() {
        for from in at..count {
            let Some((before, _)) = best[at][from] else { continue };
            for to in from + 1..=count {
                let gain = before + share(battle, &dice[from..to], prey).1;
                if best[at + 1][to].is_none_or(|(other, _)| gain > other) {
                    best[at + 1][to] = Some((gain, from));
                }
            }
        }
    }
    let whole = (1..=positions.len()).filter_map(|at| best[at][count].map(|(gain, _)| (at, gain)));
    let (mut at, _) = whole.reduce(|best, other| if other.1 > best.1 { other } else { best })?;
    let mut choice = Vec::with_capacity(count);
    let mut to = count;
    while at > 0 {
        let (_, from) = best[at][to]?;
        let mut picks = share(battle, &dice[from..to], &positions[at - 1]).0;
        picks.append(&mut choice);
        choice = picks;
        to = from;
        at -= 1;
    }
    Some(choice)
}
