//! The data of the games: built in, or corrected from a folder, file by file or value by value. Nothing here
//! knows what a file means; the rules of each system read their own shapes from it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::disk::Disk;

pub(crate) mod convert;
pub mod diff;
mod fault;
pub mod files;
mod overlay;
mod sheet;
pub mod print;
pub mod table;
pub mod yaml;
mod place;
mod shape;
mod stream;

pub use fault::{GamesFault, Slip};

/// One file as the build script of its rulebook left it.
#[derive(Debug)]
pub struct BuiltIn {
    /// The word of the system.
    pub system: &'static str,
    /// Its name without an ending.
    pub name: &'static str,
    /// What it says, as compact JSON.
    pub json: &'static str,
    /// The SHA-256 of that, in hex.
    pub sha256: &'static str,
}

use print::Print;
use yaml::YamlFault;

/// Files that decide nothing in a match that has begun, so that mending them changes no fingerprint: they
/// explain, or a new match takes into its first entry what it needs of them.
const UNCOUNTED: &[&str] = &["coverage", "files", "measured_pars", "rules"];

/// No game file comes near this size; a larger one is a mistake.
const MOST_BYTES: u64 = 4 << 20;

/// A file that stands in for a built-in one.
#[derive(Clone)]
struct Override {
    path: PathBuf,
    content: Content,
    sha256: String,
}

/// What a file holds that stands in for a built-in one.
#[derive(Clone)]
enum Content {
    /// The text of a whole file, kept for the places of its errors.
    Yaml(String),
    /// The built-in file as JSON, patched by a table.
    Patched(String),
}

/// The data of the systems that a program plays.
#[derive(Clone, Default)]
pub struct Games {
    /// What is built in, sorted by system and name.
    built_in: Vec<&'static BuiltIn>,
    overrides: BTreeMap<(String, String), Override>,
}

impl Games {
    /// The data that rulebooks bring with them.
    pub fn of(files: impl IntoIterator<Item = &'static [BuiltIn]>) -> Games {
        let mut built_in: Vec<&BuiltIn> = files.into_iter().flatten().collect();
        built_in.sort_by_key(|file| (file.system, file.name));
        Games { built_in, overrides: BTreeMap::new() }
    }

    /// The same without anything that a club has put in place of them.
    #[must_use]
    pub fn built_in(&self) -> Games {
        Games { built_in: self.built_in.clone(), overrides: BTreeMap::new() }
    }

    /// These data, with every `DIR/SYSTEM/NAME.yaml` of a folder in place of the built-in file of that name,
    /// and every `DIR/SYSTEM/NAME.csv` as corrections to it (`docs/data.md`), each row of which the system of
    /// that word must accept. All files are read now, so a later change on disk changes nothing. Hidden
    /// files, notes (`.md`, `.txt`) and schemas may stand beside.
    ///
    /// # Errors
    /// [`GamesFault`] when the folder cannot be read, a file is not YAML, a file stands where none is looked
    /// for, a table has a cell that cannot be, a file is both replaced and corrected, or no file changes
    /// anything.
    pub fn with_dir(
        self,
        disk: &dyn Disk,
        dir: &Path,
        print_of: impl Fn(&str) -> Print,
    ) -> Result<Games, GamesFault> {
        let mut games = self;
        for system in entries(disk, dir)?.into_iter().filter(|path| !is_beside(disk, path)) {
            let word = name_of(&system);
            if !disk.is_folder(&system) || !games.built_in.iter().any(|file| file.system == word) {
                return Err(GamesFault::Stray { path: system, known: games.names("") });
            }
            let files = entries(disk, &system)?.into_iter().filter(|path| !is_beside(disk, path));
            // Whole files first: a table may have a description of its own beside it.
            let (tables, whole): (Vec<_>, Vec<_>) = files.partition(|path| has_extension(path, "csv"));
            whole.into_iter().try_for_each(|file| games.replace(disk, file))?;
            tables.into_iter().try_for_each(|file| games.patch(disk, file, &print_of(&word)))?;
        }
        if games.overrides.is_empty() {
            return Err(GamesFault::Nothing { path: dir.to_owned(), known: games.names("") });
        }
        Ok(games)
    }

