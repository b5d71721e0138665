//! Antiair Barrage (WST-sa-9): five dice of antiair at another aircraft.

use super::*;

pub(super) static CODE: Code = Code {
    words: &[Ability::AntiairBarrage],
    at: &[Hook::Volley(Volley {
        weapons: &[Weapon::Aa],
        dice: |_, _, _| Some(5),
        ..Volley::by(Ability::AntiairBarrage)
    })],
};
