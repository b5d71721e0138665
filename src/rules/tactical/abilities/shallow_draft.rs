//! Shallow Draft (WST-sa-161): it enters island and shoal sectors.

use super::*;

pub(super) static CODE: Code = Code { words: &[Ability::ShallowDraft], at: &[Hook::May(May::EnterIslands)] };
