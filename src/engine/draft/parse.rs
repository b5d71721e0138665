//! Turns the tree of an orders file into a draft, and says everything that is wrong with it at once. Nothing
//! here knows which questions, subjects or choices exist.

use super::checks::Reader;
use super::node::{self, Node, Scalar, Source};
use super::{
    AnswerBody, AnswerDraft, DoctrineBody, DoctrineDraft, DoctrineEntry, DoctrineRule, Entry, EntryValue,
    OrdersDraft, STAFF, Spot, block,
};
use crate::problem::{Class, Collector, Lines, Problem, Problems, list_or, quote, suggest};

/// What may look like the end of a line and is none: vertical tab, form feed, next line, line and paragraph
/// separator.
const STRANGE_ENDS: [char; 5] = ['\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}'];
/// Largest file that is read, in bytes.
const LARGEST: usize = 1 << 20;

/// The keys that an orders file has on top.
pub const KEYS: [&str; 11] = [
    "match",
    "exchange",
    "side",
    "version",
    "final",
    "note",
    "groups",
    "answers",
    "plans",
    "battle-plans",
    "doctrine",
];
/// The key of groups, which is also a kind of question: it is that of groups where names with members follow.
const GROUPS: &str = "groups";
const RULE_KEYS: [&str; 4] = ["for", "when", "prefer", "spread"];

/// Reads an orders file, or the block of orders in whatever was sent back (see [`extract`](super::extract)).
/// All positions are those of the bytes as received.
///
/// # Errors
/// Everything that is wrong with the file, sorted by position, all of it malformed. A text that is no YAML
/// has one problem, where it stops making sense.
pub fn parse(file_name: &str, bytes: &[u8]) -> Result<OrdersDraft, Problems> {
    let mut problems = Collector::new();
    match parse_into(file_name, bytes, &mut problems) {
        Some(draft) if problems.is_empty() => Ok(draft),
        _ => Err(problems.finish()),
    }
}

/// Reads an orders file as [`parse`] does and notes what is wrong with it. Gives what could be read, so that
/// others can say what is wrong with that; nothing if the text is no YAML or no orders at all.
pub fn parse_into(file_name: &str, bytes: &[u8], problems: &mut Collector) -> Option<OrdersDraft> {
    read(file_name, bytes, problems, |reader, root| reader.orders(root))
}

/// Reads doctrine alone: what stands under `doctrine:` of an orders file, or a file that holds nothing but
/// standing answers. Nothing if the file is orders without doctrine.
///
/// # Errors
/// As [`parse`].
pub fn parse_doctrine(file_name: &str, bytes: &[u8]) -> Result<Option<DoctrineDraft>, Problems> {
    let mut problems = Collector::new();
    let found = read(file_name, bytes, &mut problems, |reader, root| match root {
        Node::Map(spot, pairs) if !pairs.iter().any(is_top) => {
            Some(Some(reader.standing_answers(spot, pairs)))
        }
        root => reader.orders(root).map(|draft| draft.doctrine),
    });
    match found {
        Some(found) if problems.is_empty() => Ok(found),
        _ => Err(problems.finish()),
    }
}

/// Whether a key, with what stands behind it, is one of those that an orders file has on top.
fn is_top((key, value): &(Node, Node)) -> bool {
    let Node::Scalar(scalar) = key else { return false };
    let key = scalar.word.text.as_str();
    KEYS.contains(&key) && (key != GROUPS || matches!(value, Node::Map(..)))
}

/// Reads the tree of a file and takes it apart: of orders, or of another page that a player writes.
pub fn read<T>(
    file_name: &str,
    bytes: &[u8],
    problems: &mut Collector,
    take: impl FnOnce(&mut Reader<'_, '_>, Node) -> Option<T>,
) -> Option<T> {
    let found = text(file_name, bytes).and_then(|text| Ok((text, block::extract(file_name, text)?)));
    let (text, extract) = match found {
        Ok(found) => found,
        Err(found) => {
            found.into_iter().for_each(|problem| problems.push(problem));
            return None;
        }
    };
    let source = Source { file: file_name, extract: &extract, lines: Lines::new(text) };
    let Some(root) = node::read(&source, problems) else {
        if problems.is_empty() {
            problems.push(empty(&source));
        }
        return None;
    };
    take(&mut Reader::new(&source, problems), root)
}

