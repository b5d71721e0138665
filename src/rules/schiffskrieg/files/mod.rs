//! The shapes of the game files. A key that no shape knows is an error; what the program never asks
//! (provenance, notes, the inputs of formulas) is passed over here and nowhere else. No shape leaves the
//! loaders.

mod facts;
mod history;
mod map;
mod minors;
mod scenarios;
mod tables;
mod units;

pub use facts::*;
pub use history::*;
pub use map::*;
pub use minors::*;
pub use scenarios::*;
pub use tables::*;
pub use units::*;
