//! One entry of the journal: a header, over which the chain runs, and a body. The header holds a salted hash
//! of the body, so that a body can neither be changed nor be guessed from its header.
//!
//! No entry is changed after it was made: it has no setters.

mod body;
pub mod canonical;
mod canonical_body;
mod tree;

use std::fmt;

use jiff::Timestamp;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::digest::{Digest, Salt};
use crate::party::Party;
use crate::problem::visible;
use body::Body;
use canonical::CanonicalFault;

const BODY_PREFIX: &[u8] = b"sealord/journal-body/v1\0";
const HEADER_PREFIX: &[u8] = b"sealord/journal/v1\0";

/// What an entry records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// How the match began; always the first entry, and only the first.
    Genesis,
    /// An exchange was opened.
    Opened,
    /// A party committed to a sealed file.
    Commitment,
    /// A party took back what it had sent.
    Withdrawal,
    /// A party's sealed file was opened.
    Reveal,
    /// A party sent nothing in time, and orders were given for it.
    Default,
    /// The umpire overrode something, with a reason.
    Ruling,
    /// People at a real table declared what another game decides.
    Declaration,
    /// Something happened to the clock: an absence, more time, a pause.
    Clock,
    /// Somebody countersigned an entry.
    Witness,
    /// Words between people, or an act of the umpire in words. It changes nothing.
    Note,
    /// The orders of an exchange were resolved.
    Resolved,
    /// Earlier entries no longer count.
    Superseded,
    /// The match ends by agreement, before its rules end it.
    Agreed,
    /// Secrets were disclosed.
    Disclosed,
    /// The match ended.
    Ended,
    /// Something happened in a club: such entries stand in its book and in no match.
    Club,
}

impl Kind {
    /// The word used in the file.
    pub fn id(self) -> &'static str {
        match self {
            Kind::Genesis => "genesis",
            Kind::Opened => "opened",
            Kind::Commitment => "commitment",
            Kind::Withdrawal => "withdrawal",
            Kind::Reveal => "reveal",
            Kind::Default => "default",
            Kind::Ruling => "ruling",
            Kind::Declaration => "declaration",
            Kind::Clock => "clock",
            Kind::Witness => "witness",
            Kind::Note => "note",
            Kind::Resolved => "resolved",
            Kind::Superseded => "superseded",
            Kind::Agreed => "agreed",
            Kind::Disclosed => "disclosed",
            Kind::Ended => "ended",
            Kind::Club => "club",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

/// The part of an entry over which the chain runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The entry's number, which is also its line in the file: 1, 2, 3 and so on.
    pub number: u64,
    /// What the entry records.
    pub kind: Kind,
    /// The exchange it belongs to, if any.
    pub exchange: Option<u32>,
    /// The party it concerns, if any.
    #[serde(rename = "side")]
    pub party: Option<Party>,
    /// When it was made, as the umpire's clock had it: RFC 3339, in UTC, ending in `Z`.
    pub time: String,
    /// The salted hash of the body.
    pub body: Digest,
    /// The hash of the entry before; zeros in the first.
    pub prev: Digest,
}

impl Header {
    /// Appends the header's canonical JSON.
    fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(b"{\"body\":");
        write_quoted(out, self.body.as_bytes());
        out.extend_from_slice(b",\"exchange\":");
        match self.exchange {
            Some(exchange) => canonical::write_unsigned(out, u64::from(exchange)),
            None => out.extend_from_slice(b"null"),
        }
        out.extend_from_slice(b",\"kind\":");
        canonical::write_string(out, self.kind.id());
        out.extend_from_slice(b",\"number\":");
        canonical::write_unsigned(out, self.number);
        out.extend_from_slice(b",\"prev\":");
        write_quoted(out, self.prev.as_bytes());
        out.extend_from_slice(b",\"side\":");
        match self.party {
            Some(party) => canonical::write_string(out, party.id()),
            None => out.extend_from_slice(b"null"),
        }
        out.extend_from_slice(b",\"time\":");
        canonical::write_string(out, &self.time);
        out.push(b'}');
    }
}

/// One entry whose hashes are right.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    header: Header,
    hash: Digest,
    body: Body,
    salt: Salt,
}

/// Why a line is not an entry, or why an entry cannot be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EntryFault {
    /// The line is not JSON of the right shape.
    Unreadable(String),
    /// The line means an entry, but is not written in the one canonical way.
    NotCanonical,
    /// The body has no canonical form.
    Body(CanonicalFault),
    /// The number is too large to be written.
    Number(u64),
    /// The time is not RFC 3339 in UTC.
    Time(String),
    /// The body does not have the hash that the header states.
    BodyHash,
    /// The header does not have the hash that the line states.
    HeaderHash,
}

/// A line as it stands in the file, keys in any order.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawLine {
    body: Body,
    hash: Digest,
    header: Header,
    salt: Salt,
}

/// All of a header that the caller of [`Entry::make`] decides.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    /// The entry's number.
    pub number: u64,
    /// The hash of the entry before.
    pub prev: Digest,
    /// What the entry records.
    pub kind: Kind,
    /// The exchange it belongs to.
    pub exchange: Option<u32>,
    /// The party it concerns.
    pub party: Option<Party>,
    /// When it is made.
    pub time: &'a str,
}

