//! Where ships sail: zone by zone the few ships that gain most there for what they cost elsewhere, until
//! nothing gains.

use super::outlook::{Prospect, prospects};
use super::sight::Sight;
use super::stack::{Stack, strength};
use crate::board::ZoneId;
use crate::pieces::{Nation, UnitId};
use engine::question::OpenQuestion;
use engine::rulebook::two_sided::Camp;

/// The most ships that are sent to a zone together.
const TOGETHER: usize = 10;
/// A gain for which no ship sails.
const NOTHING: f32 = 0.04;

/// How often each ship may still change its mind.
const ROUNDS: usize = 3;
/// A gain for which no ship changes its mind.
const STEP: f32 = 0.02;

/// A ship that may sail.
struct Ship {
    stack: Stack,
    /// What it is worth elsewhere, in ships.
    cost: f32,
    /// Where it goes, as an option of the question.
    goes: Option<u16>,
}

/// A zone to which ships may go.
struct Goal {
    option: u16,
    prospect: Prospect,
    /// What we have there so far.
    own: Stack,
    /// Ships that reach it, by their place in the list, cheapest first.
    reach: Vec<usize>,
    /// The best that can be done there next, unless a ship of it went elsewhere.
    plan: Option<Plan>,
}

/// Ships for a zone, and what they gain there for what they cost.
#[derive(Clone)]
struct Plan {
    ships: Vec<usize>,
    ratio: f32,
}

/// The zone of each ship, or staying in port, by subject.
pub(super) fn sail(sight: &Sight, question: &OpenQuestion) -> Option<Vec<u16>> {
    let units = sight.subjects(question)?;
    let nation = sight.system.counter(*units.first()?).nation;
    let mut ships: Vec<Ship> =
        units.iter().enumerate().map(|(at, &unit)| ship(sight, question, at, unit)).collect();
    let mut goals = goals(sight, question, nation, &ships);
    for goal in &mut goals {
        goal.plan = plan(goal, &ships);
    }
    while let Some(at) = best(&goals) {
        let Some(plan) = goals[at].plan.take() else { break };
        if plan.ships.iter().all(|&ship| ships[ship].goes.is_none()) {
            for ship in plan.ships {
                ships[ship].goes = Some(goals[at].option);
                goals[at].own = goals[at].own.with(ships[ship].stack);
            }
        }
        goals[at].plan = self::plan(&goals[at], &ships);
    }
    for _ in 0..ROUNDS {
        if !improve(question, &mut ships, &mut goals) {
            break;
        }
    }
    let stay = question.options.iter().position(|option| option.id.parse::<u8>().is_err())? as u16;
    Some(ships.into_iter().map(|ship| ship.goes.unwrap_or(stay)).collect())
}

/// Sends each ship where it adds most, the others staying where they go; false if none goes elsewhere than
/// before.
fn improve(question: &OpenQuestion, ships: &mut [Ship], goals: &mut [Goal]) -> bool {
    let mut place: Vec<Option<usize>> = vec![None; question.options.len()];
    goals.iter().enumerate().for_each(|(at, goal)| place[usize::from(goal.option)] = Some(at));
    let mut now: Vec<f32> = goals.iter().map(|goal| goal.prospect.worth(&goal.own)).collect();
    let mut is_changed = false;
    for (at, ship) in ships.iter_mut().enumerate() {
        let here = ship.goes.and_then(|option| place[usize::from(option)]);
        let left = here.map(|here| goals[here].own.without(ship.stack));
        let given_up =
            here.zip(left).map_or(0.0, |(here, left)| now[here] - goals[here].prospect.worth(&left));
        let mut best = (given_up + STEP, None);
        if given_up < 0.0 {
            best = (0.0, Some(None));
        }
        for goal in question.open_to(at).iter().filter_map(|&option| place[usize::from(option)]) {
            if Some(goal) == here {
                continue;
            }
            let gain = goals[goal].prospect.worth(&goals[goal].own.with(ship.stack)) - now[goal];
            if gain > best.0 {
                best = (gain, Some(Some(goal)));
            }
        }
        let Some(to) = best.1 else { continue };
        is_changed = true;
        if let Some((here, left)) = here.zip(left) {
            goals[here].own = left;
            now[here] = goals[here].prospect.worth(&left);
        }
        ship.goes = to.map(|to| goals[to].option);
        if let Some(to) = to {
            goals[to].own = goals[to].own.with(ship.stack);
            now[to] = goals[to].prospect.worth(&goals[to].own);
        }
    }
    is_changed
}

