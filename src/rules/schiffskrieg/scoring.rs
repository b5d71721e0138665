//! The naval war's points, all of them house rules (NW-8 to NW-22).

use super::Table;
use super::faction::Faction;
use super::pieces::UnitId;
use crate::table::Step;

/// NW-16 A faction sank a ship or destroyed an LBA. At a real map nothing is scored.
pub(super) fn loss(_: &mut Table, _: UnitId, _by: Faction) -> Step<()> {
    Ok(())
}
