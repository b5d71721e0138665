//! Why a message was not composed.

use std::fmt;

/// Why a message was not composed: what is wrong, where, and how to mend it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ComposeFault {
    /// An address that not every relay can carry; `place` is the header it was meant for.
    Address {
        /// The header.
        place: &'static str,
        /// The address as it was given, fit to be shown.
        address: String,
    },
    /// Nobody to send to.
    NoRecipient,
    /// More recipients than one message may have.
    TooManyRecipients {
        /// How many there are.
        count: usize,
        /// How many there may be.
        most: usize,
    },
    /// The word of the match or of the party has letters that cannot stand in a message id or an address.
    Word {
        /// Whose word: `match` or `side`.
        place: &'static str,
        /// The word as it was given, fit to be shown.
        word: String,
    },
    /// The instant is before 1970 or after 9998, which a Date header of this program cannot say.
    Instant,
    /// The media type of an attachment is not understood, or is one of messages or multiparts.
    MediaType {
        /// The attachment's name.
        name: String,
        /// The media type as it was given, fit to be shown.
        media_type: String,
    },
    /// A header that is not left to the caller: only `X-Sealord-...` and `List-Unsubscribe` are.
    Header {
        /// The header's name, fit to be shown.
        name: String,
    },
    /// The message is too large.
    TooLarge {
        /// The largest part: `text`, `html`, or the name of an attachment.
        part: String,
        /// Its size in bytes, before it is encoded.
        bytes: usize,
        /// The size of the whole message in bytes.
        whole: usize,
        /// The size that is allowed, in bytes.
        limit: usize,
    },
    /// A defect of this program: the mail library refused what had passed every check.
    Bug(String),
}

impl ComposeFault {
    /// The smallest change that would help.
    pub fn mend(&self) -> &'static str {
        match self {
            ComposeFault::Address { .. } => {
                "Write it as name@domain in plain letters; a domain with others as its xn-- form."
            }
            ComposeFault::NoRecipient => "Name at least one recipient.",
            ComposeFault::TooManyRecipients { .. } => "Send several messages.",
            ComposeFault::Word { .. } => "Use 1 to 64 of a to z, 0 to 9 and hyphens.",
            ComposeFault::Instant => "Check the clock.",
            ComposeFault::MediaType { .. } => "Use a type such as application/json.",
            ComposeFault::Header { .. } => "Use a name that begins with X-Sealord-.",
            ComposeFault::TooLarge { .. } => {
                "Leave the part out, or raise the limit if the mail server takes more."
            }
            ComposeFault::Bug(_) => "Report this with the message that should have gone out.",
        }
    }
}

impl fmt::Display for ComposeFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ComposeFault::Address { place, address } => {
                write!(f, "`{address}` is not an address that every mail server accepts (in {place})")?;
            }
            ComposeFault::NoRecipient => f.write_str("the message has no recipient")?,
            ComposeFault::TooManyRecipients { count, most } => {
                write!(f, "the message has {count} recipients; {most} are allowed")?;
            }
            ComposeFault::Word { place, word } => write!(f, "`{word}` cannot stand for a {place}")?,
            ComposeFault::Instant => {
                f.write_str("the instant of the message is not between 1970 and 9998")?
            }
            ComposeFault::MediaType { name, media_type } => {
                write!(
                    f,
                    "the attachment {name} has the media type `{media_type}`, which cannot be attached"
                )?;
            }
            ComposeFault::Header { name } => write!(f, "the header `{name}` may not be set")?,
            ComposeFault::TooLarge { part, bytes, whole, limit } => write!(
                f,
                "the message has {whole} bytes; {limit} are allowed (the largest part is {part}: {bytes} bytes)"
            )?,
            ComposeFault::Bug(what) => write!(f, "the message could not be built: {what}")?,
        }
        write!(f, ". {}", self.mend())
    }
}

impl std::error::Error for ComposeFault {}
