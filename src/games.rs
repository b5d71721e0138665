//! The data of the games: built in, or replaced file by file from a folder. Nothing here knows what a file means; the
//! rules of each system read their own shapes from it.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

pub(crate) mod convert;

/// One file as the build script left it.
struct BuiltIn {
    system: &'static str,
    name: &'static str,
    json: &'static str,
    sha256: &'static str,
}

/// The built-in files, sorted by system and name.
mod built_in {
    use super::BuiltIn;
    include!(concat!(env!("OUT_DIR"), "/games.rs"));
}
use built_in::FILES;

/// Files that explain and decide nothing, so that mending their wording changes no fingerprint.
const COMMENTARY: &[&str] = &["coverage", "rules"];

/// No game file comes near this size; a larger one is a mistake.
const MOST_BYTES: u64 = 4 << 20;

/// A file that stands in for a built-in one.
#[derive(Clone)]
struct Override {
    path: PathBuf,
    yaml: String,
    sha256: String,
}

/// The data of all systems.
#[derive(Clone, Default)]
pub struct Games {
    overrides: BTreeMap<(String, String), Override>,
}

impl Games {
    /// The data that are part of the program.
    pub fn builtin() -> Games {
        Games::default()
    }

    /// The built-in data, with every `DIR/SYSTEM/NAME.yaml` of a folder in place of the built-in file of that name.
    /// All files are read now, so a later change on disk changes nothing. Hidden files, notes (`.md`, `.txt`) and
    /// schemas may stand beside.
    ///
    /// # Errors
    /// [`GamesFault`] when the folder cannot be read, a file is not YAML, a file stands where none is looked for, or no
    /// file replaces anything.
    pub fn with_dir(dir: &Path) -> Result<Games, GamesFault> {
        let mut games = Games::default();
        for system in entries(dir)?.into_iter().filter(|path| !is_beside(path)) {
            let word = name_of(&system);
            if !system.is_dir() || !FILES.iter().any(|file| file.system == word) {
                return Err(GamesFault::Stray { path: system, known: names("") });
            }
            for file in entries(&system)?.into_iter().filter(|path| !is_beside(path)) {
                if file.extension().is_none_or(|it| it != "yaml") {
                    return Err(GamesFault::Stray { path: file, known: names(&word) });
                }
                games.replace(file)?;
            }
        }
        if games.overrides.is_empty() {
            return Err(GamesFault::Nothing { path: dir.to_owned(), known: names("") });
        }
        Ok(games)
    }

    /// Reads one file of a system into a typed shape: `read(system, "zones")` reads `SYSTEM/zones.yaml`.
    ///
    /// # Errors
    /// [`GamesFault::Unknown`] when there is no such file, [`GamesFault::Malformed`] when it does not fit the shape.
    pub fn read<T: DeserializeOwned>(&self, system: &str, name: &str) -> Result<T, GamesFault> {
        if let Some(own) = self.overrides.get(&(system.to_owned(), name.to_owned())) {
            return serde_yaml::from_str_with_options(&own.yaml, convert::options())
                .map_err(|error| malformed(&own.path, &error));
        }
        let file = built_in(system, name)
            .ok_or_else(|| GamesFault::Unknown { file: format!("{system}/{name}"), known: names(system) })?;
        serde_json::from_str(file.json).map_err(|error| GamesFault::Unsound {
            file: format!("built-in {system}/{name}"),
            what: error.to_string(),
        })
    }

    /// Names the data of a system: two sets of data with the same fingerprint play alike.
    ///
    /// It is the SHA-256, in hex, of one line for each file that decides something, in the order of their names: the
    /// SHA-256 of the file as compact JSON, two blanks, `SYSTEM/NAME.json`, a line feed. Layout and comments of the
    /// YAML do not count, nor do the rules ledger and what says which of its rules are tested where.
    pub fn fingerprint(&self, system: &str) -> String {
        let mut whole = Sha256::new();
        for file in FILES.iter().filter(|file| file.system == system && !COMMENTARY.contains(&file.name)) {
            let own = self.overrides.get(&(file.system.to_owned(), file.name.to_owned()));
            let sha256 = own.map_or(file.sha256, |own| &own.sha256);
            whole.update(format!("{sha256}  {system}/{}.json\n", file.name));
        }
        hex(&whole.finalize())
    }

    /// Takes one file in place of the built-in one.
    fn replace(&mut self, path: PathBuf) -> Result<(), GamesFault> {
        let system = path.parent().map(name_of).unwrap_or_default();
        let name = path.file_stem().and_then(|it| it.to_str()).unwrap_or_default().to_owned();
        if built_in(&system, &name).is_none() {
            return Err(GamesFault::Stray { known: names(&system), path });
        }
        let yaml = text_of(&path)?;
        let json = convert::to_json(&yaml).map_err(|error| malformed(&path, &error))?;
        let sha256 = hex(&Sha256::digest(json.as_bytes()));
        self.overrides.insert((system, name), Override { path, yaml, sha256 });
        Ok(())
    }
}

/// The built-in file of a name.
fn built_in(system: &str, name: &str) -> Option<&'static BuiltIn> {
    FILES.iter().find(|file| file.system == system && file.name == name)
}

