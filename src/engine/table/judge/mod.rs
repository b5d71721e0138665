//! An answer, or a plan, against the question as the party sees it.
//!
//! Legality is judged from the question alone, and the question is part of the party's view: so the player's
//! own tool gives the umpire's verdict, and no refusal can say what the party may not know. A check of orders
//! and the resolution both come through `answer`.

mod help;
pub mod limits;
mod names;
pub mod plan;
mod reading;
#[cfg(test)]
mod tests;

pub use reading::{Others, Reading};

use crate::draft::{AnswerDraft, Word};
use crate::problem::{Class, Collector, Problem};
use crate::question::{OpenQuestion, Picks};

/// Turns a draft into a legal answer, or lists everything that is wrong with it.
///
/// If the answer comes to nothing, the journal records the first problem as [`Problem::for_the_record`] words
/// it, and an audit compares that with its own. So a problem that is reworded for people keeps its old words
/// for the record.
///
/// # Errors
/// Every problem of the answer, in the order of the file; the file of its place is left empty for the caller
/// to fill.
pub fn answer(question: &OpenQuestion, draft: &AnswerDraft) -> Result<Picks, Vec<Problem>> {
    let mut problems = Collector::new();
    let read = Reading::new(question, &mut problems).read(draft, true);
    read.map(|(picks, _)| picks).ok_or_else(|| problems.finish().into_iter().collect())
}

/// An illegal word, with the file of its place left empty.
pub fn problem(at: &Word, code: &str, what: String, mend: Option<String>, rule: Option<String>) -> Problem {
    Problem { rule, mend, ..Problem::new(Class::Illegal, code, what).at(at.spot.in_file("")) }
}
