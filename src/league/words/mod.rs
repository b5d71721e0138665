//! A club's tables in words: as text for people, as JSON and as tables for programs.

mod ratings;
mod standings;

use std::fmt::Write;

pub(crate) use ratings::{change, expected, kind_name, score};
pub use ratings::{moved, moved_json, ratings, ratings_csv, ratings_json, steps, steps_json};
pub(crate) use standings::{cross_head, cross_rows, head, rows};
pub use standings::{
    crosstable, crosstable_csv, crosstable_json, ladder, standings, standings_csv, standings_json,
};

/// Columns of text, each as wide as its widest cell; those that begin with a digit or a sign stand to the
/// right.
pub(crate) fn columns(head: &[&str], rows: &[Vec<String>]) -> String {
    let width = |at: usize| {
        let cells = rows.iter().filter_map(|row| row.get(at)).map(|cell| cell.chars().count());
        cells.chain(head.get(at).map(|cell| cell.chars().count())).max().unwrap_or(0)
    };
    let is_number = |at: usize| {
        let mut cells = rows.iter().filter_map(|row| row.get(at)).filter(|cell| !cell.is_empty()).peekable();
        cells.peek().is_some()
            && cells.all(|cell| cell.starts_with(|c: char| c.is_ascii_digit() || "+-".contains(c)))
    };
    let columns: Vec<(usize, bool)> = (0..head.len()).map(|at| (width(at), is_number(at))).collect();
    let mut text = String::new();
    let head: Vec<String> = head.iter().map(|it| (*it).to_owned()).collect();
    for row in std::iter::once(&head).chain(rows) {
        let mut line = String::new();
        for (cell, (width, is_number)) in row.iter().zip(&columns) {
            // Writing into a text cannot fail.
            _ = match is_number {
                true => write!(line, "{cell:>width$}  "),
                false => write!(line, "{cell:<width$}  "),
            };
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}
