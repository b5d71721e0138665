//! The list of a data file as a table: which columns it has, what may stand in their cells, and how it is
//! exported (RFC 4180). What a printed line says is asked of the system.

use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

use super::place;
use crate::games::print::Print;
use crate::problem::{list_or, quote, suggest};

/// A list as a table.
#[derive(Clone, Debug)]
pub struct Table {
    /// The file.
    pub file: String,
    /// The list in the file.
    pub rows: String,
    /// The column that names a row.
    pub key: String,
    /// Objects of a row that are null when nothing is in them.
    pub nullable: Vec<String>,
    /// What a new row begins with; nothing if there can be none.
    pub new: Option<Map<String, Value>>,
    /// The columns.
    pub columns: Vec<Column>,
}

/// A column.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Column {
    /// Its heading.
    pub name: String,
    /// The place of the value in the row.
    #[serde(default)]
    pub at: String,
    /// What may stand in it.
    pub is: Kind,
    /// The least number.
    pub least: Option<f64>,
    /// The greatest number.
    pub most: Option<f64>,
    /// The words that it may be.
    #[serde(default)]
    pub one_of: Vec<String>,
    /// The map of the file whose keys are the words that it may be.
    pub keys: Option<String>,
    /// Whether a new row must fill it in.
    #[serde(default)]
    pub needed: bool,
    /// What the word `none` puts there; nothing if it takes the key away.
    #[serde(default, deserialize_with = "even_null")]
    pub none: Option<Value>,
    /// Where its provenance stands, the first place that has one.
    #[serde(default)]
    pub from: Vec<String>,
    /// Whether it is exported only if some row fills it in.
    #[serde(default)]
    pub rare: bool,
    /// The columns that a printed line says together.
    #[serde(default)]
    pub parts: Vec<String>,
}

/// What may stand in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Any text.
    Text,
    /// A whole number.
    Number,
    /// A number.
    Decimal,
    /// A whole number, or a word.
    NumberOrWord,
    /// Yes or no.
    Flag,
    /// Texts with semicolons between them.
    Texts,
    /// Whole numbers with semicolons between them.
    Numbers,
    /// Anything, as JSON.
    Json,
    /// The printed line: the values of several columns in one.
    Line,
}

/// A key that is there counts, null or not.
fn even_null<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}

/// The word that takes a value away.
pub(super) const NONE: &str = "none";

/// What is wrong with a cell, and how to mend it.
pub(super) type Refusal = (String, String);

impl Column {
    /// The column for one of the words that repeat it.
    pub(super) fn settled(mut self, word: &str) -> Column {
        if self.at.is_empty() {
            self.at.clone_from(&self.name);
        }
        self.at = self.at.replace('*', word);
        self.name = self.name.replace('*', &word.replace('.', "_"));
        self
    }

    /// The cell of a row.
    pub(super) fn show(&self, print: &Print, file: &str, row: &Value) -> String {
        if self.is == Kind::Line {
            return (print.write_line)(file, row).unwrap_or_default();
        }
        let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        match place::get(row, &self.at) {
            None | Some(Value::Null) => String::new(),
            Some(value) if self.is == Kind::Json => value.to_string(),
            Some(Value::Array(list)) => list.iter().map(text).collect::<Vec<_>>().join("; "),
            Some(value) => text(value),
        }
    }

    /// Reads a cell that is not empty. Nothing comes of `none` where that takes the key away.
    ///
    /// # Errors
    /// When it cannot stand in this column.
    pub(super) fn read(&self, cell: &str, file: &Value) -> Result<Option<Value>, Refusal> {
        if cell == NONE {
            return Ok(self.none.clone());
        }
        let items = || cell.split(';').map(str::trim).filter(|item| !item.is_empty());
        let value = match self.is {
            Kind::Text | Kind::Line => self.word(cell, file)?,
            Kind::Number => self.whole(cell)?,
            Kind::Decimal => self.decimal(cell)?,
            Kind::NumberOrWord if cell.starts_with(|it: char| it.is_ascii_digit()) => self.whole(cell)?,
            Kind::NumberOrWord => cell.into(),
            Kind::Flag => match cell.to_ascii_lowercase().as_str() {
                "true" | "yes" => true.into(),
                "false" | "no" => false.into(),
                _ => {
                    return Err((
                        format!("{} is neither yes nor no", quote(cell)),
                        "write true or false".into(),
                    ));
                }
            },
            Kind::Texts => items().map(Value::from).collect(),
            Kind::Numbers => items().map(|item| self.whole(item)).collect::<Result<_, _>>()?,
            Kind::Json => serde_json::from_str(cell).map_err(|error| {
                (
                    format!("{} is not JSON: {error}", quote(cell)),
                    "write it as `sealord data --export` does".into(),
                )
            })?,
        };
        Ok(Some(value))
    }

