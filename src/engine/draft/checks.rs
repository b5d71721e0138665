//! The checks that every part of an orders file shares: names, lists, single words, each key once. Nothing
//! here knows which keys a part has.

use std::collections::BTreeMap;

use super::node::{LONGEST_KEY, Node, Scalar, Source};
use super::syntax::{glued_colon, looks_like};
use super::{Spot, Word};
use crate::problem::{Collector, Problem, is_hidden, list_and, quote, suggest};

/// Quotes of word processors.
const CURLY: [char; 7] = ['\u{201c}', '\u{201d}', '\u{201e}', '\u{2018}', '\u{201a}', '\u{ab}', '\u{bb}'];
/// Longest name, in characters.
const LONGEST_NAME: usize = 100;

/// What is written where something else belongs.
fn kind(node: &Node) -> &'static str {
    match node {
        Node::Scalar(_) | Node::Broken(_) => "a word",
        Node::List(..) => "a list",
        Node::Map(..) => "`key: value` lines",
    }
}

/// Collects what is wrong while the tree is taken apart.
pub struct Reader<'s, 'a> {
    /// The file that is read.
    pub source: &'s Source<'a>,
    problems: &'s mut Collector,
}

impl<'s, 'a> Reader<'s, 'a> {
    /// Begins with what is already known to be wrong.
    pub fn new(source: &'s Source<'a>, problems: &'s mut Collector) -> Reader<'s, 'a> {
        Reader { source, problems }
    }

    /// Notes a problem, unless there are too many already.
    pub fn push(&mut self, problem: Problem) {
        self.problems.push(problem);
    }

    /// Notes that a stretch of the file is malformed.
    pub fn refuse(&mut self, code: &str, what: impl Into<String>, spot: Spot, mend: impl Into<String>) {
        if self.problems.has_room() {
            self.problems.push(self.source.problem(code, what, spot).mending(mend));
        }
    }

    /// Notes that something else was wanted, unless the value was complained about already.
    pub fn wrong_type(&mut self, node: &Node, owner: &str, wanted: &str, mend: &str) {
        if !matches!(node, Node::Broken(_)) {
            let what = format!("{owner} should be {wanted}, not {}.", kind(node));
            self.refuse("wrong-type", what, node.spot(), mend);
        }
    }

    /// Notes a key that does not exist, and which do.
    pub fn unknown(&mut self, key: &Scalar, known: &[&str], place: &str) {
        let text = &key.word.text;
        let all: Vec<String> = known.iter().map(|key| format!("`{key}`")).collect();
        let mend = match suggest(text, known.iter().copied()) {
            Some(near) => format!("Did you mean `{near}`? The keys are {}.", list_and(&all)),
            None if text.contains('/') => {
                "Put the question under `answers:`, two spaces further in.".to_owned()
            }
            None => format!("The keys are {}.", list_and(&all)),
        };
        self.refuse("unknown-key", format!("{} is not a key of {place}.", quote(text)), key.word.spot, mend);
    }

    /// The pairs whose key is a good name, each name once.
    pub fn entries(&mut self, pairs: Vec<(Node, Node)>) -> Vec<(Scalar, Node)> {
        let mut pairs = self.keys_once(pairs);
        pairs.retain(|(key, _)| self.name(key));
        pairs
    }

    /// The pairs whose key is a word, each word once.
    pub fn keys_once(&mut self, pairs: Vec<(Node, Node)>) -> Vec<(Scalar, Node)> {
        let mut good: Vec<(Scalar, Node)> = Vec::with_capacity(pairs.len());
        let mut seen: BTreeMap<String, u32> = BTreeMap::new();
        for (key, value) in pairs {
            match key {
                Node::Scalar(key) => match seen.get(&key.word.text) {
                    None => {
                        seen.insert(key.word.text.clone(), key.word.spot.line);
                        good.push((key, value));
                    }
                    Some(line) => {
                        let what = format!("{} was already given on line {line}.", quote(&key.word.text));
                        self.refuse("duplicate-key", what, key.word.spot, "Keep one of the two.");
                    }
                },
                other => {
                    let mend = "Write `name: value`, without `?`, brackets or braces before the colon.";
                    self.wrong_type(&other, "A key", "a word", mend);
                }
            }
        }
        good
    }

    /// Whether a scalar can be a name; if not, says why.
    pub fn name(&mut self, scalar: &Scalar) -> bool {
        if scalar.null {
            self.refuse(
                "empty-name",
                "A name is missing here.",
                scalar.word.spot,
                "Write the name, or delete the line.",
            );
            return false;
        }
        self.name_text(&scalar.word)
    }

    fn name_text(&mut self, word: &Word) -> bool {
        let text = &word.text;
        if text.trim().is_empty() {
            self.refuse(
                "empty-name",
                "A name is empty.",
                word.spot,
                "Write the name, or delete it with its comma.",
            );
        } else if text.chars().count() > LONGEST_NAME {
            let what = format!("The name {} has more than {LONGEST_NAME} characters.", quote(text));
            self.refuse("name-too-long", what, word.spot, "Write the name as it stands in the form.");
        } else if let Some(hidden) = text.chars().find(|c| is_hidden(*c)) {
            let what =
                format!("The name {} contains U+{:04X}, an invisible character.", quote(text), hidden as u32);
            self.refuse("hidden-character", what, word.spot, "Type the name again instead of copying it.");
        } else if text.starts_with(CURLY) {
            let what =
                format!("{} begins with a curly quote, which counts as part of the text.", quote(text));
            let bare = text.trim_matches(|it| CURLY.contains(&it) || it == '\u{2019}');
            let mend = format!("Use straight quotes, or no quotes, as in {}.", quote(bare));
            self.refuse("typographic-quote", what, word.spot, mend);
        } else {
            return true;
        }
        false
    }

