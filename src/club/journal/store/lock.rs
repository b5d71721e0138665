//! The lock by which a match is gone on with by one process at a time.

use std::fs::TryLockError;
#[cfg(feature = "mail")]
use std::io::{self, ErrorKind};
use std::path::Path;
use std::thread;
use std::time::Duration;

use fs_err::{File, OpenOptions};

use super::StoreFault;

const LOCK: &str = "journal.lock";
const LOCK_PAUSE: Duration = Duration::from_millis(50);

/// Takes the lock of a match, which is made if it is not there.
///
/// # Errors
/// If somebody else has it all the while, or it cannot be written.
pub(super) fn lock(dir: &Path, tries: u32) -> Result<File, StoreFault> {
    let path = dir.join(LOCK);
    let file = OpenOptions::new().write(true).create(true).truncate(false).open(&path)?;
    for attempt in 1.. {
        match file.try_lock() {
            Ok(()) => break,
            Err(TryLockError::Error(error)) => return Err(StoreFault::Io(error)),
            Err(TryLockError::WouldBlock) if attempt >= tries => return Err(StoreFault::Busy(path)),
            Err(TryLockError::WouldBlock) => thread::sleep(LOCK_PAUSE),
        }
    }
    Ok(file)
}

/// Whether somebody goes on with the match in a folder just now.
///
/// # Errors
/// If that cannot be looked at.
#[cfg(feature = "mail")]
pub(crate) fn is_held(dir: &Path) -> io::Result<bool> {
    is_locked(&dir.join(LOCK))
}

/// Whether a process has locked a file; one that is not there is not locked. Whoever asks shares the lock for
/// a moment, and everybody who wants it tries more than once.
///
/// # Errors
/// If that cannot be looked at.
#[cfg(feature = "mail")]
pub(crate) fn is_locked(path: &Path) -> io::Result<bool> {
    let file = match File::open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
        opened => opened?,
    };
    match file.file().try_lock_shared() {
        Ok(()) => Ok(false),
        Err(TryLockError::WouldBlock) => Ok(true),
        Err(TryLockError::Error(error)) => Err(error),
    }
}
