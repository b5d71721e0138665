//! Pairs who often give their matches up to each other: shown to the organiser alone. It proves nothing, but
//! a thrown match leaves no other trace.

use std::collections::BTreeMap;

use serde::Serialize;
use tournament::Entrant;

use crate::book::How;
use crate::state::League;

/// From how many matches on that were given up a pair is named.
const LEAST: usize = 3;

/// Two who gave up many of their matches against each other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GivenUp {
    /// The two, in the order of their words.
    pub pair: [Entrant; 2],
    /// How many matches of theirs have a result.
    pub matches: usize,
    /// How many of these one of them conceded or forfeited.
    pub given_up: usize,
}

impl GivenUp {
    /// `anna and bert gave up 3 of their 4 matches`
    pub fn in_words(&self) -> String {
        let [one, other] = &self.pair;
        format!("{one} and {other} gave up {} of their {} matches", self.given_up, self.matches)
    }
}

/// The pairs of whose matches, in all events, at least three and at least half were conceded or forfeited.
pub fn given_up(league: &League) -> Vec<GivenUp> {
    let mut pairs: BTreeMap<[&Entrant; 2], (usize, usize)> = BTreeMap::new();
    let boards = league.events.values().flat_map(|event| &event.rounds).flat_map(|round| &round.boards);
    for board in boards {
        let Some((_, result)) = &board.result else { continue };
        let mut pair = board.both();
        pair.sort();
        if result.how != How::Annulled {
            let (matches, given_up) = pairs.entry(pair).or_default();
            *matches += 1;
            *given_up += usize::from(matches!(result.how, How::Conceded | How::Forfeit));
        }
    }
    let many =
        pairs.into_iter().filter(|(_, (matches, given_up))| *given_up >= LEAST && given_up * 2 >= *matches);
    many.map(|(pair, (matches, given_up))| GivenUp { pair: pair.map(Clone::clone), matches, given_up })
        .collect()
}
