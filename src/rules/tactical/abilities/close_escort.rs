//! Close Escort (WST-sa-28): a third ship may be in its sector.

use super::*;

pub(super) static CODE: Code = Code { words: &[Ability::CloseEscort], at: &[Hook::May(May::CrowdSector)] };
