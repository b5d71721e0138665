//! Air Support (WSC-17-4): a die more at ground units that aircraft attacked this turn.

use super::*;

pub(super) static CODE: Code = Code { words: &[Ability::AirSupport], at: &[Hook::Modifies(support)] };

fn support(field: &Field<'_>, attack: &Attack, strength: &mut Strength) {
    let (by, at) = (field.unit(attack.by), field.unit(attack.at));
    let shaken = at.kind.is_ground() && at.bombed_on == field.turn;
    strength.dice += i16::from(by.has(Ability::AirSupport) && shaken);
}
