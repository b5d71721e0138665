//! The matches of an office in folders. What was noted of them stands in one file beside the office's own
//! things, which may be deleted at any time.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use fs_err as fs;
use jiff::Timestamp;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Yard;
use crate::journal::is_held;
use crate::matches::folder::{MatchDir, is_begun};
use crate::matches::{MatchFault, Store};
use crate::post::office::state::MatchSnapshot;
use engine::digest::Digest;

/// The file of what was noted, in the office's folder.
const FILE: &str = "post/quiet.json";
/// What another version of the program noted does not count.
const PROGRAM: &str = env!("CARGO_PKG_VERSION");
/// The folder of a league's book, which is no match.
const BOOK: &str = "league";

/// The matches of an office in its folder, and in folders below it.
#[derive(Default)]
pub struct YardDir {
    office: PathBuf,
    noted: Noted,
    changed: bool,
}

/// What was noted, as the file holds it.
#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Noted {
    program: String,
    /// The hash of the office's settings, and of who plays.
    settings: Option<Digest>,
    /// By their folders.
    #[serde(serialize_with = "written", deserialize_with = "read")]
    matches: Matches,
}

type Matches = BTreeMap<PathBuf, Rc<MatchSnapshot>>;

fn written<S: Serializer>(matches: &Matches, to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(matches.iter().map(|(folder, snapshot)| (folder, &**snapshot)))
}

fn read<'de, D: Deserializer<'de>>(from: D) -> Result<Matches, D::Error> {
    let matches = BTreeMap::<PathBuf, MatchSnapshot>::deserialize(from)?;
    Ok(matches.into_iter().map(|(folder, snapshot)| (folder, Rc::new(snapshot))).collect())
}

impl YardDir {
    /// Those of the office in a folder, which need not be there.
    pub fn new(office: impl Into<PathBuf>) -> YardDir {
        YardDir { office: office.into(), ..YardDir::default() }
    }

    fn folder(&self, word: &str) -> PathBuf {
        self.office.join(word)
    }

    /// The word of a match in a folder.
    fn word(&self, folder: &Path) -> String {
        folder.strip_prefix(&self.office).unwrap_or(folder).to_string_lossy().into_owned()
    }
}

/// The folders in a folder, in their order; none if it cannot be looked at.
fn folders(dir: &Path) -> Vec<PathBuf> {
    let found = fs::read_dir(dir).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
    let mut folders: Vec<PathBuf> = found.filter(|path| path.is_dir()).collect();
    folders.sort_unstable();
    folders
}

impl Yard for YardDir {
    fn open(&self, word: &str) -> Box<dyn Store> {
        Box::new(MatchDir::new(self.folder(word)))
    }

    fn begin(&self, word: &str) -> Result<Box<dyn Store>, MatchFault> {
        Ok(self.open(word))
    }

    // A league's matches lie one folder deeper.
    fn words(&self) -> Result<Vec<String>, MatchFault> {
        let mut words = Vec::new();
        for folder in folders(&self.office).into_iter().filter(|folder| !folder.ends_with(BOOK)) {
            match is_begun(&folder) {
                true => words.push(self.word(&folder)),
                false => {
                    let below = folders(&folder).into_iter().filter(|folder| is_begun(folder));
                    words.extend(below.map(|folder| self.word(&folder)));
                }
            }
        }
        Ok(words)
    }

    fn under(&mut self, basis: Digest) {
        let found = fs::read(self.office.join(FILE)).ok();
        let found: Option<Noted> = found.and_then(|bytes| serde_json::from_slice(&bytes).ok());
        let settings = Some(basis);
        let found = found.filter(|noted| noted.program == PROGRAM && noted.settings == settings);
        let fresh = || Noted { program: PROGRAM.to_owned(), settings, ..Noted::default() };
        (self.noted, self.changed) = (found.unwrap_or_else(fresh), false);
    }

    fn noted(&self, word: &str) -> Option<Rc<MatchSnapshot>> {
        self.noted.matches.get(&self.folder(word)).cloned()
    }

    fn note(&mut self, word: &str, snapshot: Option<&Rc<MatchSnapshot>>) {
        let folder = self.folder(word);
        let before = match snapshot {
            Some(snapshot) => self.noted.matches.insert(folder, Rc::clone(snapshot)),
            None => self.noted.matches.remove(&folder),
        };
        self.changed |= before.as_ref() != snapshot;
    }

    fn due(&self, now: Timestamp) -> Result<Vec<String>, MatchFault> {
        let due = self.noted.matches.iter().filter(|(_, snapshot)| snapshot.is_due(now));
        Ok(due.map(|(folder, _)| self.word(folder)).collect())
    }

    fn held(&self) -> Result<usize, MatchFault> {
        let mut held = 0;
        for word in self.words()? {
            held += usize::from(is_held(&self.folder(&word))?);
        }
        Ok(held)
    }

    fn keep(&mut self) -> Result<(), MatchFault> {
        if !std::mem::take(&mut self.changed) {
            return Ok(());
        }
        let bytes = serde_json::to_vec(&self.noted).map_err(|error| MatchFault::Bug(error.to_string()))?;
        MatchDir::new(&self.office).write(&self.office.join(FILE), &bytes)
    }
}
