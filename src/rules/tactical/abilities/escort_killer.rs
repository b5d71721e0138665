//! Escort Killer (WST-sa-62): main guns at another target too, if one of the two is a destroyer.

use super::*;

pub(super) static CODE: Code = Code {
    words: &[Ability::EscortKiller],
    at: &[Hook::Volley(Volley {
        weapons: &[Weapon::Main],
        fits: |field, made, it| volleys::is_another_of(field, made, it, Kind::Destroyer),
        ..Volley::by(Ability::EscortKiller)
    })],
};
