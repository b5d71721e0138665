//! How the files of a journal look, so that what was worked out from all of it need not be worked out again
//! while they look the same.

use std::path::Path;

use fs_err::{self as fs, OpenOptions};
use serde::{Deserialize, Serialize};

use crate::machine::stamp;

use super::{HEAD, Head, JOURNAL, Journal, LOCK_TRIES, StoreFault, head_and_flaw, lock};

/// The newest entry, and how the place that keeps the journal looks. Whoever changes a file, and be it one
/// byte, changes its mark; whoever has the power to hide that from the file system is found by an audit,
/// which never looks at a mark.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Written", into = "Written")]
pub struct Mark {
    /// The newest entry.
    pub head: Head,
    place: Place,
}

/// How a place looks.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Place {
    /// A file.
    File {
        /// Its length in bytes.
        length: u64,
        /// When it was written last and when anything about it changed, in nanoseconds, and which file it is,
        /// as far as the system says so.
        stamp: [String; 3],
    },
    /// Any other place, in its own words.
    Other(String),
}

/// A mark as it is written down.
#[derive(Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum Written {
    File { head: Head, length: u64, stamp: [String; 3] },
    Other { head: Head, place: String },
}

impl From<Written> for Mark {
    fn from(written: Written) -> Mark {
        match written {
            Written::File { head, length, stamp } => Mark { head, place: Place::File { length, stamp } },
            Written::Other { head, place } => Mark::at(head, place),
        }
    }
}

impl From<Mark> for Written {
    fn from(Mark { head, place }: Mark) -> Written {
        match place {
            Place::File { length, stamp } => Written::File { head, length, stamp },
            Place::Other(place) => Written::Other { head, place },
        }
    }
}

impl Mark {
    /// The mark of a journal that lies in no file: its newest entry, and how its place looks in words of its
    /// own, which may be none. Two such marks are equal if both are.
    pub fn at(head: Head, place: impl Into<String>) -> Mark {
        Mark { head, place: Place::Other(place.into()) }
    }

    /// The length of the file in bytes; nothing of another place.
    fn length(&self) -> Option<u64> {
        match self.place {
            Place::File { length, .. } => Some(length),
            Place::Other(_) => None,
        }
    }

    /// The mark of the journal in a folder; nothing where there is none, or its head is not as this program
    /// writes it.
    ///
    /// # Errors
    /// If its files cannot be read.
    pub fn of(dir: &Path) -> Result<Option<Mark>, StoreFault> {
        let (Some(head), None) = head_and_flaw(dir)? else { return Ok(None) };
        let Ok(file) = fs::metadata(dir.join(JOURNAL)) else { return Ok(None) };
        let place = Place::File { length: file.len(), stamp: stamp(&file) };
        Ok(Some(Mark { head, place }))
    }
}

impl Journal {
    /// Opens a journal for appending without reading it, if it still looks as it did when the mark was taken,
    /// or gives nothing. What was appended before is then not among its entries.
    ///
    /// # Errors
    /// Waits up to five seconds for another process to let go, then says [`StoreFault::Busy`].
    pub fn open_at(dir: impl AsRef<Path>, mark: &Mark) -> Result<Option<Journal>, StoreFault> {
        let dir = dir.as_ref();
        let Some(length) = mark.length().filter(|_| dir.join(HEAD).is_file()) else { return Ok(None) };
        let lock = lock(dir, LOCK_TRIES)?;
        if Mark::of(dir)?.as_ref() != Some(mark) {
            return Ok(None);
        }
        let file = OpenOptions::new().append(true).open(dir.join(JOURNAL))?;
        Ok(Some(Journal {
            dir: dir.to_owned(),
            file,
            length,
            before: Some(mark.head),
            entries: Vec::new(),
            notices: Vec::new(),
            broken: false,
            held: None,
            _lock: lock,
        }))
    }

    /// How its files look now; nothing while what was appended is not lasting yet.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn mark(&self) -> Result<Option<Mark>, StoreFault> {
        if self.broken || self.held.is_some() {
            return Ok(None);
        }
        let mark = Mark::of(&self.dir)?;
        Ok(mark.filter(|mark| Some(mark.head) == self.head() && mark.length() == Some(self.length)))
    }
}
