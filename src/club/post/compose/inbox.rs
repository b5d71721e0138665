//! What came in: `post/received.log`. A message that is delivered twice is answered once.
//!
//! First queue the answer, under a key made from the message's hash, then record the message. A crash between
//! the two makes the same message come up again; it gives the same answer under the same key, which the
//! outbox knows already.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::log::Log;
use crate::post::shelf::{LogFault, PutBy, Shelf};

/// The name of the log.
const RECEIVED: &str = "received.log";
/// The name of what it has put by.
const PUT_BY: &str = "received";
/// How the keys begin under which messages are put by, by their hash and by what makes them the same letter.
const HASH: &str = "h/";
const SAME: &str = "s/";
/// Messages are put by when there are so many of them beside the newest.
const ENOUGH: usize = 1000;
/// So many of the newest stay.
const NEWEST: usize = 1000;

/// A message that came in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Received {
    /// SHA-256 of the message's bytes, in hexadecimal digits.
    pub sha256: String,
    /// What makes it the same letter however it came, if that is not its bytes alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub same: Option<String>,
    /// What became of it, in a word: `orders`, `refused`, `ignored`.
    pub outcome: String,
    /// The key of the answer in the outbox; nothing if it was met with silence.
    pub answer: Option<String>,
    /// When it was taken in.
    pub at: Timestamp,
}

/// A line of the log: a message, or first what was put by.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Line {
    Message(Received),
    PutBy { put_by: Tally },
}

/// What was put by, in a few words.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Tally {
    /// How many messages.
    messages: usize,
    /// When the last of them was answered under keys with the same first two words, match and party.
    answered: BTreeMap<String, Timestamp>,
}

impl Tally {
    fn count(&mut self, message: &Received) {
        self.messages += 1;
        if let Some(whose) = message.whose() {
            let last = self.answered.entry(whose.to_owned()).or_insert(message.at);
            *last = message.at.max(*last);
        }
    }
}

impl Received {
    /// The first two words of the answer's key: match and party.
    fn whose(&self) -> Option<&str> {
        let key = self.answer.as_deref()?;
        let second = key.find('/')? + 1;
        Some(&key[..key[second..].find('/').map_or(key.len(), |length| second + length)])
    }
}

/// The log of what came in, and its index. What came in long ago is put by in `post/received/` by its hash,
/// and by what makes it the same letter: it is looked up there for each message, and read by nothing else.
#[derive(Debug)]
pub struct Inbox {
    log: Log,
    /// The messages that were not put by, in their order, and where each stands there.
    messages: Vec<Received>,
    by_hash: BTreeMap<String, usize>,
    /// The letters, by what makes them the same.
    letters: BTreeSet<String>,
    torn: usize,
    tally: Tally,
    shelf: Box<dyn PutBy>,
}

impl Inbox {
    /// Opens the log on an office's shelf, and makes it if it is not there. A torn last line is cut off.
    ///
    /// # Errors
    /// [`LogFault`] when it cannot be read or holds a line that is not understood.
    pub fn open(shelf: &dyn Shelf) -> Result<Inbox, LogFault> {
        let (log, lines, torn) = Log::open::<Line>(shelf, RECEIVED)?;
        let mut inbox = Inbox::of(log, lines, torn, shelf)?;
        inbox.put_by()?;
        Ok(inbox)
    }

    /// The same for a reader who writes nothing and holds nobody up.
    ///
    /// # Errors
    /// As [`Inbox::open`].
    pub fn look(shelf: &dyn Shelf) -> Result<Inbox, LogFault> {
        let (log, lines) = Log::look::<Line>(shelf, RECEIVED)?;
        Inbox::of(log, lines, 0, shelf)
    }

    fn of(log: Log, lines: Vec<Line>, torn: usize, shelf: &dyn Shelf) -> Result<Inbox, LogFault> {
        // After the log: what is put by meanwhile is in both.
        let shelf = shelf.put_by(PUT_BY)?;
        let (messages, by_hash, letters, tally) = Default::default();
        let mut inbox = Inbox { log, messages, by_hash, letters, torn, tally, shelf };
        for line in lines {
            match line {
                Line::PutBy { put_by } => inbox.tally = put_by,
                Line::Message(message) => inbox.take(message),
            }
        }
        Ok(inbox)
    }

