//! Retreat and pursuit: who is faster than every enemy leaves apart from the others, and who is stronger
//! follows.

use super::super::board::AreaId;
use super::super::item::Word;
use super::super::pieces::UnitId;
use super::force::{Force, prevails};
use super::sight::{Choice, Sight};

/// The chance to prevail that a pursuit needs.
const BOLD: f32 = 0.5;

/// Two groups: ships that nobody can catch, and the others.
pub(super) fn form_groups(sight: &Sight) -> Option<Vec<u16>> {
    let area = sight.area()?;
    let units = sight.subjects()?;
    let speed = |unit: UnitId| sight.system.speed(&sight.ocean, unit);
    let hunters = sight.fighters(area, None, sight.side.enemy()).into_iter();
    let fastest = hunters.filter(|&unit| sight.system.counter(unit).is_ship()).map(speed).max().unwrap_or(0);
    let slow_are_there = units.iter().any(|&unit| speed(unit) <= fastest);
    let group = |(at, &unit): (usize, &UnitId)| {
        let apart = slow_are_there && speed(unit) > fastest;
        let mut groups = sight.open_to(at).filter(|(_, choice)| matches!(choice, Choice::Group(_)));
        let first = groups.next()?;
        Some(groups.next().filter(|_| apart).unwrap_or(first).0)
    };
    units.iter().enumerate().map(group).collect()
}

/// All that can follows the group that is worth most of those against which it is strong enough.
pub(super) fn pursue(sight: &Sight) -> Option<Vec<u16>> {
    let area = sight.area()?;
    let theatre = sight.theatre(area);
    let units = sight.subjects()?;
    let fleeing = sight.fighters(area, None, sight.side.enemy());
    let mut groups: Vec<(f32, u8)> = Vec::new();
    for group in fleeing.iter().filter_map(|&unit| sight.ocean.unit(unit).group) {
        if groups.iter().any(|(_, known)| *known == group) {
            continue;
        }
        let prey = strength(sight, area, group);
        let hunts = |(at, _): &(usize, &UnitId)| sight.open_to(*at).any(|(_, it)| it == Choice::Group(group));
        let hunters: Vec<UnitId> = units.iter().enumerate().filter(hunts).map(|it| *it.1).collect();
        let own = Force::sum(sight.system, &sight.ocean, &hunters).strength(theatre);
        if prevails(own, prey) >= BOLD {
            groups.push((prey, group));
        }
    }
    groups.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let follow = |at: usize| {
        let open = |group: u8| sight.open_to(at).find(|(_, it)| *it == Choice::Group(group));
        let group = groups.iter().find_map(|(_, group)| open(*group)).map(|it| it.0);
        group.or_else(|| sight.word(at, Word::Stay)).or_else(|| sight.word(at, Word::Stop))
    };
    (0..units.len()).map(follow).collect()
}

/// The strength of an enemy group that retreats.
fn strength(sight: &Sight, area: AreaId, group: u8) -> f32 {
    let mut units = sight.fighters(area, None, sight.side.enemy());
    units.retain(|&unit| sight.ocean.unit(unit).group == Some(group));
    Force::sum(sight.system, &sight.ocean, &units).strength(sight.theatre(area))
}
