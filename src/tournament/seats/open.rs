//! Open bidding: one names a side and a number; the other takes the other side, or bids more for the same
//! one.

use super::{Bid, How, Refused, Seats, Table, Terms};
use crate::{Halves, Seat};

/// Where an open bidding stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    turn: Seat,
    stands: Option<(Seat, Bid)>,
    /// How many let the chance go to name something.
    silent: u8,
}

/// What somebody does when it is his turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Move {
    /// He bids.
    Bid(Bid),
    /// He takes the other side.
    Accept,
    /// His time has run out. That accepts what was bid; whoever was to begin leaves it to the other, and if
    /// that one names nothing either, the lot decides.
    Silence,
}

/// What follows from a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Waiting {
    /// It is the other's turn.
    For(Opening),
    /// The sides are given out.
    Over(Seats),
}

/// Why a move is refused. The bidding stands as it stood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It is the other's turn.
    NotYourTurn,
    /// There is no bid to accept.
    NothingToAccept,
    /// The game has no such side.
    NoSuchSide,
    /// The bidding is about this side.
    OtherSide(String),
    /// The number will not do.
    Number(Refused),
    /// It is not more than the bid that stands: the least that would do, or nothing if no more may be bid.
    TooLow(Option<Halves>),
}

impl Opening {
    /// A bidding that somebody begins.
    pub fn begun_by(seat: Seat) -> Opening {
        Opening { turn: seat, stands: None, silent: 0 }
    }

    /// A bidding that the lot begins.
    pub fn begun_by_lot(table: &Table) -> Opening {
        Opening::begun_by(table.lot())
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Seat {
        self.turn
    }

    /// The bid that stands, and whose it is.
    pub fn stands(&self) -> Option<&(Seat, Bid)> {
        self.stands.as_ref()
    }

    /// Takes a move.
    ///
    /// # Errors
    /// Refuses a move out of turn, and a bid that the terms do not allow or that is not higher than the one
    /// that stands.
    pub fn take(&self, table: &Table, terms: &Terms, by: Seat, what: Move) -> Result<Waiting, Refusal> {
        if by != self.turn {
            return Err(Refusal::NotYourTurn);
        }
        match (what, &self.stands) {
            (Move::Bid(bid), _) => self.bid(table, terms, bid),
            (Move::Accept | Move::Silence, Some((bidder, bid))) => {
                let side = table.side(&bid.side).ok_or(Refusal::NoSuchSide)?;
                Ok(Waiting::Over(table.given(*bidder, side, bid.points, How::Accepted)))
            }
            (Move::Accept, None) => Err(Refusal::NothingToAccept),
            (Move::Silence, None) if self.silent > 0 => Ok(Waiting::Over(table.by_lot())),
            (Move::Silence, None) => {
                Ok(Waiting::For(Opening { turn: by.other(), stands: None, silent: self.silent + 1 }))
            }
        }
    }

    fn bid(&self, table: &Table, terms: &Terms, bid: Bid) -> Result<Waiting, Refusal> {
        table.side(&bid.side).ok_or(Refusal::NoSuchSide)?;
        terms.check(bid.points).map_err(Refusal::Number)?;
        if let Some((_, stands)) = &self.stands {
            if stands.side != bid.side {
                return Err(Refusal::OtherSide(stands.side.clone()));
            }
            let least = stands.points + Halves(terms.step());
            if bid.points < least {
                return Err(Refusal::TooLow((least <= terms.largest()).then_some(least)));
            }
        }
        let by = self.turn;
        Ok(Waiting::For(Opening { turn: by.other(), stands: Some((by, bid)), silent: self.silent }))
    }
}
