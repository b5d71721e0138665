//! Damage Control (WST-sa-39): at the end of a turn, from 5 on, a hull point back, once.

use super::*;

pub(super) static CODE: Code =
    Code { words: &[Ability::DamageControl], at: &[Hook::At(Moment::TurnEnds, control)] };

fn control(battle: &mut Battle<'_>, end: End) -> Step<()> {
    let field = &battle.field;
    let damaged: Vec<Id> = field
        .on_map(end)
        .filter(|(id, unit)| unit.damage > 0 && choice::wants(field, *id, Ability::DamageControl))
        .map(|(id, _)| id)
        .collect();
    for id in damaged {
        let die = battle.roll_for(id, Ability::DamageControl, None)?;
        battle.count(end.other(), Purpose::Damage, &[die], |face| face < 5);
        battle.spoke(id, Ability::DamageControl, None, Some(die), die >= 5);
        if die >= 5 {
            battle.spend(id, Ability::DamageControl);
            sea::mend(battle, id);
        }
    }
    Ok(())
}
