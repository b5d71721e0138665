//! The systems that a program plays, as they are handed to whatever needs them: nothing below knows which
//! there are.

mod entry;

use std::path::Path;

pub use entry::Entry;

use crate::conformance::Suite;
use crate::disk::Disk;
use crate::games::print::Print;
use crate::games::{Games, GamesFault};
use crate::party::Party;
use crate::problem::{list_or, quote, suggest};
use crate::rulebook::RulebookFault;
use crate::rulebook::ledger::Ledger;

/// A list of systems whose sides and parties files can name. The first is played where none is named.
#[derive(Clone, Copy)]
pub struct Systems(&'static [&'static Entry]);

impl Systems {
    /// A list, all of whose sides and parties are made known.
    pub fn new(entries: &'static [&'static Entry]) -> Systems {
        entries.iter().for_each(|entry| entry.declare());
        Systems(entries)
    }

    /// The systems in their order.
    pub fn entries(self) -> &'static [&'static Entry] {
        self.0
    }

    /// Their words, in their order.
    pub fn ids(self) -> Vec<&'static str> {
        self.0.iter().map(|system| system.title.id).collect()
    }

    /// The parties of all of them, each once, in their own order.
    pub fn parties(self) -> Vec<Party> {
        let mut parties: Vec<Party> = self.0.iter().flat_map(|system| system.parties).copied().collect();
        parties.sort_unstable();
        parties.dedup();
        parties
    }

    /// The data of all of them, as they are built in.
    pub fn games(self) -> Games {
        Games::of(self.0.iter().map(|system| system.files))
    }

    /// The conformance cases of those that have some.
    pub fn suites(self) -> Vec<Suite> {
        self.0.iter().filter_map(|system| system.suite).collect()
    }

    /// The system of a word.
    ///
    /// # Errors
    /// If there is none, in words.
    pub fn system(self, word: &str) -> Result<&'static Entry, RulebookFault> {
        self.0.iter().copied().find(|system| system.title.id == word).ok_or_else(|| self.no_system(word))
    }

    /// The fault of a word that names no system.
    fn no_system(self, word: &str) -> RulebookFault {
        let ids = self.ids();
        let near = suggest(word, ids.iter().copied()).map(|near| format!("did you mean {near}?"));
        let mend = near.unwrap_or_else(|| format!("write {}", list_or(&ids)));
        RulebookFault::no(format!("there is no system {}", quote(word)), mend)
    }

    /// What a system answers when its data are checked; one that is not listed asks nothing of its rows.
    fn print_of(self, word: &str) -> Print {
        let found = self.0.iter().find(|system| system.title.id == word);
        found.map_or(Print::plain(|_, _| Ok(())), |system| system.print)
    }

    /// The data of all systems as a folder replaces and corrects them.
    ///
    /// # Errors
    /// As [`Games::with_dir`].
    pub fn games_in(self, disk: &dyn Disk, dir: &Path) -> Result<Games, GamesFault> {
        self.games().with_dir(disk, dir, |word| self.print_of(word))
    }

    /// The ledger of a system; where none is named, those whose ids may begin with `id`, or all if there is
    /// none.
    ///
    /// # Errors
    /// If there is no such system, or a ledger cannot be read.
    pub fn ledgers(self, games: &Games, named: Option<&str>, id: &str) -> Result<Vec<Ledger>, RulebookFault> {
        let near = |it: &&Entry| id.starts_with(it.title.prefix) || it.title.prefix.starts_with(id);
        let wanted: Vec<&Entry> = match named {
            Some(word) => vec![self.system(word)?],
            None if self.0.iter().any(near) => self.0.iter().copied().filter(near).collect(),
            None => self.0.to_vec(),
        };
        wanted.iter().map(|system| Ok(Ledger::load(games, system.title.id)?)).collect()
    }

    /// What each system's rulings may change, under its name, as `--help` lists it.
    pub fn changes(self) -> String {
        let changes =
            |system: &&Entry| format!("Changes in {}:\n{}", system.title.name, system.title.changes);
        self.0.iter().map(changes).collect::<Vec<_>>().join("\n\n")
    }
}
