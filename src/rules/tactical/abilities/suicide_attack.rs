//! Suicide Attack (WST-sa-177): it is destroyed at the end of Air Attack.

use super::*;

pub(super) static CODE: Code =
    Code { words: &[Ability::SuicideAttack], at: &[Hook::At(Moment::AirAttackEnds, spend)] };

fn spend(battle: &mut Battle<'_>, end: End) -> Step<()> {
    let spent = |unit: &Unit| unit.has(Ability::SuicideAttack) && !unit.is_aborted();
    let spent: Vec<Id> = battle.field.flying(end).filter(|(_, unit)| spent(unit)).map(|(id, _)| id).collect();
    spent.into_iter().for_each(|id| battle.field.unit_mut(id).doomed = true);
    Ok(())
}
