//! Uniquely Tough (WST-sa-190): bombs cannot destroy it or take its last hull point; one at vital armor
//! cripples it.

use super::*;

pub(super) static CODE: Code = Code { words: &[Ability::UniquelyTough], at: &[Hook::Withstands(withstand)] };

fn withstand(battle: &mut Battle<'_>, attack: &Attack, _strength: &Strength, hit: &mut Hit) -> Step<()> {
    let at = battle.field.unit(attack.at);
    if attack.weapon != Weapon::Bomb || !at.has(Ability::UniquelyTough) {
        return Ok(());
    }
    let most = at.left_now().saturating_sub(1);
    if hit.effect == Effect::Vital || hit.effect == Effect::Damage && hit.damage > most {
        (hit.effect, hit.damage) = if most > 0 { (Effect::Damage, most) } else { (Effect::Miss, 0) };
        battle.spoke(attack.at, Ability::UniquelyTough, Some(attack.by), None, true);
    }
    Ok(())
}
