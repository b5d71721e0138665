//! Alternate Payload N (WST-sa-7): once, so many bomb dice in place of its attack.

use super::*;

pub(super) static CODE: Code = Code {
    words: &[Ability::AlternatePayload5, Ability::AlternatePayload6, Ability::AlternatePayload7],
    at: &[
        Hook::Instead(bombs(Ability::AlternatePayload5, |_, _| 5)),
        Hook::Instead(bombs(Ability::AlternatePayload6, |_, _| 6)),
        Hook::Instead(bombs(Ability::AlternatePayload7, |_, _| 7)),
    ],
};

const fn bombs(by: Ability, dice: fn(&Field<'_>, Id) -> u8) -> Payload {
    Payload { by, weapon: Weapon::Bomb, dice, range: 0 }
}
