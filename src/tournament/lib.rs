//! What a tournament works out: who meets whom, on which side, who stands where, what everybody is rated,
//! whose time has run out, and how lucky they were.
//!
//! Everything here is a pure function of what it is handed, in whole numbers and exact fractions: two readers
//! of one book find the same on any machine. Nothing here knows a game, a match, a file, a clock or the
//! network.

pub mod clock;
pub mod draw;
mod entrant;
pub mod estimate;
pub mod formats;
mod fraction;
mod halves;
mod line;
pub mod luck;
pub mod pairing;
pub mod panel;
mod points;
pub mod rating;
mod records;
mod round;
mod seat;
pub mod seats;
pub mod standing;
#[cfg(test)]
mod tests;

pub use draw::{DrawKey, DrawSeed};
pub use entrant::Entrant;
pub use fraction::Fraction;
pub use halves::{Halves, HalvesFault};
pub use line::{Bye, End, Line, What};
pub use points::{Narrow, Points};
pub use seat::Seat;
