//! Land Based (WST-sa-113): no deck takes it.

use super::*;

pub(super) static CODE: Code = Code { words: &[Ability::LandBased], at: &[Hook::May(May::StayAshore)] };