    /// A key's value as one word.
    pub fn value(&mut self, key: &Scalar, value: Node, example: &str) -> Option<Word> {
        let owner = quote(&key.word.text);
        match value {
            Node::Scalar(scalar) if scalar.null => {
                self.missing(key, format!("Write `{example}`, or delete the line."));
                None
            }
            Node::Scalar(scalar) => self.name(&scalar).then_some(scalar.word),
            other => {
                self.wrong_type(&other, &owner, "one word", &format!("Write it as in `{example}`."));
                None
            }
        }
    }

    /// Notes that a key has no value.
    pub fn missing(&mut self, key: &Scalar, mend: String) {
        let what = format!("{} has no value.", quote(&key.word.text));
        self.refuse("no-value", what, key.word.spot, mend);
    }

    /// A key's value as true or false.
    pub fn truth(&mut self, key: &Scalar, value: Node) -> Option<bool> {
        let name = &key.word.text;
        let word = self.value(key, value, &format!("{name}: true"))?;
        match word.text.to_ascii_lowercase().as_str() {
            "true" | "yes" => Some(true),
            "false" | "no" => Some(false),
            _ => {
                let what = format!("{} is neither true nor false.", quote(&word.text));
                self.refuse(
                    "not-true-or-false",
                    what,
                    word.spot,
                    format!("Write `{name}: true` or `{name}: false`."),
                );
                None
            }
        }
    }

    /// Complains of `subject:choice` written without a space, which YAML takes for one word.
    pub fn glued(&mut self, scalar: &Scalar) -> bool {
        let rest = &self.source.extract.text[scalar.start..];
        let line = rest.lines().next().unwrap_or_default();
        let own = line.get(..scalar.word.text.len()).unwrap_or_default();
        let letters = own.char_indices().find_map(|(at, it)| Some((at, it, looks_like(it)?)));
        if let Some((at, character, alike)) = letters.filter(|_| scalar.verbatim) {
            let start = scalar.start + at;
            let spot = self.source.spot(start, start + character.len_utf8());
            let what = format!("U+{:04X} stands here, {alike}.", character as u32);
            self.refuse("look-alike", what, spot, "Delete it, and type what you mean on your keyboard.");
            return true;
        }
        let Some(colon) = glued_colon(line.get(..scalar.word.text.len()).unwrap_or(line)) else {
            return false;
        };
        let at = scalar.start + colon;
        let mend = super::hints::spaced(line.get(..scalar.word.text.len()).unwrap_or(line));
        self.refuse(
            "missing-space",
            "A space is missing after this colon.",
            self.source.spot(at, at + 1),
            mend,
        );
        true
    }

    /// The names of a key with commas.
    pub fn names(&mut self, key: &Scalar) -> Vec<Word> {
        if key.null {
            self.name(key);
            return Vec::new();
        }
        if key.word.text.len() > LONGEST_KEY {
            let what = format!(
                "The list of names {} has more than {LONGEST_KEY} characters.",
                quote(&key.word.text)
            );
            self.refuse("name-too-long", what, key.word.spot, "Give the same choice to fewer names at once.");
            return Vec::new();
        }
        let (mut names, mut seen, mut at) = (Vec::new(), BTreeMap::new(), 0);
        for part in key.word.text.split(',') {
            let start = key.start + at + part.len() - part.trim_start().len();
            at += part.len() + 1;
            let text = part.trim().to_owned();
            let whole = !key.verbatim || part == key.word.text;
            let spot = if whole { key.word.spot } else { self.source.spot(start, start + text.len()) };
            let word = Word { text, spot };
            if self.name_text(&word) && self.first_time(&mut seen, &word) {
                names.push(word);
            }
        }
        names
    }

    /// The good names of a list.
    pub fn words(&mut self, items: Vec<Node>) -> Vec<Word> {
        let (mut words, mut seen) = (Vec::new(), BTreeMap::new());
        for item in items {
            match item {
                Node::Scalar(scalar) => {
                    if self.name(&scalar) && self.first_time(&mut seen, &scalar.word) {
                        words.push(scalar.word);
                    }
                }
                other => {
                    self.wrong_type(&other, "An entry of a list", "a word", "Write the list as in `[a, b]`.")
                }
            }
        }
        words
    }

    /// Whether a name comes for the first time in its list; complains if not.
    fn first_time(&mut self, seen: &mut BTreeMap<String, u32>, word: &Word) -> bool {
        let Some(line) = seen.get(&word.text).copied() else {
            seen.insert(word.text.clone(), word.spot.line);
            return true;
        };
        let what = if line == word.spot.line {
            format!("{} is in this list twice.", quote(&word.text))
        } else {
            format!("{} is already in this list, on line {line}.", quote(&word.text))
        };
        self.refuse("duplicate-name", what, word.spot, "Delete one of the two.");
        false
    }

    /// A list of words; one word counts as a list of one.
    pub fn list(&mut self, key: &Scalar, value: Node) -> Vec<Word> {
        match value {
            Node::List(_, items) => self.words(items),
            other => {
                let example = format!("{}: [BB, CA]", key.word.text);
                self.value(key, other, &example).into_iter().collect()
            }
        }
    }
}
