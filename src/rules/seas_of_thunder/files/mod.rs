//! The shapes of the game files. A key that no shape knows is an error; what the program never asks
//! (provenance, notes, theatres) is passed over here and nowhere else. No shape leaves the loaders.

use serde::Deserialize;

use engine::rulebook::two_sided::BySide;

mod map;
mod scenarios;
mod units;

pub use map::*;
pub use scenarios::*;
pub use units::*;

/// Points or numbers by side, as the files spell the sides.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pair<T> {
    #[serde(default)]
    pub axis: T,
    #[serde(default)]
    pub allied: T,
}

impl<T> From<Pair<T>> for BySide<T> {
    fn from(pair: Pair<T>) -> BySide<T> {
        BySide { axis: pair.axis, allies: pair.allied }
    }
}
