//! Infiltrator (WST-sa-106): to any sector, as ordered; on the enemy's half it cannot attack on turn 1.

use super::*;

pub(super) static CODE: Code = Code {
    words: &[Ability::Infiltrator],
    at: &[
        Hook::Each(Moment::Deploying, deploy),
        Hook::Forbids(|field, attack| field.marks.has(attack.by, Lasting::Infiltrated, field.turn)),
    ],
};

fn deploy(battle: &mut Battle<'_>, id: Id) -> Step<()> {
    let end = battle.field.unit(id).end;
    let to = deployment::elsewhere(battle, id, Ability::Infiltrator, None, |_, _, _| true)?;
    if to.is_some_and(|to| !deployment::is_own_half(&battle.field, end, to)) {
        battle.field.marks.set(id, Lasting::Infiltrated, 1, 1);
    }
    Ok(())
}
