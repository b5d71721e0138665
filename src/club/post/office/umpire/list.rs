//! The list of what an umpire may write: the parser reads by it, the desk's help shows it, and a line that is
//! none of it is compared with it.

use super::declare::Facts;
use super::parse::{Act, away, extend, named, off_duty, protested, say, substitute, undo};

/// A line that an umpire may write.
pub(crate) struct DeskEntry {
    /// Under what it stands in the list; nothing if it is not on it.
    group: &'static str,
    /// The words with which it begins.
    verb: &'static str,
    /// One that reads as it stands.
    form: &'static str,
    /// What it does.
    what: &'static str,
    /// Reads what stands behind the verb; nothing if it is another line.
    takes: fn(&[&str]) -> Option<Result<Act, String>>,
    /// Whether it does nothing that cannot be asked for with a question mark.
    is_free: bool,
}

/// A line without anything behind its verb.
macro_rules! alone {
    ($act:expr) => {
        |rest| rest.is_empty().then_some(Ok($act))
    };
}

/// A line that changes something.
const fn entry(
    group: &'static str,
    verb: &'static str,
    form: &'static str,
    what: &'static str,
    takes: fn(&[&str]) -> Option<Result<Act, String>>,
) -> DeskEntry {
    DeskEntry { group, verb, form, what, takes, is_free: false }
}

/// A line that only asks for something.
const fn free(
    group: &'static str,
    verb: &'static str,
    what: &'static str,
    takes: fn(&[&str]) -> Option<Result<Act, String>>,
) -> DeskEntry {
    DeskEntry { group, verb, form: verb, what, takes, is_free: true }
}

/// Every line, in the order of the list.
pub(crate) const ENTRIES: &[DeskEntry] = &[
    free("Looking", "status", "every match: turn, deadline, who is missing", alone!(Act::Status)),
    free("Looking", "digest", "the same with all that waits for you", alone!(Act::Digest)),
    free("", "help", "this list", alone!(Act::Help)),
    entry("Time", "extend", "extend axis 48h", "more time for the open exchange", |rest| Some(extend(rest))),
    entry("Time", "away", "away axis 2026-12-20 2026-12-28", "no deadline falls into that time", |rest| {
        match rest {
            [party, from, to] | [party, from, _, to] => Some(away(party, from, to)),
            _ => None,
        }
    }),
    entry("Time", "pause", "pause", "stop the clock", alone!(Act::Pause)),
    entry("Time", "go on", "go on", "start it again", alone!(Act::GoOn)),
    entry("", "resume", "resume", "the same", alone!(Act::GoOn)),
    entry("Time", "close", "close", "close the open exchange, whoever is missing", alone!(Act::Close)),
    entry("Match", "end", "end", "end a match now that all agreed to end", alone!(Act::End)),
    entry("Match", "undo", "undo 4", "back to exchange 4; the office asks first", |rest| Some(undo(rest))),
    entry(
        "Match",
        "substitute",
        "substitute axis Carl carl@players.example",
        "somebody else plays a side",
        |rest| Some(substitute(rest)),
    ),
    entry("Match", "answer", "answer axis", "the orders in this mail are for a side", |rest| match rest {
        [party] => Some(named(party).map(|party| Act::Answer { party })),
        _ => None,
    }),
    entry(
        "Match",
        "begin",
        "begin weekly autumn",
        "a match from the template \"weekly\"; players join",
        |rest| match rest {
            [template, word] => Some(begin(template, word, &[])),
            [template, word, officer, sides @ ..] if *officer == "officer" && !sides.is_empty() => {
                Some(begin(template, word, sides))
            }
            _ => Some(Err("write template and match, as in \"begin weekly autumn\"".to_owned())),
        },
    ),
    entry(
        "Match",
        "rule protest",
        "rule protest 1 upheld",
        "your ruling, or \"denied\"; the reasons below",
        |rest| Some(protested(rest)),
    ),
    entry("Match", "say", "say all", "words to all; \"say axis\" to one side", |rest| Some(say(rest))),
    entry(
        "Match",
        "declare",
        "declare tide.axis.tk 1",
        "what is decided at a real table, a fact a line",
        |rest| Some(Facts::read(rest).map(Act::Declare)),
    ),
    entry("Duty", "off duty", "off duty until 2026-12-24", "mail goes to the next in order", |rest| {
        Some(off_duty(rest))
    }),
    entry("Duty", "on duty", "on duty", "it comes to you again", alone!(Act::Duty { on: true, until: None })),
];

/// A match from a template, in which the staff officer plays these sides.
fn begin(template: &str, word: &str, officers: &[&str]) -> Result<Act, String> {
    let officers = officers.iter().map(|side| named(side)).collect::<Result<_, String>>()?;
    Ok(Act::Begin { template: template.to_owned(), word: word.to_lowercase(), officers })
}

/// How wide the column of the lines is.
const WIDTH: usize = 21;

