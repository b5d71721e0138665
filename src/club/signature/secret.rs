//! Files that hold a secret.

use std::io::Read;
use std::path::Path;

use zeroize::Zeroizing;

/// The largest key file that is read, in bytes.
const FILE_LIMIT: u64 = 64 * 1024;

/// Reads a file into memory that is wiped afterwards.
pub(crate) fn read_secret(path: &Path) -> std::io::Result<Zeroizing<String>> {
    let mut text = Zeroizing::new(String::with_capacity(8 * 1024));
    let read = std::fs::File::open(path)?.take(FILE_LIMIT + 1).read_to_string(&mut text)?;
    if read as u64 > FILE_LIMIT {
        return Err(std::io::Error::other("the file is too large for a key file"));
    }
    Ok(text)
}
