//! 6 What option cards bring, as far as the module says it.

use super::board::SeaMap;
use super::faction::Faction;
use super::Table;
use crate::table::Step;

/// A faction reveals a card on a map.
pub(super) fn revealed(_: &mut Table, _: Faction, _: SeaMap, _: u8) -> Step<()> {
    Ok(())
}
