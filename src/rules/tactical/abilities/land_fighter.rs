//! Land Fighter (WST-sa-114): no deck takes it, and the experts of carriers do not lead it.

use super::*;

pub(super) static CODE: Code =
    Code { words: &[Ability::LandFighter], at: &[Hook::May(May::StayAshore), Hook::May(May::FlyUnled)] };
