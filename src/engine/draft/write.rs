//! What players write as YAML: the one place where words and doctrine are written, and how lines are broken
//! there.

use std::borrow::Cow;
use std::fmt::Write;

use super::{ClauseDraft, DoctrineBody, DoctrineDraft, DoctrineEntry, DoctrineRule, STAFF, WhenDraft, Word};

/// How wide a line may grow: mail programs break lines at some 76 columns, and a reply mark takes two.
pub const WIDTH: usize = 72;

/// A remark over as many lines as it needs.
pub fn remark(text: &mut String, indent: &str, words: &str) {
    wrap(WIDTH, text, &format!("{indent}#"), &format!("{indent}#  "), words.split_whitespace());
}

/// Writes a head and pieces behind it, a blank before each; goes on below, behind `next`, where a line is
/// full.
pub fn wrap<'w>(
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

/// Puts a comma behind each thing but the last.
pub fn commas(items: &mut [String]) {
    if let Some((_, others)) = items.split_last_mut() {
        others.iter_mut().for_each(|item| item.push(','));
    }
}

/// How many columns a text takes.
pub fn length(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.chars().count() }
}

/// Writes doctrine as it stands under `doctrine:`, without its indentation: the same rules always in the same
/// words.
pub fn write_doctrine(doctrine: &DoctrineDraft) -> String {
    write_doctrine_with(doctrine, |_, _| None)
}

/// Writes doctrine as [`write_doctrine`] does, with a remark above each rule of which there is something to
/// say.
pub fn write_doctrine_with(
    doctrine: &DoctrineDraft,
    say: impl Fn(&DoctrineEntry, &DoctrineRule) -> Option<String>,
) -> String {
    let mut text = String::new();
    if doctrine.staff.is_some() {
        return format!("{STAFF}\n");
    }
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

/// The pieces of several things between brackets, with commas; a line may end behind each piece. No things
/// have none.
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
/// Words that YAML, of one version or another, does not take for text.
const NO_TEXT: [&str; 9] = ["null", "true", "false", "yes", "no", "on", "off", "y", "n"];

/// A word as YAML takes it back unchanged.
pub fn quoted(word: &str) -> Cow<'_, str> {
    let plain = |c: char| c.is_alphanumeric() || "_-/.@".contains(c);
    let safe = !word.is_empty() && word.chars().all(plain) && !word.starts_with(['-', '.', '@']);
    if safe && !NO_TEXT.iter().any(|other| word.eq_ignore_ascii_case(other)) {
        Cow::Borrowed(word)
    } else {
        Cow::Owned(format!("'{}'", word.replace('\'', "''")))
    }
}

/// A match's name, which is text even where it looks like a number or a date.
pub fn head_word(word: &str) -> String {
    let word_or_text = quoted(word);
    if word_or_text.starts_with(|c: char| c.is_ascii_digit()) {
        format!("'{word}'")
    } else {
        word_or_text.into_owned()
    }
}

/// An answer as it was written, on one line.
pub fn draft_text(draft: &super::AnswerDraft) -> String {
    use super::{AnswerBody, EntryValue, Word};
    match &draft.body {
        AnswerBody::Single(word) => word.text.clone(),
        AnswerBody::Entries(entries) => {
            let list =
                |words: &[Word]| words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(", ");
            let entry = |entry: &super::Entry| match &entry.value {
                EntryValue::One(word) => format!("{}: {}", entry.key.text, word.text),
                EntryValue::Many(words) => format!("{}: [{}]", entry.key.text, list(words)),
            };
            entries.iter().map(entry).collect::<Vec<_>>().join("; ")
        }
    }
}
