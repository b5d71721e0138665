//! What one system knows and another does not: which file is which, who may read one, how a file looks from
//! outside. Each has an arm for Unix and one for all others; nothing else in the club asks which system it
//! is.
//!
//! Locks are those of the standard library on every system. Links are not followed where a club's own files
//! are read ([`crate::own_file`]). What is the same everywhere, and only matters on some, is in [`names`].

use std::ffi::{OsStr, OsString};
use std::fs::{DirBuilder, Metadata, OpenOptions};
use std::path::Path;

/// Names of files that some systems refuse or take for the same.
pub mod names;

/// Whether two looks at a file found the same one. Where the system gives files no identity it takes the
/// word of the path for it.
pub fn is_same_file(one: &Metadata, other: &Metadata) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        (one.dev(), one.ino()) == (other.dev(), other.ino())
    }
    #[cfg(not(unix))]
    {
        one.is_file() == other.is_file()
    }
}

/// The permission bits of a file, where the system has such: who may read, write and start it.
pub fn mode_of(data: &Metadata) -> Option<u32> {
    #[cfg(unix)]
    {
        Some(std::os::unix::fs::PermissionsExt::mode(&data.permissions()) & 0o777)
    }
    #[cfg(not(unix))]
    {
        _ = data;
        None
    }
}

/// Lets only its owner read a file that is made with these options. Elsewhere a file has what its folder
/// gives it: on Windows a user's own folders are closed to other users.
pub fn owner_only(options: &mut OpenOptions) -> &mut OpenOptions {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
    options
}

/// Lets only its owner enter a folder that is made by this; elsewhere as for [`owner_only`].
pub fn owner_only_folder(builder: &mut DirBuilder) -> &mut DirBuilder {
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(builder, 0o700);
    builder
}

/// When a file was written last and when anything about it changed, in nanoseconds, and which file it is,
/// as far as the system says so.
pub fn stamp(file: &Metadata) -> [String; 3] {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let at = |seconds: i64, nanoseconds: i64| format!("{seconds}.{nanoseconds:09}");
        let (written, changed) = (at(file.mtime(), file.mtime_nsec()), at(file.ctime(), file.ctime_nsec()));
        [written, changed, format!("{}:{}", file.dev(), file.ino())]
    }
    #[cfg(not(unix))]
    {
        let since = |at: std::io::Result<std::time::SystemTime>| {
            let since = at.ok().and_then(|at| at.duration_since(std::time::UNIX_EPOCH).ok());
            since.map(|since| since.as_nanos().to_string()).unwrap_or_default()
        };
        [since(file.modified()), since(file.created()), String::new()]
    }
}

/// Makes what was put into a folder, renamed or removed there last through a power cut. Elsewhere a folder
/// cannot be opened as a file, and the system does so by itself.
///
/// # Errors
/// If it cannot be opened or written down.
pub fn sync_folder(folder: &Path) -> std::io::Result<()> {
    #[cfg(unix)]
    {
        std::fs::File::open(folder)?.sync_all()
    }
    #[cfg(not(unix))]
    {
        _ = folder;
        Ok(())
    }
}

/// A name made of the bytes of one that the system gave. Where names are not bytes, what is no text in it
/// is replaced.
pub fn name_of(bytes: &[u8]) -> OsString {
    #[cfg(unix)]
    {
        <OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(bytes).to_owned()
    }
    #[cfg(not(unix))]
    {
        OsStr::new(String::from_utf8_lossy(bytes).as_ref()).to_owned()
    }
}
