//! Radar Picket (WST-sa-141): once, one fighter without an enemy aircraft in its sector goes to one.

use super::*;

pub(super) static CODE: Code =
    Code { words: &[Ability::RadarPicket], at: &[Hook::At(Moment::BothPlaced, lead)] };

fn lead(battle: &mut Battle<'_>, end: End) -> Step<()> {
    let field = &battle.field;
    let Some((picket, _)) = choice::willing(field, end, Ability::RadarPicket).next() else { return Ok(()) };
    let idle = |unit: &Unit| {
        let flies = when::role_of(unit) == Kind::Fighter && unit.task() == Some(Task::Patrol);
        flies && !unit.is_aborted() && unit.at.is_some_and(|at| air::prey(field, end, at) == 0)
    };
    let fighter = field.flying(end).find(|(_, unit)| idle(unit)).and_then(|(id, unit)| Some((id, unit.at?)));
    if let Some(((id, from), to)) = fighter.zip(air::hunting_ground(field, end, |_| true)) {
        air::shift(battle, id, from, to);
        battle.spend(picket, Ability::RadarPicket);
        battle.spoke(picket, Ability::RadarPicket, Some(id), None, true);
    }
    Ok(())
}
