//! Inspire to Victory (WST-sa-107): once, after it has hurt a battleship, the guns of its side's ships have a
//! die more on the next turn.

use super::*;

pub(super) static CODE: Code =
    Code { words: &[Ability::InspireToVictory], at: &[Hook::After(inspire), Hook::Modifies(hearten)] };

fn inspire(battle: &mut Battle<'_>, attack: &Attack, hit: &Hit) -> Step<()> {
    if hit.hurts() && battle.field.unit(attack.at).kind == Kind::Battleship {
        inspiring::inspire(battle, attack, Ability::InspireToVictory);
    }
    Ok(())
}

fn hearten(field: &Field<'_>, attack: &Attack, strength: &mut Strength) {
    if attack.weapon.is_gun() && field.unit(attack.by).kind.is_ship() {
        strength.dice += inspiring::dice(field, attack, Ability::InspireToVictory, |_| true);
    }
}
