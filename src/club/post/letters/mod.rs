//! Reads one message of mail: raw bytes go in, and out comes a [`Letter`] that the office can act on. Who
//! wrote it, whether a person did, what it answers, and whatever in it may be orders, each with its place.
//!
//! Nothing here believes a word of it: who may give orders for a party is judged elsewhere. Nothing here
//! reads YAML, opens an envelope, checks a signature or asks the clock. No input makes it panic; time and
//! memory grow in step with the message, and the message is bounded by [`Limits`].
//!
//! What is not obeyed: messages forwarded as an attachment, archives, programs, `winmail.dat`. They are
//! noted, so that the answer can say so. Mail that came through a mailing list, or bears a sign that some
//! programs put into people's mail, is obeyed only with the right code word ([`Nature::is_doubtful`]).

mod address;
mod banner;
mod bounce;
mod command;
mod commands;
mod contents;
pub(in crate::post) mod decode;
mod echo;
mod fields;
mod flowed;
mod head;
mod html;
mod marks;
mod nature;
mod own;
mod parts;
mod plain;
mod programs;
mod tag;

pub use address::{Mailbox, Sender, same_address};
pub use bounce::{BounceReport, BouncedRecipient, Enclosed};
pub use command::{Asked, Command, bare_subject, hours, typed_subject};
pub use commands::{COMMANDS, Entry as CommandEntry, listed as listed_commands, nearest as nearest_command};
pub use contents::{Candidate, CodeWord, Contents, Ignored, Kind, Origin, Place, Why, first_at, first_line};
pub use echo::Echo;
pub use head::Head;
pub use marks::{code_words, is_dash, key as orders_key, unquoted};
pub use nature::{Automaton, Nature};
pub use plain::{is_bidi, is_invisible, one_line};
pub use tag::{PlusTag, SubjectTag, tag};

use thiserror::Error;

use crate::fence::plant;
use engine::digest::Digest;
use fields::Fields;

/// How large a message may be in each respect, and which addresses are the office's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of the whole message.
    pub bytes: usize,
    /// Parts of a multipart message, all levels together.
    pub parts: usize,
    /// How deep multiparts may stand in one another.
    pub nesting: usize,
    /// Bytes of the header of the message.
    pub header_bytes: usize,
    /// Candidates that are taken from one message; more are noted as ignored.
    pub candidates: usize,
    /// Bytes of text that are taken from one part; what is cut counts as damaged.
    pub text: usize,
    /// The office's addresses without plus tags; mail from one of them is the office's own.
    pub own_addresses: Vec<String>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            bytes: 2 * 1024 * 1024,
            parts: 200,
            nesting: 20,
            header_bytes: 256 * 1024,
            candidates: 20,
            text: 1024 * 1024,
            own_addresses: Vec::new(),
        }
    }
}

/// Why a message was not read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unreadable {
    /// More bytes than are accepted; found by length alone.
    #[error("the message has {size} bytes; at most {limit} are accepted")]
    TooLarge {
        /// Bytes of the message.
        size: usize,
        /// Bytes that are accepted.
        limit: usize,
    },
    /// The header alone has more bytes than are accepted, or more than 2000 fields.
    #[error("the header of the message has more than the {limit} bytes or 2000 fields that are accepted")]
    HeaderTooLarge {
        /// Bytes that are accepted.
        limit: usize,
    },
    /// More parts than are accepted.
    #[error("the message has more than the {limit} parts that are accepted")]
    TooManyParts {
        /// Parts that are accepted.
        limit: usize,
    },
    /// Multiparts within multiparts, too deep.
    #[error("the message has parts within parts more than {limit} deep")]
    TooDeep {
        /// Levels that are accepted.
        limit: usize,
    },
    /// No bytes, or nothing but blank lines.
    #[error("the message is empty")]
    Empty,
    /// No header field at all: this is not a message of mail.
    #[error("this is not a mail message: it has no header")]
    NotMail,
}

impl Unreadable {
    /// What is said of the mail to a player whose mail it is.
    pub fn why(&self) -> Why {
        match self {
            Unreadable::TooManyParts { .. } | Unreadable::TooDeep { .. } => Why::TooTangled,
            _ => Why::TooLarge,
        }
    }

