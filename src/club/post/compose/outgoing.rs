//! What a message is made of.

use jiff::Timestamp;

use engine::tags::words;

/// How large a message may be, in bytes as sent, where the office says nothing else. Many servers refuse more
/// than 10 MB; a few take 25.
pub const LIMIT: usize = 10_000_000;

words! {
    /// What a message is for; its word stands in message ids and headers.
    #[derive(PartialOrd, Ord)]
    pub enum Kind: id {
        /// What a party may know after an exchange, with the questions of the next.
        Report = "report",
        /// Orders were taken.
        Receipt = "receipt",
        /// A mail was refused, with all that is wrong.
        Refusal = "refusal",
        /// The deadline comes near.
        Reminder = "reminder",
        /// The deadline was moved, or the match paused or resumed.
        DeadlineMoved = "deadline",
        /// All have committed: the sealed files may be sent.
        RevealRequest = "reveal",
        /// A party goes to another player.
        Handover = "handover",
        /// Where the match stands.
        Status = "status",
        /// How to play by mail.
        Help = "help",
        /// The match is over.
        FinalResult = "result",
        /// Something that the umpire must know.
        NoticeToUmpire = "notice",
        /// An answer to a mail that belongs to no match or no player.
        Unknown = "unknown",
        /// A deadline passed without orders.
        Missed = "missed",
        /// Words of somebody, or an act of the umpire.
        Words = "words",
        /// An answer to the umpire.
        Desk = "desk",
        /// All matches on one page, once a day: of the office to the umpire, of a player to him.
        Digest = "digest",
        /// What a player asked for that is no report.
        Answer = "answer",
        /// A checkpoint of a match, to another office or from it.
        Checkpoint = "checkpoint",
    }
}

impl Kind {
    /// Whether a message of this kind always answers a mail.
    pub fn is_answer(self) -> bool {
        matches!(self, Kind::Receipt | Kind::Refusal | Kind::Unknown | Kind::Desk | Kind::Answer)
    }
}

/// To whom in a match a message goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Correspondent {
    /// A party, by the word used in files (`axis`) and the word used in sentences (`Axis`).
    Party {
        /// The word used in files, of `a`-`z`, `0`-`9` and `-`.
        id: String,
        /// The word used in sentences.
        name: String,
    },
    /// The umpire.
    Umpire,
    /// Somebody who belongs to no match.
    Nobody,
}

impl Correspondent {
    /// The word used in subjects and addresses; nothing for nobody.
    pub fn id(&self) -> Option<&str> {
        match self {
            Correspondent::Party { id, .. } => Some(id),
            Correspondent::Umpire => Some("umpire"),
            Correspondent::Nobody => None,
        }
    }
}

/// From where messages are sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Office {
    /// The name before the address, such as `Uma (umpire)`; may be empty.
    pub name: String,
    /// The umpire's address, with a plus tag if mail is to come back to one.
    pub address: String,
    /// Whether the server knows plus-addresses. Then Reply-To is `user+MATCH.side@domain`.
    pub plus: bool,
    /// The largest message, in bytes as sent; [`LIMIT`] if nothing else is known.
    pub limit: usize,
}

/// Somebody to whom a message goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipient {
    /// The name before the address; may be empty.
    pub name: String,
    /// The address.
    pub address: String,
}

/// Where a message stands in the conversation of a match with a side. What is no message id is left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Thread {
    /// The first message of the match to this side; nothing if this is the first.
    pub root: Option<String>,
    /// The messages of the match to this side before this one, oldest first. Only the newest matter, see
    /// [`MOST_REFERENCES`](super::id::MOST_REFERENCES).
    pub earlier: Vec<String>,
    /// The player's message that is answered.
    pub in_reply_to: Option<String>,
}

/// A file that goes with a message, byte for byte.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attachment {
    /// The name under which it is saved.
    pub name: String,
    /// The media type, with parameters if it has any.
    pub media_type: String,
    /// The bytes.
    pub bytes: Vec<u8>,
}

impl Attachment {
    /// A packet: JSON.
    pub fn packet(name: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Attachment {
        Attachment::new(name, "application/json", bytes)
    }

    /// An order form, or the corrected form: YAML (RFC 9512).
    pub fn form(name: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Attachment {
        Attachment::new(name, "application/yaml", bytes)
    }

    /// A deadline for a calendar (RFC 5545). It is attached and not an alternative of the text: an
    /// alternative would show a calendar's buttons in place of the report.
    pub fn calendar(name: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Attachment {
        Attachment::new(name, "text/calendar; charset=utf-8; method=PUBLISH", bytes)
    }

    /// A sealed file, whose commitment is the hash of exactly these bytes.
    pub fn sealed(name: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Attachment {
        Attachment::new(name, "application/octet-stream", bytes)
    }

    /// A file of any media type.
    pub fn new(name: impl Into<String>, media_type: &str, bytes: impl Into<Vec<u8>>) -> Attachment {
        Attachment { name: name.into(), media_type: media_type.to_owned(), bytes: bytes.into() }
    }
}

/// A message before it is composed. Names and titles may be anything; what cannot stand in a mail is taken
/// out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outgoing {
    /// The match's word; nothing for an answer to somebody who belongs to no match.
    pub match_id: Option<String>,
    /// What the match is called in the subject: the system's title. It must never change within a match, or
    /// the conversation breaks. Without a match it should say nothing of any: `Your mail`.
    pub title: String,
    /// The exchange it is about.
    pub exchange: Option<u64>,
    /// To whom in the match it goes.
    pub correspondent: Correspondent,
    /// What it is for.
    pub kind: Kind,
    /// Tells messages of one kind in one exchange apart: the first is 1.
    pub number: u32,
    /// The name under which it is queued: two messages that say the same are two messages all the same.
    pub key: String,
    /// From where it is sent.
    pub office: Office,
    /// To whom it is sent.
    pub to: Vec<Recipient>,
    /// The instant for the Date header: when it was decided that the message is sent, not when it is.
    pub instant: Timestamp,
    /// Where it stands in the conversation.
    pub thread: Thread,
    /// The text.
    pub text: String,
    /// The same as a web page.
    pub html: Option<String>,
    /// The files that go with it, in this order.
    pub attachments: Vec<Attachment>,
    /// More headers, by name and value: `X-Sealord-...` or `List-Unsubscribe`.
    pub headers: Vec<(String, String)>,
}