    /// These data and those of one more system, whose word is the name of the folder: every `DIR/NAME.yaml`.
    /// For systems that are not on the program's list, such as those of tests.
    ///
    /// # Errors
    /// [`GamesFault`] when the folder cannot be read, or a file is not YAML.
    pub fn with_system(mut self, disk: &dyn Disk, dir: &Path) -> Result<Games, GamesFault> {
        let mut files = entries(disk, dir)?.into_iter().filter(|path| has_extension(path, "yaml"));
        files.try_for_each(|file| self.take(disk, file))?;
        Ok(self)
    }

    /// Reads one file of a system into a typed shape: `read(system, "zones")` reads `SYSTEM/zones.yaml`.
    ///
    /// # Errors
    /// [`GamesFault::Unknown`] when there is no such file, [`GamesFault::Malformed`] when it does not fit the
    /// shape.
    pub fn read<T: DeserializeOwned>(&self, system: &str, name: &str) -> Result<T, GamesFault> {
        if let Some(own) = self.overrides.get(&(system.to_owned(), name.to_owned())) {
            return match &own.content {
                Content::Yaml(text) => yaml::read(text).map_err(|fault| malformed(&own.path, fault)),
                Content::Patched(json) => of_json(json, &own.path.display().to_string()),
            };
        }
        let unknown = || GamesFault::Unknown { file: format!("{system}/{name}"), known: self.names(system) };
        let file = self.find(system, name).ok_or_else(unknown)?;
        of_json(file.json, &format!("built-in {system}/{name}"))
    }

    /// The names of a system's files, sorted.
    pub fn files(&self, system: &str) -> Vec<&str> {
        let built_in = self.built_in.iter().filter(|file| file.system == system).map(|file| file.name);
        let own = self.overrides.keys().filter(|(of, _)| of == system).map(|(_, name)| name.as_str());
        built_in.chain(own).collect::<BTreeSet<&str>>().into_iter().collect()
    }

    /// The file that replaces or corrects a built-in one, if any.
    pub fn own(&self, system: &str, name: &str) -> Option<&Path> {
        self.overrides.get(&(system.to_owned(), name.to_owned())).map(|own| own.path.as_path())
    }

    /// The SHA-256, in hex, of a file as compact JSON; nothing if there is no such file.
    pub fn sha256(&self, system: &str, name: &str) -> Option<&str> {
        let own = self.overrides.get(&(system.to_owned(), name.to_owned()));
        own.map(|own| own.sha256.as_str()).or_else(|| self.find(system, name).map(|file| file.sha256))
    }

    /// Names the data of a system: two sets of data with the same fingerprint play alike.
    ///
    /// It is the SHA-256, in hex, of one line for each file that decides something, in the order of their
    /// names: the SHA-256 of the file as compact JSON, two blanks, `SYSTEM/NAME.json`, a line feed. Layout
    /// and comments of the YAML do not count, nor do the rules ledger, what says which of its rules are
    /// tested where, and what only a new match reads.
    pub fn fingerprint(&self, system: &str) -> String {
        let mut whole = Sha256::new();
        for name in self.files(system).into_iter().filter(|name| decides(name)) {
            let sha256 = self.sha256(system, name).unwrap_or_default();
            whole.update(format!("{sha256}  {system}/{name}.json\n"));
        }
        hex(&whole.finalize())
    }

    /// Takes one file in place of the built-in one.
    fn replace(&mut self, disk: &dyn Disk, path: PathBuf) -> Result<(), GamesFault> {
        let (system, name) = named(&path);
        if !has_extension(&path, "yaml") || self.find(&system, &name).is_none() {
            return Err(GamesFault::Stray { known: self.names(&system), path });
        }
        self.take(disk, path)
    }

    /// Takes one file, whether or not it is built in.
    fn take(&mut self, disk: &dyn Disk, path: PathBuf) -> Result<(), GamesFault> {
        let (system, name) = named(&path);
        let text = text_of(disk, &path)?;
        let json = yaml::to_json(&text).map_err(|fault| malformed(&path, fault))?;
        let sha256 = hex(&Sha256::digest(json.as_bytes()));
        self.overrides.insert((system, name), Override { path, content: Content::Yaml(text), sha256 });
        Ok(())
    }

