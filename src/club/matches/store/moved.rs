//! The mark of a match folder in which nobody may play: the match has moved away, or is still arriving.

use std::io::{ErrorKind, Write};
use std::path::Path;

use fs_err as fs;
use serde::{Deserialize, Serialize};

use crate::journal::{Head, sync_dir};
use crate::matches::fault::MatchFault;

/// The name of the file.
const MOVED: &str = "moved.json";
/// The same while it is written.
const PART: &str = "moved.json.part";

/// That nobody may play on in a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Moved {
    /// The newest entry with which the match has moved away; nothing while it is still arriving.
    pub head: Option<Head>,
}

impl Moved {
    /// Reads the mark of a folder; nothing if it has none.
    ///
    /// # Errors
    /// If there is one that cannot be read.
    pub fn read(folder: &Path) -> Result<Option<Moved>, MatchFault> {
        let path = folder.join(MOVED);
        let bytes = match fs::read(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            read => read?,
        };
        let read = serde_json::from_slice(&bytes);
        read.map(Some).map_err(|error| MatchFault::Io(format!("{}: {error}", path.display())))
    }

    /// Marks a folder; when this returns, a power cut cannot take it back.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(folder: &Path, head: Option<Head>) -> Result<(), MatchFault> {
        let text =
            serde_json::to_string(&Moved { head }).map_err(|error| MatchFault::Bug(error.to_string()))?;
        let mut file = fs::File::create(folder.join(PART))?;
        writeln!(file, "{text}")?;
        file.sync_all()?;
        fs::rename(folder.join(PART), folder.join(MOVED))?;
        Ok(sync_dir(folder)?)
    }

    /// Takes the mark away.
    ///
    /// # Errors
    /// If that cannot be done.
    pub fn remove(folder: &Path) -> Result<(), MatchFault> {
        fs::remove_file(folder.join(MOVED))?;
        Ok(sync_dir(folder)?)
    }

    /// Refuses to go on in a folder that is marked.
    ///
    /// # Errors
    /// If it is, in words.
    pub(super) fn refuse(folder: &Path) -> Result<(), MatchFault> {
        let (what, mend) = match Moved::read(folder)? {
            None => return Ok(()),
            Some(Moved { head: Some(_) }) => (
                "this match has moved into a database",
                "go on with it there, or bring it back with `sealord store copy OFFICE --to folder`",
            ),
            Some(Moved { head: None }) => (
                "this match is still being copied here",
                "give the command `sealord store copy` again: it goes on where it stopped",
            ),
        };
        Err(MatchFault::no(format!("{}: {what}", folder.display()), mend))
    }
}
