//! The files of a match that is over: replay, last reports, journal, proof and result.

use std::io::Cursor;

use super::Entrant;
use crate::audit::{Past, audit};
use crate::journal::lines;
use crate::kit::Kit;
use crate::matches::{MatchFault, Settings};
use crate::proof;
use crate::report::{Format, render};
use crate::tour;

/// The replay.
pub(super) const REPLAY: &str = "replay.html";

/// The last position.
pub(super) const POSITION: &str = "position.svg";

/// Files by their names.
pub(super) type Downloads = Vec<(String, Vec<u8>)>;

/// Makes them, each with its name. The match is audited before anything is handed out.
///
/// # Errors
/// If the audit fails, or a template is wrong.
pub(super) fn of(kit: &Kit, entrant: &Entrant) -> Result<Downloads, MatchFault> {
    let store = &entrant.store;
    let entries = store.read()?.entries;
    let load = kit.rules();
    let findings = audit(&entries, store.seed()?, &load)?;
    let past = Past::new(&entries, store.seed()?, &load)?;
    let mut packed = Cursor::new(Vec::new());
    proof::pack(&past, &findings, &mut packed)?;
    let mut files = Downloads::new();
    let tour = tour::of_all(&kit.templates, &entries, load(&Settings::of(&entries)?)?, None)?;
    files.push((REPLAY.to_owned(), tour.page.into_bytes()));
    files.push((POSITION.to_owned(), tour.position.into_bytes()));
    for party in past.parties()? {
        let last = past.packet(entries.len() as u64, *party)?;
        let report = render(&kit.templates, &last, Format::Html)?;
        files.push((format!("end-{}.html", party.id()), report.into_bytes()));
    }
    files.push((proof::RESULT.to_owned(), proof::result(&past, &findings)?.into_bytes()));
    files.push((proof::JOURNAL.to_owned(), lines(&entries)));
    files.push(("proof.zip".to_owned(), packed.into_inner()));
    Ok(files)
}
