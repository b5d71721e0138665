//! Corrects the list of a data file by a table, value by value. An empty cell, and one that says what is
//! there already, corrects nothing; everything that is wrong is told at once.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;

use super::print::Print;
use super::sheet::{NEW, Sheet};
use super::table::{Column, Kind, NONE, Table, which};
use super::{GamesFault, Slip, place};
use crate::disk::Disk;
use crate::problem::{list_and, quote, suggest};

/// Corrects a file by the table that lies at a path.
///
/// # Errors
/// [`GamesFault`] when the table cannot be read, or with every cell that cannot be.
pub(super) fn patch(
    disk: &dyn Disk,
    file: &mut Value,
    table: &Table,
    path: &Path,
    print: &Print,
) -> Result<(), GamesFault> {
    let mut slips = Vec::new();
    let sheet = Sheet::read(disk, path, table, &mut slips)?;
    let patched = {
        let mut overlay = Overlay { table, print, file, sheet: &sheet, slips };
        let rows = overlay.rows();
        slips = overlay.slips;
        rows
    };
    if !slips.is_empty() {
        slips.sort_by_key(|slip| slip.line);
        return Err(GamesFault::Table { path: path.to_owned(), slips });
    }
    file[&table.rows] = Value::Array(patched);
    Ok(())
}

struct Overlay<'a> {
    table: &'a Table,
    print: &'a Print,
    file: &'a Value,
    sheet: &'a Sheet,
    slips: Vec<Slip>,
}

/// One line of the table: the cells that are filled in, by heading.
struct Line<'a> {
    number: u64,
    cells: BTreeMap<&'a str, &'a str>,
}

/// A value to be put: its column, and what comes there.
type Put<'a> = (&'a Column, Option<Value>);

impl<'a> Overlay<'a> {
    /// The rows as the table corrects them, new ones at the end.
    fn rows(&mut self) -> Vec<Value> {
        let mut rows = self.table.rows(self.file).to_vec();
        let shipped = rows.len();
        let names = rows.iter().enumerate().map(|(at, row)| (self.table.name_of(row), at));
        let names: BTreeMap<String, usize> = names.collect();
        let mut seen: BTreeMap<&str, u64> = BTreeMap::new();
        for (number, cells) in &self.sheet.lines {
            let cells = self.sheet.headings.iter().zip(cells).filter(|(_, cell)| !cell.is_empty());
            let cells = cells.map(|(heading, cell)| (heading.as_str(), cell.as_str())).collect();
            let line = Line { number: *number, cells };
            let Some(&name) = line.cells.get(self.table.key.as_str()) else {
                let what = format!("there is no {} to say which row is meant", self.table.key);
                self.slip(&line, &self.table.key, what, "fill it in, or delete the line");
                continue;
            };
            if let Some(before) = seen.insert(name, *number) {
                let what = format!("{} already has a line, {before}", quote(name));
                self.slip(&line, &self.table.key, what, "make the two lines one");
                continue;
            }
            let is_new = line.cells.get(NEW).is_some_and(|cell| !cell.eq_ignore_ascii_case("no"));
            match (names.get(name), is_new) {
                (Some(&at), false) => {
                    if let Some(row) = self.corrected(&line, &rows[at]) {
                        rows[at] = row;
                    }
                }
                (Some(_), true) => {
                    let what = format!("{} already exists", quote(name));
                    self.slip(
                        &line,
                        NEW,
                        what,
                        "leave this cell empty to correct that row, or choose another id",
                    );
                }
                (None, true) => rows.extend(self.added(&line, name)),
                (None, false) => self.unknown(&line, name, &rows[..shipped]),
            }
        }
        rows
    }

    fn slip(&mut self, line: &Line<'_>, column: &str, what: impl Into<String>, mend: impl Into<String>) {
        self.slips.push(Slip::new(line.number, column, what, mend));
    }

    /// Tells that no row has that name.
    fn unknown(&mut self, line: &Line<'_>, name: &str, rows: &[Value]) {
        let names: Vec<String> = rows.iter().map(|row| self.table.name_of(row)).collect();
        let near =
            suggest(name, names.iter().map(String::as_str)).map(|near| format!("did you mean {near}?"));
        let near = near.unwrap_or_else(|| format!("`sealord data --export` shows every {}", self.table.key));
        let new = self.table.new.as_ref().map(|_| format!(" (for a row of your own write yes under {NEW})"));
        let mend = near + &new.unwrap_or_default();
        self.slip(line, &self.table.key, format!("{} has no row {}", self.table.file, quote(name)), mend);
    }

    /// A new row, if all is there that it needs.
    fn added(&mut self, line: &Line<'_>, name: &str) -> Option<Value> {
        let Some(new) = &self.table.new else {
            let what = format!("{} cannot have rows of your own", self.table.file);
            self.slip(line, NEW, what, "delete the line, or replace the whole YAML file");
            return None;
        };
        if !name.bytes().all(|it| it.is_ascii_lowercase() || it.is_ascii_digit() || it == b'-' || it == b'_')
        {
            let what = format!("{} is not an id", quote(name));
            self.slip(line, &self.table.key, what, "write it in a-z, 0-9 and hyphens");
            return None;
        }
        let lines = self.table.columns.iter().filter(|column| column.is == Kind::Line);
        let said: Vec<&str> = lines
            .filter(|column| line.cells.contains_key(column.name.as_str()))
            .flat_map(|column| column.parts.iter().map(String::as_str))
            .collect();
        let fills = |name: &str| line.cells.contains_key(name) || said.contains(&name);
        let needed = self.table.columns.iter().filter(|column| column.needed && !fills(&column.name));
        let missing: Vec<&str> = needed.map(|column| column.name.as_str()).collect();
        if !missing.is_empty() {
            let what = format!("the new row {} lacks {}", quote(name), list_and(&missing));
            self.slip(line, "", what, "fill that in");
            return None;
        }
        let mut row = Value::Object(new.clone());
        row[&self.table.key] = name.into();
        self.corrected(line, &row)
    }

