//! The smaller optional rules, a file a chapter. What they need of the counters alone stands in
//! `scenario.rs`; gunnery radar and damage control (25.0, 28.0) stand with the strength of units, the Greek
//! navy (30.0) with reach and basing.

mod battleship_carriers;
pub(super) mod buildup;
mod german_carriers;
pub(super) mod ineffectiveness;
mod pocket_pride;
mod ship_names;

pub(super) use battleship_carriers::convert_at;
pub(super) use pocket_pride::mourn;

use super::pieces::{Seat, UnitId};
use super::state::{Ocean, Place};
use super::{AdmiralsWar, Table};
use engine::table::Step;

/// What happens before reinforcements of a turn come on.
pub(super) fn before_arrivals(table: &mut Table) -> Step<()> {
    buildup::complete(table)?;
    pocket_pride::launch_the_cruiser(table)?;
    ship_names::choose(table)?;
    german_carriers::build(table)?;
    german_carriers::replace_boats(table)
}

/// What a nation decides before its ships sail.
pub(super) fn before_patrols(table: &mut Table, seat: Seat) -> Step<()> {
    if seat == Seat::Germany {
        german_carriers::scrap(table)?;
        pocket_pride::rename(table)?;
    }
    Ok(())
}

impl AdmiralsWar {
    /// The unit of an id, if it is one of the match.
    fn unit_by_id(&self, id: &str) -> Option<UnitId> {
        self.counters.ids().find(|&unit| self.counter(unit).id == id)
    }

    /// The counter that may take a unit's place.
    fn other_counter(&self, unit: UnitId) -> Option<UnitId> {
        let id = self.counter(unit).id.as_str();
        self.counters.ids().find(|&other| self.counter(other).instead_of.as_deref() == Some(id))
    }

    /// Whether a unit is on the map or beside it.
    fn is_on_board(&self, ocean: &Ocean, unit: UnitId) -> bool {
        matches!(ocean.unit(unit).place, Place::Base(_) | Place::Sea(_) | Place::Hold(_))
    }
}
