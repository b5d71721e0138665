//! Checkpoints of a journal, as others have signed and cosigned them.

use jiff::Timestamp;
use serde::Serialize;

use super::proof;
use super::signed::Countersign;
use crate::checkpoint::{Note, NoteKey, Role, Seen};
use crate::matches::is_checkpoint_of;
use crate::matches::record::Cosigned;
use crate::matches::{MatchFault, is_witness_name};
use crate::signature::PublicKey;
use engine::digest::Digest;
use engine::entry::Entry;

/// A checkpoint that somebody kept, and that is of the journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Checked {
    /// The name of the log.
    pub origin: String,
    /// Of how many entries it is.
    pub size: u64,
    /// Who has signed it, of those whose keys were named.
    pub signed: Vec<SignedBy>,
}

/// A signature over a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SignedBy {
    /// The name of the key.
    pub name: String,
    /// The key, as the convention writes it.
    pub vkey: String,
    /// When a cosigner saw it; the log itself signs no time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<Timestamp>,
}

impl SignedBy {
    fn of(seen: &Seen) -> Result<SignedBy, String> {
        let Seen { key, time } = seen;
        let time = time.map(moment).transpose()?;
        Ok(SignedBy { name: key.name().to_owned(), vkey: key.to_string(), time })
    }
}

/// The time of a cosignature.
fn moment(seconds: u64) -> Result<Timestamp, String> {
    let time = i64::try_from(seconds).ok().and_then(|seconds| Timestamp::from_second(seconds).ok());
    time.ok_or_else(|| format!("its time, {seconds} seconds after 1970, is beyond the calendar"))
}

/// Holds a checkpoint that somebody kept against the journal, and its signatures against keys. `name` is how
/// a failure calls it.
///
/// # Errors
/// If it is no note or no checkpoint; if it is not of this journal; if one of the keys has not signed it, or
/// signs for another log.
pub fn checkpoint(
    entries: &[Entry],
    match_id: &str,
    (name, text): (&str, &str),
    keys: &[NoteKey],
) -> Result<Checked, MatchFault> {
    let named = |fault: MatchFault| match fault {
        MatchFault::No { what, mend } => MatchFault::No { what: format!("{name}: {what}"), mend },
        MatchFault::Proof { entry, what } => MatchFault::Proof { entry, what: format!("{name}: {what}") },
        other => other,
    };
    let wrong = |what: String| named(MatchFault::Proof { entry: None, what });
    let note = Note::parse(text).map_err(|fault| named(fault.into()))?;
    let read = note.checkpoint().map_err(|fault| named(fault.into()))?;
    if let Some(other) = keys.iter().find(|key| key.role() == Role::Log && key.name() != read.origin) {
        return Err(wrong(format!(
            "it is a checkpoint of {}, and {other} signs for {}",
            read.origin,
            other.name()
        )));
    }
    is_checkpoint_of(&read, entries, match_id).map_err(wrong)?;
    let seen = note.check(keys).map_err(|fault| named(fault.into()))?;
    let signed = seen.iter().map(SignedBy::of).collect::<Result<_, _>>().map_err(wrong)?;
    Ok(Checked { origin: read.origin, size: read.size, signed })
}

/// Checks a cosigned checkpoint that the journal keeps against the entries before it. Gives the root, by
/// which it is known, with what the findings say of it.
pub(super) fn kept(
    entry: &Entry,
    before: &[Entry],
    match_id: &str,
    cosigned: Cosigned,
) -> Result<(Digest, Countersign), MatchFault> {
    let number = entry.header().number;
    let wrong = |what: String| proof(number, what);
    let Cosigned { name, by, note: text } = cosigned;
    if !is_witness_name(&name) {
        return Err(proof(number, "the name of its witness is none"));
    }
    let plain = |fault: MatchFault| match fault {
        MatchFault::No { what, .. } | MatchFault::Proof { what, .. } => wrong(what),
        other => other,
    };
    let note = Note::parse(&text).map_err(|fault| plain(fault.into()))?;
    let [line] = note.lines() else { return Err(proof(number, "its note has more than one signature")) };
    let key = PublicKey::parse(by.line()).map_err(|fault| wrong(fault.to_string()))?;
    let key = NoteKey::new(&line.name, Role::Cosigner, &key).map_err(|fault| plain(fault.into()))?;
    note.check(&[key]).map_err(|fault| plain(fault.into()))?;
    let read = note.checkpoint().map_err(|fault| plain(fault.into()))?;
    is_checkpoint_of(&read, before, match_id).map_err(wrong)?;
    Ok((read.root, Countersign { entry: number, of: read.size, name, key: by }))
}
