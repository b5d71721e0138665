//! What a receipt promised, looked up in the journal: a player who kept the receipt of a file or of a
//! commitment notices if it was cut out, even if the journal went on as though nothing had ever come.

use super::report::hashes;
use crate::matches::record::{self, Committed, Defaulted, Revealed};
use crate::matches::resolve_quote;
use crate::matches::{MatchFault, Settings};
use crate::seal::commitment::Commitment;
use engine::digest::Digest;
use engine::entry::{Entry, Kind};
use engine::party::Party;
use engine::problem::quote;

/// A commitment of a receipt, as the journal has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipted {
    /// The commitment.
    pub commitment: Digest,
    /// The first entry that records it.
    pub entry: u64,
    /// The exchange of that entry.
    pub exchange: Option<u32>,
    /// Whose it is.
    pub party: Option<Party>,
    /// What became of it, as in `opened by entry 12`.
    pub fate: String,
}

/// Checks that the journal has every hash that a receipt names: the commitment of a file, the head of the
/// journal on that day. The text is that of the receipt, as the program printed it, as JSON, or as it came by
/// mail. `name` is how a failure calls it. Gives the commitments that were found.
///
/// # Errors
/// A hash that the journal does not have; [`MatchFault::No`] if the text names no commitment.
pub fn receipt(entries: &[Entry], text: &str, name: &str) -> Result<Vec<Receipted>, MatchFault> {
    let seed = Settings::of(entries)?.seed_commitment;
    let mut found: Vec<Receipted> = Vec::new();
    let head = quoted_head(text);
    for hash in hashes(text) {
        if let Some(head) = head.filter(|(_, head)| *head == hash) {
            resolve_quote(entries, head, None, &format!("the receipt {name}"))?;
            continue;
        }
        let is_entry = || hash == seed || entries.iter().any(|entry| entry.hash() == hash);
        match committed(entries, hash)? {
            Some(receipted) if found.contains(&receipted) => {}
            Some(receipted) => found.push(receipted),
            None if is_entry() => {}
            None => {
                let what = format!(
                    "the receipt {name} is for {hash}, but no entry of the journal has such a commitment, or such a hash\n  \
                     help: if it is a receipt of this match, then what it promised was cut out of the journal"
                );
                return Err(MatchFault::Proof { entry: None, what });
            }
        }
    }
    if found.is_empty() {
        let mend = "name a file with the whole mail, or with what `sealord receive` printed";
        return Err(MatchFault::no(format!("{name} names no commitment, so it is no receipt"), mend));
    }
    Ok(found)
}

/// Checks that the journal has the entry that a head names, written `NUMBER:HASH`.
///
/// # Errors
/// If the entry is missing or has another hash; [`MatchFault::Usage`] if the words are no head.
pub fn head(entries: &[Entry], words: &str) -> Result<(), MatchFault> {
    let usage = || {
        let mend = "write number and hash as a report or a receipt names them, as in 12:5f70bf18…";
        MatchFault::usage(format!("{} is no head", quote(words)), mend)
    };
    let (number, hash) = words.split_once(':').ok_or_else(usage)?;
    let number = number.trim().parse().map_err(|_| usage())?;
    let hash = Digest::parse(hash.trim()).map_err(|_| usage())?;
    resolve_quote(entries, (number, hash), None, "--head").map(drop)
}

/// The head that a receipt quotes: `journal entry 12, head …`, or the members `entry` and `head` of JSON.
fn quoted_head(text: &str) -> Option<(u64, Digest)> {
    if let Ok(json) = serde_json::from_str::<serde_json::Value>(text) {
        return Some((json["entry"].as_u64()?, Digest::parse(json["head"].as_str()?).ok()?));
    }
    let words = text.lines().find_map(|line| line.trim().strip_prefix("journal entry "))?;
    let (number, hash) = words.split_once(", head ")?;
    Some((number.parse().ok()?, Digest::parse(hash.trim()).ok()?))
}

/// The first entry that records a commitment, the file that was committed to, or the umpire's answer in its
/// place.
fn committed(entries: &[Entry], hash: Digest) -> Result<Option<Receipted>, MatchFault> {
    for (at, entry) in entries.iter().enumerate() {
        if commitment_of(entry)? == Some(hash) {
            let header = entry.header();
            return Ok(Some(Receipted {
                commitment: hash,
                entry: header.number,
                exchange: header.exchange,
                party: header.party,
                fate: fate(&entries[at..], hash)?,
            }));
        }
    }
    Ok(None)
}

/// Every commitment of a journal, in the order of its entries, and what became of it.
///
/// # Errors
/// If a body is not understood.
pub fn commitments(entries: &[Entry]) -> Result<Vec<Receipted>, MatchFault> {
    let made = entries.iter().enumerate().filter(|(_, entry)| entry.header().kind == Kind::Commitment);
    let told = made.map(|(at, entry)| {
        let commitment = record::body::<Committed>(entry)?.commitment;
        let header = entry.header();
        Ok(Receipted {
            commitment,
            entry: header.number,
            exchange: header.exchange,
            party: header.party,
            fate: fate(&entries[at..], commitment)?,
        })
    });
    told.collect()
}

/// The commitment that an entry records, if it does.
fn commitment_of(entry: &Entry) -> Result<Option<Digest>, MatchFault> {
    let of = |bytes: &[u8]| Some(Commitment::of(bytes).digest());
    Ok(match entry.header().kind {
        Kind::Commitment => Some(record::body::<Committed>(entry)?.commitment),
        Kind::Reveal => of(record::body::<Revealed>(entry)?.file.as_bytes()),
        Kind::Default => of(record::body::<Defaulted>(entry)?.orders.as_bytes()),
        _ => None,
    })
}

/// What became of a commitment; the first of the entries is the one that records it.
fn fate(entries: &[Entry], hash: Digest) -> Result<String, MatchFault> {
    let Some((first, later)) = entries.split_first() else { return Ok(String::new()) };
    let mut fate = match first.header().kind {
        Kind::Reveal => format!("opened by entry {}", first.header().number),
        Kind::Default => "the umpire's answer".to_owned(),
        _ => "never opened".to_owned(),
    };
    let whose = |entry: &Entry| (entry.header().exchange, entry.header().party);
    for entry in later.iter().filter(|entry| whose(entry) == whose(first)) {
        let (number, same) = (entry.header().number, commitment_of(entry)? == Some(hash));
        match entry.header().kind {
            Kind::Reveal if same => fate = format!("opened by entry {number}"),
            Kind::Commitment | Kind::Reveal if !same => return Ok(format!("replaced by entry {number}")),
            Kind::Withdrawal => return Ok(format!("withdrawn by entry {number}")),
            _ => {}
        }
    }
    Ok(fate)
}
