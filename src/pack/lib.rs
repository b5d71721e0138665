//! What build scripts share: the YAML of data files becomes compact JSON that is built into the program.
//! Nothing of this is part of the program.

#![allow(
    clippy::disallowed_macros,
    clippy::disallowed_methods,
    reason = "a build script sees files and talks to cargo"
)]

use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use sha2::{Digest, Sha256};

/// From YAML to JSON, as the program does it with a club's own files.
mod convert;

pub use convert::to_json;

/// Packs the data of one system, to which the link `games` of its member leads: each of its files as JSON,
/// and
/// `files.rs`, which lists them. A packaged member has the files themselves in a folder of that name.
///
/// # Errors
/// If a file cannot be read, or is not YAML as the program reads it.
pub fn games(system: &str) -> Result<(), Box<dyn Error>> {
    let top = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").ok_or("CARGO_MANIFEST_DIR is not set")?);
    let folder = fs::canonicalize(top.join("games"))?;
    println!("cargo:rerun-if-changed={}", folder.display());
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("OUT_DIR is not set")?);
    let mut list = String::from("&[\n");
    for file in sorted(&folder)?.iter().filter(|path| path.extension().is_some_and(|it| it == "yaml")) {
        list.push_str(&packed(system, &out, file)?);
    }
    list.push_str("]\n");
    fs::write(out.join("files.rs"), list)?;
    Ok(())
}

/// Converts one file, and gives its line of the list.
fn packed(system: &str, out: &Path, file: &Path) -> Result<String, Box<dyn Error>> {
    let json = to_json(&fs::read_to_string(file)?).map_err(|error| format!("{}: {error}", file.display()))?;
    let name = file.file_stem().and_then(|it| it.to_str()).ok_or("a game file has no plain name")?;
    let to = out.join(format!("{name}.json"));
    fs::write(&to, &json)?;
    let mut sha256 = String::new();
    Sha256::digest(json.as_bytes()).iter().try_for_each(|byte| write!(sha256, "{byte:02x}"))?;
    Ok(format!(
        "    engine::games::BuiltIn {{ system: {system:?}, name: {name:?}, json: include_str!({to:?}), \
         sha256: {sha256:?} }},\n"
    ))
}

/// The entries of a folder in the order of their names.
///
/// # Errors
/// If the folder cannot be read.
pub fn sorted(folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut paths =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>, std::io::Error>>()?;
    paths.sort();
    Ok(paths)
}
