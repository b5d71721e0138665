//! What goes out: `post/sent.log`. A message is queued under a key, sent, refused or bounced; nothing is sent here.
//!
//! The bytes of a message are not kept. It is composed anew from the match when it is sent, and [`Outbox::allow`] lets
//! only the bytes go out that were queued. After a crash between the server's answer and the line that records it, the
//! same bytes may go out once more, under the same message id; never others.

mod pace;
mod state;
mod summary;

pub use pace::Pace;
pub use state::{Item, State};
pub use summary::{Line, Summary};

use std::collections::BTreeMap;
use std::ops::Bound;
use std::path::Path;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::clean;
use super::id::sound;
use super::log::{Log, LogFault};
use crate::digest::Digest;

/// The name of the log.
const SENT: &str = "sent.log";
/// How the keys of answers to strangers begin.
pub const STRANGERS: &str = "office/nobody/";
/// Longest key of a message, in bytes.
const LONGEST_KEY: usize = 200;
/// Longest answer of a server that is kept, in characters.
const LONGEST_ANSWER: usize = 300;

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "fact", rename_all = "lowercase", deny_unknown_fields)]
pub enum Fact {
    /// A message is to be sent.
    Queued {
        /// Names the message for good: the same decision always gives the same key.
        key: String,
        /// Its message id.
        message_id: String,
        /// SHA-256 of its bytes, in hexadecimal digits.
        sha256: String,
        /// To whom it goes.
        to: Vec<String>,
        /// When it was queued.
        at: Timestamp,
    },
    /// A server took it.
    Sent {
        /// Its key.
        key: String,
        /// When.
        at: Timestamp,
        /// What the server answered.
        answer: String,
    },
    /// A server did not take it.
    Failed {
        /// Its key.
        key: String,
        /// When.
        at: Timestamp,
        /// Whether another attempt would be in vain.
        permanent: bool,
        /// What the server answered, or why there was none.
        why: String,
        /// The number of this attempt, from 1.
        attempt: u32,
    },
    /// It came back.
    Bounced {
        /// Its message id.
        message_id: String,
        /// Who did not get it.
        recipient: String,
        /// What the server said.
        status: String,
    },
}

/// Why something was not noted.
#[derive(Debug, Error)]
pub enum OutboxFault {
    /// The log could not be read or added to.
    #[error(transparent)]
    Log(#[from] LogFault),
    /// A key that is empty, too long or holds more than printable ASCII.
    #[error("`{}` cannot be the key of a message. Use 1 to 200 printable ASCII characters.", clean::header(.0, 80))]
    Key(String),
    /// A message of this key was queued, or another one of its id; other content must not follow it.
    #[error(
        "{key} was queued with the hash {queued}, and now has {offered}. Report this with the match folder: the same message \
         was composed differently."
    )]
    Different {
        /// The key.
        key: String,
        /// The hash of what was queued.
        queued: String,
        /// The hash of what was offered now.
        offered: String,
    },
    /// Nothing was queued under this key.
    #[error("no message is queued under {}. Queue the message first.", clean::header(.0, 80))]
    Unknown(String),
    /// The message was sent or refused for good already.
    #[error("{0} was already sent or refused. Ask what is due before sending.")]
    Settled(String),
    /// The log says something of a message that it does not know, or settles one twice.
    #[error(
        "{SENT}, line {line}: what it says about {} does not follow from the lines before. Restore sent.log from a \
         backup.",
        clean::header(.of, 80)
    )]
    Contradiction {
        /// The line, from 1.
        line: usize,
        /// The key or message id.
        of: String,
    },
}

/// The log of what goes out, and its index.
#[derive(Debug)]
pub struct Outbox {
    log: Log,
    items: BTreeMap<String, Item>,
    by_id: BTreeMap<String, String>,
    /// Keys of what may still be sent, so that a long match is not searched for it.
    waiting: BTreeMap<u64, String>,
    torn: usize,
}

impl Outbox {
    /// Opens the log in the folder `post` of a match, and makes it if it is not there. A torn last line is cut off.
    ///
    /// # Errors
    /// [`OutboxFault::Log`] when the file cannot be read or holds a line that is not understood;
    /// [`OutboxFault::Contradiction`] when a line cannot follow those before it.
    pub fn open(post: &Path) -> Result<Outbox, OutboxFault> {
        let (log, facts, torn) = Log::open::<Fact>(post, SENT)?;
        let (items, by_id, waiting) = Default::default();
        let mut outbox = Outbox { log, items, by_id, waiting, torn };
        for (at, fact) in facts.into_iter().enumerate() {
            outbox.apply(fact).map_err(|of| OutboxFault::Contradiction { line: at + 1, of })?;
        }
        Ok(outbox)
    }

