//! Uncertain Arrival (WST-sa-189): it comes late: its first rearm marker comes off only from 4 on.

use super::*;

pub(super) static CODE: Code = Code {
    words: &[Ability::UncertainArrival],
    at: &[Hook::At(Moment::Deployed, mark), Hook::Rearms(rearms)],
};

fn mark(battle: &mut Battle<'_>, end: End) -> Step<()> {
    let field = &battle.field;
    let late: Vec<Id> =
        field.side(end).filter(|(_, unit)| unit.has(Ability::UncertainArrival)).map(|(id, _)| id).collect();
    for id in late {
        if let Some(wings) = &mut battle.field.unit_mut(id).wings {
            wings.markers = wings.markers.max(1);
        }
        battle.field.marks.late.push(id);
    }
    Ok(())
}

fn rearms(battle: &mut Battle<'_>, id: Id) -> Step<bool> {
    if !battle.field.marks.late.contains(&id) {
        return Ok(true);
    }
    let die = battle.roll_for(id, Ability::UncertainArrival, None)?;
    battle.spoke(id, Ability::UncertainArrival, None, Some(die), die >= 4);
    if die >= 4 {
        battle.field.marks.late.retain(|it| *it != id);
    }
    Ok(die >= 4)
}
