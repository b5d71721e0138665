//! The words of an umpire's ruling that mean the same in every system. What cannot be understood is an error:
//! a sentence for the umpire.

use super::roster::{Named, Roster, UnitId};
use crate::problem::{quote, suggest};
use crate::rulebook::two_sided::Camp;

/// The most points that one ruling gives or takes.
pub const MOST_POINTS: i32 = 1000;

/// A ruling that no rule of reading fits.
pub fn not_understood(change: &str) -> String {
    format!("the ruling {} is not understood", quote(change))
}

/// Words that name no place.
pub fn no_place(words: &[&str]) -> String {
    format!("{} is not a place", quote(&words.join(" ")))
}

/// The side of a word.
pub fn side(word: &str) -> Result<Camp, String> {
    Camp::parse(word).ok_or_else(|| format!("{} is not a side", quote(word)))
}

/// A side, or nothing for `nobody`.
pub fn owner(word: &str) -> Result<Option<Camp>, String> {
    if word == "nobody" {
        return Ok(None);
    }
    Camp::parse(word).map(Some).ok_or_else(|| format!("{} is neither a side nor `nobody`", quote(word)))
}

/// A number of points, up to [`MOST_POINTS`] given or taken.
pub fn points(word: &str) -> Result<i32, String> {
    let points: i32 = word.parse().map_err(|_| format!("{} is not a number of points", quote(word)))?;
    if (-MOST_POINTS..=MOST_POINTS).contains(&points) {
        Ok(points)
    } else {
        Err(format!("{points} points are too many; a ruling gives or takes up to {MOST_POINTS}"))
    }
}

/// The unit that a word names.
pub fn unit<C: Named>(roster: &Roster<C>, word: &str) -> Result<UnitId, String> {
    known("unit", word, roster.find(word), roster.0.iter().map(|counter| counter.names().0))
}

/// What a word was found to name. If it names nothing, the error suggests the nearest of the ids of all there
/// is of its sort.
pub fn known<'a, T>(
    sort: &str,
    word: &str,
    found: Option<T>,
    ids: impl Iterator<Item = &'a str>,
) -> Result<T, String> {
    found.ok_or_else(|| {
        let near = suggest(word, ids).map(|near| format!("; did you mean {near}?")).unwrap_or_default();
        format!("there is no {sort} {}{near}", quote(word))
    })
}
