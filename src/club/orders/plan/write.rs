//! Plans as YAML, always in the same words, and what the check says of them.

use std::fmt::Write;

use engine::draft::plan::{Hold, Otherwise, PlanDraft, PlansDraft};
use engine::draft::write::{WIDTH, quoted};
use engine::draft::{AnswerBody, Entry, EntryValue};
use engine::problem::count;
use engine::table::judge::plan::{rows, whole};
use engine::view::Packet;

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

/// What a plan will do, in one sentence; `number` is its place in the file. Rows are judged as things stand, if the packet
/// says what its question would ask.
pub fn outlook(packet: &Packet, number: usize, plan: &PlanDraft) -> String {
    let hold = match plan.hold {
        Hold::Firm => "firm, counts whatever becomes known",
        Hold::Fresh => "fresh, void once a die falls or another side is heard",
    };
    let otherwise = match plan.otherwise {
        Otherwise::Ask => "you are asked",
        Otherwise::Doctrine => "your doctrine answers",
        Otherwise::Silence => "the default stands",
    };
    let key = &plan.answer.key.text;
    let rows = standing(packet, plan);
    format!("plan {number}, {key}: {hold}; {rows}; what is void: {otherwise}")
}

/// How many rows of a plan would count as things stand, and why others would not.
fn standing(packet: &Packet, plan: &PlanDraft) -> String {
    let Some(later) = packet.later(&plan.answer.key.text) else {
        return "its rows are judged when it is reached".to_owned();
    };
    let judged = rows(&later.question, &plan.answer);
    let all = judged.order.len() + judged.voids.len();
    let broken = if judged.are_all_void() { None } else { whole(&later.question, &judged).err() };
    let counting = if broken.is_some() { 0 } else { judged.order.len() };
    let voids: Vec<String> = judged.voids.into_iter().chain(broken).collect();
    if all == 0 && voids.is_empty() {
        return "all is left to the default".to_owned();
    }
    let told = format!("as things stand {counting} of {} would count", count(all, "row"));
    if voids.is_empty() { told } else { format!("{told} ({})", voids.join("; ")) }
}
