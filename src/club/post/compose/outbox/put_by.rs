//! What was sent or refused long ago, put by in `post/sent/` beside the log.
//!
//! First it is put by, then the log is written anew without it: a crash between the two leaves it in both,
//! and what the log says counts.

use std::collections::{BTreeMap, BTreeSet};

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use super::{Fact, Item, Outbox, OutboxFault, State};
use crate::post::shelf::LogFault;

/// How the keys begin under which messages are put by, and under which the keys of messages by their ids.
const ITEM: &str = "k/";
const ID: &str = "i/";
/// Messages are put by when there are so many of them.
const ENOUGH: usize = 1000;
/// Of the newest so many stay; and of the last day so many; and of those that a person should know of.
const NEWEST: usize = 200;
const OF_A_DAY: usize = 2000;
const TROUBLED: usize = 200;
/// So many of the things that were looked up are remembered.
const KNOWN: usize = 1000;

/// What was put by, in numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tally {
    /// How many messages were queued, with those that were not put by.
    pub(super) queued: u64,
    /// How many of those put by were sent.
    pub(super) sent: usize,
    /// How many were refused.
    pub(super) refused: usize,
    /// How many answers to strangers were refused.
    pub(super) strangers: usize,
    /// How many came back.
    pub(super) bounced: usize,
    /// How many were tried at an instant in the last hour, all and to strangers, for the pace.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    tried: BTreeMap<Timestamp, (usize, usize)>,
}

impl Tally {
    /// Whether nothing was ever put by.
    fn is_empty(&self) -> bool {
        self.sent + self.refused + self.strangers == 0
    }

    /// When messages that were put by were tried, as far as that matters.
    pub(super) fn tried(&self, only_strangers: bool) -> impl Iterator<Item = Timestamp> {
        let count = move |(all, strangers): (usize, usize)| if only_strangers { strangers } else { all };
        self.tried.iter().flat_map(move |(at, counts)| std::iter::repeat_n(*at, count(*counts)))
    }

    fn count(&mut self, item: &Item, since: Timestamp) {
        self.bounced += item.bounces.len() - item.put_by.unwrap_or(0);
        if item.put_by.is_some() {
            return;
        }
        match item.state {
            State::Sent | State::Waiting => self.sent += 1,
            State::Refused if item.is_to_stranger() => self.strangers += 1,
            State::Refused => self.refused += 1,
        }
        if let Some(at) = item.last_attempt.filter(|at| *at >= since) {
            let (all, strangers) = self.tried.entry(at).or_default();
            *all += 1;
            *strangers += usize::from(item.is_to_stranger());
        }
    }
}

/// What was looked up of it already. Only opening a log puts something by, so it stays as it is.
#[derive(Debug, Default)]
pub(super) struct Known {
    found: BTreeMap<String, Option<String>>,
    under: BTreeMap<String, BTreeMap<String, Item>>,
}

