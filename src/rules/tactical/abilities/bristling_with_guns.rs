//! Bristling with Guns (WST-sa-23): secondary guns at another target too.

use super::*;

pub(super) static CODE: Code = Code {
    words: &[Ability::BristlingWithGuns],
    at: &[Hook::Volley(Volley { weapons: &[Weapon::Secondary], ..Volley::by(Ability::BristlingWithGuns) })],
};
