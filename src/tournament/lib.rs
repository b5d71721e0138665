//! What a tournament works out: who meets whom, on which side, who stands where, what everybody is rated, whose
//! time has run out, and how lucky they were.
//!
//! Everything here is a pure function of what it is handed, in whole numbers and exact fractions: two readers of one
//! book find the same on any machine. Nothing here knows a game, a match, a file, a clock or the network.

mod entrant;
mod halves;
mod round;
pub mod rating;
pub mod formats;
pub mod luck;
pub mod clock;
pub mod estimate;

pub use entrant::Entrant;
pub use halves::{Halves, HalvesFault};
