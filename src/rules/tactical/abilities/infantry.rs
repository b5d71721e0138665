//! Infantry (WSC-17-3): each hull point lost takes a die; the last one falls only to ground units.

use super::*;

pub(super) static CODE: Code =
    Code { words: &[Ability::Infantry], at: &[Hook::Modifies(thin_out), Hook::Withstands(withstand)] };

fn thin_out(field: &Field<'_>, attack: &Attack, strength: &mut Strength) {
    let by = field.unit(attack.by);
    if by.has(Ability::Infantry) && attack.weapon == Weapon::Main {
        strength.dice -= i16::from(by.damage);
    }
}

fn withstand(battle: &mut Battle<'_>, attack: &Attack, _strength: &Strength, hit: &mut Hit) -> Step<()> {
    let at = battle.field.unit(attack.at);
    if !at.has(Ability::Infantry) || battle.field.unit(attack.by).kind.is_ground() {
        return Ok(());
    }
    let most = at.left_now().saturating_sub(1);
    if hit.effect == Effect::Vital {
        (hit.effect, hit.damage) = (Effect::Damage, most);
    }
    hit.damage = hit.damage.min(most);
    if hit.effect == Effect::Damage && hit.damage == 0 {
        hit.effect = Effect::Miss;
    }
    Ok(())
}
