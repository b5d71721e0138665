//! What came in: `post/received.log`. A message that is delivered twice is answered once.
//!
//! First queue the answer, under a key made from the message's hash, then record the message. A crash between the two
//! makes the same message come up again; it gives the same answer under the same key, which the outbox knows already.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::log::{Log, LogFault};

/// The name of the log.
const RECEIVED: &str = "received.log";

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

/// The log of what came in, and its index.
#[derive(Debug)]
pub struct Inbox {
    log: Log,
    by_hash: BTreeMap<String, Received>,
    /// The letters, by what makes them the same.
    letters: BTreeSet<String>,
    torn: usize,
}

impl Inbox {
    /// Opens the log in the folder `post` of a match, and makes it if it is not there. A torn last line is cut off.
    ///
    /// # Errors
    /// [`LogFault`] when the file cannot be read or holds a line that is not understood.
    pub fn open(post: &Path) -> Result<Inbox, LogFault> {
        let (log, lines, torn) = Log::open::<Received>(post, RECEIVED)?;
        let mut by_hash = BTreeMap::new();
        let mut letters = BTreeSet::new();
        for line in lines {
            letters.extend(line.same.clone());
            by_hash.entry(line.sha256.clone()).or_insert(line);
        }
        Ok(Inbox { log, by_hash, letters, torn })
    }

    /// Bytes of a torn last line that were cut off when the log was opened; 0 as a rule.
    pub fn torn(&self) -> usize {
        self.torn
    }

    /// What became of the message with this hash, if it came in before.
    pub fn seen(&self, sha256: &str) -> Option<&Received> {
        self.by_hash.get(sha256)
    }

    /// Whether a letter came in before, on whatever way.
    pub fn met(&self, same: &str) -> bool {
        self.letters.contains(same)
    }

    /// Records a message and waits until that is on the disk. Gives false, and changes nothing, if it was recorded before:
    /// what became of it then counts.
    ///
    /// # Errors
    /// [`LogFault`] when the line could not be written.
    pub fn record(&mut self, message: Received) -> Result<bool, LogFault> {
        Ok(self.record_all(vec![message])? == 1)
    }

    /// Records many messages and waits once until all are on the disk. Gives how many were new; after a crash any number
    /// of them may be there, the first ones first.
    ///
    /// # Errors
    /// [`LogFault`] when the lines could not be written; then none counts.
    pub fn record_all(&mut self, messages: Vec<Received>) -> Result<usize, LogFault> {
        let mut fresh: Vec<Received> = Vec::new();
        let mut hashes = BTreeSet::new();
        for message in messages {
            if !self.by_hash.contains_key(&message.sha256) && hashes.insert(message.sha256.clone()) {
                fresh.push(message);
            }
        }
        self.log.append(&fresh)?;
        self.letters.extend(fresh.iter().filter_map(|message| message.same.clone()));
        let count = fresh.len();
        self.by_hash.extend(fresh.into_iter().map(|message| (message.sha256.clone(), message)));
        Ok(count)
    }

    /// All messages, in no order that means anything.
    pub fn all(&self) -> impl Iterator<Item = &Received> {
        self.by_hash.values()
    }

    /// How many messages came in.
    pub fn len(&self) -> usize {
        self.by_hash.len()
    }

    /// Whether none came in.
    pub fn is_empty(&self) -> bool {
        self.by_hash.is_empty()
    }
}
