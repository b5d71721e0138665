//! What a correction would have changed: rounds that were paired by results that are others now. They stand,
//! and whoever corrects a result is shown what would have come out.

use std::collections::BTreeSet;

use club::matches::MatchFault;
use engine::problem::list_and;
use serde::Serialize;
use tournament::Entrant;
use tournament::pairing::{self, Seating};

use super::Desk;
use super::pairing::seed;
use crate::book::fact::Pairer;
use crate::figures::field;
use crate::state::Round;

/// A round that stands, and as it would be paired by the results of today.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Otherwise {
    /// The round.
    pub round: u32,
    /// Who would meet, the first seat first.
    pub pairs: Vec<[Entrant; 2]>,
    /// Who would have the bye.
    pub byes: Vec<Entrant>,
}

impl Otherwise {
    /// `round 2 stands; by the results of today it would be anna against carl, bert against dora`
    pub fn in_words(&self) -> String {
        let pair = |[first, second]: &[Entrant; 2]| format!("{first} against {second}");
        let bye = |who: &Entrant| format!("{who} with the bye");
        let all: Vec<String> = self.pairs.iter().map(pair).chain(self.byes.iter().map(bye)).collect();
        format!("round {} stands; by the results of today it would be {}", self.round, list_and(&all))
    }
}

/// The rounds later than one that the program has paired and would pair otherwise now, each by the results
/// before it. Nothing is written.
///
/// # Errors
/// If there is no such event, or the book has no seed of its draws.
pub fn otherwise(desk: &Desk<'_>, word: &str, after: u32) -> Result<Vec<Otherwise>, MatchFault> {
    let (event, seed) = (desk.event(word)?, seed(desk, word)?);
    let games = event.settings.matches_of_a_pair();
    let paired =
        |round: &&Round| round.number > after && round.is_paired && round.by == Some(Pairer::Sealord);
    let mut found = Vec::new();
    for round in event.rounds.iter().filter(paired) {
        // A round that cannot be paired any more, as by a knockout from which its players are out, has no
        // other pairing to be shown.
        let Ok(field) = field(&desk.book.league, word, round.number, &seed) else { continue };
        let Ok(Seating { boards, byes }) = pairing::pair(&field).map(|pairing| pairing.seating) else {
            continue;
        };
        let pairs: Vec<[Entrant; 2]> = boards.into_iter().map(|it| [it.first, it.second]).collect();
        let stands: BTreeSet<[&Entrant; 2]> =
            round.boards.iter().step_by(games).map(|it| [&it.first, &it.second]).collect();
        let would: BTreeSet<[&Entrant; 2]> = pairs.iter().map(|[first, second]| [first, second]).collect();
        if stands != would || round.byes != byes {
            found.push(Otherwise { round: round.number, pairs, byes });
        }
    }
    Ok(found)
}