    /// A row as a line corrects it; nothing if the line is wrong.
    fn corrected(&mut self, line: &Line<'_>, before: &Value) -> Option<Value> {
        let told = self.slips.len();
        let mut puts = self.singles(line, before);
        for column in self.table.columns.iter().filter(|column| column.is == Kind::Line) {
            if let Some(cell) = line.cells.get(column.name.as_str()) {
                self.line(line, before, (column, cell), &mut puts);
            }
        }
        let row = self.put(before, &puts);
        if told == self.slips.len()
            && row != *before
            && let Err(what) = (self.print.row)(&self.table.file, &row)
        {
            self.blame(line, before, &puts, &what);
        }
        (told == self.slips.len()).then_some(row)
    }

    /// The values of the single columns, those that change nothing left out.
    fn singles(&mut self, line: &Line<'_>, before: &Value) -> Vec<Put<'a>> {
        let mut puts = Vec::new();
        for column in self.table.columns.iter().filter(|column| column.is != Kind::Line) {
            let cell = line.cells.get(column.name.as_str()).copied();
            let Some(cell) = cell.filter(|cell| *cell != column.show(self.print, &self.table.file, before))
            else {
                continue;
            };
            match column.read(cell, self.file) {
                Ok(value) => {
                    let now = place::get(before, &column.at);
                    let is_same = now == value.as_ref()
                        || (now.is_none() && value.as_ref().is_some_and(|it| it.is_null() || *it == false));
                    if !is_same {
                        puts.push((column, value));
                    }
                }
                Err((what, mend)) => self.slip(line, &column.name, what, mend),
            }
        }
        puts
    }

    /// Adds what a printed line says. In a table that has the line and all of its parts, as it is exported,
    /// whichever was changed counts; else they must agree.
    fn line(
        &mut self,
        line: &Line<'_>,
        before: &Value,
        (column, cell): (&Column, &str),
        puts: &mut Vec<Put<'a>>,
    ) {
        let parts = match (self.print.read_line)(&self.table.file, cell) {
            Ok(parts) => parts,
            Err(what) => {
                let mend = "write it as on the counter; where a spreadsheet made a date of it, format the column as text";
                return self.slip(line, &column.name, what, mend);
            }
        };
        let is_whole = column.parts.iter().all(|part| self.sheet.headings.contains(part));
        let shipped = column.show(self.print, &self.table.file, before);
        if is_whole && cell == shipped {
            return;
        }
        for (name, value) in parts {
            let Some(part) = self.table.column(name) else { continue };
            let now = place::get(before, &part.at).cloned().unwrap_or(Value::Null);
            let put = puts.iter().find(|(column, _)| column.name == name).map(|(_, value)| value);
            let single = put.map(|value| value.clone().unwrap_or(Value::Null));
            // What is filled in but not among the values to put says what is there already.
            let said = single.clone().or_else(|| line.cells.contains_key(name).then(|| now.clone()));
            match said {
                Some(said) if said != value && (single.is_some() || !is_whole) => {
                    let what = format!("{} contradicts the line {}", quote(line.cells[name]), quote(cell));
                    self.slip(line, name, what, "make them agree, or leave one of them empty");
                }
                _ if value != now && single.is_none() => {
                    let value = if value.is_null() { part.none.clone() } else { Some(value) };
                    let limits = value
                        .as_ref()
                        .filter(|it| it.is_u64())
                        .map(|it| part.read(&it.to_string(), self.file));
                    match limits {
                        Some(Err((what, mend))) => {
                            self.slip(line, &column.name, format!("{name}: {what}"), mend)
                        }
                        _ => puts.push((part, value)),
                    }
                }
                _ => (),
            }
        }
    }

    /// A row with values put into it.
    fn put(&self, before: &Value, puts: &[Put<'_>]) -> Value {
        let mut row = before.clone();
        puts.iter().for_each(|(column, value)| place::set(&mut row, &column.at, value.clone()));
        puts.iter().for_each(|(column, _)| place::tidy(&mut row, &column.at, &self.table.nullable));
        row
    }

    /// Tells that a row does not have the shape the game reads, beside the cell that alone would be refused
    /// alike.
    fn blame(&mut self, line: &Line<'_>, before: &Value, puts: &[Put<'_>], what: &str) {
        let alone = |put: &&Put<'_>| {
            let row = self.put(before, std::slice::from_ref(*put));
            (self.print.row)(&self.table.file, &row).is_err_and(|it| it == what)
        };
        let culprit = puts.iter().find(alone).map_or("", |(column, _)| column.name.as_str());
        let cell = line.cells.get(culprit).copied().unwrap_or_default();
        // What a word could be stands in backticks.
        let words = what.split_once("expected one of").map_or("", |(_, it)| it);
        let words: Vec<&str> = words.split('`').skip(1).step_by(2).collect();
        let (what, mend) = match (cell, words.is_empty()) {
            (NONE, _) => (what.to_owned(), "give it a value, or leave the cell empty".to_owned()),
            ("", _) | (_, true) => (what.to_owned(), "correct the line so that it is complete".to_owned()),
            (_, false) => (format!("{} does not belong here", quote(cell)), which(cell, &words)),
        };
        self.slip(line, culprit, what, mend);
    }
}
