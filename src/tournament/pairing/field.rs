//! What pairing is handed.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::{DrawKey, Entrant, Halves, Seat};

/// A round that is to be paired: everybody who plays it, and what is known of each.
#[derive(Clone, Debug)]
pub struct Field {
    /// The round, from 1.
    pub round: u32,
    /// Whether it is the last of the event, in which seats may come out as they like.
    pub is_last: bool,
    /// Who plays, in the order of pairing; in a ladder that of the ladder, in a knockout that of the seeds.
    pub contenders: Vec<Contender>,
    /// Who may never meet (a household, a team).
    pub forbidden: Vec<(Entrant, Entrant)>,
    /// Whether sides are bid for: then it does not matter who has which seat.
    pub are_sides_bid_for: bool,
    /// In what scores are counted.
    pub unit: Unit,
    /// The draw key of the round.
    pub key: DrawKey,
    /// How the round is paired.
    pub format: Format,
}

/// Who plays a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contender {
    /// Who it is.
    pub entrant: Entrant,
    /// What he has scored.
    pub score: Halves,
    /// Whom he has met, with the rounds.
    pub met: BTreeMap<Entrant, Vec<u32>>,
    /// How often he had the bye of an odd field.
    pub byes: u32,
    /// How often he won by forfeit.
    pub forfeits_won: u32,
    /// How many of the rounds before this one he did not play.
    pub unplayed: u32,
    /// How he floated in the last round, and in the one before that.
    pub floats: [Option<Float>; 2],
    /// The seats that he had where he played, by rounds.
    pub seats: Vec<Seat>,
}

/// Which way somebody floats who meets another score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Float {
    /// The other has more.
    Up,
    /// The other has less.
    Down,
}

/// In what the scores of an event are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Whole points.
    Whole,
    /// Half points.
    Halves,
}

/// How a round is paired.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Format {
    /// Equal scores meet, nobody twice.
    Swiss {
        /// Who meets whom within a score group.
        ranks: Ranks,
    },
    /// Everybody meets everybody, by the tables of Berger.
    RoundRobin {
        /// Everybody who was drawn a number, by numbers.
        table: Vec<Entrant>,
        /// Who was struck from it: his matches do not count, and whoever would meet him has a bye.
        struck: BTreeSet<Entrant>,
        /// Whether all meet twice.
        double: bool,
    },
    /// Neighbours on a ladder meet.
    Ladder {
        /// For how many rounds after a match the two do not meet again.
        again_after: u32,
    },
    /// Who loses is out.
    Knockout {
        /// Who meets whom.
        bracket: Bracket,
    },
}

/// Who meets whom in a score group.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ranks {
    /// The first of the upper half the first of the lower.
    #[default]
    Slide,
    /// The first the last.
    Fold,
    /// The first the second.
    Adjacent,
}

/// Who meets whom in a knockout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bracket {
    /// Whoever is left is listed anew in each round, and the upper half meets the lower in order.
    Halves,
    /// The bracket of the first round stands.
    Fixed {
        /// All who began, by seeds.
        seeds: Vec<Entrant>,
    },
}

impl Field {
    /// Where somebody stands in the order of pairing.
    pub fn place(&self, entrant: &Entrant) -> Option<usize> {
        self.contenders.iter().position(|it| it.entrant == *entrant)
    }

    /// Whether two may never meet.
    pub fn is_forbidden(&self, one: &Entrant, other: &Entrant) -> bool {
        let pair = |(a, b): &(Entrant, Entrant)| (a, b) == (one, other) || (a, b) == (other, one);
        self.forbidden.iter().any(pair)
    }

    /// Whether two who have met must not meet in this round.
    pub(crate) fn is_rematch(&self, one: &Contender, other: &Entrant) -> bool {
        let rounds = one.met.get(other).map_or(&[][..], Vec::as_slice);
        match &self.format {
            Format::Ladder { again_after } => rounds.iter().any(|at| at + again_after >= self.round),
            Format::RoundRobin { table, double: true, .. } => {
                let half = super::round_robin::half(table.len());
                let is_second = |round: u32| round > half;
                rounds.iter().any(|&at| is_second(at) == is_second(self.round))
            }
            _ => !rounds.is_empty(),
        }
    }

    /// How many byes of an odd field somebody may have had and still have one: in a table one in each half.
    pub(crate) fn byes_by_right(&self) -> u32 {
        match &self.format {
            Format::RoundRobin { table, double: true, .. } => {
                u32::from(self.round > super::round_robin::half(table.len()))
            }
            _ => 0,
        }
    }

    /// A score in the event's units.
    pub(crate) fn in_units(&self, score: Halves) -> i64 {
        match self.unit {
            Unit::Whole => score.0 / 2,
            Unit::Halves => score.0,
        }
    }

    /// Whether the rule about seats holds in this round.
    pub(crate) fn minds_seats(&self) -> bool {
        !self.are_sides_bid_for && !self.is_last
    }
}

impl Contender {
    /// Somebody who has not played yet.
    pub fn new(entrant: &Entrant) -> Contender {
        Contender {
            entrant: entrant.clone(),
            score: Halves::ZERO,
            met: BTreeMap::new(),
            byes: 0,
            forfeits_won: 0,
            unplayed: 0,
            floats: [None; 2],
            seats: Vec::new(),
        }
    }

    /// Whether he has had a point without a match: then he may not have the bye.
    pub fn had_free_points(&self) -> bool {
        self.byes + self.forfeits_won > 0
    }

    /// What it costs if he floats that way: 2 for the same way in the last round, 1 for the one before that.
    pub(crate) fn again(&self, float: Float) -> u64 {
        let [last, before] = self.floats.map(|it| it == Some(float));
        u64::from(last) * 2 + u64::from(before)
    }
}
