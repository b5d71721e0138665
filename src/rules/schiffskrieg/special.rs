//! 9 Special units, boxes and markers.

use super::Table;
use crate::table::Step;

/// 9.9 The US Servron marker moves on or off the DS map.
pub(super) fn servrons(_: &mut Table) -> Step<()> {
    Ok(())
}

/// 9.8 Who holds the Reserve Fleets.
pub(super) fn reserves(_: &mut Table) -> Step<()> {
    Ok(())
}
