//! Sealed orders: a plain-text file whose SHA-256 is a promise. A header says for which match, exchange and
//! party it is meant, a salt keeps short orders from being guessed, and the orders follow byte for byte.
//!
//! Nothing here reads the orders: no rule, no YAML, no file system. Bytes go in, and the same bytes come out.
//!
//! Two doors are left for later, and both leave this format as it is. An *age envelope* encrypts the bytes of
//! a whole [sealed file](crate::seal::Sealed) for the road; what comes out of it is parsed as if it had been
//! mailed openly, so commitments are those of the plain file. A *signature* (`ssh-keygen -Y sign`, namespace
//! `sealord`) is a second file over the same bytes, checked beside [`verify`](crate::seal::reveal::verify),
//! never inside it.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de, ser};

use engine::digest::{Digest, Salt};
use engine::party::Party;

pub mod commitment;
pub mod reveal;
pub mod exchange;

use commitment::Commitment;

/// The largest sealed file, in bytes.
pub const SIZE_LIMIT: usize = 2 * 1024 * 1024;

const FORMAT: &str = "sealord sealed orders v1";
const FORMAT_STEM: &str = "sealord sealed orders ";

/// What a sealed file says about itself above the orders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SealHeader {
    /// The match: 1 to 64 lower-case letters, digits and hyphens.
    pub match_id: String,
    /// The hash of the match's first journal entry.
    pub genesis: Digest,
    /// The number of the exchange.
    pub exchange: u32,
    /// The party whose orders these are.
    pub party: Party,
    /// The chance that blinds the commitment and feeds the dice.
    pub salt: Salt,
}

/// One sealed file: its header understood, its orders carried unread until [`Sealed::open`].
#[derive(Clone, PartialEq, Eq)]
pub struct Sealed {
    header: SealHeader,
    bytes: Vec<u8>,
    orders_at: usize,
}

/// As its text.
impl Serialize for Sealed {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(std::str::from_utf8(&self.bytes).map_err(ser::Error::custom)?)
    }
}

impl<'de> Deserialize<'de> for Sealed {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Sealed, D::Error> {
        Sealed::parse(String::deserialize(from)?.as_bytes()).map_err(de::Error::custom)
    }
}

/// Why bytes are not a sealed file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SealFault {
    /// Larger than [`SIZE_LIMIT`].
    TooLarge {
        /// The size found, in bytes.
        size: usize,
    },
    /// The header's lines end in carriage return and line feed.
    LineEnds,
    /// The first line is not that of a sealed file.
    NotSealed,
    /// A sealed file of a format this program does not know.
    OtherFormat {
        /// What stands in place of `v1`.
        found: String,
    },
    /// The file ends inside its header.
    Cut {
        /// The line that is missing or has no end.
        line: usize,
    },
    /// A header line does not begin as it must.
    OutOfOrder {
        /// The line, counted from 1.
        line: usize,
        /// How that line must begin.
        wanted: &'static str,
    },
    /// A header line carries a value that is not written as it must be.
    BadValue {
        /// The line, counted from 1.
        line: usize,
        /// What the value should have been.
        wanted: &'static str,
    },
}

impl Sealed {
    /// Seals orders: header, separator, the orders byte for byte.
    ///
    /// # Errors
    /// Fails when the match id is not one, or when the file would pass the size limit.
    pub fn make(header: SealHeader, orders: &[u8]) -> Result<Sealed, SealFault> {
        if !is_match_id(&header.match_id) {
            return Err(SealFault::BadValue { line: 2, wanted: MATCH_ID });
        }
        let SealHeader { match_id, genesis, exchange, party, salt } = &header;
        let party = party.id();
        let mut bytes = format!(
            "{FORMAT}\nmatch: {match_id}\ngenesis: {genesis}\nexchange: {exchange}\nside: {party}\nsalt: {salt}\n---\n"
        )
        .into_bytes();
        let orders_at = bytes.len();
        bytes.extend_from_slice(orders);
        check_size(&bytes)?;
        Ok(Sealed { header, bytes, orders_at })
    }

    /// Reads a sealed file strictly: these lines, in this order, written in the one way they can be written.
    ///
    /// # Errors
    /// Says which line is not as it must be; altered line ends, the commonest damage, have a fault of their
    /// own.
    pub fn parse(bytes: &[u8]) -> Result<Sealed, SealFault> {
        check_size(bytes)?;
        let mut lines = Lines { bytes, at: 0, line: 0 };
        lines.format()?;
        let header = SealHeader {
            match_id: lines.value("match: ", MATCH_ID, |text| is_match_id(text).then(|| text.to_owned()))?,
            genesis: lines.value("genesis: ", HEX, |text| as_written(text, Digest::parse(text).ok()))?,
            exchange: lines.value("exchange: ", NUMBER, |text| as_written(text, text.parse().ok()))?,
            party: lines
                .value("side: ", PARTY, |text| Party::parse(text).filter(|party| party.id() == text))?,
            salt: lines.value("salt: ", HEX, |text| as_written(text, Salt::parse(text).ok()))?,
        };
        lines.value("---", "nothing but three hyphens", |rest| rest.is_empty().then_some(()))?;
        Ok(Sealed { header, bytes: bytes.to_vec(), orders_at: lines.at })
    }

