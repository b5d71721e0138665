//! Draw the CAP (WST-sa-54): from 4 on the enemy fighters in its sector must attack it while they can.

use super::*;

pub(super) static CODE: Code = Code {
    words: &[Ability::DrawTheCap],
    at: &[Hook::At(Moment::BothPlaced, draw), Hook::Forbids(is_drawn_off)],
};

fn draw(battle: &mut Battle<'_>, end: End) -> Step<()> {
    let field = &battle.field;
    let fighter_here =
        |at: Sector| field.in_sector(end.other(), at).any(|(_, unit)| unit.kind == Kind::Fighter);
    let able = |(id, unit): &(Id, &Unit)| {
        choice::wants(field, *id, Ability::DrawTheCap)
            && !unit.is_aborted()
            && unit.at.is_some_and(fighter_here)
    };
    let owners: Vec<Id> = field.flying(end).filter(able).map(|(id, _)| id).collect();
    for id in owners {
        let die = battle.roll_for(id, Ability::DrawTheCap, None)?;
        battle.spoke(id, Ability::DrawTheCap, None, Some(die), die >= 4);
        if die >= 4 {
            battle.field.marks.decoys.push(id);
        }
    }
    Ok(())
}

fn is_drawn_off(field: &Field<'_>, attack: &Attack) -> bool {
    let (by, decoys) = (field.unit(attack.by), &field.marks.decoys);
    let draws = |id: &Id| {
        let decoy = field.unit(*id);
        *id != attack.at && decoy.at == by.at && decoy.end != by.end && !decoy.doomed && !decoy.is_aborted()
    };
    attack.weapon == Weapon::Aa
        && by.kind == Kind::Fighter
        && !decoys.contains(&attack.at)
        && decoys.iter().any(draws)
}
