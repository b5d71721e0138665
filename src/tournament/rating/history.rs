//! The results that count, as the book has them now: corrections have taken the places of what they correct.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::result::RatedResult;

/// A line of the book that says something about a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookLine {
    /// The number of the entry.
    pub entry: u64,
    /// What it says.
    pub said: Entered,
}

/// What a line of the book says about a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entered {
    /// A result that is rated.
    Result(RatedResult),
    /// An earlier entry was wrong.
    Correction {
        /// The entry that it corrects: a result, or an earlier correction of one.
        of: u64,
        /// What is true, unless nothing of it is rated any more.
        result: Option<RatedResult>,
    },
}

/// Why lines of a book make no history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BookFault {
    /// Two lines have this number.
    Twice(u64),
    /// An entry corrects one that does not come before it.
    NotBefore {
        /// The entry that corrects.
        entry: u64,
        /// The one that it names.
        of: u64,
    },
}

impl fmt::Display for BookFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BookFault::Twice(entry) => write!(f, "entry {entry} stands twice in the book"),
            BookFault::NotBefore { entry, of } => {
                write!(f, "entry {entry} corrects entry {of}, which does not come before it")
            }
        }
    }
}

/// The results that are rated, by their entries. A corrected result stands where the first one stood, so
/// what came of the correction is what would have come had the mistake never been made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History(BTreeMap<u64, RatedResult>);

impl History {
    /// The history that lines of a book make, in whatever order they are handed over. What is corrected
    /// need not be among them: it may not have been rated.
    ///
    /// # Errors
    /// If two lines have one number, or a correction names an entry that does not come before it.
    pub fn of(lines: &[BookLine]) -> Result<History, BookFault> {
        let mut in_order: Vec<&BookLine> = lines.iter().collect();
        in_order.sort_by_key(|line| line.entry);
        let mut numbers = BTreeSet::new();
        let mut places = BTreeMap::new();
        let mut results = BTreeMap::new();
        for BookLine { entry, said } in in_order {
            if !numbers.insert(*entry) {
                return Err(BookFault::Twice(*entry));
            }
            match said {
                Entered::Result(result) => {
                    results.insert(*entry, result.clone());
                }
                Entered::Correction { of, .. } if of >= entry => {
                    return Err(BookFault::NotBefore { entry: *entry, of: *of });
                }
                Entered::Correction { of, result } => {
                    let place = *places.get(of).unwrap_or(of);
                    places.insert(*entry, place);
                    results.remove(&place);
                    results.extend(result.clone().map(|result| (place, result)));
                }
            }
        }
        Ok(History(results))
    }

    /// The results with the entries at which they stand, in the order of the book.
    pub fn results(&self) -> impl Iterator<Item = (u64, &RatedResult)> {
        self.0.iter().map(|(entry, result)| (*entry, result))
    }
}
