//! Open bidding at a board: whose turn it is, what stands, and until when he may answer.

use engine::problem::{list_or, quote};
use jiff::Timestamp;
use tournament::seats::{Bid, Move, Opening, Refusal, Seats, Table, Terms, Waiting};
use tournament::{DrawKey, Entrant, Halves, Seat};

use crate::book::fact::{BidMove, PairedBoard};
use crate::settings::Sides;

/// The bidding at a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bidding {
    both: [Entrant; 2],
    board: u32,
    /// Since when whoever has the turn can answer: RFC 3339 in UTC.
    pub since: String,
    /// Who names a side first.
    pub begins: Entrant,
    /// What was done so far, the oldest first.
    pub turns: Vec<Turn>,
    /// Nothing once it is over.
    opening: Option<Opening>,
}

/// What somebody did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The entry in which it stands.
    pub entry: u64,
    /// Who.
    pub by: Entrant,
    /// What.
    pub does: BidMove,
}

impl Bidding {
    /// A bidding of two who were just paired.
    pub(super) fn begun(paired: &PairedBoard, begins: &Entrant, at: &str) -> Bidding {
        let seat = if *begins == paired.first { Seat::First } else { Seat::Second };
        Bidding {
            both: [paired.first.clone(), paired.second.clone()],
            board: paired.board,
            since: at.to_owned(),
            begins: begins.clone(),
            turns: Vec::new(),
            opening: Some(Opening::begun_by(seat)),
        }
    }

    /// Whose turn it is; nobody's once it is over.
    pub fn turn(&self) -> Option<&Entrant> {
        self.opening.as_ref().map(|opening| self.at(opening.turn()))
    }

    /// The bid that stands while it goes on: whose it is, the side, and what is given for it.
    pub fn stands(&self) -> Option<(&Entrant, &str, Halves)> {
        let (seat, bid) = self.opening.as_ref()?.stands()?;
        Some((self.at(*seat), &bid.side, bid.points))
    }

    /// The least that may be bid now, for the side that is bid for if one is; nothing if no more may be bid.
    pub fn least(&self, sides: &Sides) -> Option<Halves> {
        let terms = terms(sides);
        let least = self.stands().map_or(Halves::ZERO, |(_, _, points)| points + sides.step);
        (least <= terms.largest()).then_some(least)
    }

    /// When the time of whoever has the turn is over.
    pub fn until(&self, sides: &Sides) -> Option<Timestamp> {
        self.turn()?;
        Some(sides.within.since(self.since.parse().ok()?))
    }

    fn at(&self, seat: Seat) -> &Entrant {
        match seat {
            Seat::First => &self.both[0],
            Seat::Second => &self.both[1],
        }
    }

    /// Takes what somebody does.
    ///
    /// # Errors
    /// Why he may not.
    pub(crate) fn take(
        &mut self,
        (entry, time): (u64, &str),
        names: &[String; 2],
        sides: &Sides,
        (by, does): (&Entrant, &BidMove),
    ) -> Result<(), String> {
        let opening = self.turn_of(by)?;
        if let BidMove::Silence { until } = does {
            let due = self.until(sides).ok_or("its time cannot be read")?;
            if due.to_string() != *until {
                return Err(format!("the time of {} is over at {due}, and not at {until}", quote(by.word())));
            }
            if time.parse::<Timestamp>().map_err(|error| error.to_string())? < due {
                return Err(format!("{} has time until {due}", quote(by.word())));
            }
        }
        // The lot, if it must decide, is not looked at here.
        let key = DrawKey::from_bytes([0; 32]);
        let words = [names[0].as_str(), names[1].as_str()];
        let seat = opening.turn();
        let taken = opening.take(&self.table(words, &key), &terms(sides), seat, said(does));
        self.opening = match taken.map_err(|refusal| self.refused(&refusal, words))? {
            Waiting::For(next) => Some(next),
            Waiting::Over(_) => None,
        };
        time.clone_into(&mut self.since);
        self.turns.push(Turn { entry, by: by.clone(), does: does.clone() });
        Ok(())
    }

    /// Where it stands, for whoever has the turn.
    fn turn_of(&self, by: &Entrant) -> Result<&Opening, String> {
        if !self.both.contains(by) {
            return Err(format!("{} does not sit at board {}", quote(by.word()), self.board));
        }
        let Some(opening) = &self.opening else {
            return Err(format!("the bidding at board {} is over", self.board));
        };
        let turn = self.at(opening.turn());
        if turn != by {
            return Err(format!("at board {} it is the turn of {}", self.board, quote(turn.word())));
        }
        Ok(opening)
    }

    fn table<'t>(&'t self, sides: [&'t str; 2], key: &'t DrawKey) -> Table<'t> {
        Table { board: self.board, entrants: [&self.both[0], &self.both[1]], sides, key }
    }

    /// Who has which side after all of it.
    ///
    /// # Errors
    /// If it is not over.
    pub(crate) fn seats(&self, words: [&str; 2], sides: &Sides, key: &DrawKey) -> Result<Seats, String> {
        let table = self.table(words, key);
        let seat = if self.begins == self.both[0] { Seat::First } else { Seat::Second };
        let mut opening = Opening::begun_by(seat);
        for turn in &self.turns {
            let taken = opening.take(&table, &terms(sides), opening.turn(), said(&turn.does));
            match taken.map_err(|refusal| self.refused(&refusal, words))? {
                Waiting::For(next) => opening = next,
                Waiting::Over(seats) => return Ok(seats),
            }
        }
        Err(format!("the bidding at board {} is not over", self.board))
    }

    /// Why a move is refused, and what would do.
    fn refused(&self, refusal: &Refusal, sides: [&str; 2]) -> String {
        match refusal {
            Refusal::NotYourTurn => format!("at board {} it is the other's turn", self.board),
            Refusal::NothingToAccept => {
                format!("at board {} nothing is bid yet that could be accepted", self.board)
            }
            Refusal::NoSuchSide => {
                format!("it is no side: write {}", list_or(&sides.map(|side| format!("`{side}`"))))
            }
            Refusal::OtherSide(side) => {
                format!("at board {} it is about the {side}: bid more for them, or accept", self.board)
            }
            Refusal::Number(refused) => match refused.nearest {
                Some(near) => format!("so much cannot be bid: write `{near}`"),
                None => "it is no number of points".to_owned(),
            },
            Refusal::TooLow(Some(least)) => {
                format!("it is not more than the bid that stands: write `{least}`, or accept")
            }
            Refusal::TooLow(None) => "no more may be bid: accept".to_owned(),
        }
    }
}

/// How an event bids, in the words of the rules.
pub(crate) fn terms(sides: &Sides) -> Terms {
    use crate::settings::Price;
    use tournament::seats::Price as Paid;
    let price = match sides.price {
        Price::Second => Paid::Second,
        Price::Own => Paid::Own,
    };
    Terms { step: sides.step, most: sides.most, price }
}

/// A move in the words of the rules.
fn said(does: &BidMove) -> Move {
    match does {
        BidMove::Bid { side, halves } => Move::Bid(Bid { side: side.clone(), points: Halves(*halves) }),
        BidMove::Accept => Move::Accept,
        BidMove::Silence { .. } => Move::Silence,
    }
}
