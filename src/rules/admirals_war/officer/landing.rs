//! Amphibious units: to bases that can be taken, from areas in which the own side is the stronger.

use super::super::board::{AreaId, BaseId};
use super::super::item::Word;
use super::super::pieces::{Kind, UnitId};
use super::super::state::Place;
use super::field::Fields;
use super::sight::{Choice, Sight};
use super::{pacific, targets};

/// What a base is worth by the points around it.
const SHARE: f32 = 0.2;
/// The chance to prevail that an area needs before troops sail there.
pub(super) const SAFE: f32 = 0.6;

/// Where amphibious units sail.
pub(super) fn sail(sight: &Sight) -> Option<Vec<u16>> {
    let units = sight.subjects()?;
    let fields = Fields::look(sight);
    let mut taken: Vec<AreaId> = Vec::new();
    let mut choice = sight.default_answer();
    for (at, &unit) in units.iter().enumerate() {
        let value = |(option, open)| {
            let Choice::Area(area) = open else { return None };
            let wins = fields.of(area).wins();
            let free = !taken.contains(&area) && !pacific::is_shut(sight, unit, area);
            (free && wins >= SAFE).then(|| (option, area, wins * prize(sight, area)))
        };
        let best = sight.open_to(at).filter_map(value);
        let best = best.reduce(|best, other| if other.2 > best.2 { other } else { best });
        if let Some((option, area, _)) = best.filter(|it| it.2 > 0.0) {
            choice[at] = option;
            taken.push(area);
        }
    }
    Some(choice)
}

/// Where they land: each on the base that is worth most and that no other takes.
pub(super) fn land(sight: &Sight) -> Option<Vec<u16>> {
    let mut taken = Vec::new();
    (0..sight.question.subjects.len()).map(|at| choose(sight, at, &mut taken)).collect()
}

/// Where one unit lands, if anywhere.
pub(super) fn choose(sight: &Sight, at: usize, taken: &mut Vec<BaseId>) -> Option<u16> {
    let prizes = sight.open_to(at).filter_map(|(option, choice)| match choice {
        Choice::Base(base) if sight.ocean.owner(base) != Some(sight.side) => Some((option, base)),
        _ => None,
    });
    // A defender goes down with the first invader, so that another may follow.
    let prizes = prizes.filter(|(_, base)| !taken.contains(base) || is_defended(sight, *base));
    let best = prizes.map(|(option, base)| (option, base, value(sight, base)));
    match best.reduce(|best, other| if other.2 > best.2 { other } else { best }) {
        Some((option, base, _)) => {
            taken.push(base);
            Some(option)
        }
        None => {
            let words = [Word::Stay, Word::None].into_iter();
            words.filter_map(|word| sight.word(at, word)).next()
        }
    }
}

/// Of several defenders the one that is worth least is given up.
pub(super) fn give_up(sight: &Sight) -> Option<Vec<u16>> {
    let defenders = sight.open_to(0).filter_map(|(option, choice)| match choice {
        Choice::Unit(unit) => Some((option, targets::value(sight, unit))),
        _ => None,
    });
    let least = defenders.reduce(|least, other| if other.1 < least.1 { other } else { least });
    least.map(|it| vec![it.0])
}

/// What the best base is worth that can be taken from an area.
pub(super) fn prize(sight: &Sight, area: AreaId) -> f32 {
    let places = sight.system.landing_places(&sight.ocean, area, sight.side).into_iter();
    let prizes = places.filter(|&base| sight.ocean.owner(base) != Some(sight.side));
    prizes.map(|base| value(sight, base)).fold(0.0, f32::max)
}

/// What a base is worth: what can be held from it, twice if the enemy has it, and what the scenario gives for
/// it.
fn value(sight: &Sight, base: BaseId) -> f32 {
    let of = sight.system.board.base(base);
    let stake = |&area: &AreaId| {
        let points = sight.system.area_points(&sight.ocean, area);
        f32::from(points.axis + points.allies)
    };
    let around: f32 = of.areas.iter().map(stake).sum();
    let twice = if sight.ocean.owner(base).is_some() { 2.0 } else { 1.0 };
    let given = sight.system.scenario.base_points.iter().filter(|(of, _)| *of == base);
    SHARE * around * twice + given.map(|(_, points)| 2.0 * f32::from(*points)).sum::<f32>()
}

fn is_defended(sight: &Sight, base: BaseId) -> bool {
    let defends = |&unit: &UnitId| sight.system.counter(unit).kind == Kind::Amphibious && !sight.is_own(unit);
    sight.ocean.at(Place::Base(base)).iter().any(defends)
}
