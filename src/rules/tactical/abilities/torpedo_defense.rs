//! Torpedo Defense 1 (WST-sa-183): a mine is a blow below the water line, so it does a point less too.

use super::*;

pub(super) static CODE: Code =
    Code { words: &[Ability::TorpedoDefense1], at: &[Hook::May(May::WithstandMines)] };