fn ship(sight: &Sight, question: &OpenQuestion, at: usize, unit: UnitId) -> Ship {
    let counter = sight.system.counter(unit);
    let choice = question.open_to(at).len() as f32;
    let cost = 1.0 + 0.15 * strength(counter) + 0.002 * choice;
    Ship { stack: Stack::of(counter), cost, goes: None }
}

/// The zones that some ship reaches and from which it comes home, without those where a navy of ours lies
/// that would stand aside in a battle (SOT-13.S1-10).
fn goals(sight: &Sight, question: &OpenQuestion, nation: Nation, ships: &[Ship]) -> Vec<Goal> {
    let prospects = prospects(sight, &moves_later(sight, nation));
    let mut by_cost: Vec<usize> = (0..ships.len()).collect();
    by_cost.sort_unstable_by(|&a, &b| ships[a].cost.total_cmp(&ships[b].cost).then(a.cmp(&b)));
    let mut reach: Vec<Vec<usize>> = vec![Vec::new(); question.options.len()];
    for at in by_cost {
        question.open_to(at).iter().for_each(|&option| reach[usize::from(option)].push(at));
    }
    let mut goals = Vec::new();
    for (option, reach) in reach.into_iter().enumerate() {
        let Ok(number) = question.options[option].id.parse::<u8>() else { continue };
        let Some(zone) = sight.zone(ZoneId(number)) else { continue };
        let there: Vec<_> = sight.counters(&zone.own).collect();
        if there.iter().any(|counter| sight.at_odds(counter.nation, nation)) {
            continue;
        }
        let own = Stack::sum(there.into_iter());
        let prospect = prospects[usize::from(number) - 1];
        goals.push(Goal { option: option as u16, prospect, own, reach, plan: None });
    }
    goals
}

/// The enemy navies that move after a navy of ours.
fn moves_later(sight: &Sight, nation: Nation) -> Vec<Nation> {
    let order = sight.scenario().movement(sight.view.turn);
    let own = order.iter().position(|(_, nations)| nations.contains(&nation)).unwrap_or(order.len());
    let enemy: Camp = sight.side.enemy();
    let later = order.iter().skip(own + 1).filter(|(side, _)| *side == enemy);
    later.flat_map(|(_, nations)| nations.iter().copied()).collect()
}

/// The goal whose next plan gains most for its cost.
fn best(goals: &[Goal]) -> Option<usize> {
    let ratio = |goal: &Goal| goal.plan.as_ref().map(|plan| plan.ratio);
    let planned = goals.iter().enumerate().filter_map(|(at, goal)| ratio(goal).map(|ratio| (at, ratio)));
    planned.max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0))).map(|(at, _)| at)
}

/// The cheapest or the strongest ships that are free, as many of them as gain most for what they cost.
fn plan(goal: &Goal, ships: &[Ship]) -> Option<Plan> {
    let now = goal.prospect.worth(&goal.own);
    let free = || goal.reach.iter().copied().filter(|&ship| ships[ship].goes.is_none());
    let cheap: Vec<usize> = free().take(TOGETHER).collect();
    let mut strong: Vec<usize> = free().collect();
    strong.reverse();
    strong.truncate(TOGETHER);
    let mut best: Option<Plan> = None;
    for order in [cheap, strong] {
        let (mut own, mut cost) = (goal.own, 0.0);
        for (at, &ship) in order.iter().enumerate() {
            own = own.with(ships[ship].stack);
            cost += ships[ship].cost;
            let gain = goal.prospect.worth(&own) - now;
            let ratio = gain / cost;
            if gain > NOTHING && best.as_ref().is_none_or(|best| ratio > best.ratio) {
                best = Some(Plan { ships: order[..=at].to_vec(), ratio });
            }
        }
    }
    best
}
