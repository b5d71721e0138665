//! What is wrong with a player's input: what, where, which rule, how to mend it. Nothing here knows a rule,
//! reads a file or prints: a problem is data until somebody renders it.

mod collector;
mod lines;
mod render;
mod suggest;
mod words;

pub use collector::{Collector, MOST_PROBLEMS};
pub use lines::Lines;
pub use suggest::{Candidates, nearest_of, suggest};
pub use words::{
    count, escaped, is_hidden, list_and, list_or, plural, quote, upper_first, visible, visible_lines,
};

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

/// How a problem came about, gravest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Class {
    /// Not understood.
    Malformed,
    /// Understood, not allowed, and knowable beforehand.
    Illegal,
    /// Legal, but overtaken by events.
    Void,
    /// Accepted, though it may not be what was meant.
    Warning,
    /// Advice.
    Hint,
}

impl Class {
    /// Every class, in the order in which they are counted.
    pub const ALL: [Class; 5] = [Class::Malformed, Class::Illegal, Class::Void, Class::Warning, Class::Hint];

    /// The word for this class, as it stands before a code and in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Class::Malformed => "malformed",
            Class::Illegal => "illegal",
            Class::Void => "void",
            Class::Warning => "warning",
            Class::Hint => "hint",
        }
    }
}

/// A stretch of a text. Lines and columns count from 1, columns in characters; `start` and `end` are byte
/// offsets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spot {
    /// The line on which the stretch begins.
    pub line: u32,
    /// The character of that line with which the stretch begins.
    pub column: u32,
    /// The first byte.
    pub start: usize,
    /// The byte after the last one.
    pub end: usize,
}

impl Spot {
    /// This stretch as a place in the named file.
    pub fn in_file(self, file: &str) -> Place {
        Place {
            file: file.to_owned(),
            line: self.line,
            column: self.column,
            start: self.start,
            end: self.end,
        }
    }
}

/// A stretch of a named file. Lines and columns count from 1, columns in characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file's name, as the user gave it.
    pub file: String,
    /// The line on which the stretch begins.
    pub line: u32,
    /// The character of that line with which the stretch begins.
    pub column: u32,
    /// The first byte, counted in the file as it was received.
    pub start: usize,
    /// The byte after the last one.
    pub end: usize,
}

/// One thing that is wrong, or worth saying, about an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// How it came about.
    pub class: Class,
    /// A lasting name for this kind of problem, in kebab-case, such as `unknown-key`.
    pub code: String,
    /// One sentence in the player's words.
    pub what: String,
    /// Where it is, unless it is nowhere in particular.
    pub place: Option<Place>,
    /// The id of the rule that was broken.
    pub rule: Option<String>,
    /// The smallest change that would help.
    pub mend: Option<String>,
    /// The sentence under which a journal records the problem, where it differs from `what`.
    pub recorded: Option<String>,
}

impl Problem {
    /// Makes a problem without place, rule or mend.
    pub fn new(class: Class, code: &str, what: impl Into<String>) -> Problem {
        Problem {
            class,
            code: code.to_owned(),
            what: what.into(),
            place: None,
            rule: None,
            mend: None,
            recorded: None,
        }
    }

    /// The sentence that a journal records. Journals are compared byte for byte, so it stays as it is when
    /// the sentence for people is reworded.
    pub fn for_the_record(&self) -> &str {
        self.recorded.as_deref().unwrap_or(&self.what)
    }

    /// Says where the problem is.
    pub fn at(mut self, place: Place) -> Problem {
        self.place = Some(place);
        self
    }

    /// Names the rule that was broken.
    pub fn citing(mut self, rule: impl Into<String>) -> Problem {
        self.rule = Some(rule.into());
        self
    }

    /// Says how to mend it.
    pub fn mending(mut self, mend: impl Into<String>) -> Problem {
        self.mend = Some(mend.into());
        self
    }
}

