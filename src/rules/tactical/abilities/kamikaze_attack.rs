//! Kamikaze Attack (WST-sa-111): ten bomb dice in place of its attack, when ordered; what is spent so is
//! destroyed at the end of Air Attack.

use super::*;

pub(super) static CODE: Code = Code {
    words: &[Ability::KamikazeAttack],
    at: &[
        Hook::Instead(Payload {
            by: Ability::KamikazeAttack,
            weapon: Weapon::Bomb,
            dice: |_, _| 10,
            range: 0,
        }),
        Hook::After(strike),
        Hook::At(Moment::AirAttackEnds, spend),
    ],
};

fn strike(battle: &mut Battle<'_>, attack: &Attack, _hit: &Hit) -> Step<()> {
    if attack.weapon == Weapon::Bomb && attack.through == Some(Ability::KamikazeAttack) {
        battle.field.marks.spent.push(attack.by);
    }
    Ok(())
}

fn spend(battle: &mut Battle<'_>, end: End) -> Step<()> {
    let all = std::mem::take(&mut battle.field.marks.spent);
    let ours = |id: &Id| battle.field.unit(*id).end == end;
    let (spent, left): (Vec<Id>, Vec<Id>) = all.into_iter().partition(ours);
    battle.field.marks.spent = left;
    spent.into_iter().for_each(|id| battle.field.unit_mut(id).doomed = true);
    Ok(())
}
