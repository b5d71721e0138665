//! Clears away what a run that died has left behind: bytes of mails that have gone out, with code words in
//! them, and unfinished files.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::Path;

use fs_err as fs;

use super::context::{OfficeContext, kept};
use crate::matches::MatchFault;
use crate::post::wire::config::Out;

/// The folders of a match in which files are written beside their place first.
const FOLDERS: [&str; 5] = ["", "packets", "forms", "reports", "secret"];

impl OfficeContext {
    /// Clears the office's own folders. The caller must hold its lock.
    ///
    /// # Errors
    /// If a file cannot be removed.
    pub(crate) fn tidy(&self) -> Result<(), MatchFault> {
        let post = self.folder.join("post");
        let waiting: BTreeSet<_> = self.outbox.waiting().map(|item| kept(&self.folder, &item.key)).collect();
        clear(&post.join("out"), |path| !waiting.contains(path))?;
        clear(&post, is_half)?;
        clear(&post.join("aside"), is_half)?;
        if let Out::Folder(folder) = &self.settings.mail.outward {
            clear(&self.folder.join(&folder.path), is_half)?;
        }
        Ok(())
    }
}

/// Clears the folder of a match. The caller must hold its journal.
///
/// # Errors
/// If a file cannot be removed.
pub(crate) fn tidy(folder: &Path) -> Result<(), MatchFault> {
    FOLDERS.iter().try_for_each(|name| clear(&folder.join(name), is_half))
}

/// Whether a file is one that was to be renamed when it is whole.
fn is_half(path: &Path) -> bool {
    let name = path.file_name().map(OsStr::to_string_lossy).unwrap_or_default();
    name.ends_with(".part") || name.starts_with(".sealord-") && name.ends_with(".tmp")
}

fn clear(folder: &Path, is_left: impl Fn(&Path) -> bool) -> Result<(), MatchFault> {
    if !folder.is_dir() {
        return Ok(());
    }
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_file() && is_left(&entry.path()) {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}
