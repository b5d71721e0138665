//! Heavy Strafer (WST-sa-96): once, its guns at a ship in a neighbouring sector.

use super::*;

pub(super) static CODE: Code = Code {
    words: &[Ability::HeavyStrafer],
    at: &[Hook::Instead(Payload {
        by: Ability::HeavyStrafer,
        weapon: Weapon::Gunnery,
        dice: |field, id| field.card(id).line(Weapon::Gunnery)[0],
        range: 1,
    })],
};
