//! One result with the ratings of its sides, taken apart into what it is to each player.

use crate::Entrant;

use super::result::{RatedResult, Score};
use super::step::{Duel, How, Rating};

/// A result of the book, and what its sides were rated before it.
pub(super) struct Contest<'a> {
    /// The entry at which it stands.
    pub entry: u64,
    /// The result.
    pub result: &'a RatedResult,
    /// The rating of each side.
    pub sides: Vec<Rating>,
}

impl Contest<'_> {
    /// All who play, each with the place of his side.
    pub fn players(&self) -> impl Iterator<Item = (usize, &Entrant)> {
        let sides = self.result.sides().iter().enumerate();
        sides.flat_map(|(side, players)| players.iter().map(move |entrant| (side, entrant)))
    }

    /// How many sides each player has against him.
    pub fn others(&self) -> i64 {
        self.sides.len() as i64 - 1
    }

    /// What the result is to one player, who counts with his `own` rating, against each side that he is
    /// rated against. `how` is asked with his rating, theirs, and what he made of it.
    pub fn duels(
        &self,
        (side, entrant): (usize, &Entrant),
        own: Rating,
        how: impl Fn(Rating, Rating, Score) -> How,
    ) -> Vec<Duel> {
        let players = self.result.sides();
        let others = (0..players.len()).filter(|other| *other != side);
        let scored = others.filter_map(|other| Some((other, self.result.score(side, other)?)));
        let duel = |(other, score): (usize, Score)| Duel {
            entry: self.entry,
            date: self.result.date(),
            partners: players[side].iter().filter(|it| *it != entrant).cloned().collect(),
            against: players[other].clone(),
            score,
            own,
            theirs: self.sides[other],
            how: how(own, self.sides[other], score),
        };
        scored.map(duel).collect()
    }
}