impl Serialize for Problem {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let place = self.place.as_ref();
        let mut out = serializer.serialize_struct("Problem", 8)?;
        out.serialize_field("class", &self.class)?;
        out.serialize_field("code", &self.code)?;
        out.serialize_field("what", &self.what)?;
        out.serialize_field("file", &place.map(|place| &place.file))?;
        out.serialize_field("line", &place.map(|place| place.line))?;
        out.serialize_field("column", &place.map(|place| place.column))?;
        out.serialize_field("rule", &self.rule)?;
        out.serialize_field("mend", &self.mend)?;
        out.end()
    }
}

/// Everything that was found, in one answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Problems(Vec<Problem>);

impl Problems {
    /// No problems.
    pub fn new() -> Problems {
        Problems::default()
    }

    /// Adds one problem.
    pub fn push(&mut self, problem: Problem) {
        self.0.push(problem);
    }

    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many were found, warnings and hints among them.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The problems in their present order.
    pub fn iter(&self) -> std::slice::Iter<'_, Problem> {
        self.0.iter()
    }

    /// Whether something was malformed or illegal, so that the input cannot be accepted.
    pub fn refuse(&self) -> bool {
        self.0.iter().any(|problem| matches!(problem.class, Class::Malformed | Class::Illegal))
    }

    /// How many are of one class.
    pub fn of_class(&self, class: Class) -> usize {
        self.0.iter().filter(|problem| problem.class == class).count()
    }

    /// Sorts by file and position; what has no place comes last. Problems at one position keep their order.
    pub fn sort(&mut self) {
        self.0.sort_by(|a, b| position(a).cmp(&position(b)));
    }

    /// Puts a file's name into every place that has none.
    pub(crate) fn name_places(&mut self, file: &str) {
        let places = self.0.iter_mut().filter_map(|problem| problem.place.as_mut());
        places.filter(|place| place.file.is_empty()).for_each(|place| place.file = file.to_owned());
    }

    /// Renders all problems for people, sorted by position, with a count at the end; `source` is the text in
    /// which the places lie. Without `colour` the decoration is plain ASCII. No control or bidi character
    /// passes through.
    pub fn render(&self, source: &str, colour: bool) -> String {
        render::render(self, source, colour)
    }

    /// Renders the problems of several files as [`render`](Problems::render) does those of one; `sources` are
    /// the files' texts by name.
    pub fn render_together(&self, sources: &[(String, String)], colour: bool) -> String {
        render::render_together(self, sources, colour)
    }

    /// All problems for programs: an array of objects with class, code, what, file, line, column, rule and
    /// mend.
    pub fn to_json(&self) -> serde_json::Value {
        serde_json::to_value(self).expect("a problem has only strings and numbers")
    }
}

/// The key by which problems are sorted.
fn position(problem: &Problem) -> (bool, Option<(&str, usize, u32)>) {
    let place = problem.place.as_ref();
    (place.is_none(), place.map(|place| (place.file.as_str(), place.start, place.line)))
}

impl From<Problem> for Problems {
    fn from(problem: Problem) -> Problems {
        Problems(vec![problem])
    }
}

impl Extend<Problem> for Problems {
    fn extend<I: IntoIterator<Item = Problem>>(&mut self, problems: I) {
        self.0.extend(problems);
    }
}

impl IntoIterator for Problems {
    type Item = Problem;
    type IntoIter = std::vec::IntoIter<Problem>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a Problems {
    type Item = &'a Problem;
    type IntoIter = std::slice::Iter<'a, Problem>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

/// How a command ends, as told to the shell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum ExitCode {
    /// Done, or the answer is yes.
    Done = 0,
    /// The answer is no, such as orders refused.
    No = 1,
    /// The command line was wrong.
    Usage = 2,
    /// Input or output failed.
    InputOutput = 3,
    /// Something is still missing, such as a party's orders.
    Waiting = 4,
    /// A proof failed: a commitment, the chain, or a re-run that differs.
    Proof = 5,
    /// A fault of this program.
    Bug = 70,
}

impl From<ExitCode> for std::process::ExitCode {
    fn from(code: ExitCode) -> Self {
        Self::from(code as u8)
    }
}
