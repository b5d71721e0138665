//! The walk along a journal: each entry right in itself, each bound to the one before, none missing.
//!
//! Nothing here opens a file: the bytes are given, wherever they came from, so a player checks a mailed copy
//! with the same lines of code as the umpire.

use std::fmt;

use serde::{Deserialize, Serialize};

use engine::digest::Digest;
use engine::entry::{Entry, Kind};

/// Number and hash of a journal's last entry. Who has noted a head notices any later change of what lies
/// before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Head {
    /// The hash of the entry.
    pub hash: Digest,
    /// The number of the entry.
    pub number: u64,
}

/// The first thing wrong in a journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChainFault {
    /// The number of the entry that fails, which is its line in the file.
    pub entry: u64,
    /// What is wrong with it, as a sentence without its full stop.
    pub what: String,
}

impl fmt::Display for ChainFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "journal entry {}: {}", self.entry, self.what)
    }
}

impl std::error::Error for ChainFault {}

/// The lines of entries, as the file of a journal has them.
pub fn lines(entries: &[Entry]) -> Vec<u8> {
    let mut text = Vec::with_capacity(entries.iter().map(|entry| entry.line().len()).sum());
    entries.iter().for_each(|entry| text.extend_from_slice(&entry.line()));
    text
}

/// Checks a whole journal and gives back its entries. With a head noted earlier, checks as well that the
/// journal still contains that entry.
///
/// # Errors
/// Names the first entry that fails, and how.
pub fn verify(bytes: &[u8], head: Option<Head>) -> Result<Vec<Entry>, ChainFault> {
    let mut entries: Vec<Entry> = Vec::new();
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        let number = entries.len() as u64 + 1;
        let prev = entries.last().map_or(Digest::ZERO, Entry::hash);
        let entry = link(line, number, prev).map_err(|what| ChainFault { entry: number, what })?;
        entries.push(entry);
    }
    if let Some(head) = head {
        check_head(&entries, head)?;
    }
    Ok(entries)
}

/// Checks that the journal contains the entry a head names.
fn check_head(entries: &[Entry], head: Head) -> Result<(), ChainFault> {
    let held =
        usize::try_from(head.number).ok().and_then(|n| n.checked_sub(1)).and_then(|at| entries.get(at));
    let what = match held {
        Some(entry) if entry.hash() == head.hash => return Ok(()),
        Some(entry) => format!("its hash is {}, but the recorded head says {}", entry.hash(), head.hash),
        None => {
            format!("it is missing: the journal ends after entry {}, but it was longer once", entries.len())
        }
    };
    Err(ChainFault { entry: head.number, what })
}

/// Checks one line, line feed included, in its place in the chain; a fault is told as a sentence without full
/// stop.
pub(super) fn link(line: &[u8], number: u64, prev: Digest) -> Result<Entry, String> {
    let line = line
        .strip_suffix(b"\n")
        .ok_or("the line has no line end, so it was cut off or is still being written")?;
    let entry = Entry::parse(line).map_err(|fault| fault.to_string())?;
    let header = entry.header();
    if header.number != number {
        return Err(format!("the entry that stands here has the number {}", header.number));
    }
    if header.prev != prev {
        return Err("it does not follow the entry before: it quotes a different hash".to_owned());
    }
    if (header.kind == Kind::Genesis) != (number == 1) {
        return Err(format!(
            "it is of the kind `{}`; the first entry, and no other, is `genesis`",
            header.kind
        ));
    }
    Ok(entry)
}
