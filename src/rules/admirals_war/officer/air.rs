//! Air units: one after the other to where it gains most, and against ports where the area needs it no more.

use super::super::board::{BaseId, BaseKind};
use super::super::item::Word;
use super::super::pieces::{Kind, UnitId};
use super::super::state::Place;
use super::field::Fields;
use super::force::Force;
use super::sight::{Choice, Sight};
use super::{landing, pacific, targets};

/// Which air unit is placed now, and where.
pub(super) fn place(sight: &Sight) -> Option<Vec<u16>> {
    let units = sight.subjects()?;
    let fields = Fields::look(sight);
    let mut best: Option<(f32, usize, u16)> = None;
    for (at, &unit) in units.iter().enumerate() {
        let force = Force::of(sight.system, &sight.ocean, unit);
        let troops = sight.system.counter(unit).kind == Kind::Amphibious;
        for (option, choice) in sight.open_to(at) {
            let Choice::Area(area) = choice else { continue };
            if pacific::is_shut(sight, unit, area) {
                continue;
            }
            let gain = if troops { landing::prize(sight, area) } else { fields.of(area).gain(force) };
            if gain > 0.0 && best.is_none_or(|best| gain > best.0) {
                best = Some((gain, at, option));
            }
        }
    }
    let placed = best.map_or(0, |it| it.1);
    let choose = |at: usize| match best {
        Some((_, unit, option)) if unit == at => Some(option),
        _ if at == placed => sight.word(at, Word::Stay),
        _ => sight.word(at, Word::Later),
    };
    (0..units.len()).map(choose).collect()
}

/// Air units hold their area; only where ships of ours do so unchallenged they strike at a port.
pub(super) fn strike(sight: &Sight) -> Option<Vec<u16>> {
    let area = sight.area()?;
    let units = sight.subjects()?;
    let enemies = !sight.fighters(area, None, sight.side.enemy()).is_empty();
    let ships = sight.fighters(area, None, sight.side).into_iter();
    let held = ships.filter(|&unit| sight.system.counter(unit).is_ship() && !sight.ocean.unit(unit).raiding);
    let spare = !enemies && held.count() > 0;
    let strikes = |(at, &unit): (usize, &UnitId)| match sight.system.counter(unit).kind {
        Kind::Amphibious => landing::choose(sight, at, &mut Vec::new()),
        _ => best_port(sight, at, false).filter(|_| spare).or_else(|| sight.word(at, Word::None)),
    };
    units.iter().enumerate().map(strikes).collect()
}

/// Carriers raid wherever there is something to hit: nobody shoots back.
pub(super) fn raid(sight: &Sight) -> Option<Vec<u16>> {
    let rewarded = sight.system.scenario.raid_points.is_some_and(|(side, _)| side == sight.side);
    let raids = |at: usize| {
        let none = sight.word(at, Word::None).or_else(|| sight.question.open_to(at).first().copied());
        best_port(sight, at, rewarded).or(none)
    };
    (0..sight.question.subjects.len()).map(raids).collect()
}

/// The port or base with the best targets; where raids are rewarded, also an empty port.
fn best_port(sight: &Sight, at: usize, rewarded: bool) -> Option<u16> {
    let value = |base: BaseId| {
        let hostile = |unit: &UnitId| !sight.is_own(*unit) && sight.system.counter(*unit).fights();
        let here = sight.ocean.at(Place::Base(base)).into_iter().filter(hostile);
        let reward = rewarded && sight.system.board.base(base).kind == BaseKind::Port;
        here.map(|unit| targets::value(sight, unit)).sum::<f32>() + if reward { 1.0 } else { 0.0 }
    };
    let ports = sight.open_to(at).filter_map(|(option, choice)| match choice {
        Choice::Base(base) => Some((option, value(base))),
        _ => None,
    });
    let best = ports.reduce(|best, other| if other.1 > best.1 { other } else { best });
    best.filter(|it| it.1 > 0.0).map(|it| it.0)
}