impl Outbox {
    /// Puts by what is done with, once that is much.
    pub(super) fn put_by(&mut self) -> Result<(), OutboxFault> {
        let mut settled: Vec<&Item> = self.items.values().filter(|it| it.state != State::Waiting).collect();
        settled.sort_by_key(|item| std::cmp::Reverse(item.place));
        let newest = settled.iter().filter_map(|item| item.last_attempt).max().unwrap_or(Timestamp::MIN);
        let back = |lapse: SignedDuration| newest.checked_sub(lapse).unwrap_or(Timestamp::MIN);
        let (day, hour) = (back(SignedDuration::from_hours(24)), back(SignedDuration::from_hours(1)));
        let (mut troubled, mut gone) = (0, BTreeSet::new());
        for (at, item) in settled.into_iter().enumerate() {
            let is_trouble = item.is_troubled() && !item.is_to_stranger();
            troubled += usize::from(is_trouble);
            let stays =
                at < NEWEST || at < OF_A_DAY && item.queued >= day || is_trouble && troubled <= TROUBLED;
            if !stays {
                gone.insert(item.key.clone());
            }
        }
        if gone.len() < ENOUGH {
            return Ok(());
        }
        let mut entries = BTreeMap::new();
        let mut tally = self.tally.clone();
        tally.tried.retain(|at, _| *at >= hour);
        for item in gone.iter().filter_map(|key| self.items.get(key)) {
            tally.count(item, hour);
            let item = Item { put_by: None, ..item.clone() };
            let text = serde_json::to_string(&item).map_err(|error| LogFault::Io(error.into()))?;
            // An id that a file of lines cannot hold is no id that a letter could name.
            if item.message_id.bytes().all(|byte| byte.is_ascii_graphic()) {
                entries.insert(format!("{ID}{}", item.message_id), item.key.clone());
            }
            entries.insert(format!("{ITEM}{}", item.key), text);
        }
        self.shelf.put(entries).map_err(LogFault::Io)?;
        self.known.take();
        let mut kept: Vec<&Item> = self.items.values().filter(|item| !gone.contains(&item.key)).collect();
        kept.sort_by_key(|item| item.place);
        let stands = kept.into_iter().map(|item| Fact::Stands(item.clone()));
        let facts: Vec<Fact> = std::iter::once(Fact::PutBy(tally.clone())).chain(stands).collect();
        self.log.rewrite(&facts)?;
        self.tally = tally;
        self.items.retain(|key, _| !gone.contains(key));
        self.by_id.retain(|_, key| !gone.contains(key));
        Ok(())
    }

    /// A message that was put by under a key.
    pub(super) fn put_by_item(&self, key: &str) -> Option<Item> {
        self.read(&format!("{ITEM}{key}")).and_then(|text| self.understood(&text))
    }

    /// The same by its message id.
    pub(super) fn put_by_id(&self, message_id: &str) -> Option<Item> {
        self.read(&format!("{ID}{message_id}")).and_then(|key| self.put_by_item(&key))
    }

    /// All that were put by under keys that begin so.
    pub(super) fn put_by_under(&self, start: &str) -> BTreeMap<String, Item> {
        if self.tally.is_empty() {
            return BTreeMap::new();
        }
        if let Some(known) = self.known.borrow().under.get(start) {
            return known.clone();
        }
        let found = self.shelf.under(&format!("{ITEM}{start}")).unwrap_or_else(|error| {
            self.unread.replace(Some(error));
            Vec::new()
        });
        let items = self.all_understood(&found);
        let mut known = self.known.borrow_mut();
        if known.under.len() >= KNOWN {
            known.under.clear();
        }
        known.under.insert(start.to_owned(), items.clone());
        items
    }

    /// Reads at once all that was put by under keys that begin in one of several ways, for whoever is about
    /// to ask for each. What was read so before is forgotten.
    pub fn look_ahead(&self, starts: Vec<String>) {
        if self.tally.is_empty() {
            return;
        }
        let wanted: Vec<String> = starts.iter().map(|start| format!("{ITEM}{start}")).collect();
        // Whoever then asks for each is told the fault.
        let Ok(found) = self.shelf.under_each(&wanted) else { return };
        let found = starts.into_iter().zip(found.iter().map(|found| self.all_understood(found)));
        self.known.borrow_mut().under = found.collect();
    }

    fn all_understood(&self, found: &[(String, String)]) -> BTreeMap<String, Item> {
        let items = found.iter().filter_map(|(_, text)| self.understood(text));
        items.map(|item| (item.key.clone(), item)).collect()
    }

    fn read(&self, key: &str) -> Option<String> {
        if self.tally.is_empty() {
            return None;
        }
        if let Some(known) = self.known.borrow().found.get(key) {
            return known.clone();
        }
        let found = self.shelf.find(key).unwrap_or_else(|error| {
            self.unread.replace(Some(error));
            None
        });
        let mut known = self.known.borrow_mut();
        if known.found.len() == KNOWN {
            known.found.clear();
        }
        known.found.insert(key.to_owned(), found.clone());
        found
    }

    fn understood(&self, text: &str) -> Option<Item> {
        serde_json::from_str(text).map_err(|error| self.unread.replace(Some(error.into()))).ok()
    }
}
