//! The text of a table, read as a spreadsheet saves it: RFC 4180, with or without the mark of UTF-8 at its
//! beginning.

use std::path::Path;

use super::table::{Table, which};
use super::{GamesFault, MOST_BYTES, Slip};
use crate::disk::Disk;
use crate::problem::{count, quote};

/// The column that says that a row is new; it holds no value.
pub(super) const NEW: &str = "new";

/// A table as it was read.
pub(super) struct Sheet {
    /// The headings.
    pub headings: Vec<String>,
    /// The lines that say something, with their numbers.
    pub lines: Vec<(u64, Vec<String>)>,
}

impl Sheet {
    /// Reads a file.
    ///
    /// # Errors
    /// When it cannot be read or its headings are not those of the table; what is wrong in single lines goes
    /// to `slips`.
    pub fn read(
        disk: &dyn Disk,
        path: &Path,
        table: &Table,
        slips: &mut Vec<Slip>,
    ) -> Result<Sheet, GamesFault> {
        let text = text_of(disk, path)?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        let mut reader = csv::ReaderBuilder::new();
        let reader = reader.has_headers(false).flexible(true).trim(csv::Trim::All);
        let mut headings: Option<Vec<String>> = None;
        let mut lines = Vec::new();
        let mut count = LineCount::default();
        for record in reader.from_reader(text.as_bytes()).records() {
            let record = record
                .map_err(|error| GamesFault::Unreadable { what: format!("{}: {error}", path.display()) })?;
            let line = count.at(text, record.position().map_or(0, csv::Position::byte));
            let mut cells: Vec<String> = record.iter().map(str::to_owned).collect();
            // Spreadsheets end lines with commas for columns in which nothing stands.
            let least = headings.as_ref().map_or(1, Vec::len);
            while cells.len() > least && cells.last().is_some_and(String::is_empty) {
                cells.pop();
            }
            match &headings {
                _ if cells.iter().all(String::is_empty) => (),
                None => {
                    heads(&cells, table, line, slips);
                    headings = Some(cells);
                }
                Some(headings) => match misread(&cells, headings) {
                    None => lines.push((line, cells)),
                    Some((what, mend)) => slips.push(Slip::new(line, "", what, mend)),
                },
            }
        }
        let Some(headings) = headings else {
            let what = "the line of headings is missing";
            slips.push(Slip::new(
                1,
                "",
                what,
                format!("begin with {} and the columns to correct", table.key),
            ));
            return Err(GamesFault::Table { path: path.to_owned(), slips: std::mem::take(slips) });
        };
        if slips.iter().any(|slip| slip.line == 1 || !slip.column.is_empty()) {
            return Err(GamesFault::Table { path: path.to_owned(), slips: std::mem::take(slips) });
        }
        Ok(Sheet { headings, lines })
    }
}

/// Which line a record begins in. The reader's own count does not pass over empty lines before it.
#[derive(Default)]
struct LineCount {
    bytes: usize,
    breaks: u64,
}

impl LineCount {
    /// The line of what begins at a byte or after the line breaks there; bytes only grow.
    fn at(&mut self, text: &str, byte: u64) -> u64 {
        let start = usize::try_from(byte).unwrap_or(text.len()).min(text.len());
        let text = text.as_bytes();
        let empty = text[start..].iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
        let passed = text.get(self.bytes..start + empty).unwrap_or_default();
        self.breaks += passed.iter().filter(|byte| **byte == b'\n').count() as u64;
        self.bytes = start + empty;
        self.breaks + 1
    }
}

/// The text of a table that is not too large and is UTF-8.
fn text_of(disk: &dyn Disk, path: &Path) -> Result<String, GamesFault> {
    let unreadable = |what: String| GamesFault::Unreadable { what };
    let bytes = disk.bytes(path, MOST_BYTES).map_err(|error| unreadable(error.to_string()))?;
    let shown = path.display();
    String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        let what = "this is not UTF-8; save the table as CSV in UTF-8";
        unreadable(format!("{shown}:{line}: {what}"))
    })
}

/// Checks the headings.
fn heads(cells: &[String], table: &Table, line: u64, slips: &mut Vec<Slip>) {
    if let [only] = cells
        && let Some(mark) = [';', '\t'].into_iter().find(|mark| only.contains(*mark))
    {
        let mark = if mark == '\t' { "tabs" } else { "semicolons" };
        let what = format!("the columns are separated by {mark}");
        slips.push(Slip::new(line, "", what, "save the table with commas between the columns"));
        return;
    }
    let words: Vec<&str> = table.columns.iter().map(|column| column.name.as_str()).collect();
    for (at, cell) in cells.iter().enumerate() {
        if cells[..at].contains(cell) {
            slips.push(Slip::new(line, cell, "this heading is there twice", "keep one of the two"));
        } else if cell.is_empty() {
            let what = format!("column {} has no heading", at + 1);
            slips.push(Slip::new(line, "", what, "give it one, or delete the column"));
        } else if cell != NEW && !words.contains(&cell.as_str()) {
            let what = format!("there is no column {}", quote(cell));
            slips.push(Slip::new(line, cell, what, which(cell, &words)));
        }
    }
    if !cells.contains(&table.key) {
        let what = format!("there is no column {}, which says which row is meant", table.key);
        slips.push(Slip::new(line, "", what, format!("add a column {}", table.key)));
    }
}

/// What is wrong with a line as a whole, if anything.
fn misread(cells: &[String], headings: &[String]) -> Option<(String, String)> {
    // No value of the data has a line break, but a quotation mark that is never closed swallows the lines
    // after it.
    if let Some(cell) = cells.iter().find(|cell| cell.contains(['\n', '\r'])) {
        let what = format!("the cell {} runs over a line break", quote(cell));
        return Some((what, "close the quotation mark at its end, or delete both".into()));
    }
    if cells.len() == headings.len() {
        return None;
    }
    let what = format!("{}, but {}", count(cells.len(), "cell"), count(headings.len(), "heading"));
    let mend = "give it a cell for every heading, empty if need be; put text with a comma in quotation marks";
    Some((what, mend.into()))
}
