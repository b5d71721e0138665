//! Turns the YAML of `games/` into compact JSON that is built into the program, and lists it in `games.rs`. Lists the
//! files of `templates/` in `templates.rs` in the same way.

use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use sha2::{Digest, Sha256};

#[path = "src/games/convert.rs"]
mod convert;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=games");
    println!("cargo:rerun-if-changed=templates");
    println!("cargo:rerun-if-changed=src/games/convert.rs");
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("OUT_DIR is not set")?);
    let mut table = String::from("pub(super) const FILES: &[BuiltIn] = &[\n");
    for system in sorted(Path::new("games"))?.iter().filter(|path| path.is_dir()) {
        for file in sorted(system)?.iter().filter(|path| path.extension().is_some_and(|it| it == "yaml")) {
            list(&mut table, &out, file)?;
        }
    }
    table.push_str("];\n");
    fs::write(out.join("games.rs"), table)?;
    let mut table = String::from("const BUILT_IN: &[(&str, &str)] = &[\n");
    // The templates of letters and the parts of pages for orders are no reports: `post::compose` and `report::compose`
    // build them in themselves.
    let reports = |path: &&PathBuf| path.is_dir() && !path.ends_with("mail") && !path.ends_with("compose");
    for system in sorted(Path::new("templates"))?.iter().filter(reports) {
        list_templates(&mut table, system)?;
    }
    table.push_str("];\n");
    fs::write(out.join("templates.rs"), table)?;
    pack_relocations();
    Ok(())
}

/// Has the program linked with packed relocations where this machine's C library reads them, since glibc 2.36: it is smaller by
/// more than a megabyte, which every start would read. An older library would not start such a program.
fn pack_relocations() {
    let set = |name: &str| env::var(name).unwrap_or_default();
    let is_here = set("HOST") == set("TARGET") && set("CARGO_CFG_TARGET_OS") == "linux";
    if !is_here || set("CARGO_CFG_TARGET_ENV") != "gnu" {
        return;
    }
    let said = Command::new("getconf").arg("GNU_LIBC_VERSION").output();
    let said = said.map(|it| String::from_utf8_lossy(&it.stdout).into_owned()).unwrap_or_default();
    let version = said.trim().strip_prefix("glibc 2.").and_then(|minor| minor.parse::<u32>().ok());
    if version.is_some_and(|minor| minor >= 36) {
        println!("cargo:rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
    }
}

/// Adds a line for every file below a folder of templates, by its path below `templates/`: templates as they are, data
/// as JSON.
fn list_templates(table: &mut String, folder: &Path) -> Result<(), Box<dyn Error>> {
    // What the charts were made with, and how.
    let aside = |path: &PathBuf| path.ends_with("charts/make") || path.ends_with("charts/README.md");
    for path in sorted(folder)?.into_iter().filter(|path| !aside(path)) {
        let parts = path.iter().skip(1).map(|part| part.to_str().ok_or("a template has no plain name"));
        let name = parts.collect::<Result<Vec<_>, _>>()?.join("/");
        if path.is_dir() {
            list_templates(table, &path)?;
        } else if path.extension().is_some_and(|it| it == "yaml") {
            let json = convert::to_json(&fs::read_to_string(&path)?)
                .map_err(|error| format!("{}: {error}", path.display()))?;
            writeln!(table, "    ({name:?}, {json:?}),")?;
        } else if !path.file_name().is_some_and(|it| it.to_string_lossy().starts_with('.')) {
            let place = format!("/templates/{name}");
            writeln!(
                table,
                "    ({name:?}, include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), {place:?}))),"
            )?;
        }
    }
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

/// The entries of a folder in the order of their names.
fn sorted(folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut paths =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>, std::io::Error>>()?;
    paths.sort();
    Ok(paths)
}
