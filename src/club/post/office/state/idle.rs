//! Matches as the office let them go: where each stands, and whether it waits. As long as nothing comes in, nothing changed
//! and no instant was reached at which something becomes of one that waits, a run of the office need not open it; and
//! whoever looks at one that did not move reads here where it stands. What is noted here may be deleted at any time.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use fs_err as fs;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::standing::Standing;
use crate::journal::Mark;
use crate::matches::folder::MatchDir;
use crate::matches::{MatchFault, Store};
use engine::digest::Digest;
use engine::games::Games;

/// The file of what is noted.
const FILE: &str = "quiet.json";
/// What another version of the program noted does not count: it may have more to say.
const PROGRAM: &str = env!("CARGO_PKG_VERSION");

/// The matches of an office.
#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IdleMatches {
    program: String,
    /// The hash of the office's settings, and of who plays.
    settings: Option<Digest>,
    matches: BTreeMap<PathBuf, MatchSnapshot>,
    #[serde(skip)]
    changed: bool,
    /// The fingerprints of the data at hand, by system, each reckoned once.
    #[serde(skip)]
    data: RefCell<BTreeMap<String, String>>,
}

/// A match as it was let go.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchSnapshot {
    /// Its word.
    #[serde(rename = "match")]
    pub match_id: String,
    /// Its system's word.
    pub system: String,
    /// The fingerprint of the data by which it was played.
    pub data: String,
    /// Its journal as it was.
    pub mark: Mark,
    /// Where it stands.
    pub standing: Standing,
    /// Until when it waits, if nothing comes in.
    pub waits: Option<Waits>,
}

/// That a match waits.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Waits {
    /// How many mails the office had ever queued, those of the newest exchange among them. An office that has queued fewer
    /// was set back to what it was before.
    pub ever: u64,
    /// Until when nothing becomes of it.
    pub until: Timestamp,
}

impl MatchSnapshot {
    /// Whether the journal in the folder of the match is as it was.
    pub fn holds(&self, folder: &Path) -> bool {
        MatchDir::new(folder).mark().ok().flatten().as_ref() == Some(&self.mark)
    }
}

impl IdleMatches {
    /// What was noted in the folder of an office under the settings that it has now, with these seats.
    ///
    /// # Errors
    /// If the settings cannot be read.
    pub fn read(office: &Path, settings: &[u8], seats: &[u8]) -> IdleMatches {
        let settings = Some(Digest::of_parts(&[settings, seats]));
        let snapshot = fs::read(office.join("post").join(FILE)).ok();
        let snapshot: Option<IdleMatches> = snapshot.and_then(|bytes| serde_json::from_slice(&bytes).ok());
        let snapshot =
            snapshot.filter(|snapshot| snapshot.program == PROGRAM && snapshot.settings == settings);
        snapshot.unwrap_or_else(|| IdleMatches {
            program: PROGRAM.to_owned(),
            settings,
            ..IdleMatches::default()
        })
    }

    /// What was noted of a match, if its journal is as it was, and these are the data by which it is played.
    pub fn snapshot(&self, folder: &Path, games: &Games) -> Option<&MatchSnapshot> {
        let snapshot = self.matches.get(folder).filter(|snapshot| snapshot.holds(folder))?;
        let mut data = self.data.borrow_mut();
        let data = data.entry(snapshot.system.clone()).or_insert_with(|| games.fingerprint(&snapshot.system));
        (snapshot.data == *data).then_some(snapshot)
    }

    /// Notes how a match was let go; nothing if that is not known.
    pub fn note(&mut self, folder: &Path, snapshot: Option<MatchSnapshot>) {
        let before = match &snapshot {
            Some(snapshot) => self.matches.insert(folder.to_owned(), snapshot.clone()),
            None => self.matches.remove(folder),
        };
        self.changed |= before != snapshot;
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
