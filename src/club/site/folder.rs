//! The folder into which a site is written, for a web server to read.

use std::path::Path;

use fs_err as fs;

use crate::matches::MatchFault;
use crate::matches::folder::{MatchDir, remove};

/// The folder that is written.
pub(super) struct Folder<'f> {
    root: &'f Path,
    written: usize,
}

impl<'f> Folder<'f> {
    /// Names the folder, which need not be there.
    pub(super) fn new(root: &'f Path) -> Folder<'f> {
        Folder { root, written: 0 }
    }

    /// How many files were written.
    pub(super) fn written(&self) -> usize {
        self.written
    }

    /// Writes a file unless it is there with these bytes.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn put(&mut self, name: &str, bytes: &[u8]) -> Result<(), MatchFault> {
        let path = self.root.join(name);
        if fs::read(&path).is_ok_and(|found| found == bytes) {
            return Ok(());
        }
        MatchDir::new(self.root).write(&path, bytes)?;
        self.written += 1;
        Ok(())
    }

    /// Whether a file is there.
    pub(super) fn has(&self, name: &str) -> bool {
        self.root.join(name).is_file()
    }

    /// The bytes of a file; nothing if it is not there.
    ///
    /// # Errors
    /// If it cannot be read.
    pub(super) fn read(&self, name: &str) -> Result<Option<Vec<u8>>, MatchFault> {
        Ok(if self.has(name) { Some(fs::read(self.root.join(name))?) } else { None })
    }

    /// Takes away a file that is shown no more, if it is there.
    ///
    /// # Errors
    /// If it cannot be removed.
    pub(super) fn remove(&self, name: &str) -> Result<(), MatchFault> {
        Ok(remove(&self.root.join(name))?)
    }

    /// Refuses a folder that holds anything, but not the file by which a site is known.
    ///
    /// # Errors
    /// If it does, or cannot be looked at.
    pub(super) fn is_free(&self, manifest: &str) -> Result<(), MatchFault> {
        let root = self.root;
        if root.is_dir() && fs::read_dir(root)?.next().is_some() {
            let what =
                format!("{} is not empty, and no site of sealord: it has no {manifest}", root.display());
            return Err(MatchFault::no(what, "give -o a new folder, or an empty one"));
        }
        Ok(())
    }
}
