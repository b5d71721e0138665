//! How the files of a journal look, so that what was worked out from all of it need not be worked out again
//! while they look the same.

use std::path::Path;

use fs_err::{self as fs, OpenOptions};
use serde::{Deserialize, Serialize};

use crate::machine::stamp;

use super::{HEAD, Head, JOURNAL, Journal, LOCK_TRIES, StoreFault, head_and_flaw, lock};

/// The newest entry, and what the file system says of the journal. Whoever changes the file, and be it one
/// byte, changes the mark; whoever has the power to hide that from the file system is found by an audit,
/// which never looks at a mark.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mark {
    /// The newest entry.
    pub head: Head,
    /// The length of the journal in bytes.
    length: u64,
    /// When it was written last and when anything about it changed, in nanoseconds, and which file it is, as
    /// far as the system says so.
    stamp: [String; 3],
}

impl Mark {
    /// The mark of the journal in a folder; nothing where there is none, or its head is not as this program
    /// writes it.
    ///
    /// # Errors
    /// If its files cannot be read.
    pub fn of(dir: &Path) -> Result<Option<Mark>, StoreFault> {
        let (Some(head), None) = head_and_flaw(dir)? else { return Ok(None) };
        let Ok(file) = fs::metadata(dir.join(JOURNAL)) else { return Ok(None) };
        let stamp = stamp(&file);
        Ok(Some(Mark { head, length: file.len(), stamp }))
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
        if !dir.join(HEAD).is_file() {
            return Ok(None);
        }
        let lock = lock(dir, LOCK_TRIES)?;
        if Mark::of(dir)?.as_ref() != Some(mark) {
            return Ok(None);
        }
        let file = OpenOptions::new().append(true).open(dir.join(JOURNAL))?;
        Ok(Some(Journal {
            dir: dir.to_owned(),
            file,
            length: mark.length,
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
        Ok(mark.filter(|mark| Some(mark.head) == self.head() && mark.length == self.length))
    }
}
