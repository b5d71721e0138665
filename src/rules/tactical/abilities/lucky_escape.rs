//! Lucky Escape (WST-sa-123): each torpedo hit of a destroyer or torpedo boat may miss, from 4 on.

use super::*;

pub(super) static CODE: Code = Code { words: &[Ability::LuckyEscape], at: &[Hook::Strikes(strike)] };

fn strike(battle: &mut Battle<'_>, attack: &Attack, strength: &Strength, hit: &mut Hit) -> Step<()> {
    let field = &battle.field;
    let its = field.unit(attack.at).has(Ability::LuckyEscape) && field.unit(attack.by).kind.is_small();
    if its && attack.is_torpedo() && hit.successes > 0 {
        let missed = rolls::even(battle, attack, Ability::LuckyEscape, hit.successes)?;
        hit.successes -= missed;
        rolls::torpedo(strength, hit, 0);
    }
    Ok(())
}
