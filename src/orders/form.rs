//! The blank form: orders ready to edit, filled in with what silence means, the options as comments.
//!
//! Also the one place where answers are written as YAML, for staff officers and missing orders.

use std::fmt::Write;

use crate::orders::{BEGIN, END};
use crate::table::{Layout, Limit, OpenQuestion, Picks};
use crate::view::Packet;

/// How wide a comment may grow.
const WIDTH: usize = 100;

/// The form for a packet. `doctrine` is YAML to put under `doctrine:`, or nothing.
pub fn form(packet: &Packet, doctrine: Option<&str>) -> String {
    let mut text = String::new();
    let mut line = |it: &str| {
        text.push_str(it);
        text.push('\n');
    };
    line(&format!("# {BEGIN}"));
    line(&format!("# {}: orders of the {}, exchange {}", packet.match_id, packet.side, packet.exchange));
    line("# Change what you like, then: sealord check FILE, sealord seal FILE. Lines after # are remarks.");
    line(&format!("match: {}", packet.match_id));
    line(&format!("exchange: {}", packet.exchange));
    line(&format!("side: {}", packet.side.id()));
    line("# final: true    # take away the first # when nothing will follow");
    if packet.questions.is_empty() && packet.ahead.is_empty() {
        line("answers: {}      # nothing is asked of you");
    } else {
        line("answers:");
    }
    for question in &packet.questions {
        question_form(&mut text, question);
    }
    if !packet.ahead.is_empty() {
        text.push_str("\n  # You may answer these now as well; nothing unknown lies between.\n");
    }
    for question in &packet.ahead {
        question_form(&mut text, question);
    }
    if let Some(doctrine) = doctrine.filter(|doctrine| !doctrine.trim().is_empty()) {
        text.push_str("\ndoctrine:\n");
        doctrine.lines().for_each(|it| _ = writeln!(text, "  {it}"));
    }
    _ = writeln!(text, "# {END}");
    text
}

fn question_form(text: &mut String, question: &OpenQuestion) {
    _ = writeln!(text, "\n  # {} [{}]", question.title, question.rule);
    for line in &question.about {
        _ = writeln!(text, "  # {line}");
    }
    for limit in &question.limits {
        _ = writeln!(text, "  # {}", limit_words(question, limit));
    }
    options(text, question);
    _ = writeln!(text, "  {}:", quoted(&question.key));
    match question.layout {
        Layout::BySubject => by_subject(text, question),
        Layout::ByOption => by_option(text, question),
    }
}

/// Lists the options once for each set, with what they are worth.
fn options(text: &mut String, question: &OpenQuestion) {
    for (at, set) in question.sets.iter().enumerate() {
        let label =
            if question.sets.len() == 1 { "options".to_owned() } else { format!("options {}", letter(at)) };
        let word = |&option: &u16| {
            let it = &question.options[option as usize];
            let name =
                if it.name.eq_ignore_ascii_case(&it.id) { String::new() } else { format!(" {}", it.name) };
            let note = if it.note.is_empty() { String::new() } else { format!(" ({})", it.note) };
            format!("{}{name}{note}", it.id)
        };
        wrap(text, &format!("  # {label}: "), &set.iter().map(word).collect::<Vec<_>>());
    }
}

fn wrap(text: &mut String, head: &str, words: &[String]) {
    let mut line = head.to_owned();
    for (at, word) in words.iter().enumerate() {
        let comma = if at + 1 < words.len() { ", " } else { "" };
        if line.len() + word.len() > WIDTH && line.len() > 8 {
            _ = writeln!(text, "{}", line.trim_end());
            line = "  #   ".to_owned();
        }
        line.push_str(word);
        line.push_str(comma);
    }
    _ = writeln!(text, "{}", line.trim_end());
}

fn letter(at: usize) -> String {
    let letter = char::from(b'A' + (at % 26) as u8);
    if at < 26 { letter.to_string() } else { format!("{letter}{}", at / 26) }
}

fn by_subject(text: &mut String, question: &OpenQuestion) {
    for subject in &question.subjects {
        let default = subject.default.map(|option| question.options[option as usize].id.as_str());
        let set = if question.sets.len() > 1 {
            format!(", options {}", letter(subject.set as usize))
        } else {
            String::new()
        };
        let facts = [subject.name.as_str(), subject.note.as_str()];
        let facts: Vec<&str> =
            facts.into_iter().filter(|fact| !fact.is_empty() && *fact != subject.id).collect();
        let remark = format!("# {}{set}", facts.join(", "));
        let id = quoted(&subject.id);
        match default {
            Some(option) => _ = writeln!(text, "    {:<44} {remark}", format!("{id}: {}", quoted(option))),
            None => _ = writeln!(text, "    # {:<42} {remark}", format!("{id}: ?")),
        }
    }
}

