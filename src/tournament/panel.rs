//! Panels: who judges a match that was not over at the end of its round, and what they find.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::{DrawKey, Entrant};

/// The label of the lots for panels.
const LOT: &str = "panel";

/// A match for which a panel is drawn, and who may not sit on it.
#[derive(Clone, Debug)]
pub struct Case<'c> {
    /// The number of the board.
    pub board: u32,
    /// Who plays there.
    pub players: &'c [Entrant],
    /// Pairs who may never meet: nobody judges one with whom he stands there.
    pub forbidden: &'c [(Entrant, Entrant)],
    /// Who was dropped from the event.
    pub dropped: &'c BTreeSet<Entrant>,
    /// Whose own place depends on how the match ends.
    pub moved: &'c BTreeSet<Entrant>,
}

/// A panel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Panel {
    /// Who was drawn, in the order of the lots.
    pub members: Vec<Entrant>,
    /// How many seats are left, for the organiser to fill by name.
    pub missing: usize,
}

/// A vote, and what a panel finds.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Vote {
    /// This side wins.
    Side(String),
    /// Nobody does.
    Draw,
}

/// What a panel finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// How the match ends.
    pub finds: Vote,
    /// Who found it.
    pub by: Finder,
}

/// Who found a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finder {
    /// More than half of the votes.
    Majority {
        /// How many votes were for it.
        votes: usize,
        /// How many were cast.
        cast: usize,
    },
    /// The chair.
    Chair,
}

impl Case<'_> {
    /// Whether somebody may judge this match.
    pub fn may_judge(&self, entrant: &Entrant) -> bool {
        let is_near = |player: &Entrant| {
            let pair =
                |(a, b): &(Entrant, Entrant)| (a, b) == (entrant, player) || (a, b) == (player, entrant);
            self.forbidden.iter().any(pair)
        };
        !self.players.contains(entrant)
            && !self.players.iter().any(is_near)
            && !self.dropped.contains(entrant)
            && !self.moved.contains(entrant)
    }

    /// Draws a panel of this size. Whoever declined has made room for the next.
    pub fn draw<'e>(
        &self,
        key: &DrawKey,
        entrants: impl IntoIterator<Item = &'e Entrant>,
        size: usize,
        declined: &BTreeSet<Entrant>,
    ) -> Panel {
        let may = entrants.into_iter().filter(|it| self.may_judge(it));
        let may: BTreeSet<&Entrant> = may.collect();
        let order = key.order(LOT, self.board, may).into_iter();
        let members: Vec<Entrant> = order.filter(|it| !declined.contains(it)).take(size).collect();
        Panel { missing: size - members.len(), members }
    }
}

/// Whether somebody may give back his seat on a panel: once in an event. `declined` is everybody who did, a
/// time each.
pub fn may_decline(declined: &[Entrant], entrant: &Entrant) -> bool {
    !declined.contains(entrant)
}

/// Who presides: the first who does not play the match himself. `chairs` are the chair, then the deputies in
/// order.
pub fn chair<'c>(chairs: &'c [Entrant], players: &[Entrant]) -> Option<&'c Entrant> {
    chairs.iter().find(|it| !players.contains(it))
}

/// What a panel finds: what more than half of the votes cast are for. Without such a majority, or with fewer
/// than two votes, the chair decides; nothing while that is waited for.
pub fn verdict(votes: &BTreeMap<Entrant, Vote>, chair: Option<&Vote>) -> Option<Verdict> {
    let cast = votes.len();
    let count = |of: &Vote| votes.values().filter(|vote| *vote == of).count();
    let majority = votes.values().find(|vote| cast >= 2 && count(vote) * 2 > cast);
    match (majority, chair) {
        (Some(vote), _) => {
            let by = Finder::Majority { votes: count(vote), cast };
            Some(Verdict { finds: vote.clone(), by })
        }
        (None, Some(vote)) => Some(Verdict { finds: vote.clone(), by: Finder::Chair }),
        (None, None) => None,
    }
}

#[cfg(test)]
mod tests;
