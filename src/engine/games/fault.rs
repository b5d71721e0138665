//! What is wrong with game data, in words.

use std::fmt;
use std::path::{Path, PathBuf};

use crate::problem::count;

/// As many slips of a table are told at once.
const MOST_SLIPS: usize = 20;

/// What is wrong in one place of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slip {
    /// The line, counted from 1.
    pub line: u64,
    /// The heading of the column; empty if it is about the whole line.
    pub column: String,
    /// What is wrong there.
    pub what: String,
    /// How to mend it.
    pub mend: String,
}

impl Slip {
    /// What is wrong in a cell, or in a whole line if the column is empty.
    pub fn new(line: u64, column: &str, what: impl Into<String>, mend: impl Into<String>) -> Slip {
        Slip { line, column: column.to_owned(), what: what.into(), mend: mend.into() }
    }
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
    /// A table has cells that cannot be.
    Table {
        /// The file.
        path: PathBuf,
        /// Everything that is wrong in it, in the order of its lines.
        slips: Vec<Slip>,
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
    /// The scenario is not played with an option.
    NoOption {
        /// The option's word.
        option: String,
        /// The scenario's.
        scenario: String,
        /// The options that it may be played with.
        known: Vec<String>,
    },
    /// What a match has chosen does not fit together.
    Choices {
        /// What does not, and what would.
        what: String,
    },
}

impl fmt::Display for GamesFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GamesFault::Unreadable { what } => f.write_str(what),
            GamesFault::Stray { path, known } => {
                write!(
                    f,
                    "{}: no game reads a file of that name; there are {}",
                    path.display(),
                    known.join(", ")
                )
            }
            GamesFault::Nothing { path, known } => {
                let path = path.display();
                write!(f, "{path}: no file there replaces any game data; it could hold {}", known.join(", "))
            }
            GamesFault::Unknown { file, known } => {
                write!(f, "there is no game data called `{file}`; there are {}", known.join(", "))
            }
            GamesFault::Malformed { path, line, column, what } => {
                write!(f, "{}:{line}:{column}: {what}", path.display())
            }
            GamesFault::Table { path, slips } => write_slips(f, path, slips),
            GamesFault::Unsound { file, what } => write!(f, "{file}: {what}"),
            GamesFault::NoScenario { wanted, known } => {
                write!(f, "there is no scenario `{wanted}`; there are {}", known.join(", "))
            }
            GamesFault::NoOption { option, scenario, known } if known.is_empty() => {
                write!(f, "the scenario {scenario} has no options, so no `{option}`")
            }
            GamesFault::NoOption { option, scenario, known } => {
                write!(f, "the scenario {scenario} has no option `{option}`; it has {}", known.join(", "))
            }
            GamesFault::Choices { what } => f.write_str(what),
        }
    }
}

impl std::error::Error for GamesFault {}

/// A line for every slip, with its place and its remedy.
fn write_slips(f: &mut fmt::Formatter<'_>, path: &Path, slips: &[Slip]) -> fmt::Result {
    for (at, Slip { line, column, what, mend }) in slips.iter().take(MOST_SLIPS).enumerate() {
        let next = if at == 0 { "" } else { "\n" };
        let column = if column.is_empty() { String::new() } else { format!(" column {column}:") };
        write!(f, "{next}{}:{line}:{column} {what}; {mend}", path.display())?;
    }
    match slips.len().saturating_sub(MOST_SLIPS) {
        0 => Ok(()),
        more => write!(f, "\n{}: {} like these", path.display(), count(more, "more slip")),
    }
}
