//! Lay Smoke Screen (WST-sa-116): smoke in its sector in place of attacks, as ordered.

use super::*;

pub(super) static CODE: Code =
    Code { words: &[Ability::LaySmokeScreen], at: &[Hook::Each(Moment::SurfaceOrders, lay)] };

fn lay(battle: &mut Battle<'_>, id: Id) -> Step<()> {
    let field = &battle.field;
    if let Some(at) = field.unit(id).at
        && choice::wants(field, id, Ability::LaySmokeScreen)
    {
        let until = field.turn + 1;
        battle.field.smoke.push(Smoke { at, until });
        battle.field.renew_cover();
        battle.note(|| Entry::Smoke { at, gone: false });
        battle.field.marks.busy.push(id);
        battle.spoke(id, Ability::LaySmokeScreen, None, None, true);
        battle.spend(id, Ability::LaySmokeScreen);
    }
    Ok(())
}
