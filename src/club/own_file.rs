//! Files of a club's own folders, which may come from anywhere: read only if they are plain files of that
//! folder, and no larger than they may be. A link could lead to a file of the umpire's own, which a report
//! would then show; a pipe or a device never ends.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use engine::disk::Disk;
use fs_err as fs;

use crate::machine::is_same_file;

/// `office.yaml` may have so many bytes. One of ten thousand matches with two players each has 1.4 MB.
pub const LARGEST_SETTINGS: u64 = 16 << 20;

/// The files of the machine.
#[derive(Clone, Copy, Debug)]
pub struct OwnFiles;

impl Disk for OwnFiles {
    fn entries(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        let found = fs::read_dir(folder)?.map(|entry| entry.map(|it| it.path()));
        let mut paths = found.collect::<io::Result<Vec<PathBuf>>>()?;
        paths.sort_unstable();
        Ok(paths)
    }

    fn is_folder(&self, path: &Path) -> bool {
        is_folder(path)
    }

    fn leads_to_folder(&self, path: &Path) -> bool {
        path.is_dir()
    }

    fn bytes(&self, file: &Path, most: u64) -> io::Result<Vec<u8>> {
        bytes(file, most)
    }
}

/// The text of a plain file of at most so many bytes.
///
/// # Errors
/// As `bytes`, and if it is not UTF-8.
pub fn text(path: &Path, most: u64) -> io::Result<String> {
    OwnFiles.text(path, most)
}

/// The bytes of a plain file of at most so many.
///
/// # Errors
/// If it is something else, is larger or cannot be read; the words name the file.
pub(crate) fn bytes(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let refused = |what: String| io::Error::other(format!("{}: {what}", path.display()));
    let before = fs::symlink_metadata(path)?;
    if before.is_symlink() {
        return Err(refused(
            "this is a link, and links are not followed; put a copy of the file there".into(),
        ));
    }
    if !before.is_file() {
        return Err(refused("this is no plain file; take it out of the folder".into()));
    }
    let too_large = |size: u64| refused(format!("{size} bytes are more than such a file may have ({most})"));
    if before.len() > most {
        return Err(too_large(before.len()));
    }
    let file = fs::File::open(path)?;
    if !is_same_file(&before, &file.metadata()?) {
        return Err(refused("it was replaced while it was read".into()));
    }
    let mut bytes = Vec::new();
    file.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most { Err(too_large(bytes.len() as u64)) } else { Ok(bytes) }
}

/// Whether something is a folder, and no link to one.
pub fn is_folder(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|data| data.is_dir())
}
