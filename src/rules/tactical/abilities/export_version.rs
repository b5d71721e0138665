//! Export Version (WST-sa-74): decks of the United States and the United Kingdom take it too.

use super::*;

pub(super) static CODE: Code = Code { words: &[Ability::ExportVersion], at: &[Hook::Boards(boards)] };

fn boards(_plane: &Card, deck: &Card) -> bool {
    matches!(deck.nation, Nation::UnitedStates | Nation::UnitedKingdom)
}
