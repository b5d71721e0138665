//! Whom an entry of the book moved.

use std::collections::BTreeMap;

use jiff::civil::Date;

use crate::Entrant;

use super::history::{BookFault, BookLine, History};
use super::list::{Row, rate};
use super::settings::Settings;
use super::step::Rating;

/// A player whom an entry moved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moved {
    /// The player.
    pub entrant: Entrant,
    /// Rating and place without the entry; nothing for a player whom the list did not have. A place is none
    /// for a player who is inactive.
    pub before: Option<(Rating, Option<u32>)>,
    /// Rating and place with it; nothing for a player whom the list has no more.
    pub after: Option<(Rating, Option<u32>)>,
}

/// All whose rating or place is another with an entry than with those before it alone, by their words. Both
/// lists are as of one day, so what a correction changed of matches long past is seen too.
///
/// # Errors
/// If the lines make no history.
pub fn changes(
    settings: &Settings,
    lines: &[BookLine],
    entry: u64,
    as_of: Date,
) -> Result<Vec<Moved>, BookFault> {
    let through = |last: u64| -> Result<BTreeMap<Entrant, (Rating, Option<u32>)>, BookFault> {
        let lines: Vec<BookLine> = lines.iter().filter(|line| line.entry <= last).cloned().collect();
        let place = |row: Row| (row.entrant, (row.rating, row.rank));
        Ok(rate(settings, &History::of(&lines)?, as_of).rows.into_iter().map(place).collect())
    };
    let after = through(entry)?;
    let before = entry.checked_sub(1).map_or(Ok(BTreeMap::new()), through)?;
    let mut all: Vec<&Entrant> = before.keys().chain(after.keys()).collect();
    all.sort();
    all.dedup();
    let moved = |entrant: &Entrant| Moved {
        entrant: entrant.clone(),
        before: before.get(entrant).copied(),
        after: after.get(entrant).copied(),
    };
    Ok(all.into_iter().map(moved).filter(|moved| moved.before != moved.after).collect())
}
