//! The two seats of a board.

use serde::{Deserialize, Serialize};

/// A seat of a board. Where nobody bids for sides, the first seat has the first side of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Seat {
    /// The seat named first.
    First,
    /// The seat named second.
    Second,
}

impl Seat {
    /// Both, in their order.
    pub const BOTH: [Seat; 2] = [Seat::First, Seat::Second];

    /// The seat across the board.
    pub fn other(self) -> Seat {
        match self {
            Seat::First => Seat::Second,
            Seat::Second => Seat::First,
        }
    }

    /// Its word.
    pub fn word(self) -> &'static str {
        match self {
            Seat::First => "first",
            Seat::Second => "second",
        }
    }

    /// Its place in a list of two.
    pub(crate) fn index(self) -> usize {
        usize::from(self == Seat::Second)
    }
}
