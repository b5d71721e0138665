//! Orders as mail programs hand them back: lines broken at 60 columns, blanks at their beginnings lost or
//! turned into tabs, hyphens turned into dashes, capitals at the beginnings of lines. What can be put right
//! without doubt is put right, and the receipt repeats what was understood; all else is for the player.

use crate::post::letters::{is_dash, orders_key};
use engine::view::Packet;

/// The width of a tab.
const TAB: usize = 8;

/// Orders put right.
pub(crate) struct Repaired {
    /// The text of the block.
    pub text: String,
    /// Whether the blanks at the beginnings of its lines were lost.
    pub was_flat: bool,
}

/// Puts right what a mail program may have done to the orders for a packet. Nothing in it changes a text that
/// needs none of it.
pub(crate) fn repaired(packet: &Packet, block: &str) -> Repaired {
    let lines: Vec<String> = block.lines().map(|line| spelled(&untabbed(line))).collect();
    let was_flat = is_flat(&lines);
    let lines = if was_flat {
        indented(packet, joined(lines, &|line| begins(packet, line)))
    } else {
        joined(lines, &|_| false)
    };
    Repaired { text: lines.into_iter().map(|line| line + "\n").collect(), was_flat }
}

/// Blanks in place of the tabs before a line.
fn untabbed(line: &str) -> String {
    let body = line.trim_start_matches([' ', '\t']);
    let blanks = &line[..line.len() - body.len()];
    let width = blanks.chars().fold(0, |at, c| if c == '\t' { (at / TAB + 1) * TAB } else { at + 1 });
    format!("{}{body}", " ".repeat(width))
}

/// A line with hyphens for dashes, and its key in small letters.
fn spelled(line: &str) -> String {
    let line: String = line.chars().map(|c| if is_dash(c) { '-' } else { c }).collect();
    match orders_key(&line).zip(line.split_once(':')) {
        Some((key, (_, rest))) => format!("{key}:{rest}"),
        None => line,
    }
}

/// Whether no line below `answers:`, `doctrine:` or `groups:` is further in than these, though there are
/// some.
fn is_flat(lines: &[String]) -> bool {
    let is_remark = |line: &&String| line.trim().is_empty() || line.trim_start().starts_with('#');
    let said: Vec<&String> = lines.iter().filter(|line| !is_remark(line)).collect();
    let holds = |line: &&String| ["answers:", "doctrine:", "groups:"].contains(&line.trim_end());
    let under = said.iter().position(holds);
    let below = under.map_or(&[][..], |at| &said[at + 1..]);
    below.iter().any(|line| orders_key(line).is_none()) && below.iter().all(|line| !line.starts_with(' '))
}

/// The lines with those put together again that were one. At the left edge only keys and remarks begin a line
/// of orders; `begins` says what else does.
fn joined(lines: Vec<String>, begins: &dyn Fn(&str) -> bool) -> Vec<String> {
    let mut whole: Vec<String> = Vec::new();
    for line in lines {
        let starts = line.trim().is_empty()
            || line.starts_with([' ', '#'])
            || orders_key(&line).is_some()
            || begins(&line);
        match whole.last_mut().filter(|last| !starts && !last.trim().is_empty()) {
            Some(last) => {
                last.push(' ');
                last.push_str(&line);
            }
            None => whole.push(line),
        }
    }
    whole
}

/// Whether a line without its blanks begins an entry: it names a question, or has a colon, or is one of a
/// list.
fn begins(packet: &Packet, line: &str) -> bool {
    is_question(packet, line)
        || line.starts_with("- ")
        || line.contains(": ")
        || line.trim_end().ends_with(':')
}

fn is_question(packet: &Packet, line: &str) -> bool {
    let key =
        line.split(": ").next().unwrap_or(line).trim_end().trim_end_matches(':').trim_matches(['"', '\'']);
    packet.question(key).is_some()
}

/// The lines with blanks before them again: questions below `answers:`, their entries below them.
fn indented(packet: &Packet, lines: Vec<String>) -> Vec<String> {
    let mut under = "";
    let place = |line: String| {
        // Among standing answers it is the kind of question.
        if let Some(key) = orders_key(&line).filter(|key| *key != "groups" || under != "doctrine") {
            under = key;
            return line;
        }
        let depth = match under {
            _ if line.trim().is_empty() || line.starts_with('#') => 0,
            "answers" if is_question(packet, &line) => 2,
            "answers" if line.starts_with("- ") => 6,
            "answers" => 4,
            "doctrine" | "groups" => 2,
            _ => 0,
        };
        format!("{}{line}", " ".repeat(depth))
    };
    lines.into_iter().map(place).collect()
}
