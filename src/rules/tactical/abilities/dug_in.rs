//! Dug-In (WSC-17-5): more armor on a friendly island space: that of the side which controls the sector.

use super::*;

pub(super) static CODE: Code = Code { words: &[Ability::DugIn], at: &[Hook::Modifies(dig_in)] };

/// What it adds.
const ARMOR: i16 = 2;

fn dig_in(field: &Field<'_>, attack: &Attack, strength: &mut Strength) {
    let at = field.unit(attack.at);
    if at.has(Ability::DugIn) && field.dossier.controller == Some(at.end) {
        strength.armor += ARMOR;
    }
}