    /// What the file says about itself.
    pub fn header(&self) -> &SealHeader {
        &self.header
    }

    /// The whole file, as it is hashed, stored and mailed.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The SHA-256 of the whole file, as `sha256sum` prints it.
    pub fn commitment(&self) -> Commitment {
        Commitment::of(&self.bytes)
    }

    /// Opens the seal: the bytes of the orders file. Everything that reads orders before their time would
    /// have to name this function.
    pub fn open(&self) -> &[u8] {
        &self.bytes[self.orders_at..]
    }
}

impl fmt::Debug for Sealed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sealed").field("header", &self.header).finish_non_exhaustive()
    }
}

const MATCH_ID: &str = "a match id: 1 to 64 lower-case letters, digits and hyphens";
const HEX: &str = "64 lower-case hexadecimal digits";
const NUMBER: &str = "a number up to 4294967295 without leading zeros";
const PARTY: &str = "a side: `axis` or `allies`";

/// Says whether this is a match id: 1 to 64 of `a-z`, `0-9` and `-`.
pub fn is_match_id(text: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    (1..=64).contains(&text.len()) && text.bytes().all(allowed)
}

fn check_size(bytes: &[u8]) -> Result<(), SealFault> {
    if bytes.len() > SIZE_LIMIT { Err(SealFault::TooLarge { size: bytes.len() }) } else { Ok(()) }
}

/// Accepts a value only if writing it again gives the same text, so that two files never mean the same.
fn as_written<T: fmt::Display>(text: &str, value: Option<T>) -> Option<T> {
    value.filter(|value| value.to_string() == text)
}

struct Lines<'a> {
    bytes: &'a [u8],
    at: usize,
    line: usize,
}

impl<'a> Lines<'a> {
    fn next(&mut self) -> Result<&'a [u8], SealFault> {
        self.line += 1;
        let rest = &self.bytes[self.at..];
        let end = rest.iter().position(|&byte| byte == b'\n').ok_or(SealFault::Cut { line: self.line })?;
        self.at += end + 1;
        let line = &rest[..end];
        if line.ends_with(b"\r") { Err(SealFault::LineEnds) } else { Ok(line) }
    }

    fn format(&mut self) -> Result<(), SealFault> {
        if !self.bytes.starts_with(FORMAT_STEM.as_bytes()) {
            return Err(SealFault::NotSealed);
        }
        let line = self.next()?;
        if line == FORMAT.as_bytes() {
            return Ok(());
        }
        let found = String::from_utf8_lossy(&line[FORMAT_STEM.len()..]).escape_debug().take(20).collect();
        Err(SealFault::OtherFormat { found })
    }

    fn value<T>(
        &mut self,
        begin: &'static str,
        wanted: &'static str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, SealFault> {
        let bytes = self.next()?;
        let line = self.line;
        let value =
            bytes.strip_prefix(begin.as_bytes()).ok_or(SealFault::OutOfOrder { line, wanted: begin })?;
        let value = std::str::from_utf8(value).ok().and_then(read);
        value.ok_or(SealFault::BadValue { line, wanted })
    }
}

impl SealFault {
    /// The smallest thing the sender can do about it.
    pub fn mend(&self) -> &'static str {
        match self {
            SealFault::TooLarge { .. } => "Shorten the orders file and seal it again.",
            SealFault::LineEnds => {
                "Send the sealed file as an attachment, or in a zip archive, so that no mail program rewrites it."
            }
            SealFault::NotSealed => "Seal the orders first and send the file that makes, unedited.",
            SealFault::OtherFormat { .. } => "Use the same version of the program at both ends.",
            SealFault::Cut { .. } => "The file did not arrive whole: send it again as an attachment.",
            SealFault::OutOfOrder { .. } | SealFault::BadValue { .. } => {
                "A sealed file must not be edited: seal the orders again and send the new file."
            }
        }
    }
}

impl fmt::Display for SealFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SealFault::TooLarge { size } => {
                write!(f, "the sealed file has {size} bytes; at most {SIZE_LIMIT} are accepted")
            }
            SealFault::LineEnds => f.write_str(
                "the line ends of the sealed file were changed on the way (to carriage return and line feed), \
                 so its hash cannot match",
            ),
            SealFault::NotSealed => {
                write!(f, "this is not a sealed file: the first line is not `{FORMAT}`")
            }
            SealFault::OtherFormat { found } => {
                write!(f, "this sealed file has format `{found}`; this program reads only `v1`")
            }
            SealFault::Cut { line } => write!(f, "the sealed file breaks off in its header, at line {line}"),
            SealFault::OutOfOrder { line, wanted } => {
                write!(f, "line {line} of the sealed file should begin with `{}`", wanted.trim_end())
            }
            SealFault::BadValue { line, wanted } => {
                write!(f, "line {line} of the sealed file should hold {wanted}")
            }
        }
    }
}

impl std::error::Error for SealFault {}

#[cfg(test)]
mod tests;
