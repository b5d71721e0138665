//! Which entry is meant by a number and a hash.

use std::collections::BTreeSet;

use super::record;
use super::record::Opened;
use super::visible_head::visible_head;
use crate::matches::fault::MatchFault;
use engine::digest::Digest;
use engine::entry::{Entry, Kind};
use engine::party::Party;

/// The number in the journal of the entry that is quoted as this number and hash: what leaves is numbered as
/// its reader may count ([`known`]), and the first versions of sealord numbered it as the journal does.
/// `name` is how a failure calls what quotes it, and `whose` is its reader, if that is known.
///
/// # Errors
/// If there is no such entry.
pub(crate) fn resolve_quote(
    entries: &[Entry],
    (number, hash): (u64, Digest),
    whose: Option<Party>,
    name: &str,
) -> Result<u64, MatchFault> {
    let proof = |entry: u64, what: String| MatchFault::Proof { entry: Some(entry), what };
    let readers = match whose {
        Some(party) => BTreeSet::from([party]),
        None => parties(entries)?,
    };
    if let Some(at) = entries.iter().position(|entry| entry.hash() == hash) {
        let line = at as u64 + 1;
        let counts =
            |party: &Party| visible_head(&entries[..=at], *party).is_ok_and(|head| head.number == number);
        if line == number || readers.iter().any(counts) {
            return Ok(line);
        }
        return Err(proof(line, format!("{name} quotes its hash as that of entry {number}")));
    }
    let at = number.checked_sub(1).and_then(|at| usize::try_from(at).ok());
    let what = match at.and_then(|at| entries.get(at)) {
        Some(entry) => format!("its hash is {}, but {name} quotes {hash}", entry.hash()),
        None => {
            format!("it is missing: {name} quotes it, but the journal ends after entry {}", entries.len())
        }
    };
    Err(proof(number, what))
}

/// Everybody who was asked anything.
fn parties(entries: &[Entry]) -> Result<BTreeSet<Party>, MatchFault> {
    let mut parties = BTreeSet::new();
    for entry in entries.iter().filter(|entry| entry.header().kind == Kind::Opened) {
        let opened: Opened = record::body(entry)?;
        parties.extend(opened.asked.into_keys().chain(opened.sealing));
    }
    Ok(parties)
}
