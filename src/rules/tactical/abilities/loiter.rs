//! Loiter (WST-sa-119, WSC-16-8): before Air Return it stays for a cripple or a slow ship in the sector of
//! its mission, or for any ship if it was ordered to.

use super::*;

pub(super) static CODE: Code =
    Code { words: &[Ability::Loiter], at: &[Hook::At(Moment::ReturnBegins, stay)] };

fn stay(battle: &mut Battle<'_>, end: End) -> Step<()> {
    let field = &battle.field;
    let prey = |at: Sector, any: bool| {
        let slow = |id: Id| field.is_crippled(id) || field.card(id).speed == 1;
        field.ships(end.other()).any(|(id, unit)| unit.at == Some(at) && (any || slow(id)))
    };
    let stays = |(id, unit): &(Id, &Unit)| {
        let Some((at, _)) = unit.wings.as_ref().and_then(|it| it.last) else { return false };
        let flew = unit.at.is_some() && !unit.is_aborted() && unit.has(Ability::Loiter);
        flew && match choice::order(field, *id, Ability::Loiter) {
            Some(Use::Never) => false,
            Some(Use::Turn(turn)) => field.turn >= turn && prey(at, true),
            _ => prey(at, false),
        }
    };
    let owners: Vec<Id> = field.flying(end).filter(stays).map(|(id, _)| id).collect();
    for id in owners {
        battle.field.marks.same_mission.push(id);
        battle.spoke(id, Ability::Loiter, None, None, true);
    }
    Ok(())
}
