//! All matches of an office, and what it noted of each at the end of its last run.

mod folder;
mod memory;

pub use folder::YardDir;
pub use memory::YardInMemory;

use std::collections::BTreeMap;
use std::rc::Rc;

use jiff::Timestamp;

use super::chores::ChoreTable;
use super::idle::MatchSnapshot;
use crate::matches::{MatchFault, Store};
use engine::digest::Digest;

/// A few numbers by which somebody who looks from outside sees that nothing has moved in an office.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pulse {
    /// Matches of which something was noted.
    pub matches: u64,
    /// The entries of their journals: they only grow.
    pub entries: u64,
    /// Mails that wait to be sent.
    pub mails: u64,
}

/// The place where all matches of an office are kept. Each has a word there, which in a folder is the
/// folder's name from the office's.
pub trait Yard {
    /// A handle of a match; there need be none yet.
    fn open(&self, word: &str) -> Box<dyn Store>;
    /// A handle of a match that is about to be begun, with what its place needs before that. One that is
    /// there is left as it is.
    ///
    /// # Errors
    /// If no match can be begun under this word.
    fn begin(&self, word: &str) -> Result<Box<dyn Store>, MatchFault>;
    /// The words of all matches that were begun, in their order; the book of a league is none.
    ///
    /// # Errors
    /// If that cannot be looked at.
    fn words(&self) -> Result<Vec<String>, MatchFault>;

    /// From now on only what was noted under this `basis` counts: the office's settings and who plays.
    fn under(&mut self, basis: Digest);
    /// What was noted of a match, whatever has become of the match since.
    fn noted(&self, word: &str) -> Option<Rc<MatchSnapshot>>;
    /// Notes where a match stands and until when it waits, in place of what was noted; or that nothing is
    /// known. It may be lost until [`Yard::keep`], and then the match is looked at once more.
    fn note(&mut self, word: &str, snapshot: Option<&Rc<MatchSnapshot>>);
    /// The matches that are to be looked at although nothing was noted otherwise: those of which it was noted
    /// that they do not wait, or until a time that has come, and those for which something else makes it
    /// necessary. What was never noted is not among them.
    ///
    /// # Errors
    /// If that cannot be looked at.
    fn due(&self, now: Timestamp) -> Result<Vec<String>, MatchFault>;
    /// What matches keep under a name beside their journals, by their words. What cannot be read is left out.
    fn smalls(&self, words: &[String], name: &str) -> BTreeMap<String, Vec<u8>> {
        let small = |word: &String| Some((word.clone(), self.open(word).small(name).ok().flatten()?));
        words.iter().filter_map(small).collect()
    }
    /// The pulse under a basis; nothing where matches are that cannot be looked at all at once.
    ///
    /// # Errors
    /// If that cannot be looked at.
    fn pulse(&self, _: Digest) -> Result<Option<Pulse>, MatchFault> {
        Ok(None)
    }
    /// The pulse that belongs to what was read by [`Yard::under`], with no mail that waits; nothing if
    /// something else was noted since.
    fn seen(&self) -> Option<Pulse> {
        None
    }
    /// How many matches somebody has just now, to go on with them.
    ///
    /// # Errors
    /// If that cannot be looked at.
    fn held(&self) -> Result<usize, MatchFault>;
    /// Where matches lie that other workers may tend for a run; nothing where only one program works.
    fn chores(&self) -> Option<Box<dyn ChoreTable>> {
        None
    }
    /// Makes lasting what was noted.
    ///
    /// # Errors
    /// If it cannot be written.
    fn keep(&mut self) -> Result<(), MatchFault>;
}

impl MatchSnapshot {
    /// Whether there is something to do at a time, as far as was noted.
    pub fn is_due(&self, now: Timestamp) -> bool {
        self.waits.is_none_or(|waits| waits.until <= now)
    }
}

#[cfg(test)]
mod tests;
