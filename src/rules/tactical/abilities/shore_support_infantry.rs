//! Shore Support of infantry (WSC-17-4): a die more at ground units that a ship attacked this turn.

use super::*;

pub(super) static CODE: Code =
    Code { words: &[Ability::ShoreSupportInfantry], at: &[Hook::Modifies(support)] };

fn support(field: &Field<'_>, attack: &Attack, strength: &mut Strength) {
    let (by, at) = (field.unit(attack.by), field.unit(attack.at));
    let shaken = at.kind.is_ground() && at.shelled_on == field.turn;
    strength.dice += i16::from(by.has(Ability::ShoreSupportInfantry) && shaken);
}
