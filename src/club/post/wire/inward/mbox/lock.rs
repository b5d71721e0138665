//! The locks on an mbox. Nothing here waits: a file that is held is tried again with the caller's next run.

use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::Locking;
use crate::post::wire::fault::WireFault;

/// The locks held on a file, given up when dropped.
pub(super) struct Held<'a> {
    dotlock: Option<PathBuf>,
    flock: Option<&'a File>,
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        if let Some(file) = self.flock {
            let _ = file.unlock();
        }
        if let Some(path) = &self.dotlock {
            let _ = std::fs::remove_file(path);
        }
    }
}

/// Takes the locks, or says who holds them.
pub(super) fn hold<'a>(path: &Path, file: &'a File, locking: Locking) -> Result<Held<'a>, WireFault> {
    let mut held = Held { dotlock: None, flock: None };
    if locking != Locking::Flock {
        let mut name = path.as_os_str().to_owned();
        name.push(".lock");
        let lock = PathBuf::from(name);
        // `create_new` makes the file or fails, in one step.
        match std::fs::OpenOptions::new().write(true).create_new(true).open(&lock) {
            Ok(_) => held.dotlock = Some(lock),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                return Err(WireFault::Busy { path: path.to_owned(), lock: Some(lock) });
            }
            Err(error) => return Err(WireFault::file_at(&lock, &error)),
        }
    }
    if locking != Locking::Dotlock {
        match file.try_lock_shared() {
            Ok(()) => held.flock = Some(file),
            Err(TryLockError::WouldBlock) => {
                return Err(WireFault::Busy { path: path.to_owned(), lock: None });
            }
            Err(TryLockError::Error(error)) => return Err(WireFault::file_at(path, &error)),
        }
    }
    Ok(held)
}
