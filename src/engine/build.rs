//! Turns the YAML of `games/` into compact JSON that is built into the program, and lists it in `games.rs`.

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

#[path = "games/convert.rs"]
mod convert;
#[path = "build/sorted.rs"]
mod sorted;

use sorted::sorted;

/// The data of all systems, from here.
const GAMES: &str = "../../games";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed={GAMES}");
    println!("cargo:rerun-if-changed=games/convert.rs");
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("OUT_DIR is not set")?);
    let mut table = String::from("pub(super) const FILES: &[BuiltIn] = &[\n");
    for system in sorted(Path::new(GAMES))?.iter().filter(|path| path.is_dir()) {
        for file in sorted(system)?.iter().filter(|path| path.extension().is_some_and(|it| it == "yaml")) {
            list(&mut table, &out, file)?;
        }
    }
    table.push_str("];\n");
    fs::write(out.join("games.rs"), table)?;
    Ok(())
}

/// Converts one file and adds its line to the table.
fn list(table: &mut String, out: &Path, file: &Path) -> Result<(), Box<dyn Error>> {
    let json = convert::to_json(&fs::read_to_string(file)?)
        .map_err(|error| format!("{}: {error}", file.display()))?;
    let stem = |path: &Path| path.file_stem().and_then(|it| it.to_str()).map(str::to_owned);
    let name = stem(file).ok_or("a game file has no plain name")?;
    let system = file.parent().and_then(stem).ok_or("a system has no plain name")?;
    let to = out.join(format!("{system}.{name}.json"));
    fs::write(&to, &json)?;
    let digest = Sha256::digest(json.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    writeln!(
        table,
        "    BuiltIn {{ system: {system:?}, name: {name:?}, json: include_str!({to:?}), sha256: {digest:?} }},"
    )?;
    Ok(())
}
