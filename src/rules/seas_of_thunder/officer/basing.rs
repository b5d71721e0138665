//! Where ships lie: at the setup, as reinforcements, and on the way home. Each takes the port from which it
//! reaches most that nobody reaches yet, after the duties of presence, and within what the ports hold.

use super::outlook::attraction;
use super::sight::Sight;
use super::stack::strength;
use crate::board::{Capacity, ZoneId};
use crate::pieces::{Counter, Nation, UnitId};
use crate::questions;
use engine::question::{Limit, OpenQuestion};

/// What a ship that fills a duty of one is worth; a duty of more is shared.
const DUTY: f32 = 3.0;
/// What a ship too many costs: it lies up for a turn.
const OVERFULL: f32 = 2.0;
/// What each further zone in reach adds to the best one.
const CHOICE: f32 = 0.03;
/// What is left of a zone's attraction for each ship that is to cover it.
const COVERED: f32 = 0.5;

/// A port on offer.
struct Berth {
    /// How many ships it takes.
    capacity: Capacity,
    /// Our ships there, by nation.
    there: Vec<(Nation, u16)>,
    /// The nation that owes ships there, and how many are still missing.
    owed: Option<(Nation, u8)>,
    /// Zones in reach, by their place on the board, with the zones entered on the way.
    reach: Vec<(usize, u8)>,
}

impl Berth {
    /// Whether one more ship of a nation has room (SOT-2.0-4, SOT-9.0-7).
    fn has_room(&self, capacity: Capacity, nation: Nation) -> bool {
        let all: u16 = self.there.iter().map(|(_, count)| count).sum();
        match capacity {
            Capacity::Unlimited => true,
            Capacity::Ships(count) => all < u16::from(count),
            Capacity::Neutral => self.there.iter().all(|(of, _)| *of != nation),
        }
    }

    fn add(&mut self, nation: Nation) {
        match self.there.iter_mut().find(|(of, _)| *of == nation) {
            Some((_, count)) => *count += 1,
            None => self.there.push((nation, 1)),
        }
        if let Some((of, missing)) = &mut self.owed
            && *of == nation
        {
            *missing = missing.saturating_sub(1);
        }
    }
}

/// The port of each ship, by subject.
pub(super) fn berth(sight: &Sight, question: &OpenQuestion) -> Option<Vec<u16>> {
    let units = sight.subjects(question)?;
    let mut berths = berths(sight, question, &units)?;
    let mut pull: Vec<f32> = sight.system.board().zones().map(|zone| attraction(sight, zone)).collect();
    if sight.view.turn >= sight.view.last_turn && question.kind == questions::RETURN {
        pull.fill(0.0);
    }
    let mut order: Vec<usize> = (0..units.len()).collect();
    // Who has least choice takes first; of equals the weaker one, so that duties fall to it.
    let counter = |at: usize| sight.system.counter(units[at]);
    order.sort_by(|&a, &b| {
        let choice = |at: usize| question.open_to(at).len();
        let strength = strength(counter(a)).total_cmp(&strength(counter(b)));
        choice(a).cmp(&choice(b)).then(strength).then(a.cmp(&b))
    });
    let mut choice = vec![0; units.len()];
    let most = |option: u16| {
        let counts = question.limits.iter().filter_map(Limit::counts).find(|(of, _)| *of == option);
        counts.map_or(usize::MAX, |(_, allowed)| *allowed.end())
    };
    let mut taken = vec![0; question.options.len()];
    for at in order {
        let open = question.open_to(at).iter().copied();
        let open = open.filter(|&option| taken[usize::from(option)] < most(option));
        let valued = open.map(|option| (option, value(&berths[usize::from(option)], counter(at), &pull)));
        let (option, (_, goal)) =
            valued.reduce(|best, other| if other.1.0 > best.1.0 { other } else { best })?;
        choice[at] = option;
        taken[usize::from(option)] += 1;
        berths[usize::from(option)].add(counter(at).nation);
        if let Some(goal) = goal {
            pull[goal] *= COVERED;
        }
    }
    Some(choice)
}

/// What a port is worth to a ship, and the zone for which it would lie there.
fn value(berth: &Berth, counter: &Counter, pull: &[f32]) -> (f32, Option<usize>) {
    let within = berth.reach.iter().filter(|(_, steps)| *steps <= counter.range).map(|(zone, _)| *zone);
    let best = within.clone().reduce(|best, zone| if pull[zone] > pull[best] { zone } else { best });
    let choice: f32 = within.map(|zone| pull[zone]).sum();
    let mut value = best.map_or(0.0, |zone| pull[zone]) + CHOICE * choice;
    if let Some((nation, missing)) = berth.owed
        && nation == counter.nation
        && missing > 0
    {
        value += DUTY / f32::from(missing);
    }
    if !berth.has_room(berth.capacity, counter.nation) {
        value -= OVERFULL;
    }
    (value, best)
}

/// The ports of a question, by option, with the ships that lie there and are not asked for.
fn berths(sight: &Sight, question: &OpenQuestion, units: &[UnitId]) -> Option<Vec<Berth>> {
    let of = |option: u16, word: &str| {
        let port = sight.port(word)?;
        let seen = sight.view.sea.ports.iter().find(|seen| seen.id == word);
        let mat = sight.mat(port, question.kind == questions::RETURN);
        let presence = sight.system.stage_on(sight.view.turn).board.port(port).mat.presence;
        let duty = presence.map(|nation| (nation, seen.and_then(|seen| seen.duty).unwrap_or(0)));
        // A garrison is asked for by the question itself (SOT-13.S7-6).
        let garrison = question.limits.iter().find_map(|limit| match limit {
            Limit::AtLeast { option: of, count, .. } if *of == option => Some(*count as u8),
            _ => None,
        });
        let flag = sight.system.board().port(port).flag;
        let owed = garrison.and_then(|ships| Some((flag?, ships))).or(duty);
        let way = |zone: ZoneId| Some((usize::from(zone.0) - 1, sight.sail(port, zone)?));
        let reach = sight.system.board().zones().filter_map(way).collect();
        let mut berth = Berth { capacity: mat.capacity, there: Vec::new(), owed, reach };
        let there = seen.into_iter().flat_map(|seen| &seen.own).filter_map(|unit| sight.unit(&unit.id));
        for unit in there.filter(|unit| !units.contains(unit)) {
            berth.add(sight.system.counter(unit).nation);
        }
        Some(berth)
    };
    (0..).zip(&question.options).map(|(at, option)| of(at, &option.id)).collect()
}

/// Which ships of an overfull port lie up: the weakest.
pub(super) fn lie_up(sight: &Sight, question: &OpenQuestion) -> Option<Vec<u16>> {
    let units = sight.subjects(question)?;
    let (lie_up, count) = question.limits.iter().find_map(|limit| match limit {
        Limit::Exactly { option, count, .. } => Some((*option, usize::from(*count))),
        _ => None,
    })?;
    let stay = (0..question.options.len() as u16).find(|option| *option != lie_up)?;
    let mut order: Vec<usize> = (0..units.len()).collect();
    let strength = |at: usize| strength(sight.system.counter(units[at]));
    order.sort_unstable_by(|&a, &b| strength(a).total_cmp(&strength(b)).then(a.cmp(&b)));
    let mut choice = vec![stay; units.len()];
    order.into_iter().take(count).for_each(|at| choice[at] = lie_up);
    Some(choice)
}
