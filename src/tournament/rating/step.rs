//! What a rating is, and each step that it took.

use std::fmt;

use jiff::civil::Date;

use crate::Entrant;

use super::glicko::Glicko2;
use super::result::Score;

/// A rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rating {
    /// Points of AREA or Elo.
    Points(i64),
    /// A rating of Glicko-2.
    Glicko2(Glicko2),
}

impl Rating {
    /// The rating alone in thousandths of a point, for comparing ratings of one list.
    pub fn thousandths(self) -> i64 {
        match self {
            Rating::Points(points) => points * 1000,
            Rating::Glicko2(glicko) => glicko.rating,
        }
    }

    /// The rating alone in whole points; of Glicko-2 rounded toward zero.
    pub fn points(self) -> i64 {
        self.thousandths() / 1000
    }
}

impl fmt::Display for Rating {
    /// Whole points as `5821`, Glicko-2 as `1464.051 (151.517)`: the rating and its deviation.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rating::Points(points) => f.pad(&points.to_string()),
            Rating::Glicko2(glicko) => f.pad(&glicko.to_string()),
        }
    }
}

/// How a match against one side moved a rating, or what was expected of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// By AREA.
    Area {
        /// By how many points.
        change: i64,
    },
    /// By Elo.
    Elo {
        /// What was expected, in hundredths of a point.
        expected: i64,
        /// The factor K.
        factor: i64,
        /// By how many points.
        change: i64,
    },
    /// By Glicko-2, which counts all matches of a period at once.
    Glicko2 {
        /// What was expected, in thousandths of a point, both deviations taken into account.
        expected: i64,
    },
}

impl How {
    /// By how many points one match moved the rating; zero for Glicko-2, which moves it by periods.
    pub fn change(self) -> i64 {
        match self {
            How::Area { change } | How::Elo { change, .. } => change,
            How::Glicko2 { .. } => 0,
        }
    }
}

/// What one result was to one player against one other side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Duel {
    /// The entry at which the result stands in the book.
    pub entry: u64,
    /// The day on which the match ended.
    pub date: Date,
    /// Who else played on the player's side.
    pub partners: Vec<Entrant>,
    /// Who played on the other side.
    pub against: Vec<Entrant>,
    /// What the player's side made of it.
    pub score: Score,
    /// The rating before with which the player counted: of AREA and Elo that of the side, of Glicko-2 his
    /// own.
    pub own: Rating,
    /// The rating of the other side before.
    pub theirs: Rating,
    /// What came of it.
    pub how: How,
}

/// One step of a player's rating: a result of AREA or Elo, a period of Glicko-2.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The first day of the period, and the first day after it; nothing where results count one by one.
    pub period: Option<(Date, Date)>,
    /// What was played, against each other side: none in a period in which the player did not play.
    pub duels: Vec<Duel>,
    /// The rating before.
    pub before: Rating,
    /// The rating after.
    pub after: Rating,
}

impl Step {
    /// By how much the rating moved, in thousandths of a point.
    pub fn change(&self) -> i64 {
        self.after.thousandths() - self.before.thousandths()
    }
}
