//! What is asked of a system when its data are checked against a printed set: the shape of a row, the line on
//! a counter, and what its rulebook publishes about its data.

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{Games, GamesFault};

/// What a system answers. Files and rows are those of its data, the columns those of its `files.yaml`.
#[derive(Clone, Copy)]
pub struct Print {
    /// Whether a row of a file has the shape that its loader reads; else a sentence that says what is wrong.
    pub row: fn(file: &str, row: &Value) -> Result<(), String>,
    /// The printed line of a row, if it has one.
    pub write_line: fn(file: &str, row: &Value) -> Option<String>,
    /// What a printed line says, column by column; else a sentence that says what is wrong with it.
    pub read_line: fn(file: &str, line: &str) -> Result<Parts, String>,
    /// What the rulebook publishes about the data, and whether these data agree.
    ///
    /// # Errors
    /// If the data cannot be read, or a scenario cannot be laid out.
    pub published: fn(games: &Games) -> Result<Vec<Fact>, GamesFault>,
}

/// The values of a printed line, each with its column.
pub type Parts = Vec<(&'static str, Value)>;

/// A rule that publishes something about the data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The rule's id in the ledger.
    pub rule: String,
    /// What it is about.
    pub title: String,
    /// Where the data say otherwise; empty if they agree.
    pub broken: Vec<String>,
}

impl Print {
    /// A system without printed lines of which nothing is checked but the shape of its rows.
    pub const fn plain(row: fn(&str, &Value) -> Result<(), String>) -> Print {
        Print {
            row,
            write_line: |_, _| None,
            read_line: |_, _| Err("this game has no printed lines".to_owned()),
            published: |_| Ok(Vec::new()),
        }
    }
}

/// Reads a row into the shape of a loader.
///
/// # Errors
/// A sentence, when it does not have that shape.
pub fn shaped<T: DeserializeOwned>(row: &Value) -> Result<T, String> {
    super::retyped(row).map_err(|error| super::yaml::without_place(&error))
}
