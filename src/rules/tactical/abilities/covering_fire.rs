//! Covering Fire (WST-sa-34): whom it attacks fires worse on the next turn at all but it.

use super::*;

pub(super) static CODE: Code =
    Code { words: &[Ability::CoveringFire], at: &[Hook::After(cover), Hook::Modifies(weaken)] };

fn cover(battle: &mut Battle<'_>, attack: &Attack, _hit: &Hit) -> Step<()> {
    let turn = battle.field.turn;
    if battle.field.unit(attack.by).has(Ability::CoveringFire) {
        battle.field.marks.set(attack.at, Lasting::CoveredBy(attack.by), turn + 1, turn + 1);
    }
    Ok(())
}

/// Several that cover it count once (WST-seq-5).
fn weaken(field: &Field<'_>, attack: &Attack, strength: &mut Strength) {
    let (marks, turn) = (&field.marks, field.turn);
    let elsewhere = |it: Lasting| matches!(it, Lasting::CoveredBy(other) if other != attack.at);
    let facing = marks.has(attack.by, Lasting::CoveredBy(attack.at), turn);
    let covered = !facing && marks.lasting(attack.by, turn).any(elsewhere);
    strength.pips -= i16::from(attack.weapon.is_gun() && covered);
}
