//! How reliable a player is: answers in time, late and not at all, extensions, drop-outs. Each match keeps
//! its own figures beside its journal; a player's are their sum.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::office_match::OfficeMatch;
use super::yard::Yard;
use crate::matches::{Game, MatchFault, Store};
use engine::party::Party;

/// The name of the figures of a match.
const NAME: &str = "mail-record.json";

/// Figures of one player.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// Exchanges answered by the deadline.
    pub in_time: u32,
    /// Exchanges answered after it.
    pub late: u32,
    /// Exchanges not answered.
    pub missed: u32,
    /// Times the player asked for more time and got it.
    pub extensions: u32,
    /// Matches given up, or taken over by somebody else.
    pub dropped: u32,
}

/// The figures of one match.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Records {
    /// The newest exchange that is counted.
    counted: u32,
    /// Who played each party when it was counted last.
    seats: BTreeMap<Party, String>,
    /// By address, in small letters.
    players: BTreeMap<String, Record>,
}

impl Record {
    /// The figures of all players of matches, by address in small letters. Those that cannot be read count
    /// for nothing.
    pub fn all(yard: &dyn Yard, matches: &[OfficeMatch]) -> BTreeMap<String, Record> {
        let mut all: BTreeMap<String, Record> = BTreeMap::new();
        let words: Vec<String> = matches.iter().map(|info| info.played.word().into_owned()).collect();
        let kept = yard.smalls(&words, NAME);
        for (address, record) in kept.values().flat_map(|bytes| Records::of(bytes).players) {
            all.entry(address).or_default().add(&record);
        }
        all
    }

    fn add(&mut self, other: &Record) {
        self.in_time += other.in_time;
        self.late += other.late;
        self.missed += other.missed;
        self.extensions += other.extensions;
        self.dropped += other.dropped;
    }

    /// In words, for the player and the umpire; nothing if nothing was counted.
    pub fn words(&self) -> Option<String> {
        let asked = self.in_time + self.late + self.missed;
        if asked == 0 && self.dropped == 0 {
            return None;
        }
        let mut words = format!("{} of {asked} exchanges in time", self.in_time);
        let mut add = |number: u32, what: &str| {
            if number > 0 {
                words += &format!(", {number} {what}");
            }
        };
        add(self.late, "late");
        add(self.missed, "missed");
        add(self.extensions, "extended");
        add(self.dropped, if self.dropped == 1 { "match given up" } else { "matches given up" });
        Some(words)
    }
}

impl Records {
    /// The figures of a match.
    pub fn read(store: &dyn Store) -> Records {
        store.small(NAME).ok().flatten().map(|bytes| Records::of(&bytes)).unwrap_or_default()
    }

    fn of(bytes: &[u8]) -> Records {
        serde_json::from_slice(bytes).unwrap_or_default()
    }

    /// Counts the open exchange as it is about to be closed, once. Says whether it did.
    ///
    /// # Errors
    /// If orders that were accepted cannot be read.
    pub fn count(&mut self, game: &Game, address: impl Fn(Party) -> String) -> Result<bool, MatchFault> {
        let Some(open) = game.open_now().filter(|open| open.number > self.counted) else { return Ok(false) };
        self.counted = open.number;
        let deadline: Option<Timestamp> = open.opened.deadline.as_deref().and_then(|at| at.parse().ok());
        let is_late = |change: Option<Timestamp>| {
            deadline.zip(change).is_some_and(|(deadline, change)| change > deadline)
        };
        for state in game.party_states()?.iter().filter(|state| state.asked && state.choice) {
            let Some(party) = Party::parse(&state.party).filter(|it| !game.settings.is_officer(*it)) else {
                continue;
            };
            let record = self.players.entry(address(party)).or_default();
            match state.has_orders {
                true if is_late(state.last_change) => record.late += 1,
                true => record.in_time += 1,
                false => record.missed += 1,
            }
        }
        Ok(true)
    }

    /// Records who plays now; a player who was there before counts as dropped out. Gives whether anything
    /// changed.
    pub fn seat(&mut self, party: Party, address: String) -> bool {
        let before = self.seats.insert(party, address.clone());
        let changed = before.as_ref() != Some(&address);
        if let Some(before) = before.filter(|before| *before != address) {
            self.players.entry(before).or_default().dropped += 1;
        }
        changed
    }

    /// Counts an extension.
    pub fn extended(&mut self, address: String) {
        self.players.entry(address).or_default().extensions += 1;
    }

    /// Keeps the figures beside the match.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn keep(&self, store: &dyn Store) -> Result<(), MatchFault> {
        let bytes = serde_json::to_vec(self).map_err(|error| MatchFault::Bug(error.to_string()))?;
        store.keep_small(NAME, &bytes)
    }
}
