//! The Swiss system: equal scores meet, nobody meets anybody twice. The whole field is one matching, so there
//! is no last group in which nothing fits any more.

use std::collections::BTreeSet;

use super::cost::Layer;
use super::field::{Contender, Field, Float, Ranks};
use super::side;
use crate::Halves;

/// The layers, the heaviest first.
pub(super) const LAYERS: &[Layer] = &[
    Layer::Forbidden,
    Layer::Rematches,
    Layer::ByesAgain,
    Layer::Sides,
    Layer::Bye,
    Layer::Scores,
    Layer::Floats,
    Layer::Wishes,
    Layer::Ranks,
    Layer::Lot,
];

/// The most rounds not played that are told apart in the layer of the bye.
const UNPLAYED: u64 = 31;

/// The round from which a Swiss of so many entrants has pairs that have met before, if all play all rounds.
pub fn first_rematch(entrants: u32) -> u32 {
    entrants.next_multiple_of(2)
}

/// A field, and where everybody stands in his score group.
pub(super) struct Swiss<'f> {
    field: &'f Field,
    ranks: Ranks,
    /// By vertices.
    spots: Vec<Spot>,
    forbidden: BTreeSet<(usize, usize)>,
    /// The lowest score, if it is below nothing: the layer of the bye counts from there.
    floor: i64,
}

/// A place in a score group.
#[derive(Clone, Copy)]
struct Spot {
    /// In the event's units.
    score: i64,
    /// How many have that score.
    group: i64,
    /// From 0.
    place: i64,
}

impl<'f> Swiss<'f> {
    /// The field as the Swiss looks at it.
    pub fn new(field: &'f Field, ranks: Ranks) -> Swiss<'f> {
        let scores: Vec<Halves> = field.contenders.iter().map(|it| it.score).collect();
        let equal = |all: &[Halves], score: Halves| all.iter().filter(|it| **it == score).count() as i64;
        let spot = |(at, score): (usize, &Halves)| Spot {
            score: field.in_units(*score),
            group: equal(&scores, *score),
            place: equal(&scores[..at], *score),
        };
        let spots: Vec<Spot> = scores.iter().enumerate().map(spot).collect();
        let pair = |(one, other): &(_, _)| super::matched::pair(field, one, other);
        let forbidden = field.forbidden.iter().filter_map(pair).collect();
        let floor = spots.iter().map(|it| it.score).min().unwrap_or(0).min(0);
        Swiss { field, ranks, spots, forbidden, floor }
    }

    /// What a pair adds to each layer; the bye stands after the last of the field.
    pub fn edge(&self, upper: usize, lower: usize, of: &mut [u64]) {
        let one = &self.field.contenders[upper];
        let layers = match self.field.contenders.get(lower) {
            Some(other) => self.board(upper, lower, one, other),
            None => self.bye(upper, one),
        };
        of.copy_from_slice(&layers);
    }

    fn bye(&self, at: usize, one: &Contender) -> [u64; LAYERS.len()] {
        let again = u64::from(one.had_free_points());
        let score = self.spots[at].score.abs_diff(self.floor);
        let bye = score.saturating_mul(UNPLAYED + 1).saturating_add(u64::from(one.unplayed).min(UNPLAYED));
        // The bye stands below everybody, like a group of its own: among equals it goes to the lowest.
        let spot = self.spots[at];
        let off_rank = (spot.group - 1 - spot.place).unsigned_abs().pow(2);
        [0, 0, again, 0, bye, 0, 0, 0, off_rank, self.lot(one, "")]
    }

    fn board(&self, upper: usize, lower: usize, one: &Contender, other: &Contender) -> [u64; LAYERS.len()] {
        let field = self.field;
        let apart = self.spots[upper].score.abs_diff(self.spots[lower].score);
        let floats = match apart {
            0 => 0,
            _ => one.again(Float::Down) + other.again(Float::Up),
        };
        [
            u64::from(self.forbidden.contains(&(upper, lower))),
            u64::from(field.is_rematch(one, &other.entrant)),
            0,
            u64::from(field.minds_seats() && side::clash(one, other)),
            0,
            apart.saturating_pow(2),
            floats,
            u64::from(!field.are_sides_bid_for && side::want_the_same(one, other)),
            self.off_rank(self.spots[upper], self.spots[lower]),
            self.lot(one, other.entrant.word()),
        ]
    }

    /// How far a pair is from where its ranks would have it.
    fn off_rank(&self, upper: Spot, lower: Spot) -> u64 {
        let (a, b, group) = (upper.place, lower.place, upper.group);
        let square = |off: i64| off.unsigned_abs().pow(2);
        if upper.score != lower.score {
            return square(group - 1 - a) + square(b);
        }
        square(match self.ranks {
            Ranks::Slide => b - a - group / 2,
            Ranks::Fold => a + b - group + 1,
            Ranks::Adjacent => b - a - 1,
        })
    }

    fn lot(&self, one: &Contender, other: &str) -> u64 {
        u64::from(self.field.key.pair(one.entrant.word(), other))
    }
}