    /// Takes the corrections of one table. What comes out is counted by its content, as a whole file that
    /// says the same.
    fn patch(&mut self, disk: &dyn Disk, path: PathBuf, print: &Print) -> Result<(), GamesFault> {
        let (system, name) = named(&path);
        let Some(described) = files::describe(self, &system)?.into_iter().find(|it| it.name == name) else {
            return Err(GamesFault::Stray { known: self.names(&system), path });
        };
        let Some(table) = described.table() else {
            return Err(GamesFault::Stray { known: self.names(&system), path });
        };
        if let Some(whole) = self.own(&system, &name) {
            let what = format!("{} replaces the whole file that this corrects", whole.display());
            let slip = Slip::new(1, "", what, "keep one of the two");
            return Err(GamesFault::Table { path, slips: vec![slip] });
        }
        let mut file: Value = self.read(&system, &name)?;
        overlay::patch(disk, &mut file, &table, &path, print)?;
        let json = file.to_string();
        let sha256 = hex(&Sha256::digest(json.as_bytes()));
        self.overrides.insert((system, name), Override { path, content: Content::Patched(json), sha256 });
        Ok(())
    }

    /// The built-in file of a name.
    fn find(&self, system: &str, name: &str) -> Option<&'static BuiltIn> {
        self.built_in.iter().copied().find(|file| file.system == system && file.name == name)
    }

    /// The names of a system's files and tables; those of all systems when there is no such system.
    fn names(&self, system: &str) -> Vec<String> {
        let known = self.built_in.iter().any(|file| file.system == system);
        let those = self.built_in.iter().filter(|file| !known || file.system == system);
        let whole = those.clone().map(|file| format!("{}/{}.yaml", file.system, file.name));
        let mut systems: Vec<&str> = those.map(|file| file.system).collect();
        systems.dedup();
        let shipped = self.built_in();
        let tables = systems.into_iter().flat_map(|system| {
            let described = files::describe(&shipped, system).unwrap_or_default();
            let tables = described.into_iter().filter(|it| it.table().is_some());
            tables.map(move |it| format!("{system}/{}.csv", it.name))
        });
        whole.chain(tables).collect()
    }
}

/// Whether a file counts for the fingerprint.
pub fn decides(name: &str) -> bool {
    !UNCOUNTED.contains(&name)
}

/// System and name that the path of a file says.
fn named(path: &Path) -> (String, String) {
    let system = path.parent().map(name_of).unwrap_or_default();
    (system, path.file_stem().and_then(|it| it.to_str()).unwrap_or_default().to_owned())
}

fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|it| it == extension)
}

/// Reads JSON that the program wrote into a typed shape.
fn of_json<T: DeserializeOwned>(json: &str, file: &str) -> Result<T, GamesFault> {
    let unsound =
        |error: serde_json::Error| GamesFault::Unsound { file: file.to_owned(), what: error.to_string() };
    serde_json::from_str(json).map_err(unsound)
}

/// Reads a value into a typed shape by way of its text, so that the program holds one reader of each shape of
/// the data.
pub fn retyped<T: DeserializeOwned>(value: &Value) -> serde_json::Result<T> {
    serde_json::from_str(&value.to_string())
}

/// The last part of a path; empty if it is not UTF-8.
fn name_of(path: &Path) -> String {
    path.file_name().and_then(|it| it.to_str()).unwrap_or_default().to_owned()
}

/// Whether something in a folder is no data: a hidden file, a note for people, or a schema for their editor.
fn is_beside(disk: &dyn Disk, path: &Path) -> bool {
    let name = name_of(path);
    let is_aid = [".md", ".txt", ".schema.json"].iter().any(|end| name.ends_with(end));
    name.starts_with('.') || (is_aid && !disk.is_folder(path))
}

/// The entries of a folder in the order of their names.
fn entries(disk: &dyn Disk, dir: &Path) -> Result<Vec<PathBuf>, GamesFault> {
    disk.entries(dir).map_err(|error| GamesFault::Unreadable { what: error.to_string() })
}

/// The text of a file that is not too large and is UTF-8.
pub(crate) fn text_of(disk: &dyn Disk, path: &Path) -> Result<String, GamesFault> {
    disk.text(path, MOST_BYTES).map_err(|error| GamesFault::Unreadable { what: error.to_string() })
}

/// A YAML error with its place.
pub(crate) fn malformed(path: &Path, fault: YamlFault) -> GamesFault {
    let YamlFault { line, column, what } = fault;
    GamesFault::Malformed { path: path.to_owned(), line, column, what }
}

/// Lower-case hex.
fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
