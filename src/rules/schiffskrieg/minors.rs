//! 8 Minor navies.

use super::Table;
use super::board::CountryId;
use super::faction::Faction;
use crate::table::Step;

/// 8 A minor country becomes active: its pieces come in.
pub(super) fn activate(_: &mut Table, _: CountryId, _: Faction) -> Step<()> {
    Ok(())
}

/// 8, 11.1 A minor country is conquered, or leaves the war: its pieces leave.
pub(super) fn conquer(_: &mut Table, _: CountryId) -> Step<()> {
    Ok(())
}
