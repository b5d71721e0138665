//! Antiship Missile (WST-sa-11): once, its bombs at a ship in a neighbouring sector.

use super::*;

pub(super) static CODE: Code = Code {
    words: &[Ability::AntishipMissile],
    at: &[Hook::Instead(Payload {
        by: Ability::AntishipMissile,
        weapon: Weapon::Bomb,
        dice: |field, id| field.card(id).line(Weapon::Bomb)[0],
        range: 1,
    })],
};