/// The bytes as text, if they are few enough and text at all.
fn text<'a>(file: &str, bytes: &'a [u8]) -> Result<&'a str, Problems> {
    let refuse = |code: &str, what: String, mend: &str, spot: Spot| {
        Err(Problems::from(Problem::new(Class::Malformed, code, what).at(spot.in_file(file)).mending(mend)))
    };
    let top = Spot { line: 1, column: 1, start: 0, end: 0 };
    if bytes.len() > LARGEST {
        let what = format!("The file has {} bytes; orders may have at most {LARGEST}.", bytes.len());
        return refuse("too-large", what, "Send only the orders, without pictures or older mails.", top);
    }
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        let what = "The file is in UTF-16.".to_owned();
        return refuse("not-utf8", what, "Save it again with the encoding UTF-8.", top);
    }
    let valid = std::str::from_utf8(bytes);
    let good = match &valid {
        Ok(text) => text,
        Err(error) => std::str::from_utf8(&bytes[..error.valid_up_to()]).expect("checked up to here"),
    };
    if let Some(at) = good.find('\0') {
        let what = "There is a NUL byte here, so this is not plain text.".to_owned();
        let mend = "Save the orders as plain text in UTF-8, not as a word processor's document.";
        return refuse("nul-byte", what, mend, spot_in(good, at, at + 1));
    }
    valid.or_else(|_| {
        let byte = bytes[good.len()];
        let what = format!("The byte {byte:02x} (hexadecimal) at offset {} is not UTF-8.", good.len());
        let mend = "Save the file again with the encoding UTF-8.";
        refuse("not-utf8", what, mend, spot_in(good, good.len(), good.len() + 1))
    })
}

/// Refuses by its name every character that an editor may show as the end of a line and YAML reads as none:
/// behind a remark it would make the next order part of the remark.
pub fn refuse_strange_ends(file: &str, bytes: &[u8], problems: &mut Collector) {
    let Ok(text) = self::text(file, bytes) else { return };
    let Ok(extract) = block::extract(file, text) else { return };
    let source = Source { file, extract: &extract, lines: Lines::new(text) };
    for (at, end) in extract.text.match_indices(STRANGE_ENDS) {
        let name = end.chars().map(|it| format!("U+{:04X}", it as u32)).collect::<String>();
        let what = format!("{name} stands here: some editors show it as the end of a line, and it is none.");
        let mend = "Delete it, and begin the new line with the Enter key.";
        problems
            .push(source.problem("strange-line-end", what, source.spot(at, at + end.len())).mending(mend));
    }
}

fn spot_in(text: &str, start: usize, end: usize) -> Spot {
    let (line, column) = Lines::new(text).position(start);
    Spot { line, column, start, end }
}

fn empty(source: &Source<'_>) -> Problem {
    source.problem("no-orders", "There are no orders here.", source.spot(0, 0)).mending(
        "Fill in the form that came with the report; to leave everything at its default, write `final: true`.",
    )
}

impl Reader<'_, '_> {
    fn orders(&mut self, root: Node) -> Option<OrdersDraft> {
        let mut draft = OrdersDraft::default();
        let Node::Map(_, pairs) = root else {
            let mend = "Begin with lines such as `exchange: 7` and `answers:`; in a mail, put orders between the begin and \
                        end lines.";
            if matches!(&root, Node::Scalar(scalar) if scalar.null) {
                self.push(empty(self.source));
            } else {
                self.wrong_type(&root, "An orders file", "`key: value` lines", mend);
            }
            return None;
        };
        for (key, value) in self.entries(pairs) {
            self.top(&mut draft, &key, value);
        }
        Some(draft)
    }

