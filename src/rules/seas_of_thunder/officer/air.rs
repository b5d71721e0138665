//! Land-based air: an LBA that stays in its box scores, so it flies only where it gains more than that.

use super::outlook::Prospect;
use super::sight::Sight;
use super::stack::Stack;
use crate::rules::seas_of_thunder::board::ZoneId;
use crate::table::{Limit, OpenQuestion};

/// What a flight must gain beyond the point of staying.
const MARGIN: f32 = 0.3;

/// The flight of each LBA, or staying, by subject.
pub(super) fn fly(sight: &Sight, question: &OpenQuestion) -> Option<Vec<u16>> {
    let units = sight.subjects(question)?;
    let stay = question.options.iter().position(|option| option.mark == 0)? as u16;
    let mut choice = vec![stay; units.len()];
    let mut zones: Vec<Option<(Prospect, Stack)>> = vec![None; sight.system.board().zones.len()];
    for option in &question.options {
        let Some(zone) = zone_of(&option.id) else { continue };
        zones[usize::from(zone.0) - 1].get_or_insert_with(|| look(sight, zone));
    }
    let least = f32::from(sight.scenario().scoring.unused_lba) + MARGIN;
    loop {
        let mut best: Option<(f32, usize, u16, ZoneId)> = None;
        for at in (0..units.len()).filter(|&at| choice[at] == stay) {
            let lba = Stack::of(sight.system.counter(units[at]));
            for &option in question.open_to(at).iter().filter(|&&option| is_free(question, &choice, option)) {
                let Some(zone) = zone_of(&question.options[usize::from(option)].id) else { continue };
                let Some((prospect, own)) = zones[usize::from(zone.0) - 1] else { continue };
                if own.ships == 0.0 {
                    continue;
                }
                let gain = prospect.worth(&own.with(lba)) - prospect.worth(&own);
                if gain > least && best.is_none_or(|best| gain > best.0) {
                    best = Some((gain, at, option, zone));
                }
            }
        }
        let Some((_, at, option, zone)) = best else { return Some(choice) };
        choice[at] = option;
        if let Some((_, own)) = &mut zones[usize::from(zone.0) - 1] {
            *own = own.with(Stack::of(sight.system.counter(units[at])));
        }
    }
}

/// A zone as it is now that all ships have moved.
fn look(sight: &Sight, zone: ZoneId) -> (Prospect, Stack) {
    let own = sight.zone(zone).map(|zone| Stack::sum(sight.counters(&zone.own)));
    let prospect =
        Prospect { stake: sight.stake(zone), there: sight.enemy_at(zone), coming: Stack::default() };
    (prospect, own.unwrap_or_default())
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

/// Which of several equal missions are cancelled: strikes before the hunt for submarines, of which we may have none.
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
