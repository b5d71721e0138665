//! What a journal knows of a disputed step, as the beginning of a case.

use std::fmt::Write;

use club::matches::protest::FiledProtest;
use club::matches::{Exchange, Game, MatchFault, read_orders, record};
use engine::adjudicator::record::Resolved;
use engine::draft::write::{quoted, remark};
use engine::draft::{AnswerBody, AnswerDraft, Entry as Line, EntryValue, OrdersDraft, Word};
use engine::entry::{Entry, Kind};
use engine::party::Party;
use engine::table::{Note, Roll};
use serde_json::Value;

/// What stands above a case that nobody has completed.
const HEAD: &str = "A case as docs/cases.md describes it. The program has written down what the journal knows of the disputed \
                    step. Fill in `title`, `given` and `expect`, take out what the case does not need, and try it with `sealord \
                    rules --run FILE`. If the program does not do it yet, add `known_gap:` with the reason.";
/// What is to be written under `given`.
const GIVEN: &str = "given: the position before the step, and no more of it than the case needs. docs/cases.md shows how each \
                     game writes it; `sealord explain MATCH --side SIDE WORD` and the replay show where things were.";
/// What is to be written under `expect`.
const EXPECT: &str = "expect: what the ruling demands. These events the journal has; a case names things by their ids, and \
                      only the fields that it gives count.";

/// Writes the skeleton of a case from a protest: the answers, dice and events of the exchange that it
/// disputes. Until the match is over all of that is for the umpire alone.
///
/// # Errors
/// If the journal does not hold what happened in that exchange.
pub fn skeleton(game: &Game, entries: &[Entry], filed: &FiledProtest) -> Result<String, MatchFault> {
    let number = filed.protest.exchange;
    let entry = disputed(entries, filed)?;
    let told: Resolved<Value> = record::body(entry)?;
    let mut text = String::new();
    remark(&mut text, "", HEAD);
    text.push_str("\n\n");
    _ = writeln!(text, "rule: {}", filed.protest.rule);
    text += "title: \"\"\n";
    let place = entry.header().number;
    let match_id = &game.settings.match_id;
    _ = writeln!(text, "source: match {match_id}, protest {}, entry {place}", filed.protest.number);
    text += &ruling(filed);
    let steps: Vec<&str> = told.steps.iter().map(|step| step.title.as_str()).collect();
    text.push('\n');
    remark(&mut text, "", &format!("Where the match stood: {}.", steps.join("; then ")));
    text.push('\n');
    remark(&mut text, "", GIVEN);
    text += "\ngiven: {}\n\n";
    let exchange = game.exchanges.iter().find(|exchange| exchange.number == number);
    text += &answers(game.parties(), exchange)?;
    text += &dice(&told);
    remark(&mut text, "", EXPECT);
    text.push('\n');
    let notes = told.steps.iter().flat_map(|step| &step.sections).flat_map(|section| &section.notes);
    for event in notes.filter_map(Note::event) {
        _ = writeln!(text, "# - {event}");
    }
    text += "expect: {}\n";
    Ok(text)
}

/// The entry with the outcome that a protest disputes: the newest before it of that exchange.
fn disputed<'e>(entries: &'e [Entry], filed: &FiledProtest) -> Result<&'e Entry, MatchFault> {
    let number = filed.protest.exchange;
    let is_it = |entry: &&Entry| {
        let header = entry.header();
        header.kind == Kind::Resolved && header.exchange == Some(number) && header.number < filed.entry
    };
    entries.iter().rev().find(is_it).ok_or_else(|| {
        let what = format!("the journal has no outcome of exchange {number} before {}", filed.in_words());
        MatchFault::no(what, "look at the journal with `sealord audit`")
    })
}

/// The umpire's answer, as the note of the case.
fn ruling(filed: &FiledProtest) -> String {
    let words = match &filed.ruled {
        Some(ruled) => {
            let found = if ruled.upheld { "upheld" } else { "denied" };
            format!("{}: {found} by the umpire. {}", filed.in_words(), ruled.reasons)
        }
        None => format!("{}: not ruled on", filed.in_words()),
    };
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    format!("note: {}\n", Value::String(words))
}

/// What each party answered, as it wrote it.
fn answers(parties: &[Party], exchange: Option<&Exchange>) -> Result<String, MatchFault> {
    let mut text = String::new();
    remark(
        &mut text,
        "",
        "What the sides answered. Without an answer, a question fails unless `silence: true`.",
    );
    text += "\nsilence: true\n";
    let mut by_party = String::new();
    for party in parties {
        let own = match exchange {
            Some(exchange) => own(exchange, *party)?,
            None => Vec::new(),
        };
        if !own.is_empty() {
            _ = writeln!(by_party, "  {party}:");
        }
        for answer in &own {
            _ = writeln!(by_party, "    {}: {}", quoted(&answer.key.text), body(&answer.body));
        }
    }
    text += &if by_party.is_empty() { String::new() } else { format!("answers:\n{by_party}") };
    text.push('\n');
    Ok(text)
}

/// A party's answers in an exchange; those by policy where its own file has none.
fn own(exchange: &Exchange, party: Party) -> Result<Vec<AnswerDraft>, MatchFault> {
    let file = exchange.submissions.revealed(party).map(|sealed| sealed.open().to_vec());
    let policy = exchange.defaults.get(&party).map(|orders| orders.clone().into_bytes());
    let mut all: Vec<AnswerDraft> = Vec::new();
    for file in file.into_iter().chain(policy) {
        let OrdersDraft { answers, .. } = read_orders(&file)?;
        let known: Vec<String> = all.iter().map(|answer| answer.key.text.clone()).collect();
        all.extend(answers.into_iter().filter(|answer| !known.contains(&answer.key.text)));
    }
    Ok(all)
}

/// An answer as a case has it, on one line.
fn body(body: &AnswerBody) -> String {
    let list = |words: &[Word]| {
        let words: Vec<_> = words.iter().map(|word| quoted(&word.text)).collect();
        format!("[{}]", words.join(", "))
    };
    let line = |line: &Line| match &line.value {
        EntryValue::One(word) => format!("{}: {}", quoted(&line.key.text), quoted(&word.text)),
        EntryValue::Many(words) => format!("{}: {}", quoted(&line.key.text), list(words)),
    };
    match body {
        AnswerBody::Single(word) => quoted(&word.text).into_owned(),
        AnswerBody::Entries(lines) => {
            format!("{{{}}}", lines.iter().map(line).collect::<Vec<_>>().join(", "))
        }
    }
}

/// All dice of the exchange, by label.
fn dice(told: &Resolved<Value>) -> String {
    let notes = told.steps.iter().flat_map(|step| &step.sections).flat_map(|section| &section.notes);
    let rolls: Vec<&Roll> = notes
        .filter_map(|note| match note {
            Note::Roll(roll) => Some(roll),
            Note::Event(_) => None,
        })
        .collect();
    if rolls.is_empty() {
        return String::new();
    }
    let mut text = String::new();
    remark(
        &mut text,
        "",
        "The dice as they fell; every die of a case must be used, so keep those of the disputed part.",
    );
    text += "\ndice:\n";
    for Roll { label, faces, .. } in rolls {
        let faces: Vec<String> = faces.iter().map(u8::to_string).collect();
        _ = writeln!(text, "  {}: [{}]", quoted(label), faces.join(", "));
    }
    text.push('\n');
    text
}
