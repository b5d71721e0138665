//! Units of a view that are not on the map: on tracks, among the lost, in boxes, seen before.

use serde::{Deserialize, Serialize};

use super::units::Unit;
use crate::side::Side;

/// A unit on a track, or among the lost.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OnTrack<T = String> {
    /// Whose it is.
    pub side: Side,
    /// Which it is.
    pub unit: Unit<T>,
    /// The turn on which it comes back or in, or, of the lost, on which it was lost; nothing where no turn is
    /// known.
    pub turn: Option<u8>,
}

/// A unit in a box beside the map.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct InBox<T = String> {
    /// Whose it is.
    pub side: Side,
    /// Which it is.
    pub unit: Unit<T>,
    /// The name of the box.
    pub place: T,
}

/// The boxes of land-based aircraft.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Air<T = String> {
    /// Own units that are available.
    pub available: Vec<Unit<T>>,
    /// Own units that are used up for this turn.
    pub used: Vec<Unit<T>>,
    /// How many the enemy has available.
    pub enemy_available: usize,
    /// How many the enemy has used.
    pub enemy_used: usize,
}

impl<T> Air<T> {
    /// Whether any of the reader's own units is known to another side.
    pub fn any_known(&self) -> bool {
        self.available.iter().chain(&self.used).any(|unit| unit.known.is_any())
    }
}

/// An enemy ship known by name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sighting<T = String> {
    /// Which it is.
    pub unit: Unit<T>,
    /// The turn on which it was last seen.
    pub turn: u8,
    /// Where, in words.
    pub place: T,
    /// True if it is known to be there still.
    pub sure: bool,
}
