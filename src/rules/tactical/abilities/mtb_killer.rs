//! MTB Killer (WST-sa-125): guns at another target too, if one of the two is a torpedo boat.

use super::*;

pub(super) static CODE: Code = Code {
    words: &[Ability::MtbKiller],
    at: &[Hook::Volley(Volley {
        weapons: &[Weapon::Main, Weapon::Secondary, Weapon::Tertiary],
        fits: |field, made, it| volleys::is_another_of(field, made, it, Kind::TorpedoBoat),
        ..Volley::by(Ability::MtbKiller)
    })],
};
