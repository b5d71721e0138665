//! Matches that wait: as long as nothing comes in, nothing changed and no instant was reached at which something becomes of
//! one, a run of the office need not open it. What is noted here may be deleted at any time.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use fs_err as fs;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::digest::Digest;
use crate::journal::Mark;
use crate::matches::folder::MatchDir;
use crate::matches::{MatchFault, Store};
use crate::party::Party;

/// The file of what is noted.
const FILE: &str = "quiet.json";
/// What another version of the program noted does not count: it may have more to say.
const PROGRAM: &str = env!("CARGO_PKG_VERSION");

/// The matches that wait.
#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Quiet {
    program: String,
    /// The hash of the office's settings, and of who plays.
    settings: Option<Digest>,
    matches: BTreeMap<PathBuf, Waits>,
    #[serde(skip)]
    changed: bool,
}

/// A match that waits.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Waits {
    /// Its word.
    #[serde(rename = "match")]
    pub match_id: String,
    /// Its system's word.
    pub system: String,
    /// Who plays in its scenario.
    #[serde(rename = "sides")]
    pub parties: Vec<Party>,
    /// Its journal as it was.
    pub mark: Mark,
    /// How many mails the office had ever queued, those of the newest exchange among them. An office that has queued fewer
    /// was set back to what it was before.
    pub ever: u64,
    /// Until when nothing becomes of it.
    pub until: Timestamp,
}

impl Quiet {
    /// What was noted in the folder of an office under the settings that it has now, with these seats.
    ///
    /// # Errors
    /// If the settings cannot be read.
    pub fn read(office: &Path, settings: &[u8], seats: &[u8]) -> Quiet {
        let settings = Some(Digest::of_parts(&[settings, seats]));
        let noted = fs::read(office.join("post").join(FILE)).ok();
        let noted: Option<Quiet> = noted.and_then(|bytes| serde_json::from_slice(&bytes).ok());
        let noted = noted.filter(|noted| noted.program == PROGRAM && noted.settings == settings);
        noted.unwrap_or_else(|| Quiet { program: PROGRAM.to_owned(), settings, ..Quiet::default() })
    }

    /// A match that waits at an instant, if its journal is as it was.
    pub fn waits(&self, folder: &Path) -> Option<&Waits> {
        let waits = self.matches.get(folder)?;
        let mark = MatchDir::new(folder).mark().ok().flatten();
        (mark.as_ref() == Some(&waits.mark)).then_some(waits)
    }

    /// Notes that a match waits, or that it does not.
    pub fn note(&mut self, folder: &Path, waits: Option<Waits>) {
        let before = match &waits {
            Some(waits) => self.matches.insert(folder.to_owned(), waits.clone()),
            None => self.matches.remove(folder),
        };
        self.changed |= before != waits;
    }

    /// Keeps what was noted, if it changed.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn keep(&mut self, office: &Path) -> Result<(), MatchFault> {
        if !std::mem::take(&mut self.changed) {
            return Ok(());
        }
        let bytes = serde_json::to_vec(self).map_err(|error| MatchFault::Bug(error.to_string()))?;
        MatchDir::new(office).write(&office.join("post").join(FILE), &bytes)
    }
}
