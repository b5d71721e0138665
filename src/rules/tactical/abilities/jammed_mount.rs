//! Jammed Mount (WST-sa-110): a 1 before the main guns fire jams them until the end of the next turn.

use super::*;

pub(super) static CODE: Code =
    Code { words: &[Ability::JammedMount], at: &[Hook::Before(jam), Hook::Modifies(weaken)] };

/// Dice that jammed main guns lose.
const JAMMED: i16 = 3;

fn jam(battle: &mut Battle<'_>, attack: &Attack, strength: &mut Strength) -> Step<()> {
    let turn = battle.field.turn;
    let its = battle.field.unit(attack.by).has(Ability::JammedMount) && attack.weapon == Weapon::Main;
    if its && !battle.field.marks.has(attack.by, Lasting::Jammed, turn) {
        let die = battle.roll_for(attack.by, Ability::JammedMount, Some(attack.at))?;
        battle.spoke(attack.by, Ability::JammedMount, Some(attack.at), Some(die), die == 1);
        if die == 1 {
            battle.field.marks.set(attack.by, Lasting::Jammed, turn, turn + 1);
            strength.dice = (strength.dice - JAMMED).max(1);
        }
    }
    Ok(())
}

fn weaken(field: &Field<'_>, attack: &Attack, strength: &mut Strength) {
    if attack.weapon == Weapon::Main && field.marks.has(attack.by, Lasting::Jammed, field.turn) {
        strength.dice -= JAMMED;
    }
}
