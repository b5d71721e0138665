//! What a form offers to plan: the questions of later steps with the subjects and options of today, each a
//! plan behind `#`, which only has to be taken away.

use std::fmt::Write;

use crate::orders::form::Lines;
use crate::orders::listing::{Names, options_with_subjects};
use crate::orders::sanitize::sanitize;
use engine::draft::plan::Otherwise;
use engine::draft::write::{length, quoted, remark};
use engine::question::is_number;
use engine::question::{AheadQuestion, Layout, OpenQuestion};

/// How a plan begins, and what it says.
const WORDS: &str = "You may answer questions of later steps now, and will not be asked them then: take away the first \
                     `# ` of `plans:` and of the lines that you want, and add lines like them. A plan that is `firm` counts \
                     whatever becomes known, if it is legal then; one that is `fresh` is void once a die fell or another \
                     side was heard. What cannot count goes as `else` says: you are asked, your doctrine answers, or the \
                     default stands (`silence`). New plans replace all that wait; without `plans:` these stay.";

/// Writes what may be planned, if anything; a form of the lines that are needed only names it. What the form
/// has named already is not named again.
pub(in crate::orders) fn offer(text: &mut String, later: &[AheadQuestion], lines: Lines, named: &Names<'_>) {
    if later.is_empty() {
        return;
    }
    let questions: Vec<OpenQuestion> = later.iter().map(|it| by_ids(sanitize(&it.question))).collect();
    text.push('\n');
    if lines == Lines::Needed {
        let keys: Vec<&str> = questions.iter().map(|it| it.key.as_str()).collect();
        let words =
            format!("You may answer now, under `plans:` (a whole form says how): {}.", keys.join(", "));
        return remark(text, "", &words);
    }
    let names = Names::of(questions.iter());
    let mut block = String::new();
    names.write_after(&mut block, named);
    for (question, AheadQuestion { more, .. }) in questions.iter().zip(later) {
        plan(&mut block, question, more, &names);
    }
    remark(text, "", WORDS);
    text.push_str("# plans:\n");
    // A list of the form's own remarks stays a remark when the first mark is taken away.
    block.lines().for_each(|line| _ = writeln!(text, "{}", format!("# {line}").trim_end()));
}

/// A question whose options go by their ids alone, as far as these say something: their names stand where it
/// is put.
fn by_ids(mut question: OpenQuestion) -> OpenQuestion {
    for option in question.options.iter_mut().filter(|option| !is_number(&option.id)) {
        option.name.clone_from(&option.id);
    }
    question
}

/// A plan with the first subject of its question as a pattern.
fn plan(text: &mut String, question: &OpenQuestion, more: &[String], names: &Names<'_>) {
    text.push('\n');
    remark(text, "  ", &format!("{} [{}]", question.title, question.rule));
    if let (Some(first), Some(last)) = (more.first(), more.last()) {
        let keys = if first == last { first.clone() } else { format!("{first} to {last}") };
        remark(text, "  ", &format!("What is left over is asked for in {keys}."));
    }
    options_with_subjects(text, question, names);
    let key = quoted(&question.key);
    _ = writeln!(
        text,
        "  - question: {key}\n    hold: firm\n    else: {}\n    answers:",
        Otherwise::Ask.id()
    );
    let first = question.subjects.first().map(|subject| (quoted(&subject.id), subject));
    let Some((id, subject)) = first else { return };
    let option = subject.default.or_else(|| question.sets[usize::from(subject.set)].first().copied());
    let option = option.map(|at| quoted(&question.options[usize::from(at)].id)).unwrap_or_default();
    let line = match question.layout {
        Layout::BySubject => format!("      {id}: {option}"),
        Layout::ByOption => format!("      {option}: [{id}]"),
    };
    let name = if subject.name == subject.id { "" } else { subject.name.as_str() };
    match name.is_empty() || length(&line) + length(name) > 66 {
        true => _ = writeln!(text, "{line}"),
        false => _ = writeln!(text, "{line}  # {name}"),
    }
}
