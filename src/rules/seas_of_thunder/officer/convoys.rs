//! Where convoy tokens go: our own where few enemies come, his where we come in strength. Begins with what
//! silence means, which is a whole placement, and betters it token by token.

use super::sight::Sight;
use crate::board::{Holder, PortId, ZoneId};
use crate::pieces::{Counter, UnitId};
use engine::question::OpenQuestion;
use engine::rulebook::two_sided::{BySide, Camp};

/// Rounds of betterment; fewer suffice as a rule.
const ROUNDS: usize = 6;

/// The zone of each token, by subject.
pub(super) fn place(sight: &Sight, question: &OpenQuestion) -> Option<Vec<u16>> {
    let access = BySide::from_fn(|side| access(sight, side));
    let owner = |at: usize| -> Option<Camp> {
        let mut tokens = sight.system.pieces.tokens.iter();
        tokens.find(|token| token.id == question.subjects[at].id).map(|token| token.side)
    };
    let owners: Vec<Camp> = (0..question.subjects.len()).map(owner).collect::<Option<_>>()?;
    let zones: Vec<usize> =
        question.options.iter().map(|option| option.id.parse().ok()).collect::<Option<_>>()?;
    let good = |at: usize, option: u16| {
        let zone = zones[usize::from(option)] - 1;
        let (hunters, guards) = (access[owners[at].enemy()][zone], access[owners[at]][zone]);
        let safe = guards * 0.3 - hunters;
        if owners[at] == sight.side { safe } else { -safe }
    };
    let mut choice: Vec<u16> =
        question.subjects.iter().map(|subject| subject.default).collect::<Option<_>>()?;
    for _ in 0..ROUNDS {
        let before = choice.clone();
        for at in 0..choice.len() {
            better(question, &mut choice, at, &good);
        }
        if choice == before {
            break;
        }
    }
    Some(choice)
}

/// Moves a token to the free zone, or changes it with the other token, by which most is gained.
fn better(question: &OpenQuestion, choice: &mut [u16], at: usize, good: &impl Fn(usize, u16) -> f32) {
    let mark = |option: u16| question.options[usize::from(option)].mark;
    let here = choice[at];
    let mut best = (0.001, None);
    for &there in question.open_to(at).iter().filter(|&&option| option != here) {
        let gain = good(at, there) - good(at, here);
        let holder = (0..choice.len()).find(|&other| mark(choice[other]) == mark(there));
        let (gain, other) = match holder {
            None => (gain, None),
            Some(other) if question.open_to(other).contains(&here) => {
                (gain + good(other, here) - good(other, there), Some(other))
            }
            Some(_) => continue,
        };
        if gain > best.0 {
            best = (gain, Some((there, other)));
        }
    }
    if let (_, Some((there, other))) = best {
        choice[at] = there;
        if let Some(other) = other {
            choice[other] = here;
        }
    }
}

/// How many ships of a side may be expected in each zone, if each is as likely in one zone in its reach as in
/// another.
///
/// Own ships count from where they lie; those of the enemy, and all before the setup, from the ports in which
/// they may base.
fn access(sight: &Sight, side: Camp) -> Vec<f32> {
    let system = sight.system;
    let mut access = vec![0.0; system.board().zones.len()];
    let mut add = |counter: &Counter, ports: &[PortId], weight: f32| {
        let steps = |zone: ZoneId, port: PortId| system.chart.sail(system, sight.sailor(side), port, zone);
        let within = |zone: &ZoneId| {
            ports.iter().any(|&port| steps(*zone, port).is_some_and(|steps| steps <= counter.range))
        };
        let zones: Vec<ZoneId> = system.board().zones().filter(within).collect();
        for zone in &zones {
            access[usize::from(zone.0) - 1] += weight / zones.len() as f32;
        }
    };
    let lying = sight.view.sea.ports.iter().filter_map(|port| Some((sight.port(&port.id)?, &port.own)));
    let lying: Vec<(PortId, &Counter)> =
        lying.flat_map(|(port, units)| sight.counters(units).map(move |counter| (port, counter))).collect();
    if side == sight.side && !lying.is_empty() {
        for (port, counter) in lying {
            add(counter, &[port], 1.0);
        }
        return access;
    }
    let out = [&sight.view.beside.sunk, &sight.view.beside.repair, &sight.view.beside.track]
        .into_iter()
        .flatten()
        .flatten();
    let out: Vec<UnitId> = out.filter_map(|it| sight.unit(&it.unit.id)).collect();
    let mut known: Vec<(PortsOf, f32)> = Vec::new();
    for unit in system.pieces.counters.ids() {
        let counter = system.counter(unit);
        if !counter.class.is_ship() || sight.side_of(counter) != Some(side) || out.contains(&unit) {
            continue;
        }
        let of = PortsOf { unit, nation: counter.nation as usize, range: counter.range };
        match known.iter_mut().find(|(other, _)| (other.nation, other.range) == (of.nation, of.range)) {
            Some((_, count)) => *count += 1.0,
            None => known.push((of, 1.0)),
        }
    }
    for (of, count) in known {
        let ports = sight.bases(system.counter(of.unit).nation, side);
        // A neutral port takes a single ship: it opens little of the sea to a navy.
        let (own, neutral): (Vec<PortId>, Vec<PortId>) =
            ports.into_iter().partition(|&port| sight.mat(port, false).holder != Holder::Neutral);
        let single = (neutral.len() as f32).min(count * 0.5);
        add(system.counter(of.unit), &neutral, single);
        add(system.counter(of.unit), &own, count - single);
    }
    access
}

/// Ships of one nation and range, which may go wherever one of them may.
struct PortsOf {
    unit: UnitId,
    nation: usize,
    range: u8,
}
