//! The naval war's points, all of them house rules (NW-8 to NW-22).

use super::Table;
use super::faction::Faction;
use super::pieces::UnitId;
use crate::table::Step;

/// NW-16 A faction sank a ship or destroyed an LBA. At a real map nothing is scored.
pub(super) fn loss(_: &mut Table, _: UnitId, _by: Faction) -> Step<()> {
    Ok(())
}

/// What stands at the end of a turn is scored, and goes back to its pool (NW-7, NW-13 to NW-16).
pub(super) fn score(_: &mut Table) -> Step<()> {
    Ok(())
}
