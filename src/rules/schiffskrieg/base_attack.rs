//! 5.2 Base Attacks.

use super::Table;
use super::board::BaseId;
use super::faction::Faction;
use super::pieces::UnitId;
use crate::table::Step;

/// 5.2.1 A Base Attack Raid of a faction at a port or city; `thing` numbers it in the faction's turn.
pub(super) fn raid(_: &mut Table, _faction: Faction, _target: BaseId, _thing: u8) -> Step<()> {
    Ok(())
}

/// 5.2.2 The Sustained Base Attack of a Task Force that was placed at a port or city, with the pieces that reached it.
pub(super) fn strike(
    _: &mut Table,
    _faction: Faction,
    _target: BaseId,
    _force: &[UnitId],
    _thing: u8,
) -> Step<()> {
    Ok(())
}

/// What a Support Segment ends with.
pub(super) fn end_of_segment(_: &mut Table, _: Faction) -> Step<()> {
    Ok(())
}
