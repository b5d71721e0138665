//! Lines of an order form that a mail program might break when a player answers.

use super::clean;

/// Widest line of a form, in characters: mail programs break lines at 78 columns, and a reply mark takes two.
pub const WIDEST: usize = 76;

/// The numbers, from 1, of the lines between the marks of the orders that are too wide.
pub fn wide_lines(text: &str) -> Vec<usize> {
    clean::marked(text).filter(|(_, line)| line.chars().count() > WIDEST).map(|(number, _)| number).collect()
}
