//! Lead the Attack 2 (WST-sa-117): up to two steps toward the enemy after both have deployed.

use super::*;

pub(super) static CODE: Code =
    Code { words: &[Ability::LeadTheAttack2], at: &[Hook::Each(Moment::Screening, lead)] };

fn lead(battle: &mut Battle<'_>, id: Id) -> Step<()> {
    if !deployment::steps(&battle.field, id, Ability::LeadTheAttack2) {
        return Ok(());
    }
    for _ in 0..2 {
        if let Some(to) = deployment::toward_enemy(&battle.field, id) {
            battle.spoke(id, Ability::LeadTheAttack2, None, None, true);
            battle.move_to(id, to)?;
        }
    }
    Ok(())
}
