//! What an office keeps that is no match's.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::io;

use jiff::Timestamp;

use super::fault::LogFault;
use crate::matches::{Exposed, MatchFault};

/// A handle of the place where an office keeps its own things. Several handles of one place see the same
/// things; only whoever has claimed the office writes.
pub trait Shelf {
    /// What people call the office.
    fn name(&self) -> String;
    /// What people call one of its things.
    fn place(&self, name: &str) -> String;
    /// Another handle of the same place.
    fn handle(&self) -> Box<dyn Shelf>;

    /// Claims the office for one run, and makes what a run needs. Nobody else can, as long as the claim
    /// lives.
    ///
    /// # Errors
    /// [`MatchFault::Waiting`] if another run is busy; or if the place cannot be written.
    fn claim(&self) -> Result<Claimed, MatchFault>;
    /// Who has claimed the office just now; nothing if nobody has.
    ///
    /// # Errors
    /// If that cannot be looked at.
    fn holder(&self) -> Result<Option<Holder>, MatchFault>;

    /// Opens a log of facts for more of them, and makes it if it is not there. What a crash has torn of its
    /// end stays until [`Facts::mend`].
    ///
    /// # Errors
    /// If it cannot be read or written.
    fn facts(&self, log: &str) -> Result<Opened, LogFault>;
    /// The lines of a log as they stand, without their line ends, for a reader who changes nothing and holds
    /// nobody up: a torn last line is left out, and none is there before the log is.
    ///
    /// # Errors
    /// If it cannot be read.
    fn look(&self, log: &str) -> Result<Vec<Vec<u8>>, LogFault>;
    /// What was put by under this name: old lines of a log, by keys.
    ///
    /// # Errors
    /// If it cannot be read.
    fn put_by(&self, name: &str) -> io::Result<Box<dyn PutBy>>;
    /// What people of the office heard and said.
    fn heard(&self) -> Box<dyn Heard>;

    /// Keeps the bytes of a mail under its key until it is sent, whole or not at all.
    ///
    /// # Errors
    /// If they cannot be written.
    fn keep_mail(&self, key: &str, bytes: &[u8]) -> Result<(), MatchFault>;
    /// The bytes of a mail that waits.
    ///
    /// # Errors
    /// If they cannot be read; [`io::ErrorKind::NotFound`] if they are not there.
    fn mail(&self, key: &str) -> io::Result<Vec<u8>>;
    /// Removes the bytes of a mail that has gone out.
    ///
    /// # Errors
    /// If they are there and cannot be removed.
    fn drop_mail(&self, key: &str) -> io::Result<()>;

    /// Puts a letter aside under a word of letters and digits; gives what people call it.
    ///
    /// # Errors
    /// If it cannot be written.
    fn put_aside(&self, word: &str, bytes: &[u8]) -> Result<String, MatchFault>;
    /// What people call a letter that is put aside under a word.
    fn aside_name(&self, word: &str) -> String;
    /// The letters that were put aside, each with its word.
    ///
    /// # Errors
    /// If they cannot be read.
    fn letters(&self) -> Result<Vec<(String, Vec<u8>)>, MatchFault>;
    /// What people call the letters that were put aside, in their order.
    ///
    /// # Errors
    /// If that cannot be looked at.
    fn aside(&self) -> Result<Vec<String>, MatchFault>;

    /// Something small that is kept under a name of letters, digits, dots and hyphens; nothing if there is
    /// none.
    ///
    /// # Errors
    /// If it cannot be read.
    fn small(&self, name: &str) -> Result<Option<Vec<u8>>, MatchFault>;
    /// Keeps something small, whole or not at all, in place of what was there.
    ///
    /// # Errors
    /// If it cannot be written.
    fn keep_small(&self, name: &str, bytes: &[u8]) -> Result<(), MatchFault>;
    /// The names of all small things and secrets, in their order.
    ///
    /// # Errors
    /// If that cannot be looked at.
    fn smalls(&self) -> Result<Vec<String>, MatchFault>;
    /// A secret that is kept under such a name; nothing if there is none.
    ///
    /// # Errors
    /// If it cannot be read.
    fn secret(&self, name: &str) -> Result<Option<Vec<u8>>, MatchFault>;
    /// Keeps a secret where only its owner can read it, whole or not at all.
    ///
    /// # Errors
    /// If it cannot be written.
    fn keep_secret(&self, name: &str, bytes: &[u8]) -> Result<(), MatchFault>;

