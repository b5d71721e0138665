//! Torpedo Protection (WST-sa-184): each torpedo hit may do a point less, from 4 on.

use super::*;

pub(super) static CODE: Code = Code { words: &[Ability::TorpedoProtection], at: &[Hook::Strikes(strike)] };

fn strike(battle: &mut Battle<'_>, attack: &Attack, strength: &Strength, hit: &mut Hit) -> Step<()> {
    let its = battle.field.unit(attack.at).has(Ability::TorpedoProtection);
    if its && attack.is_torpedo() && strength.hit > 0 {
        let spared = rolls::even(battle, attack, Ability::TorpedoProtection, hit.successes)?;
        rolls::torpedo(strength, hit, spared);
    }
    Ok(())
}
