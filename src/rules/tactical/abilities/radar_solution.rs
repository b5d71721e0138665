//! Radar Solution (WST-sa-142): the night takes nothing from its guns.

use super::*;

pub(super) static CODE: Code = Code { words: &[Ability::RadarSolution], at: &[Hook::May(May::FireByRadar)] };
