//! Limited ASW Threat (WST-sa-118): a submarine fears it only in its own sector.

use super::*;

pub(super) static CODE: Code =
    Code { words: &[Ability::LimitedAswThreat], at: &[Hook::May(May::ThreatenNoFarther)] };
