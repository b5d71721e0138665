//! What goes out: `post/sent.log`. A message is queued under a key, sent, refused or bounced; nothing is sent
//! here.
//!
//! The bytes of a message are not kept. It is composed anew from the match when it is sent, and
//! [`Outbox::allow`] lets only the bytes go out that were queued. After a crash between the server's answer
//! and the line that records it, the same bytes may go out once more, under the same message id; never
//! others.
//!
//! What was sent or refused long ago is put by in `post/sent/` (`put_by.rs`): it is found there when it is
//! asked for, and a run that needs nothing of it reads nothing of it.

mod pace;
mod put_by;
mod state;
mod summary;

pub use pace::Pace;
use put_by::{Known, Tally};
pub use state::{Item, State};
pub use summary::{Line, Summary};

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io;
use std::ops::Bound;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::clean;
use super::id::sound;
use super::log::Log;
use crate::post::shelf::{LogFault, PutBy, Shelf};
use engine::digest::Digest;

/// The name of the log.
const SENT: &str = "sent.log";
/// The name of what it has put by.
const PUT_BY: &str = "sent";
/// How the keys of answers to strangers begin.
pub const STRANGERS: &str = "office/nobody/";
/// The same of strangers to the league.
const LEAGUE_STRANGERS: &str = "league/nobody/";
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
    /// The first line of a log from which messages were put by.
    #[serde(rename = "put-by")]
    PutBy(Tally),
    /// A message as it stood when others were put by.
    Stands(Item),
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
    /// What was put by, in numbers, and where it lies.
    tally: Tally,
    shelf: Box<dyn PutBy>,
    known: RefCell<Known>,
    /// Why something that was put by could not be read. Whoever asked got nothing, so nothing more is written
    /// down.
    unread: RefCell<Option<io::Error>>,
}

impl Outbox {
    /// Opens the log on an office's shelf, and makes it if it is not there. A torn last line is cut off.
    ///
    /// # Errors
    /// [`OutboxFault::Log`] when it cannot be read or holds a line that is not understood;
    /// [`OutboxFault::Contradiction`] when a line cannot follow those before it.
    pub fn open(shelf: &dyn Shelf) -> Result<Outbox, OutboxFault> {
        let (log, facts, torn) = Log::open::<Fact>(shelf, SENT)?;
        let mut outbox = Outbox::of(log, facts, torn, shelf)?;
        outbox.put_by()?;
        Ok(outbox)
    }

    /// The same for a reader who writes nothing and holds nobody up.
    ///
    /// # Errors
    /// As [`Outbox::open`].
    pub fn look(shelf: &dyn Shelf) -> Result<Outbox, OutboxFault> {
        let (log, facts) = Log::look::<Fact>(shelf, SENT)?;
        Outbox::of(log, facts, 0, shelf)
    }

    /// The same for a helper, whose shelf collects what is queued: nothing is put by.
    ///
    /// # Errors
    /// As [`Outbox::open`].
    pub fn collect(shelf: &dyn Shelf) -> Result<Outbox, OutboxFault> {
        let (log, facts, torn) = Log::open::<Fact>(shelf, SENT)?;
        Outbox::of(log, facts, torn, shelf)
    }

    /// Queues what a helper has collected, in its order and at once, as far as it is not queued yet.
    ///
    /// # Errors
    /// [`OutboxFault::Different`] if a key or a message id stands for other content; [`OutboxFault::Log`],
    /// also if a line says anything else than that a message is queued.
    pub fn take_in(&mut self, lines: &[Vec<u8>]) -> Result<(), OutboxFault> {
        let mut fresh = Vec::new();
        for line in lines {
            let fact = serde_json::from_slice(line).map_err(|error| LogFault::Io(error.into()))?;
            let Fact::Queued { key, message_id, sha256, .. } = &fact else {
                let what = "a helper handed in a line that queues nothing".to_owned();
                return Err(LogFault::Elsewhere(what).into());
            };
            if !self.knows(key, message_id, sha256)? {
                fresh.push(fact);
            }
        }
        self.note_all(fresh)
    }

    fn of(log: Log, facts: Vec<Fact>, torn: usize, shelf: &dyn Shelf) -> Result<Outbox, OutboxFault> {
        // After the log: what is put by meanwhile is in both.
        let shelf = shelf.put_by(PUT_BY).map_err(LogFault::Io)?;
        let (items, by_id, waiting, tally, known, unread) = Default::default();
        let mut outbox = Outbox { log, items, by_id, waiting, torn, tally, shelf, known, unread };
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
    /// [`OutboxFault::Different`] if the key or the message id stands for other content;
    /// [`OutboxFault::Key`]; [`OutboxFault::Log`].
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
        if self.knows(key, message_id, sha256)? {
            return Ok(false);
        }
        let (key, message_id) = (key.to_owned(), message_id.to_owned());
        self.note(Fact::Queued { key, message_id, sha256: sha256.to_owned(), to: to.to_vec(), at })?;
        Ok(true)
    }

    /// Whether this very message is queued already.
    fn knows(&self, key: &str, message_id: &str, sha256: &str) -> Result<bool, OutboxFault> {
        // The id comes from the content: the same one under another key is a second sending of the same
        // message.
        match self.item(key).or_else(|| self.by_message_id(message_id)) {
            Some(known) if known.key == key && known.sha256 == sha256 => Ok(true),
            Some(known) => Err(different(&known.key, &known.sha256, sha256)),
            None => Ok(false),
        }
    }

    /// Whether these bytes may be sent under this key: they are what was queued, and were neither sent nor
    /// refused.
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

    /// Notes that a message came back. Gives false, and changes nothing, if no such message was queued or the
    /// bounce is noted already: a forged bounce adds nothing to the log.
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

