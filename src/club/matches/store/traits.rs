//! Where a match is kept: its journal, the umpire's seed, and what was published of it. A folder is one such
//! place; nothing above this line knows that it is.

use std::borrow::Cow;

use serde_json::Value;

use crate::journal::{Head, Mark, Snapshot};
use crate::matches::fault::MatchFault;
use engine::dice::Seed;
use engine::digest::Salt;
use engine::entry::{Entry, Kind};
use engine::party::Party;

/// A place that keeps one match.
pub trait Store {
    /// Begins an empty journal. As long as it lives, nobody else can claim the match.
    ///
    /// # Errors
    /// If there is a match here already, or the place cannot be written.
    fn begin(&self) -> Result<Box<dyn Log>, MatchFault>;
    /// Opens the journal to go on with it, so that nobody else can.
    ///
    /// # Errors
    /// If it fails a check, or somebody else holds it.
    fn claim(&self) -> Result<Box<dyn Log>, MatchFault>;
    /// Reads the journal without claiming it.
    ///
    /// # Errors
    /// If it fails a check.
    fn read(&self) -> Result<Snapshot, MatchFault>;

    /// How the journal looks now; nothing where it must be read to know that.
    ///
    /// # Errors
    /// If it cannot be looked at.
    fn mark(&self) -> Result<Option<Mark>, MatchFault>;
    /// Opens the journal to go on with it, without reading it, if it still looks as it did when the mark was
    /// taken.
    ///
    /// # Errors
    /// If somebody else holds it.
    fn claim_at(&self, mark: &Mark) -> Result<Option<Box<dyn Log>>, MatchFault>;
    /// The bookmark that was kept last, if one was. Nobody vouches for it.
    fn bookmark(&self) -> Option<Vec<u8>>;

    /// The umpire's seed, if it lies here.
    ///
    /// # Errors
    /// If what lies here is no seed.
    fn seed(&self) -> Result<Option<Seed>, MatchFault>;
    /// Keeps the umpire's seed where only its owner can read it.
    ///
    /// # Errors
    /// If it cannot be written.
    fn keep_seed(&self, seed: &Seed) -> Result<(), MatchFault>;

    /// Writes what can be made again, whole or not at all; gives what people call the file.
    ///
    /// # Errors
    /// If it cannot be written.
    fn publish(&self, what: &Published, bytes: &[u8]) -> Result<String, MatchFault>;
    /// Deletes what was published of exchanges that are too old to be kept, now that something of exchange
    /// `newest` was. `kinds` are those that can be made again, with what the names of their files end in.
    fn clear_before(&self, kinds: &[(&str, &[&str])], newest: u32);
    /// True if it was written and is not empty.
    fn is_published(&self, what: &Published) -> bool;
}

/// A journal open for appending.
pub trait Log {
    /// All entries, the first being number 1.
    ///
    /// # Errors
    /// If they must be read for that and cannot be.
    fn all(&self) -> Result<Cow<'_, [Entry]>, MatchFault>;
    /// The newest entry.
    fn head(&self) -> Option<Head>;
    /// What was set right when it was opened, one sentence each.
    fn notices(&self) -> &[String];
    /// Appends an entry; when this returns, a power cut cannot take it back, unless entries are held.
    ///
    /// # Errors
    /// Refuses what is not an entry; after a failure to write, the journal is as it was, except where the
    /// fault says otherwise.
    fn append(&mut self, line: Line<'_>) -> Result<&Entry, MatchFault>;
    /// Entries that are appended from now on belong together: they are made lasting by one [`Log::release`].
    fn hold(&mut self);
    /// Makes lasting what was appended since [`Log::hold`].
    ///
    /// # Errors
    /// If it cannot be written; the match must then be claimed again.
    fn release(&mut self) -> Result<(), MatchFault>;
    /// How the journal looks now; nothing while something in it is not lasting.
    ///
    /// # Errors
    /// If it cannot be looked at.
    fn mark(&self) -> Result<Option<Mark>, MatchFault>;
    /// Keeps a bookmark in place of the one before, which may be lost at any time.
    ///
    /// # Errors
    /// If it cannot be written.
    fn keep(&self, bookmark: &[u8]) -> Result<(), MatchFault>;
}

/// What an entry is made of.
pub struct Line<'a> {
    /// What it records.
    pub kind: Kind,
    /// The exchange it belongs to.
    pub exchange: Option<u32>,
    /// The party it concerns.
    pub party: Option<Party>,
    /// When it is made.
    pub time: &'a str,
    /// What it says.
    pub body: Value,
    /// The salt of its body's hash.
    pub salt: Salt,
}

/// Something written for a party about an exchange: a packet, a form, a report, or orders.
#[derive(Clone, Copy, Debug)]
pub struct Published {
    /// Its kind, in the plural: `packets`, `forms`, `reports`, `orders`.
    pub kind: &'static str,
    /// The exchange.
    pub exchange: u32,
    /// For whom.
    pub party: Party,
    /// What its name ends in.
    pub extension: &'static str,
}
