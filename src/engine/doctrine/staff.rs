//! The doctrine that a game has in writing, for players who do not write their own: `doctrine: staff`.

use std::fmt::Write;

use crate::condition::Conditions;
use crate::draft::write::write_doctrine;
use crate::draft::{DoctrineDraft, STAFF, parse_doctrine};

/// The draft of a doctrine that stands in a rulebook; nothing if there is none.
pub fn written(text: &str) -> Option<DoctrineDraft> {
    if text.is_empty() { None } else { parse_doctrine("written doctrine", text.as_bytes()).ok().flatten() }
}

/// The kinds of question that the staff doctrine of a game answers; none if it has none.
pub fn kinds<S: Conditions>(system: &S) -> Vec<String> {
    let draft = written(system.staff_doctrine());
    draft.into_iter().flat_map(|draft| draft.rules).map(|entry| entry.kind.text).collect()
}

/// What the word stands for, in the program's own layout; empty if the game has no such doctrine.
pub fn text<S: Conditions>(system: &S) -> String {
    written(system.staff_doctrine()).map_or_else(String::new, |draft| write_doctrine(&draft))
}

/// The word, and below it as remarks what it stands for, as it is put into words.
pub fn in_words<S: Conditions>(system: &S, words: impl FnOnce(&DoctrineDraft) -> String) -> String {
    let mut text = format!("{STAFF}\n# The staff doctrine of the game. It stands for:\n");
    let stands_for = written(system.staff_doctrine()).map_or_else(String::new, |draft| words(&draft));
    stands_for.lines().for_each(|line| _ = writeln!(text, "#   {line}"));
    text
}
