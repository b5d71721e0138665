//! What the data files of a system hold, as its `files.yaml` says.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Map, Value};

use super::table::{Column, Table};
use super::{Games, GamesFault};

/// `files.yaml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Overview {
    files: Vec<Described>,
}

/// One file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Described {
    /// Its name.
    pub name: String,
    /// What it holds, in a few words.
    pub holds: String,
    /// The list or map that is counted, and that a table is made of; nothing if the file is a list itself.
    pub rows: Option<String>,
    /// The provenance of what no mark covers.
    pub otherwise: Option<String>,
    /// The list of a row that says what of it is printed although its mark says otherwise.
    pub save: Option<String>,
    #[serde(rename = "table")]
    rough: Option<RoughTable>,
}

/// A table as it is written, columns that repeat once only.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RoughTable {
    key: String,
    #[serde(default)]
    nullable: Vec<String>,
    new: Option<Map<String, Value>>,
    columns: Vec<Columns>,
}

/// One column, or the same ones for each of several words.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum Columns {
    Each { each: Vec<String>, columns: Vec<Column> },
    One(Column),
}

impl Described {
    /// The list of the file as a table, if it is one.
    pub fn table(&self) -> Option<Table> {
        let rough = self.rough.clone()?;
        let columns = rough.columns.into_iter().flat_map(|columns| match columns {
            Columns::One(column) => vec![column.settled("")],
            Columns::Each { each, columns } => {
                each.iter().flat_map(|word| columns.iter().map(|it| it.clone().settled(word))).collect()
            }
        });
        let columns = columns.collect();
        let rows = self.rows.clone().unwrap_or_default();
        let (key, nullable, new) = (rough.key, rough.nullable, rough.new);
        Some(Table { file: self.name.clone(), rows, key, nullable, new, columns })
    }

    /// How many rows a file has.
    pub fn count(&self, file: &Value) -> usize {
        let rows = self.rows.as_ref().map_or(Some(file), |rows| file.get(rows));
        match rows {
            Some(Value::Array(list)) => list.len(),
            Some(Value::Object(map)) => map.len(),
            _ => 0,
        }
    }
}

/// The files of a system, in the order of its overview.
///
/// # Errors
/// [`GamesFault`] when the overview cannot be read.
pub fn describe(games: &Games, system: &str) -> Result<Vec<Described>, GamesFault> {
    games.read::<Overview>(system, "files").map(|overview| overview.files)
}

/// How often a file calls something printed, derived and so on: every mark beside a value counts once, and
/// one for several values (`of`) as often as there are values.
pub fn marks(file: &Value) -> BTreeMap<String, usize> {
    let mut marks = BTreeMap::new();
    count_marks(file, &mut marks);
    marks
}

fn count_marks(value: &Value, marks: &mut BTreeMap<String, usize>) {
    match value {
        Value::Array(list) => list.iter().for_each(|item| count_marks(item, marks)),
        Value::Object(object) => {
            let values = object.get("of").and_then(Value::as_array).map_or(1, Vec::len);
            for (key, item) in object {
                match item {
                    Value::String(word) if key == "provenance" => {
                        *marks.entry(word.clone()).or_default() += values;
                    }
                    Value::Object(each) if key == "provenance" => {
                        let words = each.values().filter_map(Value::as_str);
                        words.for_each(|word| *marks.entry(word.to_owned()).or_default() += 1);
                    }
                    _ => count_marks(item, marks),
                }
            }
        }
        _ => (),
    }
}
