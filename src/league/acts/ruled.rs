//! A case is taken into a club's case law.

use std::path::Path;

use club::matches::MatchFault;
use club::matches::folder::MatchDir;
use engine::digest::Digest;
use fs_err as fs;

use super::Desk;
use crate::book::Fact;
use crate::cases::FOLDER;

/// A case that was read and run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewCase {
    /// What the club calls it.
    pub name: String,
    /// Its main rule.
    pub rule: String,
    /// The word of its system.
    pub system: String,
    /// The word of the match in which it came up.
    pub match_id: String,
    /// The number of the protest there.
    pub protest: u32,
    /// Whether the program does not do it yet.
    pub is_gap: bool,
    /// The file, byte for byte.
    pub bytes: Vec<u8>,
}

/// Takes a case into the book of a club, and its file into the folder of cases. Gives the entry, and whether
/// it was there before.
///
/// # Errors
/// If the match has no result yet, the name is taken, or something cannot be written.
pub fn take_case(desk: &mut Desk<'_>, office: &Path, case: &NewCase) -> Result<(u64, bool), MatchFault> {
    let sha256 = Digest::of(&case.bytes);
    let before =
        desk.book.league.cases.iter().find(|known| known.name == case.name && known.sha256 == sha256);
    let before = before.map(|known| known.entry);
    let fact = Fact::Case {
        case: case.name.clone(),
        rule: case.rule.clone(),
        sha256,
        system: case.system.clone(),
        match_id: case.match_id.clone(),
        protest: case.protest,
        gap: case.is_gap,
    };
    if before.is_none() {
        // What cannot stand in the book leaves no file.
        let mut league = desk.book.league.clone();
        let taken = league.take(desk.book.next(), None, desk.now, &fact);
        taken.map_err(|what| MatchFault::no(what, "nothing was written"))?;
    }
    let folder = office.join(FOLDER);
    fs::create_dir_all(&folder)?;
    MatchDir::new(office).write(&folder.join(format!("{}.yaml", case.name)), &case.bytes)?;
    if let Some(entry) = before {
        return Ok((entry, true));
    }
    desk.write(&[(None, fact)])?;
    Ok((desk.book.head().number, false))
}