    /// The smallest thing the sender can do about it.
    pub fn mend(&self) -> &'static str {
        match self {
            Unreadable::TooLarge { .. } => "Send only the orders, without pictures or other files.",
            Unreadable::HeaderTooLarge { .. } => "Write a new message instead of answering this one.",
            Unreadable::TooManyParts { .. } => "Attach only the orders file.",
            Unreadable::TooDeep { .. } => "Write a new message instead of forwarding one.",
            Unreadable::Empty | Unreadable::NotMail => "Send the message again from a mail program.",
        }
    }
}

/// One message, read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letter {
    /// Who wrote to whom, in answer to what.
    pub head: Head,
    /// Whether a person wrote it.
    pub nature: Nature,
    /// What it brings.
    pub contents: Contents,
}

impl Letter {
    /// Reads a message as it was fetched from a mailbox; an mbox `From ` line before it is passed over.
    ///
    /// # Errors
    /// Fails when the message passes a limit, is empty, or has no header. [`Letter::read_head`] may still say
    /// who sent it.
    pub fn read(raw: &[u8], limits: &Limits) -> Result<Letter, Unreadable> {
        if raw.len() > limits.bytes {
            return Err(Unreadable::TooLarge { size: raw.len(), limit: limits.bytes });
        }
        let raw = fields::with_line_feeds(raw);
        let (fields, body) = split(&raw, limits)?;
        let tree = parts::walk(&fields, body, limits)?;
        let head = Head::read(&fields);
        plant("parser", &head.subject);
        let nature = nature::judge(&fields, &head, Some(&tree), limits);
        let contents = contents::gather(&head, &tree, limits);
        Ok(Letter { head, nature, contents })
    }

    /// What makes it the same letter, however often it is delivered and whatever its way adds to its header
    /// or does to its encoding: its writer, its message id or else its date, and what it says. Nothing if it
    /// has neither id nor date.
    pub fn identity(&self) -> Option<String> {
        let Head { from, message_id, date, subject, .. } = &self.head;
        let named = message_id.clone().or_else(|| date.map(|date| date.to_string()))?;
        let from = from.mailbox().map(|from| from.address.to_ascii_lowercase()).unwrap_or_default();
        let text = self.contents.text.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut all: Vec<&[u8]> =
            vec![from.as_bytes(), named.as_bytes(), subject.as_bytes(), text.as_bytes()];
        all.extend(self.contents.candidates.iter().map(|candidate| candidate.kind.bytes()));
        let lengths: Vec<[u8; 8]> = all.iter().map(|part| (part.len() as u64).to_be_bytes()).collect();
        let parts = all.iter().zip(&lengths).flat_map(|(part, length)| [length.as_slice(), *part]);
        Some(Digest::of_parts(&parts.collect::<Vec<_>>()).to_string())
    }

    /// Reads the header alone, of a message of any size: enough to answer, or to stay silent, when
    /// [`Letter::read`] fails. It brings neither orders nor commands, only `why`. Of a bounce the recipients
    /// are known only from header fields.
    ///
    /// # Errors
    /// Fails when there is no header, or when it passes the limit.
    pub fn read_head(raw: &[u8], limits: &Limits, why: Why) -> Result<Letter, Unreadable> {
        let start = &raw[..raw.len().min(limits.header_bytes + 1024)];
        let start = fields::with_line_feeds(start);
        let (fields, _) = split(&start, limits)?;
        let head = Head::read(&fields);
        let nature = nature::judge(&fields, &head, None, limits);
        let contents = contents::unread(&head, limits, why);
        Ok(Letter { head, nature, contents })
    }
}

fn split<'x>(raw: &'x [u8], limits: &Limits) -> Result<(Fields<'x>, &'x [u8]), Unreadable> {
    if raw.iter().all(u8::is_ascii_whitespace) {
        return Err(Unreadable::Empty);
    }
    let (fields, body) = Fields::split(fields::after_from_line(raw));
    if fields.size > limits.header_bytes || fields.crowded {
        return Err(Unreadable::HeaderTooLarge { limit: limits.header_bytes });
    }
    if fields.is_empty() { Err(Unreadable::NotMail) } else { Ok((fields, body)) }
}
