//! Battle plans: how a party's forces fight where nobody is asked, in the words of its game. Like doctrine
//! they stand until others come. What they say is for the system to read; here they are a tree of words, each
//! with its place in the file.

use std::borrow::Cow;
use std::fmt::Write;

use serde::{Deserialize, Serialize};

use super::Spot;
use super::block::Extract;
use super::checks::Reader;
use super::node::{Node, Scalar, Source};
use super::spelling::Spelled;
use super::write::{WIDTH, length, quoted};
use crate::problem::{Class, Collector, Lines, Problem};

/// What stands under `battle-plans:`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BattlePlansDraft {
    /// Where the word `battle-plans` stands.
    pub spot: Spot,
    /// The plans, unread: the words that stand below it, with their places.
    pub body: Node,
}

/// What a packet has of battle plans, in a game that is fought by them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BattlePlans {
    /// Those that the party sent last, as YAML to put under `battle-plans:`; empty for none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub standing: String,
    /// A plan to start from, in the same way.
    pub pattern: String,
}

/// What is read of battle plans: which battles each serves, in words, and what was read for words that are
/// none.
pub type PlansRead = (Vec<String>, Vec<Spelled>);

/// What a system says of its battle plans.
pub struct PlanSheet {
    /// A plan to start from, as YAML to put under `battle-plans:`.
    pub pattern: &'static str,
    /// The JSON Schema of what may stand there.
    pub schema: serde_json::Value,
}

impl Reader<'_, '_> {
    /// What stands under `battle-plans:`; nothing if that can be no plan in any game.
    pub(super) fn battle_plans(&mut self, key: &Scalar, value: Node) -> Option<BattlePlansDraft> {
        match &value {
            Node::Map(..) | Node::List(..) => Some(BattlePlansDraft { spot: key.word.spot, body: value }),
            Node::Scalar(scalar) if scalar.null => {
                let mend = "Write plans below it, each behind a `-`; `battle-plans: []` takes back those that stand.";
                self.missing(key, mend.to_owned());
                None
            }
            _ => {
                self.wrong_type(&value, "`battle-plans`", "a list of plans", "Write each plan behind a `-`.");
                None
            }
        }
    }
}

impl BattlePlansDraft {
    /// Lets a system take the plans apart. Problems get places without a file's name.
    pub fn read<T>(&self, problems: &mut Collector, take: impl FnOnce(&mut Reader<'_, '_>, Node) -> T) -> T {
        let source = Source { file: "", extract: &Extract::BLANK, lines: Lines::new("") };
        take(&mut Reader::new(&source, problems), self.body.clone())
    }
}

/// What is said to somebody who sends battle plans in a game that has none.
pub fn not_fought_by_plans(game: &str, draft: &BattlePlansDraft) -> Problem {
    let what = format!("{game} is not fought by battle plans");
    let mend = "take `battle-plans` out of this file; standing orders for battles go under `doctrine`";
    Problem::new(Class::Malformed, "no-battle-plans", what).at(draft.spot.in_file("")).mending(mend)
}

/// Writes battle plans as they stand under `battle-plans:`, without their indentation: the same plans always
/// in the same words.
pub fn write_battle_plans(draft: &BattlePlansDraft) -> String {
    let mut text = String::new();
    match &draft.body {
        Node::List(_, items) if items.is_empty() => text.push_str("[]\n"),
        Node::List(_, items) => items.iter().for_each(|item| write_item(&mut text, item, 0, false)),
        other => write_block(&mut text, other, 0),
    }
    text
}

/// Battle plans on one line.
pub fn battle_plans_text(draft: &BattlePlansDraft) -> String {
    flow(&draft.body)
}

/// Writes a mapping or list line by line; parts of it that fit on their line stand there whole.
fn write_block(text: &mut String, node: &Node, indent: usize) {
    match node {
        Node::Map(_, pairs) if !pairs.is_empty() => {
            pairs.iter().for_each(|(key, value)| write_pair(text, &" ".repeat(indent), indent, key, value));
        }
        Node::List(_, items) if !items.is_empty() => {
            items.iter().for_each(|item| write_item(text, item, indent, true));
        }
        other => _ = writeln!(text, "{}{}", " ".repeat(indent), flow(other)),
    }
}

/// An entry of a list, on one line if that `may` be and it fits.
fn write_item(text: &mut String, item: &Node, indent: usize, may: bool) {
    let line = format!("{}- {}", " ".repeat(indent), flow(item));
    match item {
        Node::Map(_, pairs) if !(pairs.is_empty() || may && fits(&line)) => {
            for (at, (key, value)) in pairs.iter().enumerate() {
                let mark = if at == 0 { "- " } else { "  " };
                write_pair(text, &format!("{}{mark}", " ".repeat(indent)), indent + 2, key, value);
            }
        }
        _ => _ = writeln!(text, "{line}"),
    }
}

/// A key behind its indentation, with its value.
fn write_pair(text: &mut String, before: &str, indent: usize, key: &Node, value: &Node) {
    let line = format!("{before}{}: {}", flow(key), flow(value));
    if matches!(value, Node::Scalar(_) | Node::Broken(_)) || fits(&line) {
        _ = writeln!(text, "{line}");
    } else {
        _ = writeln!(text, "{before}{}:", flow(key));
        write_block(text, value, indent + 2);
    }
}

/// Whether a line fits into a form, where it stands two further in.
fn fits(line: &str) -> bool {
    length(line) + 2 <= WIDTH
}

/// A value on one line.
fn flow(node: &Node) -> String {
    match node {
        Node::Scalar(scalar) => text_of(&scalar.word.text).into_owned(),
        Node::List(_, items) => format!("[{}]", items.iter().map(flow).collect::<Vec<_>>().join(", ")),
        Node::Map(_, pairs) => {
            let pair = |(key, value): &(Node, Node)| format!("{}: {}", flow(key), flow(value));
            format!("{{{}}}", pairs.iter().map(pair).collect::<Vec<_>>().join(", "))
        }
        Node::Broken(_) => "''".to_owned(),
    }
}

/// A few words as YAML takes them back unchanged; quotes only where they are needed.
fn text_of(text: &str) -> Cow<'_, str> {
    let is_plain = |word: &str| matches!(quoted(word), Cow::Borrowed(_));
    if text.contains(' ') && text.split(' ').all(is_plain) { Cow::Borrowed(text) } else { quoted(text) }
}
