//! 6 Construction, recall and reorganization.

use super::Table;
use super::faction::Faction;
use crate::table::Step;

/// 6.1 The Naval Construction Segment of a faction, on a Seasonal Turn.
pub(super) fn build(_: &mut Table, _: Faction) -> Step<()> {
    Ok(())
}

/// 6.3.1 The Emergency Recall of US ships.
pub(super) fn emergency_recall(_: &mut Table) -> Step<()> {
    Ok(())
}

/// 6.2 LBAs of a faction reorganize.
pub(super) fn reorganize(_: &mut Table, _: Faction) -> Step<()> {
    Ok(())
}
