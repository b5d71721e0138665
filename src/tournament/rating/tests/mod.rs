//! Ratings: published examples, laws that hold of every history, lists, and what players of other clubs
//! complained of.

mod vectors;
mod several;
mod lists;
mod laws;
mod complaints;

use std::num::NonZeroU16;

use jiff::civil::{Date, date};

use crate::Entrant;

use super::glicko::{Periods, Terms};
use super::*;

/// The day of most matches here.
const DAY: Date = date(2027, 11, 21);

fn entrant(word: &str) -> Entrant {
    Entrant::new(word)
}

/// Some entrants, by words with blanks between them.
fn entrants(words: &str) -> Vec<Entrant> {
    words.split(' ').map(Entrant::new).collect()
}

/// A match of some sides on a day.
fn played(day: Date, sides: &[&str], outcome: Outcome) -> RatedResult {
    RatedResult::new(day, sides.iter().map(|side| entrants(side)).collect(), outcome).unwrap()
}

/// The first beat the second on a day.
fn beat(day: Date, winner: &str, loser: &str) -> RatedResult {
    played(day, &[winner, loser], Outcome::won_by(0))
}

/// Results as lines of a book, numbered from 1.
fn book(results: &[RatedResult]) -> Vec<BookLine> {
    let line = |(at, result): (usize, &RatedResult)| BookLine {
        entry: at as u64 + 1,
        said: Entered::Result(result.clone()),
    };
    results.iter().enumerate().map(line).collect()
}

fn corrected(entry: u64, of: u64, result: Option<RatedResult>) -> BookLine {
    BookLine { entry, said: Entered::Correction { of, result } }
}

/// A list in which entrants begin with these ratings.
fn settings(kind: Kind, starts: &[(&str, i64)]) -> Settings {
    let starts = starts.iter().map(|(word, start)| (entrant(word), *start)).collect();
    Settings { starts, ..Settings::new(kind) }
}

/// Rating periods of four months from the new year of 2027 on, and what the paper suggests.
fn by_thirds() -> Kind {
    let months = NonZeroU16::new(4).unwrap();
    Kind::Glicko2(Terms::new(Periods { months, first: date(2027, 1, 1) }))
}

/// The list of some lines as of a day.
fn list(settings: &Settings, lines: &[BookLine], as_of: Date) -> List {
    rate(settings, &History::of(lines).unwrap(), as_of)
}

/// What an entrant is rated on a list, in points.
fn points(list: &List, word: &str) -> i64 {
    list.row(&entrant(word)).unwrap().rating.points()
}
