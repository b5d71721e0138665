//! Who stands where, as of the end of a round.
//!
//! The same lines give the same standings in whatever order they come, and what happens in later rounds
//! changes nothing.

mod crosstable;
mod rungs;
mod ties;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

pub use crosstable::{Cell, Crosstable, Row, crosstable};
pub use rungs::{AfterTie, Climb, Rung};

use crate::pairing::{Entry, round_robin};
use crate::records::Records;
use crate::{DrawKey, Entrant, Fraction, Halves, Line, Points, What};

/// How scores are made and ties are broken.
#[derive(Clone, Debug)]
pub struct Scoring {
    /// What results are worth.
    pub points: Points,
    /// What breaks ties, in this order.
    pub tie_breaks: Vec<TieBreak>,
    /// The draw key for `lot`: that of the last round.
    pub key: DrawKey,
    /// In a round robin, whether all meet twice; otherwise nothing.
    pub round_robin: Option<Double>,
}

/// Whether all meet twice in a round robin.
pub type Double = bool;

/// What breaks a tie. All are exact fractions, and the larger stands higher.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TieBreak {
    /// The score among those who are tied, if all of them have met.
    HeadToHead,
    /// The scores of those one has beaten, and half of those with whom one drew.
    SonnebornBerger,
    /// The scores of one's opponents over the matches that these have played.
    Strength,
    /// The scores of one's opponents.
    Buchholz,
    /// Matches won, forfeits aside.
    Wins,
    /// The rating at the opening of the event.
    Rating,
    /// The lot.
    Lot,
}

/// Somebody who entered and left again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaver {
    /// Who it is.
    pub entrant: Entrant,
    /// The first round without him.
    pub from_round: u32,
}

/// A line of the standings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Standing {
    /// The place, from 1; those whom nothing separates share one.
    pub place: usize,
    /// Who it is.
    pub entrant: Entrant,
    /// What he has scored.
    pub score: Halves,
    /// Each tie-break in the order of the event; nothing where it says nothing about him.
    pub tie_breaks: Vec<Option<Fraction>>,
    /// How many matches he played out.
    pub played: usize,
    /// Whether he left.
    pub has_left: bool,
}

/// The standings as of the end of a round.
///
/// `entries` are all who entered, in the order of entry; `lines` what the book says after all corrections.
/// Whoever leaves keeps his results, and so do his opponents; in a round robin he is struck with all of his
/// matches if he has played less than half of them. Who was struck does not appear.
pub fn standings(
    entries: &[Entry],
    leavers: &[Leaver],
    lines: &[Line],
    scoring: &Scoring,
    round: u32,
) -> Vec<Standing> {
    let gone = |it: &&Leaver| it.from_round <= round;
    let gone: BTreeSet<&Entrant> = leavers.iter().filter(gone).map(|it| &it.entrant).collect();
    let struck = struck(entries, leavers, lines, scoring, round);
    let counted: Vec<Line> = lines.iter().filter(|line| !names(line, &struck)).cloned().collect();
    let records = Records::until(round, &counted);
    let entries: Vec<&Entry> = entries.iter().filter(|it| !struck.contains(&it.entrant)).collect();
    let table = ties::Table::new(&entries, &records, scoring, round);
    let played = |of: &Entrant| boards(&records, of).filter(|own| own.is_played()).count();
    let standing = |ranked: ties::Ranked| Standing {
        place: ranked.place,
        score: table.score(&ranked.entrant),
        played: played(&ranked.entrant),
        has_left: gone.contains(&ranked.entrant),
        entrant: ranked.entrant,
        tie_breaks: ranked.values,
    };
    table.ranked().into_iter().map(standing).collect()
}

/// Those who are struck from a round robin as of the end of a round.
pub fn struck(
    entries: &[Entry],
    leavers: &[Leaver],
    lines: &[Line],
    scoring: &Scoring,
    round: u32,
) -> BTreeSet<Entrant> {
    let Some(double) = scoring.round_robin else { return BTreeSet::new() };
    let records = Records::until(round, lines);
    let is_struck = |it: &&Leaver| {
        let played = boards(&records, &it.entrant).filter(|own| own.is_played());
        let played = played.filter(|own| own.round < it.from_round);
        it.from_round <= round && round_robin::is_struck(entries.len(), double, played.count())
    };
    leavers.iter().filter(is_struck).map(|it| it.entrant.clone()).collect()
}

/// Those whose place differs between some standings: those who have an interest in which comes
/// true.
pub fn moved(tables: &[Vec<Standing>]) -> BTreeSet<Entrant> {
    let places = |table: &Vec<Standing>| -> BTreeMap<Entrant, usize> {
        table.iter().map(|it| (it.entrant.clone(), it.place)).collect()
    };
    let places: Vec<BTreeMap<Entrant, usize>> = tables.iter().map(places).collect();
    let all: BTreeSet<Entrant> = places.iter().flat_map(|it| it.keys().cloned()).collect();
    let differs = |of: &Entrant| places.windows(2).any(|pair| pair[0].get(of) != pair[1].get(of));
    all.into_iter().filter(differs).collect()
}

fn names(line: &Line, struck: &BTreeSet<Entrant>) -> bool {
    match &line.what {
        What::Board { first, second, .. } => struck.contains(first) || struck.contains(second),
        What::Bye { of, .. } => struck.contains(of),
    }
}

fn boards<'r, 'l>(
    records: &'r Records<'l>,
    of: &Entrant,
) -> impl Iterator<Item = &'r crate::records::Own<'l>> {
    records.of(of).iter().filter_map(|record| record.board())
}
