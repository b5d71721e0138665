//! The rules ledger of a system: every mechanic that can be tested, in the project's own words. Nothing here
//! decides anything; events, problems, reports and cases cite its ids.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::games::{Games, GamesFault};
use crate::problem::nearest_of;

/// How many ids are named in place of one that the ledger does not have.
const NEAREST: usize = 3;

/// One mechanic.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The lasting name: the system's prefix, the paragraph of the rulebook and a running number.
    pub id: String,
    /// What it is about, in a few words.
    pub title: String,
    /// The part of the game: `combat`, `movement`, `data` and so on.
    pub kind: String,
    /// What the rule asks.
    pub gist: String,
    /// How to tell whether a program keeps it.
    pub test: String,
    /// How the project reads a place where the rulebook is silent, ambiguous or contradicts itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ruling: Option<String>,
    /// Numbers for checks; their shape is the entry's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub values: Option<serde_json::Value>,
}

/// All mechanics of a system, in the order of its file.
#[derive(Clone, Debug, PartialEq)]
pub struct Ledger {
    entries: Vec<Entry>,
    by_id: BTreeMap<String, usize>,
}

impl Ledger {
    /// Reads the ledger of a system, by the system's word.
    ///
    /// # Errors
    /// [`GamesFault`] when the system has none, the file does not fit the shape, or an id stands in it twice.
    pub fn load(games: &Games, system: &str) -> Result<Ledger, GamesFault> {
        Ledger::of(system, games.read(system, "rules")?)
    }

    /// The ledger of a system from its entries.
    ///
    /// # Errors
    /// [`GamesFault::Unsound`] when an id stands there twice.
    pub fn of(system: &str, entries: Vec<Entry>) -> Result<Ledger, GamesFault> {
        let mut by_id = BTreeMap::new();
        for (at, entry) in entries.iter().enumerate() {
            if by_id.insert(entry.id.clone(), at).is_some() {
                let what = format!("{} stands there twice", entry.id);
                return Err(GamesFault::Unsound { file: format!("{system}/rules"), what });
            }
        }
        Ok(Ledger { entries, by_id })
    }

    /// The mechanic of an id.
    pub fn find(&self, id: &str) -> Option<&Entry> {
        self.by_id.get(id).map(|&at| &self.entries[at])
    }

    /// The mechanic that somebody means by an id, whatever its capitals.
    ///
    /// # Errors
    /// The three ids that come nearest, if there is none of that word.
    pub fn named(&self, word: &str) -> Result<&Entry, Vec<&str>> {
        let word = word.trim();
        let same = || self.entries.iter().find(|entry| entry.id.eq_ignore_ascii_case(word));
        self.find(word)
            .or_else(same)
            .ok_or_else(|| nearest_of(word, self.entries.iter().map(|entry| entry.id.as_str()), NEAREST))
    }

    /// Every mechanic, in the order of the file.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }
}