impl Entry {
    /// Makes an entry with its hashes.
    ///
    /// # Errors
    /// Refuses a time that is not RFC 3339 in UTC, and bodies with fractions or numbers beyond 2^53 - 1.
    pub fn make(place: Place<'_>, body: Value, salt: Salt) -> Result<Entry, EntryFault> {
        let Place { number, prev, kind, exchange, party, time } = place;
        let body = Body::write(&body).map_err(EntryFault::Body)?;
        let header = Header {
            number,
            kind,
            exchange,
            party,
            time: time.to_owned(),
            body: body_hash(&salt, &body),
            prev,
        };
        check_header(&header)?;
        let hash = header_hash(&header, &mut Vec::new());
        Ok(Entry { header, hash, body, salt })
    }

    /// Reads one line, without its line feed, and checks all that can be checked without the other lines:
    /// spelling, body hash, header hash.
    ///
    /// # Errors
    /// Says what is wrong with the line.
    pub fn parse(line: &[u8]) -> Result<Entry, EntryFault> {
        // Checking the encoding of the whole line at once is far quicker than string by string.
        let text = std::str::from_utf8(line).map_err(|error| EntryFault::Unreadable(error.to_string()))?;
        let raw: RawLine =
            serde_json::from_str(text).map_err(|error| EntryFault::Unreadable(error.to_string()))?;
        let RawLine { body, hash, header, salt } = raw;
        check_header(&header)?;
        let entry = Entry { header, hash, body, salt };
        let mut written = Vec::with_capacity(line.len() + 1);
        entry.write(&mut written);
        if written != line {
            return Err(EntryFault::NotCanonical);
        }
        if body_hash(&entry.salt, &entry.body) != entry.header.body {
            return Err(EntryFault::BodyHash);
        }
        written.clear();
        if header_hash(&entry.header, &mut written) != entry.hash {
            return Err(EntryFault::HeaderHash);
        }
        Ok(entry)
    }

    /// The part over which the chain runs.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The hash of the header, which the next entry quotes.
    pub fn hash(&self) -> Digest {
        self.hash
    }

    /// What the entry says, as a tree of values.
    pub fn body(&self) -> Value {
        self.body.value()
    }

    /// Whether another entry says the same, whenever and under whatever number.
    pub fn says_the_same(&self, other: &Entry) -> bool {
        self.body == other.body
    }

    /// Reads its body.
    ///
    /// # Errors
    /// If it has another shape, in a sentence without its full stop.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, String> {
        self.body.read().map_err(|error| format!("its body is not understood: {error}"))
    }

    /// Reads its body, which must be exactly what the program writes for what was read from it.
    ///
    /// # Errors
    /// If it cannot be read; or the first place where it is written otherwise, in a sentence without its full
    /// stop.
    pub fn exactly<T: DeserializeOwned + Serialize>(&self) -> Result<T, String> {
        let read = self.read()?;
        canonical_body::compare(&read, self.body.text()).map_err(|place| match place.as_str() {
            "" => "its body is not what is written for what it says".to_owned(),
            place => format!("its body is not what is written for what it says, at `{}`", visible(place)),
        })?;
        Ok(read)
    }

    /// The salt of the body's hash.
    pub fn salt(&self) -> Salt {
        self.salt
    }

    /// The entry as its line in the file, line feed included.
    pub fn line(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(512);
        self.write(&mut out);
        out.push(b'\n');
        out
    }

    /// Appends the canonical line without its line feed.
    fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(b"{\"body\":");
        out.extend_from_slice(self.body.text());
        out.extend_from_slice(b",\"hash\":");
        write_quoted(out, self.hash.as_bytes());
        out.extend_from_slice(b",\"header\":");
        self.header.write(out);
        out.extend_from_slice(b",\"salt\":");
        write_quoted(out, self.salt.as_bytes());
        out.push(b'}');
    }
}

fn write_quoted(out: &mut Vec<u8>, bytes: &[u8; 32]) {
    out.push(b'"');
    out.extend_from_slice(&crate::digest::to_hex(bytes));
    out.push(b'"');
}

fn check_header(header: &Header) -> Result<(), EntryFault> {
    if header.number >= 1 << 53 {
        return Err(EntryFault::Number(header.number));
    }
    let time = &header.time;
    let is_utc = time.len() <= 40 && time.ends_with('Z') && time.as_bytes().get(10) == Some(&b'T');
    if is_utc && time.parse::<Timestamp>().is_ok() { Ok(()) } else { Err(EntryFault::Time(time.clone())) }
}

fn body_hash(salt: &Salt, body: &Body) -> Digest {
    Digest::of_parts(&[BODY_PREFIX, salt.as_bytes(), body.text()])
}

fn header_hash(header: &Header, scratch: &mut Vec<u8>) -> Digest {
    header.write(scratch);
    Digest::of_parts(&[HEADER_PREFIX, scratch])
}

impl fmt::Display for EntryFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EntryFault::Unreadable(why) => write!(f, "the line cannot be read as an entry: {why}"),
            EntryFault::NotCanonical => f.write_str("the line is not in canonical form"),
            EntryFault::Body(fault) => write!(f, "the body cannot be hashed: {fault}"),
            EntryFault::Number(number) => write!(f, "{number} is too large for the number of an entry"),
            EntryFault::Time(time) => {
                write!(f, "`{}` is not a time in UTC such as 1941-05-24T05:52:00Z", time.escape_debug())
            }
            EntryFault::BodyHash => f.write_str("the body does not have the hash that the header states"),
            EntryFault::HeaderHash => f.write_str("the header does not have the hash that the line states"),
        }
    }
}

impl std::error::Error for EntryFault {}
