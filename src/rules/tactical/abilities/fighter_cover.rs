//! Fighter Cover 5 (WST-sa-78): the fighters of a small carrier: five dice of antiair up to three sectors
//! away.

use super::*;

pub(super) static CODE: Code = Code {
    words: &[Ability::FighterCover5],
    at: &[Hook::Volley(Volley {
        weapons: &[Weapon::Aa],
        dice: |_, _, _| Some(5),
        reach: Some(3),
        fits: |_, _, _| true,
        ..Volley::by(Ability::FighterCover5)
    })],
};
