//! An answer, or a plan, against the question as the party sees it.
//!
//! Legality is judged from the question alone, and the question is part of the party's view: so the player's
//! own tool gives the umpire's verdict, and no refusal can say what the party may not know. A check of orders
//! and the resolution both come through `answer`.

pub mod groups;
mod help;
pub mod limits;
mod names;
pub mod plan;
mod reading;
#[cfg(test)]
mod tests;

pub use reading::{Others, Reading};

use crate::draft::{AnswerDraft, Groups, Word};
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
    answer_with(question, Groups::NONE, draft)
}

/// The same where groups have names: each of them means those of its members that the question asks about.
///
/// # Errors
/// As [`answer`].
pub fn answer_with(
    question: &OpenQuestion,
    groups: &Groups,
    draft: &AnswerDraft,
) -> Result<Picks, Vec<Problem>> {
    let mut problems = Collector::new();
    let draft = groups::in_answer(question, groups, draft);
    let read = Reading::new(question, &mut problems).grouped(groups).read(&draft, true);
    read.map(|(picks, _)| picks).ok_or_else(|| problems.finish().into_iter().collect())
}

/// An illegal word, with the file of its place left empty.
pub fn problem(at: &Word, code: &str, what: String, mend: Option<String>, rule: Option<String>) -> Problem {
    Problem { rule, mend, ..Problem::new(Class::Illegal, code, what).at(at.spot.in_file("")) }
}
