//! What a club's book says of one board or one bye of a round, after all corrections.

use crate::{Entrant, Halves, Seat};

/// One board or one bye of a round, as it ended.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Line {
    /// The round, from 1.
    pub round: u32,
    /// What was on.
    pub what: What,
}

/// What an entrant had in a round.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum What {
    /// A board.
    Board {
        /// Who had the first seat.
        first: Entrant,
        /// Who had the second seat.
        second: Entrant,
        /// How it ended.
        end: End,
        /// Whether an exchange was resolved for which both sent orders: only then have the two met.
        met: bool,
    },
    /// No match.
    Bye {
        /// Whose bye it is.
        of: Entrant,
        /// Why there is none.
        kind: Bye,
    },
}

/// The kinds of a round without a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bye {
    /// Nobody was left to play: the bye of an odd field, which counts as the event's points say.
    Pairing,
    /// It was asked for. It scores nothing, and leaves the right to the other kind alone.
    Asked,
}

/// How a board ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum End {
    /// Somebody won.
    Won {
        /// The winner.
        by: Seat,
        /// By how much, if points decided: the handicap has been taken off.
        margin: Option<Halves>,
    },
    /// Nobody won.
    Drawn,
    /// The other did not turn up, or forfeited.
    Forfeit {
        /// The winner.
        by: Seat,
    },
    /// Neither turned up.
    DoubleForfeit,
    /// It counts for nothing.
    Annulled,
    /// It is still being played.
    Open,
}

impl Line {
    /// A board of a round.
    pub fn board(round: u32, first: &Entrant, second: &Entrant, end: End, met: bool) -> Line {
        Line { round, what: What::Board { first: first.clone(), second: second.clone(), end, met } }
    }

    /// A bye of a round.
    pub fn bye(round: u32, of: &Entrant, kind: Bye) -> Line {
        Line { round, what: What::Bye { of: of.clone(), kind } }
    }
}
