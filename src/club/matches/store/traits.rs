//! Where a match is kept: its journal, the umpire's seed, what was published of it, and small things beside
//! it. A folder is one such place; nothing above this line knows that it is.

use std::borrow::Cow;
use std::fmt;

use serde_json::Value;

use super::keep::Keep;
use crate::journal::{Head, Mark, Snapshot};
use crate::matches::fault::MatchFault;
use engine::dice::Seed;
use engine::digest::{Digest, Salt};
use engine::entry::{Entry, Kind, Place};
use engine::party::Party;

/// The small thing in which a match keeps what of its mail did not arrive, a line each.
pub const TROUBLES: &str = "mail-troubles.txt";
/// How the names of small things begin that only the umpire may read.
pub const SECRET: &str = "secret/";

/// A handle of the place that keeps one match. It may be held without there being a match yet, and holds
/// nothing up; only a [`Log`] does. Several handles of one place see the same match. A match is worked on by
/// one thread, so none of it need be sent to another.
pub trait Store {
    /// What people call the place.
    fn name(&self) -> String;
    /// Another handle of the same place.
    fn handle(&self) -> Box<dyn Store>;
    /// Another handle of the same place, under which [`Store::clear_before`] keeps so much.
    fn limited(&self, keep: Keep) -> Box<dyn Store>;

    /// Whether there is a match here; one whose first entry was never written is none.
    fn is_begun(&self) -> bool;
    /// Begins an empty journal. As long as it lives, nobody else can claim the match.
    ///
    /// # Errors
    /// If there is a match here already, or the place cannot be written.
    fn begin(&self) -> Result<Box<dyn Log>, MatchFault>;
    /// Opens the journal to go on with it, so that nobody else can.
    ///
    /// # Errors
    /// If there is none, it fails a check, or somebody else holds it.
    fn claim(&self) -> Result<Box<dyn Log>, MatchFault>;
    /// Reads the journal without claiming it.
    ///
    /// # Errors
    /// If there is none, or it fails a check.
    fn read(&self) -> Result<Snapshot, MatchFault>;
    /// The journal and its head as files, byte for byte as an export holds them. Nothing is checked.
    ///
    /// # Errors
    /// If there is no journal or no head, or they cannot be read.
    fn raw(&self) -> Result<Raw, MatchFault>;

    /// How the journal looks now; nothing where there is none, or where it must be read to know that.
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

    /// Writes what can be made again, whole or not at all, in place of what was there; gives what people call
    /// it. Only a power cut may still take a part of it: see [`crate::matches::publish::is_published`].
    ///
    /// # Errors
    /// If it cannot be written.
    fn publish(&self, what: &Published, bytes: &[u8]) -> Result<String, MatchFault>;
    /// What was published; nothing if it was not, or is not kept any more.
    ///
    /// # Errors
    /// If it is there and cannot be read.
    fn published(&self, what: &Published) -> Result<Option<Vec<u8>>, MatchFault>;
    /// How many bytes of it there are; nothing if it was not written, or is not kept any more.
    fn published_size(&self, what: &Published) -> Option<u64>;
    /// Deletes what was published of exchanges that are too old to be kept, now that something of exchange
    /// `newest` was. `kinds` are those that can be made again, with what the names of their files end in.
    fn clear_before(&self, kinds: &[(&str, &[&str])], newest: u32);

    /// A small thing that is kept beside the match under a name ([`is_small`]); nothing if there is none.
    ///
    /// # Errors
    /// If the name is none, or it cannot be read.
    fn small(&self, name: &str) -> Result<Option<Vec<u8>>, MatchFault>;
    /// Keeps a small thing under a name, whole or not at all, in place of what was there. Under a name that
    /// begins with [`SECRET`] only its owner can read it.
    ///
    /// # Errors
    /// If the name is none, or it cannot be written.
    fn keep_small(&self, name: &str, bytes: &[u8]) -> Result<(), MatchFault>;
    /// Removes a small thing, if it is there.
    ///
    /// # Errors
    /// If the name is none, or it cannot be removed.
    fn drop_small(&self, name: &str) -> Result<(), MatchFault>;

    /// What of its secrets people other than their owner may read or change; nothing where no file holds
    /// them.
    fn exposed(&self) -> Vec<Exposed> {
        Vec::new()
    }

    /// Clears what a program that died has left half written here. The caller must hold the journal.
    ///
    /// # Errors
    /// If it cannot be removed.
    fn tidy(&self) -> Result<(), MatchFault>;
}

impl Clone for Box<dyn Store> {
    fn clone(&self) -> Box<dyn Store> {
        self.handle()
    }
}

impl fmt::Debug for dyn Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}

/// Whether something small can be kept under a name: letters, digits, dots and hyphens, not a dot first, and
/// perhaps [`SECRET`] before it. What a place keeps of its own accord has no such name.
pub fn is_small(name: &str) -> bool {
    const OWN: [&str; 7] = [
        "journal.jsonl",
        "head.json",
        "head.json.new",
        "journal.lock",
        "moved.json",
        "secret/seed",
        "secret/bookmark",
    ];
    let plain = name.strip_prefix(SECRET).unwrap_or(name);
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'.' || byte == b'-';
    let is_plain = plain.bytes().all(fits) && !plain.is_empty() && !plain.starts_with('.');
    is_plain && plain.len() <= 100 && !plain.ends_with(".part") && !OWN.contains(&name)
}

/// Something secret that people other than its owner may read or change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exposed {
    /// What people call it.
    pub place: String,
    /// That in words, and how to mend it.
    pub words: String,
}

/// A journal and its head as files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Raw {
    /// What `journal.jsonl` holds.
    pub journal: Vec<u8>,
    /// What `head.json` holds.
    pub head: Vec<u8>,
}

/// A journal open for appending. As long as it lives, nobody else can open it so.
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

impl Line<'_> {
    /// The entry that it is behind the newest one; the first, if there is none.
    ///
    /// # Errors
    /// If it is no entry.
    pub fn after(self, newest: Option<Head>) -> Result<Entry, MatchFault> {
        let Line { kind, exchange, party, time, body, salt } = self;
        let number = newest.map_or(0, |head| head.number) + 1;
        let prev = newest.map_or(Digest::ZERO, |head| head.hash);
        let place = Place { number, prev, kind, exchange, party, time };
        Entry::make(place, body, salt).map_err(|fault| MatchFault::Bug(fault.to_string()))
    }
}

/// Something written for a party about an exchange: a packet, a form, a report, or orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
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

impl Published {
    /// What people call it in its place: `packets/007-axis.json`.
    pub fn name(&self) -> String {
        let Published { kind, exchange, party, extension } = self;
        format!("{kind}/{exchange:03}-{}.{extension}", party.id())
    }
}
