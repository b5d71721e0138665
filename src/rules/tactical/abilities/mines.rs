//! Mines (WST-sa-127): laid in place of attacks, where ordered; a 1 or 2 does so much damage to each enemy
//! or own ship that enters.

use super::*;

pub(super) static CODE: Code = Code {
    words: &[Ability::Mines],
    at: &[
        Hook::Each(Moment::SurfaceOrders, lay),
        Hook::MindsWays(|field| !field.mines.is_empty()),
        Hook::Enters(strike),
    ],
};

fn lay(battle: &mut Battle<'_>, id: Id) -> Step<()> {
    if let Some(at) = battle.field.unit(id).at
        && choice::wants(&battle.field, id, Ability::Mines)
    {
        battle.field.mines.push(Mine { at, by: id });
        battle.field.marks.busy.push(id);
        battle.spoke(id, Ability::Mines, None, None, true);
        battle.spend(id, Ability::Mines);
    }
    Ok(())
}

fn strike(battle: &mut Battle<'_>, id: Id, at: Sector) -> Step<()> {
    if !battle.field.unit(id).kind.is_ship() || may(&battle.field, id, May::AvoidMines) {
        return Ok(());
    }
    let mines: Vec<Id> = battle.field.mines.iter().filter(|mine| mine.at == at).map(|mine| mine.by).collect();
    for layer in mines {
        let die = battle.roll_for(layer, Ability::Mines, Some(id))?;
        battle.spoke(layer, Ability::Mines, Some(id), Some(die), die <= 2);
        let defended = may(&battle.field, id, May::WithstandMines);
        let harm = |face: u8| if face <= 2 { face.saturating_sub(u8::from(defended)) } else { 0 };
        let (damage, enemy) = (harm(die), battle.field.unit(id).end.other());
        battle.count(enemy, Purpose::Hit, &[die], |face| harm(face) > 0);
        let unit = battle.field.unit_mut(id);
        unit.marked = unit.marked.saturating_add(damage);
    }
    if battle.field.unit(id).marked > 0 {
        battle.settle()?;
    }
    Ok(())
}
