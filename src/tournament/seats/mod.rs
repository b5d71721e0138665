//! Who has which side of a board, and what he gives for it.

mod open;
mod sealed;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

pub use open::{Move, Opening, Refusal, Waiting};
pub use sealed::decide;

use crate::{DrawKey, Entrant, Halves, HalvesFault, Seat};

/// The label of the lots for sides.
const LOT: &str = "sides";

/// How sides are given out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum By {
    /// Both bid in secret.
    SealedBid,
    /// Both bid in turns, in the open.
    OpenBid,
    /// The lot.
    Lot,
    /// Each in turn: as the seats were paired.
    Alternate,
    /// As the seats were paired, with the same handicap on every board.
    Fixed,
}

/// What the winner of a bid pays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Price {
    /// A step more than the lower bid, but no more than his own.
    #[default]
    Second,
    /// His own bid.
    Own,
}

/// The terms of bidding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// Bids are multiples of it; at least half a point.
    pub step: Halves,
    /// The most that may be bid.
    pub most: Halves,
    /// What the winner pays.
    pub price: Price,
}

/// A bid: the side that somebody wants, and what he would give for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bid {
    /// The word of the side.
    pub side: String,
    /// What would be taken from its score.
    pub points: Halves,
}

/// The two of a board, and what they play for.
#[derive(Clone, Copy, Debug)]
pub struct Table<'t> {
    /// The number of the board.
    pub board: u32,
    /// Who sits there, by seats.
    pub entrants: [&'t Entrant; 2],
    /// The words of the sides, the first side of the game first.
    pub sides: [&'t str; 2],
    /// The draw key of the round.
    pub key: &'t DrawKey,
}

/// Who has which side, and at what price.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seats {
    /// Who has each side, in the order of the sides.
    pub seats: [Entrant; 2],
    /// The side that gives points, and how many; nothing if none.
    pub handicap: Option<(String, Halves)>,
    /// How that came about.
    pub how: How,
}

/// How sides came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum How {
    /// Each wanted another side.
    Wishes,
    /// The higher bid.
    Bid,
    /// The lot, between equal bids or where there were none.
    Lot,
    /// Only one bid.
    OneBid,
    /// In open bidding one accepted the other's bid.
    Accepted,
    /// As the seats were paired.
    Paired,
}

/// Why a number is refused as a bid. The bid before it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused {
    /// Why.
    pub why: Why,
    /// The nearest number that would do; nothing if there was no number.
    pub nearest: Option<Halves>,
}

/// What is wrong with the number of a bid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// It is no number.
    NoNumber,
    /// It is no multiple of the step.
    NoStep,
    /// It is below nothing.
    Negative,
    /// It is more than may be bid.
    TooMuch,
}

impl Terms {
    /// The step in halves: never less than one.
    fn step(&self) -> i64 {
        self.step.0.max(1)
    }

    /// The largest bid: the largest multiple of the step that is not above `most`.
    pub fn largest(&self) -> Halves {
        Halves(self.most.0.max(0) / self.step() * self.step())
    }

    /// Whether so much may be bid.
    ///
    /// # Errors
    /// Refuses what is no multiple of the step, below nothing or above the most, with the nearest that would
    /// do.
    pub fn check(&self, points: Halves) -> Result<Halves, Refused> {
        let refused = |why: Why, nearest: Halves| Err(Refused { why, nearest: Some(nearest) });
        match points {
            it if it < Halves::ZERO => refused(Why::Negative, Halves::ZERO),
            it if it > self.most => refused(Why::TooMuch, self.largest()),
            it if it.0 % self.step() != 0 => refused(Why::NoStep, self.nearest(it.0 * 2)),
            it => Ok(it),
        }
    }

    /// Reads the number of a bid as it was written.
    ///
    /// # Errors
    /// Refuses what is no number such as `2` or `1.5`, and what `check` refuses.
    pub fn read(&self, text: &str) -> Result<Halves, Refused> {
        match text.parse::<Halves>() {
            Ok(points) => self.check(points),
            Err(HalvesFault::NoNumber) => Err(Refused { why: Why::NoNumber, nearest: None }),
            Err(HalvesFault::TooLarge) if text.starts_with('-') => {
                Err(Refused { why: Why::Negative, nearest: Some(Halves::ZERO) })
            }
            Err(HalvesFault::TooLarge) => Err(Refused { why: Why::TooMuch, nearest: Some(self.largest()) }),
            Err(HalvesFault::Between(below, above)) => {
                let why = match () {
                    () if above <= Halves::ZERO => Why::Negative,
                    () if below >= self.most => Why::TooMuch,
                    () => Why::NoStep,
                };
                Err(Refused { why, nearest: Some(self.nearest(below.0 + above.0)) })
            }
        }
    }

    /// The bid that lies nearest to so many quarters of a point; the lower of two.
    fn nearest(&self, quarters: i64) -> Halves {
        let step = self.step() * 2;
        let down = quarters.div_euclid(step);
        let steps = if quarters.rem_euclid(step) * 2 > step { down + 1 } else { down };
        Halves((steps * self.step()).clamp(0, self.largest().0))
    }
}

impl Table<'_> {
    /// Whoever sits there, as somebody with a side.
    fn given(&self, seat: Seat, side: usize, handicap: Halves, how: How) -> Seats {
        let other = self.entrants[seat.other().index()].clone();
        let one = self.entrants[seat.index()].clone();
        let seats = if side == 0 { [one, other] } else { [other, one] };
        let handicap = (handicap > Halves::ZERO).then(|| (self.sides[side].to_owned(), handicap));
        Seats { seats, handicap, how }
    }

    /// Whom the lot names.
    fn lot(&self) -> Seat {
        self.key.one_of(LOT, self.board, self.entrants)
    }

    /// Where a side stands in the list.
    fn side(&self, word: &str) -> Option<usize> {
        self.sides.iter().position(|it| *it == word)
    }

    /// The sides without any bid: the lot gives out the first.
    pub fn by_lot(&self) -> Seats {
        self.given(self.lot(), 0, Halves::ZERO, How::Lot)
    }

    /// The sides as the seats were paired, with a handicap if the event has fixed one: its side and the
    /// points.
    pub fn as_paired(&self, handicap: Option<(&str, Halves)>) -> Seats {
        let handicap = handicap.map(|(side, points)| (side.to_owned(), points));
        Seats { handicap, ..self.given(Seat::First, 0, Halves::ZERO, How::Paired) }
    }
}
