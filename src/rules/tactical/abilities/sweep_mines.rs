//! Sweep Mines (WST-sa-182): in place of attacks, as ordered, from 3 on a mine of its sector is gone.

use super::*;

pub(super) static CODE: Code =
    Code { words: &[Ability::SweepMines], at: &[Hook::Each(Moment::SurfaceOrders, sweep)] };

fn sweep(battle: &mut Battle<'_>, id: Id) -> Step<()> {
    let field = &battle.field;
    let at = field.unit(id).at;
    if choice::wants(field, id, Ability::SweepMines)
        && let Some(mine) = field.mines.iter().position(|mine| Some(mine.at) == at)
    {
        let die = battle.roll_for(id, Ability::SweepMines, None)?;
        battle.field.marks.busy.push(id);
        battle.spoke(id, Ability::SweepMines, None, Some(die), die >= 3);
        if die >= 3 {
            battle.field.mines.remove(mine);
        }
    }
    Ok(())
}
