//! Guard Ship (WST-sa-90): to a sector by an island on its own half, as ordered; there it lies in wait until
//! it is attacked.

use super::*;

pub(super) static CODE: Code = Code {
    words: &[Ability::GuardShip],
    at: &[
        Hook::Each(Moment::Deploying, deploy),
        Hook::Stays(|field, id| field.marks.has(id, Lasting::OnGuard, field.turn)),
        Hook::After(wake),
    ],
};

fn deploy(battle: &mut Battle<'_>, id: Id) -> Step<()> {
    let fits =
        |field: &Field<'_>, end, to| deployment::is_own_half(field, end, to) && when::is_by_island(field, to);
    if deployment::elsewhere(battle, id, Ability::GuardShip, None, fits)?.is_some() {
        battle.field.marks.set(id, Lasting::OnGuard, 1, u8::MAX);
    }
    Ok(())
}

fn wake(battle: &mut Battle<'_>, attack: &Attack, _hit: &Hit) -> Step<()> {
    battle.field.marks.end(attack.at, Lasting::OnGuard);
    Ok(())
}
