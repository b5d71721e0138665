//! Where messages come from.
//!
//! # What holds if the program dies
//! A message is marked done only when the caller says so, and the caller says so only after it has written
//! down what the message led to. If the program dies between the two, the message comes again: *at least
//! once*. The caller knows it again by the hash of its bytes, which are the same each time.

use std::fmt;
use std::io::{self, Read};
use std::path::Path;

use jiff::Timestamp;

use crate::post::wire::config::In;
use crate::post::wire::fault::WireFault;
use maildir::Maildir;
use mbox::Mbox;
use stdin::Stdin;

pub mod imap;
pub mod maildir;
pub mod mbox;
pub mod stdin;

/// How much of a message that is too large is read: enough for its headers.
pub const HEAD: usize = 64 * 1024;

/// The name by which a source knows a message again. It means something to that source only, and stays the
/// same while the message waits.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MessageId(pub String);

impl fmt::Display for MessageId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A message that waits to be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// Its name in the source.
    pub id: MessageId,
    /// Its size in bytes as the source gives it, if it does.
    pub size: Option<u64>,
}

/// A message as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fetched {
    /// Its name in the source.
    pub id: MessageId,
    /// Its whole size in bytes.
    pub size: u64,
    /// Its bytes, or what is read of them.
    pub body: Body,
    /// When it was delivered into the source, as the umpire's own mail server or machine says; nothing
    /// where the source does not.
    pub arrived: Option<Timestamp>,
}

/// The bytes of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    /// All of them, as the source has them; lines end in LF or in CRLF.
    Whole(Vec<u8>),
    /// The message is larger than allowed: its headers, as far as they stand in the first [`HEAD`] bytes.
    TooLarge(Vec<u8>),
}

/// What became of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Done {
    /// It led to something.
    Taken,
    /// It was refused, with an answer or without; it is put aside where the umpire can look at it.
    Refused,
    /// It was none of the program's business: an auto-reply, a bounce, other mail.
    Ignored,
}

/// How many messages wait in a source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Backlog {
    /// How many.
    pub count: usize,
    /// When the first of them arrived; nothing if none waits, or the source does not say.
    pub oldest: Option<Timestamp>,
}

/// Where messages come from.
pub trait Source {
    /// The messages that wait, oldest first, at most `limit`. Reads no message.
    ///
    /// # Errors
    /// Says why the source cannot be looked at.
    fn waiting(&mut self, limit: usize) -> Result<Vec<Waiting>, WireFault>;

    /// Reads one message; nothing if it is there no more, which is no error: another program may have taken
    /// it. The source does not change.
    ///
    /// # Errors
    /// Says why it cannot be read.
    fn read(&mut self, id: &MessageId) -> Result<Option<Fetched>, WireFault>;

    /// Marks a message as done, so that it does not come again. Call it only after what became of the message
    /// is written down. Marking twice, or a message that is there no more, is no error.
    ///
    /// # Errors
    /// Says why it cannot be marked; the message then comes again.
    fn done(&mut self, id: &MessageId, outcome: Done) -> Result<(), WireFault>;

    /// How many messages wait, and since when. Reads no message, and the source does not change.
    ///
    /// # Errors
    /// Says why the source cannot be looked at.
    fn backlog(&mut self) -> Result<Backlog, WireFault> {
        Ok(Backlog { count: self.waiting(usize::MAX)?.len(), oldest: None })
    }
}

/// Opens a road in that needs nothing but this machine; relative paths are taken from the folder of the
/// settings.
///
/// # Errors
/// If it cannot be opened, or is a server's.
pub(crate) fn of_machine(settings: &In, base: &Path, largest: u64) -> Result<Box<dyn Source>, WireFault> {
    Ok(match settings {
        In::Maildir(maildir) => Box::new(Maildir::open(&base.join(&maildir.path), largest)?),
        In::Mbox(mbox) => {
            let (path, state) = (base.join(&mbox.path), base.join(&mbox.state));
            Box::new(Mbox::open(&path, &state, mbox.quoting, mbox.lock, largest)?)
        }
        In::Stdin(_) => Box::new(Stdin::new(largest)),
        In::Imap(_) => return Err(WireFault::File { why: "it is no mailbox of this machine".to_owned() }),
    })
}

/// Reads a message of a known size, whole or only its head.
pub(crate) fn body_of(from: impl Read, size: u64, largest: u64) -> io::Result<Body> {
    if size > largest {
        let mut head = Vec::new();
        from.take(HEAD as u64).read_to_end(&mut head)?;
        return Ok(Body::TooLarge(headers_of(head)));
    }
    // A file that grows meanwhile is cut: it comes again with its new size, or is refused.
    let mut bytes = Vec::with_capacity(usize::try_from(size).unwrap_or(0));
    from.take(size).read_to_end(&mut bytes)?;
    Ok(Body::Whole(bytes))
}

/// Cuts what follows the headers (RFC 5322, section 2.1: up to the first empty line).
pub(crate) fn headers_of(mut head: Vec<u8>) -> Vec<u8> {
    head.truncate(HEAD);
    let mut at = 0;
    for line in head.split_inclusive(|byte| *byte == b'\n') {
        at += line.len();
        if line == b"\n" || line == b"\r\n" {
            break;
        }
    }
    head.truncate(at);
    head
}
