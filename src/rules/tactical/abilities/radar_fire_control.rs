//! Radar Fire Control (WST-sa-140): the night takes nothing from its guns.

use super::*;

pub(super) static CODE: Code =
    Code { words: &[Ability::RadarFireControl], at: &[Hook::May(May::FireByRadar)] };
