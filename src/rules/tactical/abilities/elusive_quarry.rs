//! Elusive Quarry (WST-sa-58): no Sub Hunter comes for it.

use super::*;

pub(super) static CODE: Code = Code { words: &[Ability::ElusiveQuarry], at: &[Hook::May(May::EludeHunters)] };
