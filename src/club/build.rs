//! Lists the files of `templates/` in `templates.rs`, so that they are built into the program.

#![allow(clippy::disallowed_macros, reason = "a build script talks to cargo")]

use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use pack::{sorted, to_json};

/// The templates, from here: a link to those at the top, and a folder in a packaged member.
const TEMPLATES: &str = "templates";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed={}", std::fs::canonicalize(TEMPLATES)?.display());
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("OUT_DIR is not set")?);
    let mut table = String::from("const BUILT_IN: &[(&str, &str)] = &[\n");
    // The templates of letters and the parts of pages for orders are no reports: `post::compose` and
    // `report::compose` build them in themselves.
    let reports = |path: &&PathBuf| path.is_dir() && !path.ends_with("mail") && !path.ends_with("compose");
    for system in sorted(Path::new(TEMPLATES))?.iter().filter(reports) {
        list_templates(&mut table, system)?;
    }
    table.push_str("];\n");
    fs::write(out.join("templates.rs"), table)?;
    Ok(())
}

/// Adds a line for every file below a folder of templates, by its path below `templates/`: templates as they
/// are, data as JSON.
fn list_templates(table: &mut String, folder: &Path) -> Result<(), Box<dyn Error>> {
    // What the charts were made with, and how.
    let aside = |path: &PathBuf| path.ends_with("charts/make") || path.ends_with("charts/README.md");
    for path in sorted(folder)?.into_iter().filter(|path| !aside(path)) {
        let parts = path
            .strip_prefix(TEMPLATES)?
            .iter()
            .map(|part| part.to_str().ok_or("a template has no plain name"));
        let name = parts.collect::<Result<Vec<_>, _>>()?.join("/");
        if path.is_dir() {
            list_templates(table, &path)?;
        } else if path.extension().is_some_and(|it| it == "yaml") {
            let json = to_json(&fs::read_to_string(&path)?)
                .map_err(|error| format!("{}: {error}", path.display()))?;
            writeln!(table, "    ({name:?}, {json:?}),")?;
        } else if !path.file_name().is_some_and(|it| it.to_string_lossy().starts_with('.')) {
            let place = format!("/{TEMPLATES}/{name}");
            writeln!(
                table,
                "    ({name:?}, include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), {place:?}))),"
            )?;
        }
    }
    Ok(())
}
