//! Fatal Flaw (WST-sa-77): four 6s of a battleship destroy it.

use super::*;

pub(super) static CODE: Code = Code { words: &[Ability::FatalFlaw], at: &[Hook::Strikes(strike)] };

fn strike(battle: &mut Battle<'_>, attack: &Attack, _strength: &Strength, hit: &mut Hit) -> Step<()> {
    let field = &battle.field;
    let sixes = hit.faces.iter().filter(|face| **face == 6).count();
    let its = field.unit(attack.at).has(Ability::FatalFlaw) && field.unit(attack.by).kind == Kind::Battleship;
    if its && sixes >= 4 && hit.effect != Effect::Vital {
        // Torpedoes do the damage of their hits all the same.
        if !attack.is_torpedo() {
            (hit.effect, hit.damage) = (Effect::Vital, 0);
        }
        battle.spoke(attack.at, Ability::FatalFlaw, Some(attack.by), None, true);
    }
    Ok(())
}
