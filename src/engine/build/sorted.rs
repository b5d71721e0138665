//! What the build scripts of several members share.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

/// The entries of a folder in the order of their names.
pub fn sorted(folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut paths =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>, std::io::Error>>()?;
    paths.sort();
    Ok(paths)
}
