//! The form that goes back with a refusal: what of the refused file could be read stands in it, and beside what could not
//! be, it says why.

use super::check::answered;
use super::form::{Said, said_form};
use super::limits;
use super::{OrdersDraft, parse_into};
use crate::problem::{Collector, Problem, Problems};
use crate::table::OpenQuestion;
use crate::view::Packet;

/// The form for a packet, filled in with all that a refused file legally gives to somebody, and with its problems where
/// they belong. `problems` are those of the file, with lines of `bytes`; `doctrine` stands in the form if the file brings
/// none that can be read.
///
/// Gives nothing if no answer of the file can be told from another: the blank form serves as well.
pub fn mended_form(
    packet: &Packet,
    doctrine: Option<&str>,
    bytes: &[u8],
    problems: &Problems,
) -> Option<String> {
    let mut unread = Collector::new();
    let draft = parse_into("", bytes, &mut unread)?;
    let questions = || packet.questions.iter().chain(&packet.ahead);
    if !draft.answers.iter().any(|answer| questions().any(|question| question.key == answer.key.text)) {
        return None;
    }
    let kept = |question: &OpenQuestion| {
        let blank = Said::new(&question.key);
        let Some(answer) = draft.answers.iter().find(|it| it.key.text == question.key) else { return blank };
        let (choice, order) = answered(question, answer);
        Said { choice: limits::filled_as_far_as_said(question, &choice), order, ..blank }
    };
    let mut said: Vec<Said> = questions().map(kept).collect();
    let mut elsewhere = Vec::new();
    for problem in problems.iter() {
        let words = words(problem);
        let about = owner(&draft, problem).and_then(|key| said.iter_mut().find(|it| it.key == key));
        match about {
            Some(about) => about.amiss.push(words),
            None => elsewhere.push(words),
        }
    }
    let own = draft.doctrine.as_ref().filter(|_| !is_about_doctrine(&draft, problems));
    let own = own.map(super::write::write_doctrine);
    Some(said_form(packet, own.as_deref().or(doctrine), &draft, &said, &elsewhere))
}

/// The key of the answer in whose lines a problem lies.
fn owner<'d>(draft: &'d OrdersDraft, problem: &Problem) -> Option<&'d str> {
    let at = problem.place.as_ref()?.start;
    let doctrine = draft.doctrine.as_ref().map(|doctrine| doctrine.spot.start);
    let before = draft.answers.iter().filter(|answer| answer.key.spot.start <= at);
    let nearest = before.max_by_key(|answer| answer.key.spot.start)?;
    let behind_doctrine =
        doctrine.is_some_and(|doctrine| nearest.key.spot.start < doctrine && doctrine <= at);
    (!behind_doctrine).then_some(nearest.key.text.as_str())
}

/// Whether a problem lies in the doctrine of the file.
fn is_about_doctrine(draft: &OrdersDraft, problems: &Problems) -> bool {
    let Some(doctrine) = draft.doctrine.as_ref().map(|doctrine| doctrine.spot.start) else { return false };
    let behind = |problem: &Problem| problem.place.as_ref().is_some_and(|place| place.start >= doctrine);
    problems.iter().any(|problem| behind(problem) && owner(draft, problem).is_none())
}

/// A problem on one line, with the line of the file that was sent.
fn words(problem: &Problem) -> String {
    let line = problem.place.as_ref().map(|place| format!("line {} of your file: ", place.line));
    let mend = problem.mend.as_ref().map(|mend| format!(" ({})", mend.trim_end_matches('.')));
    format!("{}{}{}", line.unwrap_or_default(), problem.what.trim_end_matches('.'), mend.unwrap_or_default())
}