    /// What of its secrets people other than their owner may read or change; nothing where no file holds
    /// them.
    fn exposed(&self) -> Vec<Exposed> {
        Vec::new()
    }

    /// Clears what a run that died has left: what is half written, and bytes of mails that do not wait any
    /// more. `waiting` are the keys of those that do. The caller must have claimed the office.
    ///
    /// # Errors
    /// If something cannot be removed.
    fn tidy(&self, waiting: &BTreeSet<String>) -> Result<(), MatchFault>;
}

/// The claim on an office; dropping it gives the office back.
#[must_use = "the office is claimed only as long as this lives"]
pub struct Claimed(#[allow(dead_code, reason = "it is kept to be dropped")] Box<dyn std::any::Any>);

impl Claimed {
    /// A claim that ends when this is dropped.
    pub fn by(held: impl std::any::Any) -> Claimed {
        Claimed(Box::new(held))
    }
}

/// Who has claimed an office, as far as its place knows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Holder {
    /// The worker's name.
    pub worker: Option<String>,
    /// Until when, if the claim is not renewed.
    pub until: Option<Timestamp>,
}

/// A log that was opened.
#[derive(Debug)]
pub struct Opened {
    /// For more facts.
    pub facts: Box<dyn Facts>,
    /// Those that are there, a line each, without line ends.
    pub lines: Vec<Vec<u8>>,
    /// Bytes of a torn last line, which is not among them; 0 as a rule.
    pub torn: usize,
}

/// A log of facts, open for more of them: a line each, without line ends.
pub trait Facts: Debug {
    /// Takes a torn last line away, now that all before it is understood. Until then nothing can be added.
    ///
    /// # Errors
    /// If it cannot be taken away.
    fn mend(&mut self) -> Result<(), LogFault>;
    /// Adds lines and waits, once for all of them, until they last. After a crash some of them may be there
    /// and the others not, the first ones first.
    ///
    /// # Errors
    /// If they cannot be written, or something else has written there; then none of them counts.
    fn append(&mut self, lines: &[Vec<u8>]) -> Result<(), LogFault>;
    /// Writes these lines in place of all that are there: after a crash either the old ones stand or the new
    /// ones.
    ///
    /// # Errors
    /// If they cannot be written; then the old ones stand.
    fn rewrite(&mut self, lines: &[Vec<u8>]) -> Result<(), LogFault>;
}

/// What a log has put by: texts of one line by keys of one word without a tab, found without reading the
/// others.
pub trait PutBy: Debug {
    /// Puts entries by, and waits until they last. One under a key again takes the place of what was there.
    ///
    /// # Errors
    /// If they cannot be written.
    fn put(&mut self, entries: BTreeMap<String, String>) -> io::Result<()>;
    /// The text under a key.
    ///
    /// # Errors
    /// If it cannot be read.
    fn find(&self, key: &str) -> io::Result<Option<String>>;
    /// Every key that begins so, in their order, with its text.
    ///
    /// # Errors
    /// If they cannot be read.
    fn under(&self, start: &str) -> io::Result<Vec<(String, String)>>;
    /// The same for each of several beginnings.
    ///
    /// # Errors
    /// If they cannot be read.
    fn under_each(&self, starts: &[String]) -> io::Result<Vec<Vec<(String, String)>>> {
        starts.iter().map(|start| self.under(start)).collect()
    }
}

/// Numbers of somebody, of a match or of none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeardRow {
    /// The person's word.
    pub whose: String,
    /// The match's word, if they are of one.
    pub of: Option<String>,
    /// The numbers.
    pub numbers: Vec<u64>,
}

/// Numbers that stand for what somebody heard or said: of a match under way all of them, of anything else the
/// newest. People and matches are named by words of 16 hexadecimal digits.
pub trait Heard {
    /// Keeps numbers of somebody, of a match or of none.
    ///
    /// # Errors
    /// If they cannot be written.
    fn keep(&self, whose: &str, of: Option<&str>, numbers: &[u64]) -> io::Result<()>;
    /// All numbers that are kept of somebody, in rows that are sorted.
    ///
    /// # Errors
    /// If they cannot be read.
    fn of(&self, whose: &str) -> io::Result<Vec<Vec<u64>>>;
    /// All numbers that are kept of everybody.
    ///
    /// # Errors
    /// If they cannot be read.
    fn all(&self) -> io::Result<Vec<HeardRow>>;
    /// A match is over: its numbers join those of none.
    ///
    /// # Errors
    /// If they cannot be read or written.
    fn is_over(&self, of: &str) -> io::Result<()>;
}
