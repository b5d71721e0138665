//! Antiair Specialist (WST-sa-10): antiair at another aircraft too.

use super::*;

pub(super) static CODE: Code = Code {
    words: &[Ability::AntiairSpecialist],
    at: &[Hook::Volley(Volley { weapons: &[Weapon::Aa], ..Volley::by(Ability::AntiairSpecialist) })],
};