    /// The keys that may be sent now: those never tried, and those whose wait is over; as many as the pace
    /// lets through. What a match has to say goes first, answers to strangers last and in their own, slower
    /// pace; otherwise they go in the order in which they were queued.
    pub fn due(&self, now: Timestamp, pace: &Pace) -> Vec<String> {
        let mut due: Vec<&Item> = self.waiting().filter(|item| pace.is_due(item, now)).collect();
        due.sort_by_key(|item| (item.class(), item.place));
        let tried = |only_strangers: bool| -> Vec<Timestamp> {
            let of = |item: &&Item| item.put_by.is_none() && (!only_strangers || item.is_to_stranger());
            let here = self.items.values().filter(of).filter_map(|item| item.last_attempt);
            here.chain(self.tally.tried(only_strangers)).collect()
        };
        let mut strangers = pace.strangers.room(&tried(true), now);
        due.retain(|item| {
            let fits = !item.is_to_stranger() || strangers > 0;
            strangers -= usize::from(fits && item.is_to_stranger());
            fits
        });
        let room = pace.rate.room(&tried(false), now);
        due.into_iter().take(room).map(|item| item.key.clone()).collect()
    }

    /// What may still be sent, in the order in which it was queued.
    pub fn waiting(&self) -> impl Iterator<Item = &Item> {
        self.waiting.values().filter_map(|key| self.items.get(key))
    }

    /// A message by its key.
    pub fn item(&self, key: &str) -> Option<Item> {
        self.items.get(key).cloned().or_else(|| self.put_by_item(key))
    }

    /// A message by its message id, as a bounce or an answer names it: in angle brackets or without.
    pub fn by_message_id(&self, message_id: &str) -> Option<Item> {
        let bracketed = sound(message_id);
        let here = self.by_id.get(message_id).or_else(|| self.by_id.get(bracketed.as_ref()?));
        match here {
            Some(key) => self.item(key),
            None => self.put_by_id(message_id).or_else(|| self.put_by_id(&bracketed?)),
        }
    }

    /// All messages that were not put by, by key: those of the last day among them, unless they were very
    /// many, whatever waits, and of those that were refused or came back the newest.
    pub fn items(&self) -> impl Iterator<Item = &Item> {
        self.items.values()
    }

    /// The same of those whose keys begin so.
    pub fn recent<'o>(&'o self, start: &'o str) -> impl Iterator<Item = &'o Item> {
        let from = self.items.range::<str, _>((Bound::Included(start), Bound::Unbounded));
        from.take_while(move |(key, _)| key.starts_with(start)).map(|(_, item)| item)
    }

    /// All messages whose keys begin so, by key.
    pub fn under(&self, start: &str) -> impl Iterator<Item = Item> + use<> {
        let mut all = self.put_by_under(start);
        all.extend(self.recent(start).map(|item| (item.key.clone(), item.clone())));
        all.into_values()
    }

    /// How many messages were ever queued.
    pub fn ever(&self) -> u64 {
        self.tally.queued
    }

    /// What people want to know: what waits, was sent, was refused and came back.
    pub fn status(&self, pace: &Pace) -> Summary {
        Summary::of(self.items.values(), &self.tally, pace)
    }

    /// A message that may still be sent.
    fn open_item(&self, key: &str) -> Result<Item, OutboxFault> {
        let item = self.item(key).ok_or_else(|| OutboxFault::Unknown(key.to_owned()))?;
        match item.state {
            State::Waiting => Ok(item),
            State::Sent | State::Refused => Err(OutboxFault::Settled(key.to_owned())),
        }
    }

    fn note(&mut self, fact: Fact) -> Result<(), OutboxFault> {
        self.note_all(vec![fact])
    }

    fn note_all(&mut self, facts: Vec<Fact>) -> Result<(), OutboxFault> {
        if let Some(error) = self.unread.take() {
            return Err(LogFault::Io(error).into());
        }
        if facts.is_empty() {
            return Ok(());
        }
        self.log.append(&facts)?;
        let mut facts = facts.into_iter();
        facts.try_for_each(|fact| self.apply(fact).map_err(|of| OutboxFault::Contradiction { line: 0, of }))
    }

    /// Takes a fact into the index; the error is the key or id of which it cannot be true.
    fn apply(&mut self, fact: Fact) -> Result<(), String> {
        match fact {
            Fact::Queued { key, message_id, sha256, to, at } => {
                if self.items.contains_key(&key) || self.by_id.contains_key(&message_id) {
                    return Err(key);
                }
                let place = self.tally.queued;
                self.tally.queued += 1;
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
            Fact::PutBy(tally) if self.items.is_empty() && self.tally.queued == 0 => self.tally = tally,
            Fact::PutBy(_) => return Err("messages that were put by".to_owned()),
            Fact::Stands(item) => {
                if self.items.contains_key(&item.key) || self.by_id.contains_key(&item.message_id) {
                    return Err(item.key);
                }
                self.take(item);
            }
            Fact::Bounced { message_id, recipient, status } => {
                if !self.by_id.contains_key(&message_id)
                    && let Some(item) = self.put_by_id(&message_id)
                {
                    self.take(Item { put_by: Some(item.bounces.len()), ..item });
                }
                let item = self.by_id.get(&message_id).and_then(|key| self.items.get_mut(key));
                item.ok_or(message_id)?.bounces.push((recipient, status));
            }
        }
        Ok(())
    }

    /// Takes a message in as it stands.
    fn take(&mut self, item: Item) {
        self.by_id.insert(item.message_id.clone(), item.key.clone());
        if item.state == State::Waiting {
            self.waiting.insert(item.place, item.key.clone());
        }
        self.items.insert(item.key.clone(), item);
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
