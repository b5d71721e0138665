//! Orders as YAML: the one place where doctrine and answers are written, for staff officers, joined parts and missing
//! orders, and how lines are broken there.

use std::borrow::Cow;
use std::fmt::Write;

use super::battle::write_battle_plans;
use super::check::Understood;
use super::plan::write::write_plans;
use super::version;
use super::{
    ClauseDraft, DoctrineBody, DoctrineDraft, DoctrineEntry, DoctrineRule, OrdersDraft, WhenDraft, Word,
};
use crate::problem::list_and;
use crate::table::{Layout, OpenChoice, OpenQuestion, Picks};
use crate::view::Packet;

/// How wide a line may grow: mail programs break lines at some 76 columns, and a reply mark takes two.
pub(super) const WIDTH: usize = 72;

/// A remark over as many lines as it needs.
pub(super) fn remark(text: &mut String, indent: &str, words: &str) {
    wrap(WIDTH, text, &format!("{indent}#"), &format!("{indent}#  "), words.split_whitespace());
}

/// Writes a head and pieces behind it, a blank before each; goes on below, behind `next`, where a line is full.
pub(super) fn wrap<'w>(
    width: usize,
    text: &mut String,
    head: &str,
    next: &str,
    pieces: impl Iterator<Item = &'w str>,
) {
    let mut column = length(head);
    text.push_str(head);
    for (at, piece) in pieces.enumerate() {
        let wide = length(piece);
        if at > 0 && column + 1 + wide > width {
            text.extend(["\n", next]);
            column = length(next);
        }
        text.extend([" ", piece]);
        column += 1 + wide;
    }
    text.push('\n');
}

/// An option by its id and, where that says more, its name.
pub(super) fn named(option: &OpenChoice) -> String {
    let name = Some(&option.name).filter(|name| !name.is_empty() && !name.eq_ignore_ascii_case(&option.id));
    name.map_or_else(|| option.id.clone(), |name| format!("{} {name}", option.id))
}

/// An option as a sentence names it: its id, and with a number its name, as in `9 North Sea`.
pub(super) fn spoken(option: &OpenChoice) -> String {
    if is_number(&option.id) { named(option) } else { option.id.clone() }
}

/// Whether an id is a number, which says nothing to a reader without its name.
pub(super) fn is_number(id: &str) -> bool {
    !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit())
}

/// Puts a comma behind each thing but the last.
pub(super) fn commas(items: &mut [String]) {
    if let Some((_, others)) = items.split_last_mut() {
        others.iter_mut().for_each(|item| item.push(','));
    }
}

/// How many columns a text takes.
pub(super) fn length(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.chars().count() }
}

/// Writes doctrine as it stands under `doctrine:`, without its indentation: the same rules always in the same words.
pub fn write_doctrine(doctrine: &DoctrineDraft) -> String {
    write_doctrine_with(doctrine, |_, _| None)
}

/// Writes doctrine as [`write_doctrine`] does, with a remark above each rule of which there is something to say.
pub fn write_doctrine_with(
    doctrine: &DoctrineDraft,
    say: impl Fn(&DoctrineEntry, &DoctrineRule) -> Option<String>,
) -> String {
    let mut text = String::new();
    if doctrine.rules.is_empty() {
        text.push_str("{}\n");
    }
    for entry in &doctrine.rules {
        let kind = quoted(&entry.kind.text);
        match &entry.body {
            DoctrineBody::Word(word) => _ = writeln!(text, "{kind}: {}", quoted(&word.text)),
            DoctrineBody::Rules(rules) if rules.is_empty() => _ = writeln!(text, "{kind}: []"),
            DoctrineBody::Rules(rules) => {
                _ = writeln!(text, "{kind}:");
                for rule in rules {
                    say(entry, rule).iter().for_each(|words| remark(&mut text, "  ", words));
                    write_rule(&mut text, rule);
                }
            }
        }
    }
    text
}