    /// Bytes of a torn last line that were cut off when the log was opened; 0 as a rule.
    pub fn torn(&self) -> usize {
        self.torn
    }

    /// Queues a message. Gives false, and changes nothing, if it is queued already with the same hash.
    ///
    /// # Errors
    /// [`OutboxFault::Different`] if the key or the message id stands for other content; [`OutboxFault::Key`];
    /// [`OutboxFault::Log`].
    pub fn queue(
        &mut self,
        key: &str,
        message_id: &str,
        sha256: &str,
        to: &[String],
        at: Timestamp,
    ) -> Result<bool, OutboxFault> {
        if !(1..=LONGEST_KEY).contains(&key.len()) || !key.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(OutboxFault::Key(key.to_owned()));
        }
        // The id comes from the content: the same one under another key is a second sending of the same message.
        match self.items.get(key).or_else(|| self.items.get(self.by_id.get(message_id)?)) {
            Some(known) if known.key == key && known.sha256 == sha256 => Ok(false),
            Some(known) => Err(different(&known.key, &known.sha256, sha256)),
            None => {
                let (key, message_id) = (key.to_owned(), message_id.to_owned());
                self.note(Fact::Queued { key, message_id, sha256: sha256.to_owned(), to: to.to_vec(), at })?;
                Ok(true)
            }
        }
    }

    /// Whether these bytes may be sent under this key: they are what was queued, and were neither sent nor refused.
    ///
    /// # Errors
    /// [`OutboxFault::Unknown`], [`OutboxFault::Settled`], [`OutboxFault::Different`].
    pub fn allow(&self, key: &str, bytes: &[u8]) -> Result<(), OutboxFault> {
        let item = self.open_item(key)?;
        let offered = Digest::of(bytes).to_string();
        if item.sha256 == offered { Ok(()) } else { Err(different(key, &item.sha256, &offered)) }
    }

    /// Notes that a server took a message.
    ///
    /// # Errors
    /// [`OutboxFault::Unknown`], [`OutboxFault::Settled`], [`OutboxFault::Log`].
    pub fn sent(&mut self, key: &str, answer: &str, at: Timestamp) -> Result<(), OutboxFault> {
        self.open_item(key)?;
        let answer = clean::header(answer, LONGEST_ANSWER);
        self.note(Fact::Sent { key: key.to_owned(), at, answer })
    }

    /// Notes that a server did not take a message; gives the number of the attempt.
    ///
    /// # Errors
    /// [`OutboxFault::Unknown`], [`OutboxFault::Settled`], [`OutboxFault::Log`].
    pub fn failed(
        &mut self,
        key: &str,
        permanent: bool,
        why: &str,
        at: Timestamp,
    ) -> Result<u32, OutboxFault> {
        let attempt = self.open_item(key)?.attempts.saturating_add(1);
        let why = clean::header(why, LONGEST_ANSWER);
        self.note(Fact::Failed { key: key.to_owned(), at, permanent, why, attempt })?;
        Ok(attempt)
    }

    /// Notes that a message came back. Gives false, and changes nothing, if no such message was queued or the bounce is
    /// noted already: a forged bounce adds nothing to the log.
    ///
    /// # Errors
    /// [`OutboxFault::Log`].
    pub fn bounced(&mut self, message_id: &str, recipient: &str, status: &str) -> Result<bool, OutboxFault> {
        let Some(item) = self.by_message_id(message_id) else { return Ok(false) };
        let to = item.to.iter().find(|it| it.eq_ignore_ascii_case(recipient.trim()));
        // A forwarder's bounce names an address that is not ours; it stands for the message as a whole.
        let recipient = to.cloned().unwrap_or_else(|| clean::header(&item.to.join(", "), LONGEST_ANSWER));
        if item.bounces.iter().any(|(known, _)| *known == recipient) {
            return Ok(false);
        }
        let (message_id, status) = (item.message_id.clone(), clean::header(status, LONGEST_ANSWER));
        self.note(Fact::Bounced { message_id, recipient, status })?;
        Ok(true)
    }

    /// The keys that may be sent now: those never tried, and those whose wait is over; as many as the pace lets through.
    /// What a match has to say goes first, answers to strangers last and in their own, slower pace; otherwise they go in
    /// the order in which they were queued.
    pub fn due(&self, now: Timestamp, pace: &Pace) -> Vec<String> {
        let mut due: Vec<&Item> = self.waiting().filter(|item| pace.is_due(item, now)).collect();
        due.sort_by_key(|item| (item.class(), item.place));
        let tried = |of: fn(&Item) -> bool| -> Vec<Timestamp> {
            self.items.values().filter(|item| of(item)).filter_map(|item| item.last_attempt).collect()
        };
        let mut strangers = pace.strangers.room(&tried(Item::is_to_stranger), now);
        due.retain(|item| {
            let fits = !item.is_to_stranger() || strangers > 0;
            strangers -= usize::from(fits && item.is_to_stranger());
            fits
        });
        let room = pace.rate.room(&tried(|_| true), now);
        due.into_iter().take(room).map(|item| item.key.clone()).collect()
    }

    /// What may still be sent, in the order in which it was queued.
    pub fn waiting(&self) -> impl Iterator<Item = &Item> {
        self.waiting.values().filter_map(|key| self.items.get(key))
    }

    /// A message by its key.
    pub fn item(&self, key: &str) -> Option<&Item> {
        self.items.get(key)
    }

    /// A message by its message id, as a bounce or an answer names it: in angle brackets or without.
    pub fn by_message_id(&self, message_id: &str) -> Option<&Item> {
        let bracketed = || self.by_id.get(&sound(message_id)?);
        self.items.get(self.by_id.get(message_id).or_else(bracketed)?)
    }

    /// All messages, by key.
    pub fn items(&self) -> impl Iterator<Item = &Item> {
        self.items.values()
    }

    /// All messages whose keys begin so, by key.
    pub fn under<'o>(&'o self, start: &'o str) -> impl Iterator<Item = &'o Item> {
        let from = self.items.range::<str, _>((Bound::Included(start), Bound::Unbounded));
        from.take_while(move |(key, _)| key.starts_with(start)).map(|(_, item)| item)
    }

    /// What people want to know: what waits, was sent, was refused and came back.
    pub fn status(&self, pace: &Pace) -> Summary {
        Summary::of(self.items.values(), pace)
    }

    /// A message that may still be sent.
    fn open_item(&self, key: &str) -> Result<&Item, OutboxFault> {
        let item = self.items.get(key).ok_or_else(|| OutboxFault::Unknown(key.to_owned()))?;
        match item.state {
            State::Waiting => Ok(item),
            State::Sent | State::Refused => Err(OutboxFault::Settled(key.to_owned())),
        }
    }

    fn note(&mut self, fact: Fact) -> Result<(), OutboxFault> {
        self.log.append(std::slice::from_ref(&fact))?;
        self.apply(fact).map_err(|of| OutboxFault::Contradiction { line: 0, of })
    }

    /// Takes a fact into the index; the error is the key or id of which it cannot be true.
    fn apply(&mut self, fact: Fact) -> Result<(), String> {
        match fact {
            Fact::Queued { key, message_id, sha256, to, at } => {
                if self.items.contains_key(&key) || self.by_id.contains_key(&message_id) {
                    return Err(key);
                }
                let place = self.items.len() as u64;
                self.by_id.insert(message_id.clone(), key.clone());
                self.waiting.insert(place, key.clone());
                self.items.insert(key.clone(), Item::queued(key, message_id, sha256, to, at, place));
            }
            Fact::Sent { key, at, answer } => {
                let item = self.tried(&key, at).ok_or(key)?;
                (item.state, item.answer) = (State::Sent, answer);
                let place = item.place;
                self.waiting.remove(&place);
            }
            Fact::Failed { key, at, permanent, why, .. } => {
                let item = self.tried(&key, at).ok_or(key)?;
                item.answer = why;
                if permanent {
                    item.state = State::Refused;
                    let place = item.place;
                    self.waiting.remove(&place);
                }
            }
            Fact::Bounced { message_id, recipient, status } => {
                let item = self.by_id.get(&message_id).and_then(|key| self.items.get_mut(key));
                item.ok_or(message_id)?.bounces.push((recipient, status));
            }
        }
        Ok(())
    }

    /// Counts an attempt on a message that waits.
    fn tried(&mut self, key: &str, at: Timestamp) -> Option<&mut Item> {
        let item = self.items.get_mut(key).filter(|item| item.state == State::Waiting)?;
        item.attempts = item.attempts.saturating_add(1);
        item.last_attempt = Some(at);
        Some(item)
    }
}

fn different(key: &str, queued: &str, offered: &str) -> OutboxFault {
    let (key, queued) = (key.to_owned(), queued.to_owned());
    OutboxFault::Different { key, queued, offered: clean::header(offered, 64) }
}