    /// A text, which must be one of the words where only some may stand.
    fn word(&self, cell: &str, file: &Value) -> Result<Value, Refusal> {
        let keys = self.keys.as_ref().and_then(|keys| file.get(keys)).and_then(Value::as_object);
        let keys = keys.into_iter().flat_map(Map::keys);
        let words: Vec<&str> = self.one_of.iter().chain(keys).map(String::as_str).collect();
        if words.is_empty() || words.contains(&cell) {
            return Ok(cell.into());
        }
        Err((format!("{} does not belong here", quote(cell)), which(cell, &words)))
    }

    fn whole(&self, cell: &str) -> Result<Value, Refusal> {
        let fits = |number: &i64| self.holds(*number as f64);
        let number = cell.parse::<i64>().ok().filter(fits);
        number.map(Value::from).ok_or_else(|| self.no_number(cell, "a whole number"))
    }

    /// A number; a whole one as the data write it, without a point.
    fn decimal(&self, cell: &str) -> Result<Value, Refusal> {
        if let Ok(whole) = self.whole(cell) {
            return Ok(whole);
        }
        let number = cell.parse::<f64>().ok().filter(|number| self.holds(*number));
        number.map(Value::from).ok_or_else(|| self.no_number(cell, "a number with a point"))
    }

    fn holds(&self, number: f64) -> bool {
        self.least.is_none_or(|least| least <= number) && self.most.is_none_or(|most| number <= most)
    }

    fn no_number(&self, cell: &str, kind: &str) -> Refusal {
        let bounds = match (self.least, self.most) {
            (Some(least), Some(most)) => format!(" from {least} to {most}"),
            _ => String::new(),
        };
        (format!("{} is not {kind}{bounds}", quote(cell)), format!("write {kind}{bounds}"))
    }
}

/// Which of several words was meant.
pub(super) fn which(cell: &str, words: &[&str]) -> String {
    match suggest(cell, words.iter().copied()) {
        Some(near) => format!("did you mean {near}?"),
        None => format!("write {}", list_or(words)),
    }
}

impl Table {
    /// A column by its heading.
    pub(super) fn column(&self, name: &str) -> Option<&Column> {
        self.columns.iter().find(|column| column.name == name)
    }

    /// The rows of a file.
    pub(super) fn rows<'f>(&self, file: &'f Value) -> &'f [Value] {
        file.get(&self.rows).and_then(Value::as_array).map_or(&[], Vec::as_slice)
    }

    /// What names a row, as a cell says it.
    pub(super) fn name_of(&self, row: &Value) -> String {
        match row.get(&self.key) {
            Some(Value::String(word)) => word.clone(),
            Some(other) => other.to_string(),
            None => String::new(),
        }
    }

    /// The whole list as a table: a line of headings, then a line for every row, in the order of the file.
    ///
    /// # Errors
    /// In words, if the text cannot be put together.
    pub fn export(&self, print: &Print, file: &Value) -> Result<Vec<u8>, String> {
        let rows = self.rows(file);
        let fills = |column: &Column| rows.iter().any(|row| place::get(row, &column.at).is_some());
        let columns: Vec<&Column> = self.columns.iter().filter(|it| !it.rare || fills(it)).collect();
        let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
        let mut write = |cells: Vec<String>| writer.write_record(cells).map_err(|error| error.to_string());
        write(columns.iter().map(|column| column.name.clone()).collect())?;
        for row in rows {
            write(columns.iter().map(|column| column.show(print, &self.file, row)).collect())?;
        }
        writer.into_inner().map_err(|error| error.to_string())
    }
}
