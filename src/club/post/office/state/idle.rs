//! Snapshots of the matches at the end of a run: where each stands, and until when it waits. A run need not
//! open a match that waits as long as no mail came in, nothing changed, and its time has not come; and a
//! command that only looks reads here where a match stands. The file may be deleted at any time.

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

/// The file of the snapshots.
const FILE: &str = "quiet.json";
/// Snapshots of another version of the program do not count.
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

/// A match at the end of a run.
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
    /// How many mails the office had ever queued, those of the newest exchange among them. An office that has
    /// queued fewer was set back to what it was before.
    pub ever: u64,
    /// Until when nothing can happen to it.
    pub until: Timestamp,
}

impl MatchSnapshot {
    /// Whether the journal in the folder of the match is as it was.
    pub fn holds(&self, folder: &Path) -> bool {
        MatchDir::new(folder).mark().ok().flatten().as_ref() == Some(&self.mark)
    }
}

impl IdleMatches {
    /// The snapshots in an office's folder, if they were made under the settings and seats that it has now.
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

    /// The snapshot of a match, if its journal is as it was, and these are the data by which it is played.
    pub fn snapshot(&self, folder: &Path, games: &Games) -> Option<&MatchSnapshot> {
        let snapshot = self.matches.get(folder).filter(|snapshot| snapshot.holds(folder))?;
        let mut data = self.data.borrow_mut();
        let data = data.entry(snapshot.system.clone()).or_insert_with(|| games.fingerprint(&snapshot.system));
        (snapshot.data == *data).then_some(snapshot)
    }

    /// Keeps the snapshot of a match, or removes the one that is there.
    pub fn note(&mut self, folder: &Path, snapshot: Option<MatchSnapshot>) {
        let before = match &snapshot {
            Some(snapshot) => self.matches.insert(folder.to_owned(), snapshot.clone()),
            None => self.matches.remove(folder),
        };
        self.changed |= before != snapshot;
    }

    /// Writes the snapshots down, if they changed.
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
