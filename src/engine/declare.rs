//! DECLARE: what people at a real table declare to a match, where its rules leave a decision to another game.
//! A batch is one moment: it is read and checked whole, and taken up whole or not at all.
//!
//! Invariant of absence: nothing here knows which facts there are.

use crate::draft::node::Node;
use crate::draft::read;
use crate::problem::{Class, Collector, Lines, Place, Problem, Problems, Spot, list_or, quote, suggest};

/// What is known of a fact, for a list of all.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct FactLine {
    /// How it is written, with what narrows it in capitals: `war-state.MAP`.
    pub form: String,
    /// What it says, in a few words.
    pub about: String,
    /// What its value may be.
    pub allowed: Vec<String>,
    /// Who declares it.
    pub who: &'static str,
    /// How far the others may see it, if not whole.
    pub veil: Option<&'static str>,
    /// True if it is something that happens, of which no value stands.
    pub happens: bool,
    /// What stands of it, as it is written.
    pub standing: Vec<Line>,
}

/// A declaration in words.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Line {
    /// The fact with what it is about, such as `war-state.tk`.
    pub fact: String,
    /// What it says.
    pub value: String,
}

/// Why a declaration cannot be taken up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// Its place in the batch, from 0.
    pub line: usize,
    /// True if its value is at fault, and not the fact that it names.
    pub value: bool,
    /// What is wrong, a sentence without its full stop.
    pub what: String,
    /// What may be written in its place.
    pub allowed: Vec<String>,
}

/// A batch as somebody wrote it, with its places.
#[derive(Debug)]
pub struct Batch {
    /// The name of the file, for refusals.
    pub file: String,
    /// The text.
    pub source: String,
    /// Why, if the text says it.
    pub reason: Option<String>,
    /// The declarations.
    pub lines: Vec<Line>,
    /// Where each names its fact, and where its value stands.
    spots: Vec<(Spot, Spot)>,
}

/// As many choices as a refusal lists.
const MANY: usize = 14;
/// The name under which what stands on the command line is refused.
const COMMAND_LINE: &str = "command line";

impl Batch {
    /// Declarations as they stand on a command line, each `FACT=VALUE`.
    pub fn of_words(words: &[String]) -> Batch {
        let source = words.join("\n");
        let mut batch = Batch {
            file: COMMAND_LINE.to_owned(),
            source: String::new(),
            reason: None,
            lines: Vec::new(),
            spots: Vec::new(),
        };
        let lines = Lines::new(&source);
        let spot = |start: usize, end: usize| {
            let (line, column) = lines.position(start);
            Spot { line, column, start, end }
        };
        let mut start = 0;
        for word in source.split('\n') {
            let (fact, value) = word.split_once('=').unwrap_or((word, ""));
            let behind = (start + fact.len() + 1).min(start + word.len());
            batch.spots.push((spot(start, start + fact.len()), spot(behind, start + word.len())));
            batch.lines.push(Line { fact: fact.trim().to_owned(), value: value.trim().to_owned() });
            start += word.len() + 1;
        }
        Batch { source, ..batch }
    }

