//! A plan against the question that was put, row by row: what is legal counts, what is not is void.

use super::{Reading, limits};
use crate::draft::{AnswerBody, AnswerDraft, Entry, EntryValue, Word};
use crate::problem::{Collector, list_and, quote};
use crate::question::{Limit, OpenQuestion, Picks};

/// The rows of a plan as far as they are legal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rows {
    /// The option of each subject that a legal row names.
    pub given: Vec<Option<u16>>,
    /// These subjects in the order of the file.
    pub order: Vec<u16>,
    /// Why the other rows are void, as journals record it.
    pub voids: Vec<String>,
    /// How many of these speak of what is not asked about, so that no other answer could mend them.
    pub gone: usize,
}

impl Rows {
    /// Whether rows were written and none of them is legal.
    pub fn are_all_void(&self) -> bool {
        self.order.is_empty() && !self.voids.is_empty()
    }

    /// Whether a void row leaves a subject open that could be answered otherwise.
    pub fn leave_some_open(&self) -> bool {
        self.gone < self.voids.len()
    }
}

/// What a row may say: the first that is legal counts.
type Row = Vec<AnswerBody>;

/// Judges each row of a plan by itself.
pub fn rows(question: &OpenQuestion, plan: &AnswerDraft) -> Rows {
    let mut rows = Rows { given: vec![None; question.subjects.len()], ..Rows::default() };
    for row in rows_of(question, &plan.body) {
        let gone = row.first().and_then(subject_of).is_some_and(|word| !is_asked_about(question, word));
        match first_legal(question, &plan.key, row) {
            Ok(Some((at, _))) if rows.given[usize::from(at)].is_some() => {
                let id = &question.subjects[usize::from(at)].id;
                rows.voids.push(format!("{id} has a row already"));
            }
            Ok(Some((at, option))) => {
                rows.given[usize::from(at)] = Some(option);
                rows.order.push(at);
            }
            Ok(None) => {}
            Err(why) => {
                rows.voids.push(why);
                rows.gone += usize::from(gone);
            }
        }
    }
    rows
}

/// The whole answer: the legal rows, and silence for the rest.
///
/// # Errors
/// In words as journals record them: which subjects have no answer, or which limit the whole breaks.
pub fn whole(question: &OpenQuestion, rows: &Rows) -> Result<Picks, String> {
    let given = &rows.given;
    let mut choice = limits::filled(question, given).map_err(|missing| {
        let ids: Vec<&str> = missing.iter().map(|&at| question.subjects[at].id.as_str()).collect();
        format!("{} must be answered for {}", question.key, ids.join(", "))
    })?;
    if question.broken_limit(&choice).is_some() {
        make_up_counts(question, given, &mut choice);
    }
    if let Some((limit, who)) = question.broken_limit(&choice) {
        let recorded = limits::recorded(question, limit, &who, &choice);
        return Err(recorded.unwrap_or_else(|| limits::broken(question, limit, &who, &choice).1));
    }
    let mut order = rows.order.clone();
    order.extend((0..choice.len() as u16).filter(|&at| given[usize::from(at)].is_none()));
    Ok(Picks { choice, order })
}

/// Subjects without a row take an option that must be chosen so often, where the rows have left too few for
/// it: who places one air unit keeps back the one that silence would have placed.
fn make_up_counts(question: &OpenQuestion, given: &[Option<u16>], choice: &mut [u16]) {
    for limit in &question.limits {
        let Limit::Exactly { option, count, .. } = limit else { continue };
        let taken = choice.iter().filter(|chosen| *chosen == option).count();
        let free = |&at: &usize| {
            given[at].is_none() && choice[at] != *option && question.open_to(at).contains(option)
        };
        let due: Vec<usize> =
            (0..choice.len()).filter(free).take(usize::from(*count).saturating_sub(taken)).collect();
        due.into_iter().for_each(|at| choice[at] = *option);
    }
}

/// Takes an answer apart into rows of one subject each.
fn rows_of(question: &OpenQuestion, body: &AnswerBody) -> Vec<Row> {
    let entries = match body {
        AnswerBody::Single(_) => return vec![vec![body.clone()]],
        AnswerBody::Entries(entries) => entries,
    };
    let mut rows = Vec::new();
    for Entry { key, keys, value } in entries {
        match value {
            EntryValue::One(choice) => rows.extend(keys.iter().map(|name| vec![line(name, choice)])),
            EntryValue::Many(words) if lists_subjects(question, key, words) => {
                rows.extend(words.iter().map(|name| vec![line(name, key)]));
            }
            EntryValue::Many(words) => {
                let choices = |name: &Word| words.iter().map(|choice| line(name, choice)).collect();
                rows.extend(keys.iter().map(choices));
            }
        }
    }
    rows
}

/// Whether a list stands behind an option and names those who take it; otherwise it stands behind a subject
/// and says what it takes, best first.
fn lists_subjects(question: &OpenQuestion, key: &Word, words: &[Word]) -> bool {
    let subject = |word: &Word| is_asked_about(question, &word.text);
    let option = question.options.iter().any(|it| is_called(&it.id, &it.name, &key.text));
    option && (!subject(key) || words.iter().all(subject))
}

/// Whether a word is one of a question's subjects.
fn is_asked_about(question: &OpenQuestion, word: &str) -> bool {
    question.subjects.iter().any(|it| is_called(&it.id, &it.name, word))
}

fn is_called(id: &str, name: &str, word: &str) -> bool {
    [id, name].iter().any(|known| known.to_lowercase() == word.to_lowercase())
}

fn line(name: &Word, choice: &Word) -> AnswerBody {
    let value = EntryValue::One(choice.clone());
    AnswerBody::Entries(vec![Entry { key: name.clone(), keys: vec![name.clone()], value }])
}

/// The subject and option of what is legal first in a row; nothing for a row that says nothing.
fn first_legal(question: &OpenQuestion, key: &Word, row: Row) -> Result<Option<(u16, u16)>, String> {
    let mut faults: Vec<String> = Vec::new();
    let names: Vec<String> = row.iter().filter_map(choice_of).map(quote).collect();
    let subject = row.first().and_then(subject_of).map(str::to_owned);
    for body in row {
        match read(question, AnswerDraft { key: key.clone(), body }) {
            Ok(found) => return Ok(found),
            Err(fault) if !faults.contains(&fault) => faults.push(fault),
            Err(_) => {}
        }
    }
    match (faults.len(), subject) {
        (0, _) => Ok(None),
        (2.., Some(subject)) => Err(format!("{subject} can take none of {}", list_and(&names))),
        _ => Err(faults.swap_remove(0)),
    }
}

fn subject_of(body: &AnswerBody) -> Option<&str> {
    let AnswerBody::Entries(entries) = body else { return None };
    entries.first().map(|entry| entry.key.text.as_str())
}

fn choice_of(body: &AnswerBody) -> Option<&str> {
    let AnswerBody::Entries(entries) = body else { return None };
    match &entries.first()?.value {
        EntryValue::One(word) => Some(&word.text),
        EntryValue::Many(_) => None,
    }
}

fn read(question: &OpenQuestion, row: AnswerDraft) -> Result<Option<(u16, u16)>, String> {
    let mut problems = Collector::new();
    let (choice, order) = Reading::new(question, &mut problems).given(&row);
    match problems.finish().iter().next() {
        Some(problem) => Err(problem.for_the_record().to_owned()),
        None => Ok(order.first().and_then(|&at| Some((at, choice[usize::from(at)]?)))),
    }
}