/// A rule on one line, or, where it is too long, a line or more for each of its parts.
fn write_rule(text: &mut String, rule: &DoctrineRule) {
    let list = |words: &[Word]| {
        let words = words.iter().map(|word| vec![quoted(&word.text).into_owned()]).collect();
        bracketed("[", words, "]")
    };
    let when = rule.when.as_ref().map_or_else(Vec::new, condition);
    let parts = [("for", list(&rule.for_)), ("when", when), ("prefer", list(&rule.prefer))];
    let parts: Vec<_> = parts.into_iter().filter(|(_, pieces)| !pieces.is_empty()).collect();
    let short = parts.iter().map(|(key, pieces)| format!("{key}: {}", pieces.join(" ")));
    let spread = rule.spread.map(|spread| format!("spread: {spread}"));
    let line = format!("  - {{{}}}", short.chain(spread.clone()).collect::<Vec<_>>().join(", "));
    // The form indents it by two.
    if line.chars().count() + 2 <= WIDTH {
        _ = writeln!(text, "{line}");
        return;
    }
    let mut mark = "  -";
    for (key, pieces) in &parts {
        let first = format!("{key}: {}", pieces[0]);
        let pieces = std::iter::once(first.as_str()).chain(pieces[1..].iter().map(String::as_str));
        wrap(WIDTH - 2, text, mark, "       ", pieces);
        mark = "   ";
    }
    if let Some(spread) = spread {
        _ = writeln!(text, "{mark} {spread}");
    }
}

/// The pieces of several things between brackets, with commas; a line may end behind each piece. No things have none.
fn bracketed(open: &str, things: Vec<Vec<String>>, close: &str) -> Vec<String> {
    let last = things.len().saturating_sub(1);
    let mut pieces = Vec::new();
    for (at, mut thing) in things.into_iter().enumerate() {
        if let Some(first) = thing.first_mut().filter(|_| at == 0) {
            first.insert_str(0, open);
        }
        if let Some(end) = thing.last_mut() {
            end.push_str(if at == last { close } else { "," });
        }
        pieces.extend(thing);
    }
    pieces
}

/// The pieces of a condition.
fn condition(when: &WhenDraft) -> Vec<String> {
    let each = |parts: &[WhenDraft]| parts.iter().map(condition).collect();
    match when {
        WhenDraft::Clause(clause) => vec![clause_text(clause)],
        WhenDraft::All(parts) => bracketed("[", each(parts), "]"),
        WhenDraft::Any(parts) => bracketed("{any: [", each(parts), "]}"),
    }
}

/// A clause as YAML takes it back unchanged.
fn clause_text(clause: &ClauseDraft) -> String {
    let own = clause.words.iter().map(|word| word.text.as_str());
    let words: Vec<&str> = clause.no.then_some("no").into_iter().chain(own.clone()).collect();
    let text = words.join(" ");
    // A colon with something on both sides of it is text.
    let is_plain = |word: &str| word.split(':').all(|part| matches!(quoted(part), Cow::Borrowed(_)));
    if words.len() > 1 && own.clone().all(is_plain) { text } else { quoted(&text).into_owned() }
}

/// Writes a legal answer as it stands under `answers:`.
pub fn write_answer(text: &mut String, question: &OpenQuestion, picks: &Picks) {
    answer_lines(text, question, picks, |_| String::new());
}

/// Writes a legal answer for people: as [`write_answer`] does, with the names of options that are numbers as remarks.
pub fn write_answer_with_names(text: &mut String, question: &OpenQuestion, picks: &Picks) {
    answer_lines(text, question, picks, |option| match is_number(&option.id) && !option.name.is_empty() {
        true => format!("  # {}", option.name),
        false => String::new(),
    });
}