    fn take(&mut self, message: Received) {
        self.letters.extend(message.same.clone());
        if !self.by_hash.contains_key(&message.sha256) {
            self.by_hash.insert(message.sha256.clone(), self.messages.len());
            self.messages.push(message);
        }
    }

    /// Puts by all but the newest messages, once they are many.
    fn put_by(&mut self) -> Result<(), LogFault> {
        if self.messages.len() < ENOUGH + NEWEST {
            return Ok(());
        }
        let kept = self.messages.split_off(self.messages.len() - NEWEST);
        let gone = std::mem::replace(&mut self.messages, kept);
        let mut tally = self.tally.clone();
        let mut entries = BTreeMap::new();
        for message in gone {
            tally.count(&message);
            let text = serde_json::to_string(&message).map_err(std::io::Error::from)?;
            if let Some(same) = &message.same {
                entries.insert(format!("{SAME}{same}"), String::new());
            }
            entries.insert(format!("{HASH}{}", message.sha256), text);
        }
        self.shelf.put(entries)?;
        let first = Line::PutBy { put_by: tally.clone() };
        let lines: Vec<Line> =
            std::iter::once(first).chain(self.messages.iter().cloned().map(Line::Message)).collect();
        self.log.rewrite(&lines)?;
        self.tally = tally;
        let numbered = self.messages.iter().enumerate();
        self.by_hash = numbered.map(|(at, message)| (message.sha256.clone(), at)).collect();
        self.letters = self.messages.iter().filter_map(|message| message.same.clone()).collect();
        Ok(())
    }

    /// Bytes of a torn last line that were cut off when the log was opened; 0 as a rule.
    pub fn torn(&self) -> usize {
        self.torn
    }

    /// What became of the message with this hash, if it came in before.
    ///
    /// # Errors
    /// [`LogFault`] when what was put by cannot be read.
    pub fn seen(&self, sha256: &str) -> Result<Option<Received>, LogFault> {
        if let Some(message) = self.by_hash.get(sha256).and_then(|at| self.messages.get(*at)) {
            return Ok(Some(message.clone()));
        }
        let text = self.shelf.find(&format!("{HASH}{sha256}"))?;
        let read = |text: String| serde_json::from_str(&text).map_err(std::io::Error::from);
        Ok(text.map(read).transpose()?)
    }

    /// Whether a letter came in before, through any source.
    ///
    /// # Errors
    /// As [`Inbox::seen`].
    pub fn met(&self, same: &str) -> Result<bool, LogFault> {
        Ok(self.letters.contains(same) || self.shelf.find(&format!("{SAME}{same}"))?.is_some())
    }

    /// Records a message and waits until that is on the disk. Gives false, and changes nothing, if it was
    /// recorded before: what became of it then counts.
    ///
    /// # Errors
    /// [`LogFault`] when the line could not be written.
    pub fn record(&mut self, message: Received) -> Result<bool, LogFault> {
        Ok(self.record_all(vec![message])? == 1)
    }

    /// Records many messages and waits once until all are on the disk. Gives how many were new; after a crash
    /// any number of them may be there, the first ones first.
    ///
    /// # Errors
    /// [`LogFault`] when the lines could not be written; then none counts.
    pub fn record_all(&mut self, messages: Vec<Received>) -> Result<usize, LogFault> {
        let mut fresh: Vec<Received> = Vec::new();
        let mut hashes = BTreeSet::new();
        for message in messages {
            if self.seen(&message.sha256)?.is_none() && hashes.insert(message.sha256.clone()) {
                fresh.push(message);
            }
        }
        if fresh.is_empty() {
            return Ok(0);
        }
        self.log.append(&fresh)?;
        let count = fresh.len();
        fresh.into_iter().for_each(|message| self.take(message));
        Ok(count)
    }

    /// When a letter was last answered under keys with the same first two words, match and party.
    pub fn answered(&self) -> BTreeMap<String, Timestamp> {
        let mut all = self.tally.clone();
        self.messages.iter().for_each(|message| all.count(message));
        all.answered
    }

    /// How many messages came in.
    pub fn len(&self) -> usize {
        self.tally.messages + self.messages.len()
    }

    /// Whether none came in.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
