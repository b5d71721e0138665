//! Audacious Attack (WST-sa-13): once, torpedoes at a target in another sector too.

use super::*;

pub(super) static CODE: Code = Code {
    words: &[Ability::AudaciousAttack],
    at: &[Hook::Volley(Volley {
        weapons: &[Weapon::Torpedo],
        fits: is_second_elsewhere,
        ..Volley::by(Ability::AudaciousAttack)
    })],
};

fn is_second_elsewhere(field: &Field<'_>, made: &[Attack], it: &Attack) -> bool {
    made.iter().any(|other| other.weapon == it.weapon) && volleys::is_elsewhere(field, made, it)
}