    fn top(&mut self, draft: &mut OrdersDraft, key: &Scalar, value: Node) {
        match key.word.text.as_str() {
            "match" => draft.match_id = self.value(key, value, "match: demo-1"),
            "exchange" => draft.exchange = self.value(key, value, "exchange: 7"),
            "side" => draft.party = self.value(key, value, "side: axis"),
            "version" => draft.version = self.version(key, value),
            "final" => draft.is_final = self.truth(key, value).unwrap_or_default(),
            "note" => draft.note = self.note(key, &value),
            GROUPS => draft.groups = self.groups(key, value),
            "answers" => draft.answers = self.answers(key, value),
            "plans" => draft.plans = self.plans(key, value),
            "battle-plans" => draft.battle_plans = self.battle_plans(key, value),
            "doctrine" => draft.doctrine = self.doctrine(key, value),
            _ => self.unknown(key, &KEYS, "an orders file"),
        }
    }

    /// Which writing of the orders this is.
    fn version(&mut self, key: &Scalar, value: Node) -> Option<u32> {
        let word = self.value(key, value, "version: 2")?;
        let number = word.text.parse().ok().filter(|number| *number > 0);
        if number.is_none() {
            let what = format!("{} is not a number from 1 to {}.", quote(&word.text), u32::MAX);
            let mend = "Write `version: 2` for the second file that you send for this exchange, and so on.";
            self.refuse("not-a-version", what, word.spot, mend.to_owned());
        }
        number
    }

    fn note(&mut self, key: &Scalar, value: &Node) -> Option<String> {
        match value {
            Node::Scalar(scalar) if scalar.null => {
                self.missing(key, "Write the note after the colon, or delete the line.".to_owned());
                None
            }
            Node::Scalar(scalar) => Some(scalar.word.text.clone()),
            other => {
                self.wrong_type(other, "`note`", "text", "Put the note in quotes.");
                None
            }
        }
    }

    fn answers(&mut self, key: &Scalar, value: Node) -> Vec<AnswerDraft> {
        match value {
            Node::Map(_, pairs) => {
                let pairs = self.entries(pairs);
                pairs.into_iter().filter_map(|(key, value)| self.answer(key, value)).collect()
            }
            Node::Scalar(scalar) if scalar.null => {
                let mend = "Write the questions below it, two spaces further in, or delete the line.";
                self.missing(key, mend.to_owned());
                Vec::new()
            }
            other => {
                let mend = "Write each question's key and a colon on a line of its own, two spaces in.";
                self.wrong_type(&other, "`answers`", "`question: answer` lines", mend);
                Vec::new()
            }
        }
    }

    /// What is answered to the question of a key.
    pub(super) fn answer(&mut self, key: Scalar, value: Node) -> Option<AnswerDraft> {
        let body = match value {
            Node::Map(_, pairs) => {
                let pairs = self.keys_once(pairs);
                AnswerBody::Entries(
                    pairs.into_iter().filter_map(|(key, value)| self.entry(key, value)).collect(),
                )
            }
            Node::Scalar(scalar) if scalar.null => {
                let mend = "Write the answer after the colon or below it, or delete the line; `{}` is an answer without entries.";
                self.missing(&key, mend.to_owned());
                return None;
            }
            Node::Scalar(scalar) => {
                if scalar.plain && scalar.word.spot.line > key.word.spot.line && self.glued(&scalar) {
                    return None;
                }
                AnswerBody::Single(self.name(&scalar).then_some(scalar.word)?)
            }
            other => {
                let owner = format!("The answer to {}", quote(&key.word.text));
                let mend = "Put the choice before the list, as in `choice: [a, b]`.";
                self.wrong_type(&other, &owner, "one word or `subject: choice` lines", mend);
                return None;
            }
        };
        Some(AnswerDraft { key: key.word, body })
    }

