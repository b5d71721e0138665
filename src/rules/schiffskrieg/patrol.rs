//! 5.3 Sub Patrols.

use super::Table;
use super::board::ZoneId;
use super::faction::Faction;
use super::pieces::UnitId;
use crate::table::Step;

/// 5.3 The patrol of an X-boat in a zone; `thing` numbers it in the faction's turn.
pub(super) fn sub_patrol(_: &mut Table, _: Faction, _boat: UnitId, _: ZoneId, _thing: u8) -> Step<()> {
    Ok(())
}
