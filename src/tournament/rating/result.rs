//! A result that counts for ratings: when it was, who played on which side, and who won.

use std::collections::BTreeSet;
use std::fmt;

use jiff::civil::Date;

use crate::Entrant;

/// The fewest and the most sides of a match that can be rated: no rule says how four would be.
const SIDES: std::ops::RangeInclusive<usize> = 2..=3;

/// Who won a match. Sides go by their place in the result, from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Nobody did.
    Draw,
    /// These sides did, together if they are several.
    Won(BTreeSet<usize>),
}

impl Outcome {
    /// One side won.
    pub fn won_by(side: usize) -> Outcome {
        Outcome::Won(BTreeSet::from([side]))
    }
}

/// What somebody made of a match against one other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Score {
    /// The other side won.
    Loss,
    /// Neither did.
    Draw,
    /// One's own side won.
    Win,
}

impl Score {
    /// The score in half points: 0, 1 or 2.
    pub fn halves(self) -> i64 {
        match self {
            Score::Loss => 0,
            Score::Draw => 1,
            Score::Win => 2,
        }
    }
}

/// A result that counts for ratings. Whoever makes one has seen to it that it does: byes, forfeits and
/// matches in which nothing was played never do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatedResult {
    date: Date,
    sides: Vec<Vec<Entrant>>,
    outcome: Outcome,
}

/// Why a result cannot be rated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResultFault {
    /// It has so many sides, and not two or three.
    Sides(usize),
    /// Nobody plays on the side at this place.
    Empty(usize),
    /// An entrant plays twice: nobody is rated against himself.
    Twice(Entrant),
    /// The winner is said to be the side at this place, and there is none.
    NoSide(usize),
    /// All sides are said to have won, or none and yet it is no draw.
    NoWinner,
}

impl fmt::Display for ResultFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ResultFault::Sides(count) => {
                write!(f, "a match of {count} sides cannot be rated, only of two or three")
            }
            ResultFault::Empty(side) => write!(f, "nobody plays on side {}", side + 1),
            ResultFault::Twice(entrant) => write!(f, "`{entrant}` plays twice in one match"),
            ResultFault::NoSide(side) => write!(f, "side {} won, and there is no such side", side + 1),
            ResultFault::NoWinner => {
                write!(f, "a match is won by some sides and not by all, or it is a draw")
            }
        }
    }
}

impl RatedResult {
    /// A result of that date, with the players of each side.
    ///
    /// # Errors
    /// If it has not two or three sides, if nobody plays on one of them, if somebody plays twice, or if the
    /// winners are not some of the sides.
    pub fn new(date: Date, sides: Vec<Vec<Entrant>>, outcome: Outcome) -> Result<RatedResult, ResultFault> {
        if !SIDES.contains(&sides.len()) {
            return Err(ResultFault::Sides(sides.len()));
        }
        if let Some(empty) = sides.iter().position(Vec::is_empty) {
            return Err(ResultFault::Empty(empty));
        }
        let mut seen = BTreeSet::new();
        if let Some(twice) = sides.iter().flatten().find(|entrant| !seen.insert(*entrant)) {
            return Err(ResultFault::Twice(twice.clone()));
        }
        if let Outcome::Won(winners) = &outcome {
            if let Some(none) = winners.iter().find(|winner| **winner >= sides.len()) {
                return Err(ResultFault::NoSide(*none));
            }
            if winners.is_empty() || winners.len() == sides.len() {
                return Err(ResultFault::NoWinner);
            }
        }
        Ok(RatedResult { date, sides, outcome })
    }

    /// The day on which the match ended.
    pub fn date(&self) -> Date {
        self.date
    }

    /// The players of each side.
    pub fn sides(&self) -> &[Vec<Entrant>] {
        &self.sides
    }

    /// Who won.
    pub fn outcome(&self) -> &Outcome {
        &self.outcome
    }

    /// What one side made against another, both by their places; nothing if they are not rated against each
    /// other: with three sides a winner is rated against each loser, and losers are not against losers.
    pub fn score(&self, side: usize, other: usize) -> Option<Score> {
        match &self.outcome {
            Outcome::Draw => Some(Score::Draw),
            Outcome::Won(winners) => match (winners.contains(&side), winners.contains(&other)) {
                (true, false) => Some(Score::Win),
                (false, true) => Some(Score::Loss),
                _ => None,
            },
        }
    }
}