/// One line for each option that has subjects by default, then one subject to a line, so that lines can be moved.
fn by_option(text: &mut String, question: &OpenQuestion) {
    for (at, option) in question.options.iter().enumerate() {
        let here = question.subjects.iter().filter(|subject| subject.default == Some(at as u16));
        let here: Vec<_> = here.collect();
        if !question.sets.iter().any(|set| set.contains(&(at as u16))) {
            continue;
        }
        if here.is_empty() {
            _ = writeln!(text, "    {}: []", quoted(&option.id));
            continue;
        }
        _ = writeln!(text, "    {}:", quoted(&option.id));
        for subject in here {
            let set = if question.sets.len() > 1 {
                format!(", options {}", letter(subject.set as usize))
            } else {
                String::new()
            };
            _ = writeln!(
                text,
                "      {:<42} # {}, {}{set}",
                format!("- {}", quoted(&subject.id)),
                subject.name,
                subject.note
            );
        }
    }
    let open = question.subjects.iter().filter(|subject| subject.default.is_none());
    for subject in open {
        _ = writeln!(text, "    # {} must be put somewhere: {}, {}", subject.id, subject.name, subject.note);
    }
}

fn limit_words(question: &OpenQuestion, limit: &Limit) -> String {
    match limit {
        Limit::Distinct { what, .. } => format!("Not allowed: {what}."),
        Limit::Exactly { option, count, .. } => {
            format!("Exactly {count} must take `{}`.", question.options[*option as usize].id)
        }
        Limit::LeftToRight { .. } => {
            "Targets run left to right: the first ship that fires takes the first enemy, none is skipped."
                .to_owned()
        }
    }
}

/// Writes a legal answer as it stands under `answers:`.
pub fn write_answer(text: &mut String, question: &OpenQuestion, picks: &Picks) {
    _ = writeln!(text, "  {}:", quoted(&question.key));
    let option = |at: u16| &question.options[picks.choice[at as usize] as usize].id;
    match question.layout {
        Layout::BySubject => {
            for &at in &picks.order {
                let subject = &question.subjects[at as usize].id;
                _ = writeln!(text, "    {}: {}", quoted(subject), quoted(option(at)));
            }
        }
        Layout::ByOption => {
            let mut used: Vec<u16> = picks.choice.clone();
            used.sort_unstable();
            used.dedup();
            for choice in used {
                let here = picks.order.iter().filter(|&&at| picks.choice[at as usize] == choice);
                let ids: Vec<String> = here.map(|&at| quoted(&question.subjects[at as usize].id)).collect();
                _ = writeln!(
                    text,
                    "    {}: [{}]",
                    quoted(&question.options[choice as usize].id),
                    ids.join(", ")
                );
            }
        }
    }
}

/// A whole orders file of legal answers, with remarks on top.
pub fn orders_file(packet_head: (&str, u32, crate::side::Side), remark: &str, answers: &str) -> String {
    let (match_id, exchange, side) = packet_head;
    let answers =
        if answers.is_empty() { "answers: {}\n".to_owned() } else { format!("answers:\n{answers}") };
    format!(
        "# {remark}\nmatch: {match_id}\nexchange: {exchange}\nside: {}\nfinal: true\n{answers}",
        side.id()
    )
}

/// A word as YAML takes it back unchanged.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "_-/.@".contains(c);
    let safe = !word.is_empty() && word.chars().all(plain) && !word.starts_with(['-', '.', '@']);
    if safe { word.to_owned() } else { format!("'{}'", word.replace('\'', "''")) }
}

/// An answer as it was written, on one line.
pub fn draft_text(draft: &crate::orders::AnswerDraft) -> String {
    use crate::orders::{AnswerBody, EntryValue, Word};
    match &draft.body {
        AnswerBody::Single(word) => word.text.clone(),
        AnswerBody::Entries(entries) => {
            let list =
                |words: &[Word]| words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(", ");
            let entry = |entry: &crate::orders::Entry| match &entry.value {
                EntryValue::One(word) => format!("{}: {}", entry.key.text, word.text),
                EntryValue::Many(words) => format!("{}: [{}]", entry.key.text, list(words)),
            };
            entries.iter().map(entry).collect::<Vec<_>>().join("; ")
        }
    }
}