/// Writes an answer, each line with what `beside` says of its option.
fn answer_lines(
    text: &mut String,
    question: &OpenQuestion,
    picks: &Picks,
    beside: impl Fn(&OpenChoice) -> String,
) {
    _ = writeln!(text, "  {}:", quoted(&question.key));
    let option = |at: u16| &question.options[picks.choice[at as usize] as usize];
    match question.layout {
        Layout::BySubject => {
            for &at in &picks.order {
                let subject = &question.subjects[at as usize].id;
                let option = option(at);
                _ = writeln!(text, "    {}: {}{}", quoted(subject), quoted(&option.id), beside(option));
            }
        }
        Layout::ByOption => {
            let mut used: Vec<u16> = picks.choice.clone();
            used.sort_unstable();
            used.dedup();
            for choice in used {
                let here = picks.order.iter().filter(|&&at| picks.choice[at as usize] == choice);
                let ids: Vec<Cow<'_, str>> =
                    here.map(|&at| quoted(&question.subjects[at as usize].id)).collect();
                let option = &question.options[choice as usize];
                _ = writeln!(text, "    {}: [{}]{}", quoted(&option.id), ids.join(", "), beside(option));
            }
        }
    }
}

/// A whole orders file of legal answers, with remarks on top.
pub fn orders_file(packet_head: (&str, u32, crate::party::Party), remark: &str, answers: &str) -> String {
    let (match_id, exchange, party) = packet_head;
    let answers =
        if answers.is_empty() { "answers: {}\n".to_owned() } else { format!("answers:\n{answers}") };
    format!(
        "# {remark}\nmatch: {}\nexchange: {exchange}\nside: {}\nfinal: true\n{answers}",
        head_word(match_id),
        party.id()
    )
}

/// The parts of these players as one orders file of a party; plans and doctrine are what the leader has `written`.
pub fn joined_file(packet: &Packet, players: &[&str], joined: &Understood, written: &OrdersDraft) -> String {
    let mut text = String::new();
    remark(&mut text, "", &format!("joined from the parts of {}", list_and(players)));
    let (exchange, party) = (packet.exchange, packet.party.id());
    _ = writeln!(text, "match: {}\nexchange: {exchange}\nside: {party}", head_word(&packet.match_id));
    if let Some(version) = joined.version {
        text.push_str(&version::line(version));
    }
    if joined.is_final {
        text.push_str("final: true\n");
    }
    text.push_str(if joined.answers.is_empty() { "answers: {}\n" } else { "answers:\n" });
    for (key, picks) in &joined.answers {
        if let Some(question) = packet.question(key) {
            write_answer(&mut text, question, picks);
        }
    }
    if let Some(plans) = &written.plans {
        text.push_str(&write_plans(plans));
    }
    if let Some(battle) = &written.battle_plans {
        text.push_str("battle-plans:\n");
        write_battle_plans(battle).lines().for_each(|line| _ = writeln!(text, "  {line}"));
    }
    if let Some(doctrine) = &written.doctrine {
        text.push_str("doctrine:\n");
        write_doctrine(doctrine).lines().for_each(|line| _ = writeln!(text, "  {line}"));
    }
    text
}

/// Words that YAML, of one version or another, does not take for text.
const NO_TEXT: [&str; 9] = ["null", "true", "false", "yes", "no", "on", "off", "y", "n"];

/// A word as YAML takes it back unchanged.
pub(super) fn quoted(word: &str) -> Cow<'_, str> {
    let plain = |c: char| c.is_alphanumeric() || "_-/.@".contains(c);
    let safe = !word.is_empty() && word.chars().all(plain) && !word.starts_with(['-', '.', '@']);
    if safe && !NO_TEXT.iter().any(|other| word.eq_ignore_ascii_case(other)) {
        Cow::Borrowed(word)
    } else {
        Cow::Owned(format!("'{}'", word.replace('\'', "''")))
    }
}

/// A match's name, which is text even where it looks like a number or a date.
pub(super) fn head_word(word: &str) -> String {
    let word_or_text = quoted(word);
    if word_or_text.starts_with(|c: char| c.is_ascii_digit()) {
        format!("'{word}'")
    } else {
        word_or_text.into_owned()
    }
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
