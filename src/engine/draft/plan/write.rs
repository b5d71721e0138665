//! Plans as YAML, always in the same words.

use std::fmt::Write;

use super::{PlanDraft, PlansDraft};
use crate::draft::write::{WIDTH, quoted};
use crate::draft::{AnswerBody, Entry, EntryValue};

/// Writes `plans:` with all that stands under it.
pub fn write_plans(plans: &PlansDraft) -> String {
    if plans.plans.is_empty() {
        return "plans: []\n".to_owned();
    }
    let mut text = "plans:\n".to_owned();
    plans.plans.iter().for_each(|plan| write_plan(&mut text, plan));
    text
}

fn write_plan(text: &mut String, plan: &PlanDraft) {
    let (key, hold, otherwise) = (quoted(&plan.answer.key.text), plan.hold.id(), plan.otherwise.id());
    _ = writeln!(text, "  - question: {key}\n    hold: {hold}\n    else: {otherwise}");
    match &plan.answer.body {
        AnswerBody::Single(word) => _ = writeln!(text, "    answers: {}", quoted(&word.text)),
        AnswerBody::Entries(entries) if entries.is_empty() => text.push_str("    answers: {}\n"),
        AnswerBody::Entries(entries) => {
            text.push_str("    answers:\n");
            entries.iter().for_each(|entry| write_entry(text, entry));
        }
    }
}

/// An entry on one line; where that grows too long, each word of its list on a line of its own.
fn write_entry(text: &mut String, entry: &Entry) {
    let key = quoted(&entry.key.text);
    let (line, words) = match &entry.value {
        EntryValue::One(word) => (format!("      {key}: {}", quoted(&word.text)), Vec::new()),
        EntryValue::Many(words) => {
            let words: Vec<_> = words.iter().map(|word| quoted(&word.text)).collect();
            (format!("      {key}: [{}]", words.join(", ")), words)
        }
    };
    if words.is_empty() || line.chars().count() <= WIDTH {
        _ = writeln!(text, "{line}");
    } else {
        _ = writeln!(text, "      {key}:");
        words.iter().for_each(|word| _ = writeln!(text, "        - {word}"));
    }
}
