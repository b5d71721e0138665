//! Improved Radar (WST-sa-103): squalls, smoke and the night hide nothing from its guns.

use super::*;

pub(super) static CODE: Code = Code {
    words: &[Ability::ImprovedRadar],
    at: &[Hook::May(May::SeeThroughCover), Hook::May(May::FireByRadar)],
};
