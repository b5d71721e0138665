//! The templates of letters: built in, or replaced one by one; strict, with limits on work and depth.

use minijinja::value::{Serde, ValueKind};
use minijinja::{AutoEscape, Environment, Error, ErrorKind, Output, State, Value};
use thiserror::Error;

use super::super::clean;
use super::Dispatch;

/// Steps that one letter may take.
const FUEL: u64 = 200_000;
/// How deep templates and macros may call each other.
const DEPTH: usize = 20;
/// How wide a paragraph grows: a reply mark must still fit into 76 columns.
const WIDTH: usize = 72;

/// Longest piece in quotes that is kept on one line, in bytes.
const QUOTED: usize = 30;

/// Templates by name, with their texts.
macro_rules! templates {
    ($($name:literal)+) => {
        [$(($name, include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/templates/mail/", $name)))),+]
    };
}

/// The templates that are part of the program.
const BUILT_IN: [(&str, &str); 23] = templates!(
    "common.txt" "deadline.txt" "handover.txt" "help.txt" "missed.txt" "notice.txt" "receipt.txt" "refusal.txt" "reminder.txt"
    "report.txt" "result.txt" "reveal.txt" "status.txt" "unclear.txt" "unknown.txt" "told.txt" "desk-help.txt"
    "overview.txt" "watch.txt" "word.txt" "league.txt" "agenda.txt" "checkpoint.txt"
);

/// Why a letter was not written.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DispatchFault {
    /// A name that no letter uses.
    #[error("no letter uses the template {0}. Use one of {known}.", known = BUILT_IN.map(|(name, _)| name).join(", "))]
    NoSuchTemplate(String),
    /// A template is wrong.
    #[error("{name}, line {line}: {what}. Correct the template or remove it.")]
    Template {
        /// Its name.
        name: String,
        /// The line, from 1; 0 if unknown.
        line: usize,
        /// What is wrong.
        what: String,
    },
}

/// The templates of all letters.
pub struct Dispatches {
    env: Environment<'static>,
}

impl Dispatches {
    /// The templates that are part of the program.
    pub fn builtin() -> Dispatches {
        Dispatches { env: engine() }
    }

    /// The built-in templates, some of them replaced: names as in `receipt.txt`, and texts.
    ///
    /// # Errors
    /// [`DispatchFault`] when a name is unknown or a text is no template.
    pub fn with(own: &[(String, String)]) -> Result<Dispatches, DispatchFault> {
        let mut env = engine();
        for (name, text) in own {
            if !BUILT_IN.iter().any(|(known, _)| known == name) {
                return Err(DispatchFault::NoSuchTemplate(clean::header(name, 80)));
            }
            env.add_template_owned(name.clone(), text.clone()).map_err(|error| fault(&error))?;
        }
        Ok(Dispatches { env })
    }

    /// Writes a letter. Paragraphs are broken at 72 columns, what came ready-made is not; it ends with a line
    /// end.
    ///
    /// # Errors
    /// [`DispatchFault::Template`] when a replaced template names what is not there or runs without end.
    pub fn write(&self, letter: &Dispatch) -> Result<String, DispatchFault> {
        let fields = Value::from(Serde(letter));
        let template =
            fields.get_attr("letter").and_then(|kind| self.env.get_template(&format!("{kind}.txt")));
        let name = template.as_ref().map(|template| format!("mail/{}", template.name())).unwrap_or_default();
        let fill = || template.and_then(|template| template.render(fields));
        let text = crate::filling::filling(name, fill).map_err(|error| fault(&error))?;
        Ok(format!("{}\n", text.trim_matches('\n')))
    }
}

fn engine() -> Environment<'static> {
    let mut env = crate::filling::engine(FUEL, DEPTH);
    env.set_auto_escape_callback(|_| AutoEscape::Custom("text".into()));
    env.set_formatter(|out, state, value| write_clean(out, state, value));
    env.add_filter("block", |text: &str| Value::from_safe_string(clean::unmarked(&clean::block(text))));
    env.add_filter("verbatim", |text: &str| Value::from_safe_string(clean::block(text)));
    env.add_filter("indent", |text: &str, by: usize| indent(text, by.min(40)));
    env.add_filter("wrap", |text: &Value, hang: Option<usize>| wrap(text, hang.unwrap_or(0).min(40)));
    env.add_filter("count", |number: usize, noun: &str| match number {
        1 => format!("1 {noun}"),
        _ => format!("{number} {noun}s"),
    });
    env.add_filter("listed", |words: Vec<String>| listed(&words));
    // A run of the office writes few kinds of letters: a built-in template is compiled when it is first asked
    // for.
    env.set_loader(|name| {
        let text = BUILT_IN.iter().find(|(known, _)| *known == name);
        Ok(text.map(|(_, text)| (*text).to_owned()))
    });
    env
}

/// Writes a value into a letter: one clean line, unless a filter has made it safe already.
fn write_clean(out: &mut Output<'_>, state: &State<'_, '_>, value: &Value) -> Result<(), Error> {
    if !matches!(state.auto_escape(), AutoEscape::Custom(name) if name == "text") {
        let what = "text is always cleaned: remove `autoescape`";
        return Err(Error::new(ErrorKind::InvalidOperation, what));
    }
    let written = match (value.kind(), value.as_str()) {
        (ValueKind::Undefined, _) => return Err(Error::from(ErrorKind::UndefinedError)),
        (_, Some(text)) if value.is_safe() => out.write_str(text),
        (_, Some(text)) => out.write_str(&clean::unmarked(&clean::line(text))),
        (ValueKind::Number | ValueKind::Bool, None) => write!(out, "{value}"),
        (kind, None) => {
            return Err(Error::new(ErrorKind::InvalidOperation, format!("a {kind} cannot be written")));
        }
    };
    written.map_err(Error::from)
}

/// Clean lines, each moved to the right.
fn indent(text: &str, by: usize) -> Value {
    let text = clean::unmarked(&clean::block(text));
    let blank = " ".repeat(by);
    let lines: Vec<String> =
        text.lines().map(|line| format!("{blank}{line}").trim_end().to_owned()).collect();
    Value::from_safe_string(lines.join("\n"))
}

/// A paragraph broken into lines, those after the first moved to the right. Line ends in it count as blanks.
fn wrap(text: &Value, hang: usize) -> Value {
    Value::from_safe_string(wrapped(&text.to_string(), hang))
}

/// One clean line broken into as many as it needs, those after the first moved to the right.
pub(in crate::post) fn wrapped(text: &str, hang: usize) -> String {
    let text = clean::unmarked(&clean::line(text));
    let (mut out, mut column) = (String::new(), 0);
    for word in unbroken(&text) {
        let wide = word.chars().count();
        if column > hang && column + 1 + wide > WIDTH {
            out.push('\n');
            out.push_str(&" ".repeat(hang));
            column = hang;
        } else if column > 0 {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += wide;
    }
    out
}

/// The words of a text; a short piece in quotes, such as `"final: true"`, counts as one.
fn unbroken(text: &str) -> Vec<&str> {
    let (mut words, mut rest) = (Vec::new(), text);
    while !rest.is_empty() {
        let quoted = rest.strip_prefix('"').and_then(|inner| inner.find('"')).filter(|end| *end <= QUOTED);
        let from = quoted.map_or(0, |end| end + 2);
        let end = rest[from..].find(' ').map_or(rest.len(), |at| from + at);
        words.push(&rest[..end]);
        rest = rest[end..].trim_start_matches(' ');
    }
    words
}

fn listed(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// The innermost error that knows its template: an error in a macro is reported there.
fn fault(error: &Error) -> DispatchFault {
    let mut inner = error;
    let mut next = std::error::Error::source(error);
    while let Some(source) = next {
        if let Some(found) = source.downcast_ref::<Error>().filter(|it| it.name().is_some()) {
            inner = found;
        }
        next = source.source();
    }
    let what = match inner.detail() {
        Some(detail) => format!("{}: {detail}", inner.kind()),
        None => inner.kind().to_string(),
    };
    let name = inner.name().unwrap_or("a template").to_owned();
    DispatchFault::Template { name, line: inner.line().unwrap_or(0), what }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_template_compiles() {
        for (name, _) in BUILT_IN {
            let letters = Dispatches::builtin();
            let found = letters.env.get_template(name);
            assert!(found.is_ok(), "{name}: {:?}", found.err());
        }
    }
}
