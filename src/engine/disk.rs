//! What reads files for the engine, which sees none itself.

use std::io;
use std::path::{Path, PathBuf};

/// Folders of files that somebody names.
pub trait Disk {
    /// The entries of a folder, in the order of their names.
    ///
    /// # Errors
    /// If it cannot be read; the words name it.
    fn entries(&self, folder: &Path) -> io::Result<Vec<PathBuf>>;

    /// Whether something is a folder, and no link to one.
    fn is_folder(&self, path: &Path) -> bool;

    /// Whether something is a folder, or a link to one.
    fn leads_to_folder(&self, path: &Path) -> bool;

    /// The bytes of a plain file of at most so many.
    ///
    /// # Errors
    /// If it is something else, is larger or cannot be read; the words name it.
    fn bytes(&self, file: &Path, most: u64) -> io::Result<Vec<u8>>;

    /// The text of a plain file of at most so many bytes.
    ///
    /// # Errors
    /// As [`Disk::bytes`], and if it is not UTF-8.
    fn text(&self, file: &Path, most: u64) -> io::Result<String> {
        let text = String::from_utf8(self.bytes(file, most)?);
        text.map_err(|error| io::Error::other(format!("{}: this is not UTF-8 ({error})", file.display())))
    }
}
