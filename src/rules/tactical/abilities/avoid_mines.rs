//! Avoid Mines (WST-sa-15): no mine of the enemy hurts it.

use super::*;

pub(super) static CODE: Code = Code { words: &[Ability::AvoidMines], at: &[Hook::May(May::AvoidMines)] };