impl DeskEntry {
    /// Reads the words of a line; nothing if it is another line.
    fn read(&self, first: &str, rest: &[&str]) -> Option<Result<Act, String>> {
        let mut verb = self.verb.split(' ');
        if verb.next() != Some(first) {
            return None;
        }
        let mut rest = rest;
        for word in verb {
            let (next, more) = rest.split_first()?;
            if !is(next, word) {
                return None;
            }
            rest = more;
        }
        (self.takes)(rest)
    }
}

/// Reads a line; nothing if it is none of the list.
pub(crate) fn read(line: &str) -> Option<Result<Act, String>> {
    if line.len() > 400 {
        return None;
    }
    let words: Vec<&str> = line.split_whitespace().collect();
    let (first, rest) = words.split_first()?;
    let first = bare(first).to_ascii_lowercase();
    let asks = line.trim_end().ends_with('?');
    let mut entries = ENTRIES.iter().filter(|entry| entry.is_free || !asks);
    entries.find_map(|entry| entry.read(&first, rest))
}

/// The verb that was probably meant by the first word of a line.
pub(crate) fn nearest(first: &str) -> Option<&'static str> {
    engine::problem::suggest(first, ENTRIES.iter().map(|entry| entry.verb))
}

/// The list for people: each line under what it is about.
pub fn listed() -> String {
    let (mut text, mut group) = (String::new(), "");
    for entry in ENTRIES.iter().filter(|entry| !entry.group.is_empty()) {
        if entry.group != group {
            group = entry.group;
            text += &format!("{group}\n");
        }
        let (form, what) = (entry.form, entry.what);
        text += &match form.len() <= WIDTH {
            true => format!("  {form:<WIDTH$} {what}\n"),
            false => format!("  {form}\n  {:WIDTH$} {what}\n", ""),
        };
    }
    text
}

/// A word without marks around it.
pub(crate) fn bare(word: &str) -> &str {
    word.trim_matches(|c: char| "*_.!?,;:".contains(c))
}

/// Whether a word is this one.
pub(crate) fn is(word: &str, wanted: &str) -> bool {
    bare(word).eq_ignore_ascii_case(wanted)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Which deed reads a line.
    fn whose(line: &str) -> Option<usize> {
        engine::rulebook::two_sided::declare();
        let words: Vec<&str> = line.split_whitespace().collect();
        ENTRIES.iter().position(|entry| entry.read(&words[0].to_lowercase(), &words[1..]).is_some())
    }

    /// One list makes parser, help and docs: each line of it reads as it stands, and nothing else does under
    /// its name.
    #[test]
    fn every_line_of_the_list_is_read_and_stands_in_help_and_docs() {
        for (at, entry) in ENTRIES.iter().enumerate() {
            for line in [entry.form.to_owned(), entry.form.to_uppercase().replace("AXIS", "axis")] {
                assert!(matches!(read(&line), Some(Ok(_))), "{line}: {:?}", read(&line));
            }
            assert_eq!(whose(entry.form), Some(at), "{}", entry.form);
            let first = entry.form.split(' ').next().unwrap();
            let near = nearest(first).is_some_and(|verb| verb.starts_with(first));
            assert!(near || entry.verb.contains(' '), "{first}");
            assert_eq!(read(&format!("{}?", entry.form)).is_some(), entry.is_free, "{}?", entry.form);
        }
        let docs = include_str!("../../../../../docs/by-mail.md");
        let table = docs.split_once("| line | what it does |\n").unwrap().1.split_once("\n\n").unwrap().0;
        let first = table.lines().skip(1).filter_map(|line| line.split(" | ").next());
        let documented: Vec<&str> = first.flat_map(|cell| cell.split('`').skip(1).step_by(2)).collect();
        let meant: BTreeSet<usize> =
            documented.iter().map(|line| whose(line).unwrap_or_else(|| panic!("{line}"))).collect();
        let listed = listed();
        for (at, entry) in ENTRIES.iter().enumerate().filter(|(_, entry)| entry.verb != "resume") {
            assert!(
                meant.contains(&at) && documented.contains(&entry.form),
                "{} is not in the docs",
                entry.form
            );
            assert!(entry.verb == "help" || listed.contains(&format!("  {}", entry.form)), "{listed}");
        }
        assert!(listed.lines().all(|line| line.len() <= 74), "{listed}");
    }

    #[test]
    fn nothing_else_is_read() {
        for line in
            ["", "closed", "go", "go away", "on holiday", "off", "pause please do", "status of spring"]
        {
            assert!(read(line).is_none(), "{line}: {:?}", read(line));
        }
        for line in
            ["extend", "extend axis", "undo", "begin weekly", "substitute axis Carl", "away axis soon later"]
        {
            assert!(matches!(read(line), Some(Err(_))), "{line}: {:?}", read(line));
        }
        assert_eq!(read("**Close!**"), Some(Ok(Act::Close)));
        assert_eq!(nearest("exted"), Some("extend"));
    }
}