    /// Reads a file: `reason:` and `facts:`, a fact a line.
    ///
    /// # Errors
    /// Everything that is malformed in it.
    pub fn parse(file: &str, bytes: &[u8]) -> Result<Batch, Problems> {
        let mut problems = Collector::new();
        let found = read(file, bytes, &mut problems, |reader, root| {
            let Node::Map(_, pairs) = root else {
                let mend = "Write `reason:` and `facts:`, and a fact a line under it.";
                reader.wrong_type(&root, "A file of declarations", "`key: value` lines", mend);
                return None;
            };
            let (mut reason, mut lines, mut spots) = (None, Vec::new(), Vec::new());
            for (key, value) in reader.keys_once(pairs) {
                match (key.word.text.as_str(), value) {
                    ("reason", Node::Scalar(scalar)) if !scalar.null => reason = Some(scalar.word.text),
                    ("facts", Node::Map(_, pairs)) => {
                        for (fact, value) in reader.keys_once(pairs) {
                            let spot = value.spot();
                            let Some(value) = text_of(&value) else {
                                let mend = "Write one value, or several in brackets: [a, b].";
                                reader.wrong_type(&value, "The value of a fact", "a word or a list", mend);
                                continue;
                            };
                            spots.push((fact.word.spot, spot));
                            lines.push(Line { fact: fact.word.text, value });
                        }
                    }
                    ("reason", other) => reader.wrong_type(&other, "`reason`", "a sentence", "Say why."),
                    ("facts", other) => {
                        let mend = "Write a fact a line, as `war-state.tk: limited-war`.";
                        reader.wrong_type(&other, "`facts`", "`fact: value` lines", mend);
                    }
                    _ => reader.unknown(&key, &["reason", "facts"], "a file of declarations"),
                }
            }
            Some((reason, lines, spots))
        });
        let problems = problems.finish();
        match found.filter(|_| !problems.refuse()) {
            Some((reason, lines, spots)) => {
                let source = String::from_utf8_lossy(bytes).into_owned();
                Ok(Batch { file: file.to_owned(), source, reason, lines, spots })
            }
            None => Err(problems),
        }
    }

    /// What is wrong with declarations, each at its place, with what may be written there.
    pub fn problems(&self, refused: &[Refused]) -> Problems {
        let mut problems = Collector::new();
        for one in refused {
            let place = self.place(one);
            let line = self.lines.get(one.line);
            let fact = line.map_or("", |line| line.fact.as_str());
            let what =
                if one.value { format!("{}: {}.", quote(fact), one.what) } else { sentence(&one.what) };
            let written = line.map_or("", |line| if one.value { &line.value } else { &line.fact });
            let mut problem = Problem::new(Class::Illegal, "declaration", what);
            if let Some(mend) = mend(written, &one.allowed) {
                problem = problem.mending(mend);
            }
            problems.push(match place {
                Some(place) => problem.at(place),
                None => problem,
            });
        }
        problems.finish()
    }

    fn place(&self, refused: &Refused) -> Option<Place> {
        let (fact, value) = *self.spots.get(refused.line)?;
        Some(if refused.value { value } else { fact }.in_file(&self.file))
    }
}

/// What may be written, and what was probably meant.
fn mend(written: &str, allowed: &[String]) -> Option<String> {
    let words = &allowed[..allowed.len().min(MANY)];
    let last = written.rsplit(['.', ',', ' ']).next().unwrap_or(written).trim_matches(['[', ']']);
    let all = || allowed.iter().map(String::as_str);
    let near = suggest(written, all()).or_else(|| suggest(last, all()));
    let more = if allowed.len() > words.len() { ", or another of them" } else { "" };
    match (near, words) {
        (_, []) => None,
        (Some(near), [_]) => Some(format!("Did you mean {}?", quote(near))),
        (Some(near), words) => Some(format!("Did you mean {}? Write {}{more}.", quote(near), list_or(words))),
        (None, words) => Some(format!("Write {}{more}.", list_or(words))),
    }
}

/// A sentence with its capital letter and full stop.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    format!("{first}{}.", letters.as_str())
}

/// The value of a fact as it would stand on a command line.
fn text_of(node: &Node) -> Option<String> {
    match node {
        Node::Scalar(scalar) if scalar.null => Some("none".to_owned()),
        Node::Scalar(scalar) => Some(scalar.word.text.clone()),
        Node::List(_, items) => {
            let words = items.iter().map(|item| match item {
                Node::Scalar(scalar) => Some(scalar.word.text.clone()),
                _ => None,
            });
            Some(format!("[{}]", words.collect::<Option<Vec<_>>>()?.join(", ")))
        }
        Node::Map(..) | Node::Broken(_) => None,
    }
}
