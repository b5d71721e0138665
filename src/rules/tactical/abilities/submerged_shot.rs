//! Submerged Shot (WST-sa-176): it torpedoes a submarine in its sector.

use super::*;

pub(super) static CODE: Code = Code { words: &[Ability::SubmergedShot], at: &[Hook::May(May::TorpedoBoats)] };
