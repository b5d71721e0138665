//! High-Speed Run (WST-sa-100): once, a sector more.

use super::*;

pub(super) static CODE: Code = Code { words: &[Ability::HighSpeedRun], at: &[Hook::Speeds(run)] };

fn run(battle: &mut Battle<'_>, id: Id) -> Step<i8> {
    if !sea::wants_burst(&battle.field, id, Ability::HighSpeedRun) {
        return Ok(0);
    }
    battle.spend(id, Ability::HighSpeedRun);
    battle.spoke(id, Ability::HighSpeedRun, None, None, true);
    Ok(1)
}
