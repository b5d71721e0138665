//! Sprint (WST-sa-170): once, from 4 on a sector more.

use super::*;

pub(super) static CODE: Code = Code { words: &[Ability::Sprint], at: &[Hook::Speeds(sprint)] };

fn sprint(battle: &mut Battle<'_>, id: Id) -> Step<i8> {
    if !sea::wants_burst(&battle.field, id, Ability::Sprint) {
        return Ok(0);
    }
    let die = battle.roll_for(id, Ability::Sprint, None)?;
    let end = battle.field.unit(id).end;
    battle.count(end, Purpose::Speed, &[die], |face| face >= 4);
    battle.spend(id, Ability::Sprint);
    battle.spoke(id, Ability::Sprint, None, Some(die), die >= 4);
    Ok(i8::from(die >= 4))
}
