//! 5.1 Commerce raids.

use super::Table;
use super::board::SeaMap;
use crate::table::Step;

/// 5.1.1 A commerce raid of the Axis on a map: raiders, interception, the battle, and what it gains.
pub(super) fn commerce_raid(_: &mut Table, _: SeaMap) -> Step<()> {
    Ok(())
}
