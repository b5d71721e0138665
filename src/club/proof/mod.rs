//! PROOF: a match that is over, in one archive that can be checked with `sha256sum`, `ssh-keygen` and a short
//! script, or played again by `sealord audit`.
//!
//! Every member follows from the journal, but for the words that explain the others. So the audit of an
//! archive makes it once more, and compares.

mod members;
mod result;
mod zip;

pub use members::SCRIPT;
use members::members;
pub use result::result;
pub use zip::{Archive, Member, PACKED_LIMIT, Packer, read};

use std::collections::BTreeSet;
use std::io::{Cursor, Read, Seek, Write};

use serde_json::Value;

use crate::audit::{Findings, Past, audit, files};
pub(crate) use crate::journal::{HEAD, JOURNAL};
use crate::journal::{Head, verify};
use crate::matches::{LayOut, MatchFault, Store};
use engine::entry::Entry;
use engine::problem::{quote, visible};

/// The names of members that are read by themselves.
pub(crate) const RESULT: &str = "result.txt";
pub(crate) const MATCH: &str = "match.json";
pub(crate) const README: &str = "README.txt";
pub(crate) const VERIFY: &str = "verify.py";
pub(crate) const AGREE: &str = "agree.py";

/// What packs the members that this program writes.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Packs a match that was audited into an archive, member by member. Gives the names of the members in their
/// order.
///
/// # Errors
/// If the match is not over, or the archive cannot be written.
pub fn pack(past: &Past<'_>, findings: &Findings, to: impl Write + Seek) -> Result<Vec<String>, MatchFault> {
    let mut packer = Packer::new(to);
    let mut names = Vec::new();
    let no = |what| MatchFault::no(what, "send the journal itself");
    members(past, findings, VERSION, &mut |name, bytes| {
        names.push(name.to_owned());
        packer.add(name, bytes).map_err(no)
    })?;
    packer.finish().map_err(no)?;
    Ok(names)
}

/// Packs a match after its audit: the bytes that `sealord prove` writes.
///
/// # Errors
/// If it fails its audit, or is not over.
pub fn of_match(rules: &LayOut<'_>, store: &dyn Store) -> Result<Vec<u8>, MatchFault> {
    let found = store.read()?;
    files(&found)?;
    let seed = store.seed()?;
    let findings = audit(&found.entries, seed.clone(), rules)?;
    let past = Past::new(&found.entries, seed, rules)?;
    let mut archive = Cursor::new(Vec::new());
    pack(&past, &findings, &mut archive)?;
    Ok(archive.into_inner())
}

/// The entries of the journal in an archive.
///
/// # Errors
/// If the journal or its head are missing, or the chain does not hold.
pub fn entries(held: &Archive<impl Read + Seek>) -> Result<Vec<Entry>, MatchFault> {
    let journal = member(held, JOURNAL)?;
    let head: Head = serde_json::from_slice(&member(held, HEAD)?)
        .map_err(|error| amiss(HEAD, &format!("cannot be read: {error}")))?;
    Ok(verify(&journal, Some(head))?)
}

fn member(held: &Archive<impl Read + Seek>, name: &str) -> Result<Vec<u8>, MatchFault> {
    let found = held.file(name).map_err(|what| MatchFault::Proof { entry: None, what })?;
    found.ok_or_else(|| amiss(name, "is missing"))
}

fn amiss(name: &str, what: &str) -> MatchFault {
    MatchFault::Proof { entry: None, what: format!("the proof's {name} {what}") }
}

/// Checks that an archive holds what its journal gives, member for member. The journal has passed its audit.
/// Gives what a reader should know of members that another version of the program wrote.
///
/// # Errors
/// The first member that is missing, that is another, or that no proof has.
pub fn compare(
    held: &Archive<impl Read + Seek>,
    past: &Past<'_>,
    findings: &Findings,
) -> Result<Vec<String>, MatchFault> {
    let theirs = program(&member(held, MATCH)?);
    let same = theirs.as_deref() == Some(VERSION);
    let mut notes = Vec::new();
    let mut due = BTreeSet::new();
    members(past, findings, theirs.as_deref().unwrap_or(VERSION), &mut |name, bytes| {
        due.insert(name.to_owned());
        // Archives of before have no such script.
        if name == AGREE && !held.names().any(|it| it == name) {
            notes.push(format!("{name} is missing; sealord writes it today"));
            return Ok(());
        }
        if held.is(name, bytes).map_err(|what| MatchFault::Proof { entry: None, what })? == Some(true) {
            return Ok(());
        }
        let found = member(held, name)?;
        // The words that explain the rest change from version to version, and prove nothing.
        if name == README || [VERIFY, AGREE].contains(&name) && !same {
            notes.push(format!("{name} is not the one that this version of sealord writes"));
            return Ok(());
        }
        Err(amiss(name, &difference(&found, bytes)))
    })?;
    match held.names().find(|name| !due.contains(*name)) {
        Some(name) => Err(amiss(&visible(name), "is no member of a proof of this match")),
        None => Ok(notes),
    }
}

/// Which version of the program wrote an archive.
fn program(bytes: &[u8]) -> Option<String> {
    let read: Value = serde_json::from_slice(bytes).ok()?;
    read["program"].as_str().map(str::to_owned)
}

/// Where a member differs from what the journal gives.
fn difference(found: &[u8], due: &[u8]) -> String {
    let (found, due) = (String::from_utf8_lossy(found), String::from_utf8_lossy(due));
    let (mut theirs, mut ours) = (found.lines(), due.lines());
    for line in 1.. {
        match (theirs.next(), ours.next()) {
            (None, None) => break,
            (has, was) if has == was => {}
            (has, was) => {
                let words = |line: Option<&str>| line.map_or("nothing".to_owned(), quote);
                return format!(
                    "was changed: its line {line} is {}, but the journal gives {}",
                    words(has),
                    words(was)
                );
            }
        }
    }
    "was changed: its lines are ended otherwise".to_owned()
}