    fn entry(&mut self, key: Scalar, value: Node) -> Option<Entry> {
        let keys = self.names(&key);
        let value = match value {
            Node::Scalar(scalar) if scalar.null => {
                let mend = format!("Write the choice after the colon, or delete {}.", quote(&key.word.text));
                self.missing(&key, mend);
                return None;
            }
            Node::Scalar(scalar) => EntryValue::One(self.name(&scalar).then_some(scalar.word)?),
            Node::List(_, items) => EntryValue::Many(self.words(items)),
            other => {
                let owner = quote(&key.word.text);
                self.wrong_type(
                    &other,
                    &owner,
                    "one word or a list",
                    "Write it as in `a: b` or `a: [b, c]`.",
                );
                return None;
            }
        };
        Some(Entry { key: key.word, keys, value })
    }

    fn doctrine(&mut self, key: &Scalar, value: Node) -> Option<DoctrineDraft> {
        match value {
            Node::Map(_, pairs) => Some(self.standing_answers(key.word.spot, pairs)),
            Node::Scalar(scalar) if scalar.null => {
                self.missing(
                    key,
                    "Write standing orders below it, two spaces further in, or delete the line.".to_owned(),
                );
                None
            }
            Node::Scalar(scalar) if scalar.word.text.eq_ignore_ascii_case(STAFF) => {
                Some(DoctrineDraft { spot: key.word.spot, staff: Some(scalar.word), rules: Vec::new() })
            }
            other => {
                let is_near = |text: &str| suggest(text, [STAFF]).is_some();
                let mend = match &other {
                    Node::Scalar(scalar) if is_near(&scalar.word.text) => "Did you mean `doctrine: staff`?",
                    _ => "Write each kind of question and a colon on a line of its own, two spaces in.",
                };
                self.wrong_type(&other, "`doctrine`", "`kind: answer` lines", mend);
                None
            }
        }
    }

    fn standing_answers(&mut self, spot: Spot, pairs: Vec<(Node, Node)>) -> DoctrineDraft {
        let pairs = self.entries(pairs);
        let rules = pairs.into_iter().filter_map(|(kind, value)| self.standing(kind, value)).collect();
        DoctrineDraft { spot, staff: None, rules }
    }

    fn standing(&mut self, kind: Scalar, value: Node) -> Option<DoctrineEntry> {
        let example = "- {for: [CV], prefer: [BB, CA]}";
        let body = match value {
            Node::List(_, items) => {
                DoctrineBody::Rules(items.into_iter().filter_map(|item| self.rule(item, example)).collect())
            }
            Node::Scalar(scalar) if scalar.null => {
                self.missing(
                    &kind,
                    format!("Write one word after the colon, or rules such as `{example}` below it."),
                );
                return None;
            }
            Node::Scalar(scalar) => DoctrineBody::Word(self.name(&scalar).then_some(scalar.word)?),
            other => {
                let owner = quote(&kind.word.text);
                self.wrong_type(
                    &other,
                    &owner,
                    "one word or a list of rules",
                    &format!("Write a rule as `{example}`."),
                );
                return None;
            }
        };
        Some(DoctrineEntry { kind: kind.word, body })
    }

    fn rule(&mut self, item: Node, example: &str) -> Option<DoctrineRule> {
        let spot = item.spot();
        let Node::Map(_, pairs) = item else {
            let keys = list_or(&RULE_KEYS.map(|key| format!("`{key}`")));
            let mend = format!("Write it as `{example}`.");
            self.wrong_type(&item, "A rule of doctrine", &format!("a mapping with {keys}"), &mend);
            return None;
        };
        let mut rule = DoctrineRule { for_: Vec::new(), when: None, prefer: Vec::new(), spread: None, spot };
        for (key, value) in self.entries(pairs) {
            match key.word.text.as_str() {
                "for" => rule.for_ = self.list(&key, value),
                "when" => rule.when = self.when(&key, value),
                "prefer" => rule.prefer = self.list(&key, value),
                "spread" => rule.spread = self.truth(&key, value),
                _ => self.unknown(&key, &RULE_KEYS, "a rule of doctrine"),
            }
        }
        Some(rule)
    }
}
