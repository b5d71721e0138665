//! 9 Special units, boxes and markers.

use super::board::BaseId;
use super::pieces::UnitId;
use super::state::Sea;
use super::{Schiffskrieg, Table};
use crate::table::Step;

/// 9.9 The US Servron marker moves on or off the DS map.
pub(super) fn servrons(_: &mut Table) -> Step<()> {
    Ok(())
}

/// 9.8 Who holds the Reserve Fleets.
pub(super) fn reserves(_: &mut Table) -> Step<()> {
    Ok(())
}

impl Schiffskrieg {
    /// Whether a US Servron lies in a port and lifts its limit (SK-1.1-9).
    pub fn has_servron(&self, _: &Sea, _: BaseId) -> bool {
        false
    }

    /// Whether a ship is held by a Reserve Fleet marker (SK-9.8-1).
    pub fn is_held(&self, _: &Sea, _: UnitId) -> bool {
        false
    }
}
