//! Who slips away and who stays, once both mats lie open: whichever leaves us more.

use super::Box;
use super::chances::{GUNFIRE, ONES};
use super::sight::Sight;
use super::stack::Stack;
use crate::pieces::Counter;
use crate::view::UnitView;
use engine::question::OpenQuestion;

/// Guns that are worth standing in line with.
const LINE: u8 = 2;

/// The box of each raider: Convoy Attacks, the line or the reserve.
pub(super) fn raid(sight: &Sight, question: &OpenQuestion) -> Option<Vec<u16>> {
    let slips = slips_away(sight, question, true)?;
    let option =
        |of: Box| question.options.iter().position(|option| option.id == of.id()).map(|at| at as u16);
    let (raid, line, reserve) = (option(Box::Convoy)?, option(Box::Line)?, option(Box::Reserve)?);
    let units = sight.subjects(question)?;
    let choose = |(at, unit)| {
        let counter: &Counter = sight.system.counter(unit);
        match counter.gunnery {
            _ if slips && question.open_to(at).contains(&raid) => raid,
            LINE.. => line,
            _ => reserve,
        }
    };
    Some(units.into_iter().enumerate().map(choose).collect())
}

/// The box of each unit that has done its attack: Convoy Attacks or the reserve.
pub(super) fn after(sight: &Sight, question: &OpenQuestion) -> Option<Vec<u16>> {
    let to = if slips_away(sight, question, false)? { Box::Convoy } else { Box::Reserve };
    let option = question.options.iter().position(|option| option.id == to.id())? as u16;
    Some(vec![option; question.subjects.len()])
}

/// Whether those who are asked had better leave. `armed` says that they could still fight if they stayed.
fn slips_away(sight: &Sight, question: &OpenQuestion, armed: bool) -> Option<bool> {
    let at = sight.battle_zone(question)?;
    let zone = sight.zone(at)?;
    let asked = |unit: &&UnitView| question.subjects.iter().any(|subject| subject.id == unit.id);
    let fights = |unit: &&UnitView| Box::ALL.into_iter().any(|of| of != Box::Convoy && in_box(unit, of));
    let others = zone.own.iter().filter(|unit| fights(unit) && !asked(unit));
    let others = others.fold(Stack::default(), |sum, unit| sum.with(still(sight, unit)));
    let enemy = zone.enemy_known.iter().filter(fights);
    let enemy = enemy.fold(Stack::default(), |sum, unit| sum.with(still(sight, unit)));
    let (mut stay, mut leave) = (others, others);
    for counter in zone.own.iter().filter(asked).filter_map(|unit| sight.counter(unit)) {
        let guns = if armed { f32::from(counter.gunnery) * GUNFIRE } else { 0.0 };
        let one = Stack { hits: guns, ..Stack::of(counter) };
        let dice = one.dice + one.sly;
        stay = stay.with(Stack { dice, sly: 0.0, ..one });
        leave = leave.with(Stack { sly: dice, ..Stack::default() });
    }
    let stake = sight.stake(at);
    Some(stake.expect(&leave, &enemy) > stake.expect(&stay, &enemy))
}

/// What a unit in a box can still do in this battle: those who have acted stand in reserve.
fn still(sight: &Sight, unit: &UnitView) -> Stack {
    let Some(counter) = sight.counter(unit) else { return Stack::default() };
    let hits = if in_box(unit, Box::Line) {
        f32::from(counter.gunnery) * GUNFIRE
    } else if in_box(unit, Box::Submarine) {
        f32::from(counter.sub()) * ONES
    } else if in_box(unit, Box::Mine) {
        f32::from(counter.mine()) * ONES
    } else {
        0.0
    };
    Stack { hits, ..Stack::of(counter) }
}

fn in_box(unit: &UnitView, of: Box) -> bool {
    unit.in_box() == Some(of.name())
}