/// The names of a system's files; those of all systems when there is no such system.
fn names(system: &str) -> Vec<String> {
    let known = FILES.iter().any(|file| file.system == system);
    let those = FILES.iter().filter(|file| !known || file.system == system);
    those.map(|file| format!("{}/{}.yaml", file.system, file.name)).collect()
}

/// The last part of a path; empty if it is not UTF-8.
fn name_of(path: &Path) -> String {
    path.file_name().and_then(|it| it.to_str()).unwrap_or_default().to_owned()
}

/// Whether something in a folder is no data: a hidden file, a note for people, or a schema for their editor.
fn is_beside(path: &Path) -> bool {
    let name = name_of(path);
    let is_aid = [".md", ".txt", ".schema.json"].iter().any(|end| name.ends_with(end));
    name.starts_with('.') || (is_aid && path.is_file())
}

/// The entries of a folder in the order of their names.
fn entries(dir: &Path) -> Result<Vec<PathBuf>, GamesFault> {
    let unreadable = |error: std::io::Error| GamesFault::Unreadable { what: error.to_string() };
    let found = fs_err::read_dir(dir).map_err(unreadable)?;
    let mut paths =
        found.map(|entry| entry.map(|it| it.path())).collect::<Result<Vec<_>, _>>().map_err(unreadable)?;
    paths.sort();
    Ok(paths)
}

/// The text of a file that is not too large and is UTF-8.
pub(crate) fn text_of(path: &Path) -> Result<String, GamesFault> {
    let unreadable = |what: String| GamesFault::Unreadable { what };
    let size = fs_err::metadata(path).map_err(|error| unreadable(error.to_string()))?.len();
    if size > MOST_BYTES {
        return Err(unreadable(format!(
            "{}: {size} bytes are more than a game file may have",
            path.display()
        )));
    }
    fs_err::read_to_string(path).map_err(|error| unreadable(error.to_string()))
}

/// A YAML error with its place.
pub(crate) fn malformed(path: &Path, error: &serde_yaml::Error) -> GamesFault {
    let (line, column, what) = explain(error);
    GamesFault::Malformed { path: path.to_owned(), line, column, what }
}

/// Line and column of a YAML error, 0 when unknown, and its words without line numbers of their own.
pub(crate) fn explain(error: &serde_yaml::Error) -> (u64, u64, String) {
    let (line, column) = error.location().map_or((0, 0), |it| (it.line(), it.column()));
    let told = error.render_with_formatter(&serde_yaml::UserMessageFormatter);
    let told = told.replace("invalid u8", "not a whole number from 0 to 255");
    let told =
        told.replace("invalid i32", "not a whole number").replace("invalid floating point", "not a number");
    let place = format!(" at line {line}, column {column}");
    (line, column, told.replace(&place, ""))
}

/// Lower-case hex.
fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What is wrong with game data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GamesFault {
    /// A folder or file cannot be read; the words name it.
    Unreadable {
        /// What the operating system said.
        what: String,
    },
    /// A file stands where the program would never read it.
    Stray {
        /// The file.
        path: PathBuf,
        /// What could stand there.
        known: Vec<String>,
    },
    /// A folder replaces nothing.
    Nothing {
        /// The folder.
        path: PathBuf,
        /// What could stand there.
        known: Vec<String>,
    },
    /// The program asked for data that do not exist.
    Unknown {
        /// What was asked for, as `SYSTEM/NAME`.
        file: String,
        /// What there is.
        known: Vec<String>,
    },
    /// A file is not YAML, or not of the shape it must have.
    Malformed {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1; 0 when unknown.
        line: u64,
        /// The column, counted from 1; 0 when unknown.
        column: u64,
        /// What is wrong there.
        what: String,
    },
    /// A file has the right shape but contradicts itself or another one.
    Unsound {
        /// The file, as `SYSTEM/NAME`.
        file: String,
        /// The contradiction.
        what: String,
    },
    /// No scenario of that name.
    NoScenario {
        /// The name asked for.
        wanted: String,
        /// The names there are.
        known: Vec<String>,
    },
}

impl fmt::Display for GamesFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GamesFault::Unreadable { what } => f.write_str(what),
            GamesFault::Stray { path, known } => {
                write!(f, "{}: no game reads such a file; there are {}", path.display(), known.join(", "))
            }
            GamesFault::Nothing { path, known } => {
                let path = path.display();
                write!(f, "{path}: no file there replaces game data; there could be {}", known.join(", "))
            }
            GamesFault::Unknown { file, known } => {
                write!(f, "there is no game data `{file}`; there are {}", known.join(", "))
            }
            GamesFault::Malformed { path, line, column, what } => {
                write!(f, "{}:{line}:{column}: {what}", path.display())
            }
            GamesFault::Unsound { file, what } => write!(f, "{file}: {what}"),
            GamesFault::NoScenario { wanted, known } => {
                write!(f, "there is no scenario `{wanted}`; there are {}", known.join(", "))
            }
        }
    }
}

impl std::error::Error for GamesFault {}
