//! Inspiring Example (WST-sa-108): once, after it has hurt a ship, the other Greek ships have a die more on
//! the next turn.

use super::*;

pub(super) static CODE: Code =
    Code { words: &[Ability::InspiringExample], at: &[Hook::After(inspire), Hook::Modifies(hearten)] };

fn inspire(battle: &mut Battle<'_>, attack: &Attack, hit: &Hit) -> Step<()> {
    if hit.hurts() && battle.field.unit(attack.at).kind.is_ship() {
        inspiring::inspire(battle, attack, Ability::InspiringExample);
    }
    Ok(())
}

fn hearten(field: &Field<'_>, attack: &Attack, strength: &mut Strength) {
    if field.unit(attack.by).kind.is_ship() && field.card(attack.by).nation == Nation::Greece {
        let others = |owner| owner != attack.by;
        strength.dice += inspiring::dice(field, attack, Ability::InspiringExample, others);
    }
}
