//! Snapshots of the matches at the end of a run: where each stands, and until when it waits. A run need not
//! open a match that waits as long as no mail came in, nothing changed, and its time has not come; and a
//! command that only looks reads here where a match stands.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::office::Office;
use super::office_match::OfficeMatch;
use super::standing::Standing;
use super::yard::Yard;
use crate::journal::Mark;
use crate::matches::Store;
use engine::games::Games;

/// A match at the end of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchSnapshot {
    /// Its word.
    #[serde(rename = "match")]
    pub match_id: String,
    /// Its system's word.
    pub system: String,
    /// The fingerprint of the data by which it was played.
    pub data: String,
    /// Its journal as it was.
    pub mark: Mark,
    /// Where it stands.
    pub standing: Standing,
    /// Until when it waits, if nothing comes in.
    pub waits: Option<Waits>,
}

/// That a match waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Waits {
    /// How many mails the office had ever queued, those of the newest exchange among them. An office that has
    /// queued fewer was set back to what it was before.
    pub ever: u64,
    /// Until when nothing can happen to it.
    pub until: Timestamp,
}

impl MatchSnapshot {
    /// Whether the journal of the match is as it was.
    pub fn holds(&self, store: &dyn Store) -> bool {
        store.mark().ok().flatten().as_ref() == Some(&self.mark)
    }
}

/// The snapshots of an office, for whoever opens its matches.
pub(crate) struct Snapshots<'s> {
    yard: &'s dyn Yard,
    games: &'s Games,
    /// The fingerprints of the data at hand, by system, each reckoned once.
    data: BTreeMap<String, String>,
}

impl<'s> Snapshots<'s> {
    /// Those of a yard, as far as they were made by these data.
    pub(crate) fn new(yard: &'s dyn Yard, games: &'s Games) -> Snapshots<'s> {
        Snapshots { yard, games, data: BTreeMap::new() }
    }

    /// The handle of a match.
    pub(crate) fn store(&self, word: &str) -> Box<dyn Store> {
        self.yard.open(word)
    }

    /// The snapshot of a match, if its journal is as it was, and these are the data by which it is played.
    pub(crate) fn snapshot(&mut self, word: &str, store: &dyn Store) -> Option<Rc<MatchSnapshot>> {
        let snapshot = self.yard.noted(word).filter(|snapshot| snapshot.holds(store))?;
        let games = self.games;
        let data = self.data.entry(snapshot.system.clone());
        let data = data.or_insert_with(|| games.fingerprint(&snapshot.system));
        (snapshot.data == *data).then_some(snapshot)
    }
}

impl Office<'_> {
    /// Whether a run without mail for a match need not open it; `due` are those that it is to look at anyway.
    pub(crate) fn is_idle(&self, info: &OfficeMatch, due: &BTreeSet<String>) -> bool {
        info.waits
            .filter(|_| !due.contains(&*info.played.word()))
            .filter(|waits| self.context.now < waits.until)
            .is_some_and(|waits| waits.ever <= self.context.outbox.ever())
    }
}
