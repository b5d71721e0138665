//! Escaping for each format, and small helpers of templates. No value reaches a report without passing here: control
//! characters, reversed writing and order markers come out as something to see, never as something to obey.

use std::borrow::Cow;
use std::fmt::Write;

use minijinja::{AutoEscape, Environment, Error, ErrorKind, Output, State, Value};

use crate::problem::{count as counted, is_hidden, list_and, visible};

/// How Markdown is escaped.
pub(super) const MARKDOWN: &str = "markdown";
/// How plain text is cleaned.
pub(super) const TEXT: &str = "text";

/// Adds the filters that templates use.
pub(super) fn add(env: &mut Environment<'static>) {
    env.add_filter("count", count);
    env.add_filter("dice", dice);
    env.add_filter("listed", |words: Vec<String>| list_and(&words));
    env.add_filter("upper_first", upper_first);
    env.add_filter("utc", utc);
    env.add_filter("pad", pad);
    env.add_filter("right", right);
    env.add_filter("wrap", wrap);
    env.add_filter("verbatim", verbatim);
    env.add_filter("fence", fence);
}

/// Writes a value into a report, escaped for its format.
pub(super) fn write_escaped(
    out: &mut Output<'_>,
    state: &mut State<'_, '_>,
    value: &Value,
) -> Result<(), Error> {
    if value.is_undefined() {
        return Err(Error::from(ErrorKind::UndefinedError));
    }
    let Some(text) = value.as_str() else {
        // Numbers and truth values need no escaping; lists and maps are not meant to be written.
        if value.is_number() || matches!(value.kind(), minijinja::value::ValueKind::Bool) {
            return write!(out, "{value}").map_err(Error::from);
        }
        let what = format!("a {} cannot be written", value.kind());
        return Err(Error::new(ErrorKind::InvalidOperation, what));
    };
    let written = if value.is_safe() {
        out.write_str(text)
    } else {
        match state.auto_escape() {
            AutoEscape::Html => write_html(out, &clean(text)),
            AutoEscape::Custom(format) if format == MARKDOWN => write_markdown(out, &clean(text)),
            _ => out.write_str(&clean(text)),
        }
    };
    written.map_err(Error::from)
}

/// A text on one line: line ends become blanks, hidden characters are spelled out, and no run of `=` can pass for the
/// marker of an orders block.
pub(super) fn clean(text: &str) -> Cow<'_, str> {
    let ascii = text.bytes().all(|byte| (b' '..=b'~').contains(&byte) && byte != b'=');
    if ascii || text.chars().all(|c| c != '=' && !is_hidden(c)) {
        return Cow::Borrowed(text);
    }
    let line: String = text.chars().map(|c| if matches!(c, '\n' | '\r' | '\t') { ' ' } else { c }).collect();
    let mut line = visible(&line);
    while line.contains("==") {
        line = line.replace("==", "=");
    }
    Cow::Owned(line)
}

/// Writes text for HTML, fit for elements and quoted attributes.
pub(super) fn write_html(out: &mut (impl Write + ?Sized), text: &str) -> std::fmt::Result {
    let mut rest = text;
    while let Some(at) = rest.bytes().position(|it| matches!(it, b'&' | b'<' | b'>' | b'"' | b'\'')) {
        out.write_str(&rest[..at])?;
        out.write_str(match rest.as_bytes()[at] {
            b'&' => "&amp;",
            b'<' => "&lt;",
            b'>' => "&gt;",
            b'"' => "&quot;",
            _ => "&#39;",
        })?;
        rest = &rest[at + 1..];
    }
    out.write_str(rest)
}

/// Writes text for Markdown: nothing in it marks up, links, opens a block or counts as HTML.
fn write_markdown(out: &mut (impl Write + ?Sized), text: &str) -> std::fmt::Result {
    let start = block_mark(text);
    for (at, character) in text.char_indices() {
        let rest = &text[at + character.len_utf8()..];
        let marks = match character {
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '~' | '$' | '@' => true,
            '&' => rest.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '#'),
            ':' => rest.starts_with("//"),
            '.' => text[..at].to_ascii_lowercase().ends_with("www"),
            _ => false,
        };
        if marks || start == Some(at) {
            out.write_char('\\')?;
        }
        out.write_char(character)?;
    }
    Ok(())
}

/// Where a text that may stand at the beginning of a block would open a heading, a list or a rule.
fn block_mark(text: &str) -> Option<usize> {
    let at = text.find(|c: char| c != ' ')?;
    let rest = &text[at..];
    if rest.starts_with(['#', '+', '-', '=']) {
        return Some(at);
    }
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    (digits > 0 && rest[digits..].starts_with(['.', ')'])).then_some(at + digits)
}

/// `3|count("ship")`: 3 ships.
fn count(number: usize, noun: &str) -> String {
    if noun == "LBA" { format!("{number} LBA") } else { counted(number, noun) }
}

/// The faces of dice, as `[1 2 5]`, on one line.
fn dice(state: &State<'_, '_>, faces: Vec<u8>) -> Value {
    let gap = if *state.auto_escape() == AutoEscape::Html { "&nbsp;" } else { " " };
    let mut text = String::with_capacity(faces.len() * 2 + 2);
    text.push('[');
    for (at, face) in faces.iter().enumerate() {
        let blank = if at > 0 { gap } else { "" };
        _ = write!(text, "{blank}{face}");
    }
    text.push(']');
    Value::from_safe_string(text)
}

/// A text with its first letter as a capital.
fn upper_first(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().map_or(String::new(), |first| first.to_uppercase().chain(rest).collect())
}

/// An instant as people read it: `2026-12-01 20:00 UTC`; anything else as it is.
fn utc(instant: &str) -> String {
    let pattern = "dddd-dd-ddTdd:dd:ddZ";
    let fits = instant.len() == pattern.len()
        && instant
            .bytes()
            .zip(pattern.bytes())
            .all(|(is, must)| if must == b'd' { is.is_ascii_digit() } else { is == must });
    if !fits {
        return instant.to_owned();
    }
    let seconds = if &instant[17..19] == "00" { "" } else { &instant[16..19] };
    format!("{} {}{seconds} UTC", &instant[..10], &instant[11..16])
}

/// Fills with blanks on the right.
fn pad(value: &Value, width: usize) -> String {
    let text = value.to_string();
    format!("{text:<width$}")
}

/// Fills with blanks on the left.
fn right(value: &Value, width: usize) -> String {
    let text = value.to_string();
    format!("{text:>width$}")
}

/// How wide a line of a plain text report may grow.
const WIDTH: usize = 78;

/// Breaks text into lines; `first` begins the first line and as many blanks the others. Dice stay together. Order
/// markers cannot arise: the text has been cleaned.
fn wrap(text: &Value, first: &str) -> Value {
    let text = text.to_string();
    let indent = first.chars().count();
    let mut out = String::with_capacity(text.len() + text.len() / 8 + indent);
    out.push_str(first);
    let mut column = indent;
    let mut in_dice = false;
    for (at, word) in text.split_whitespace().enumerate() {
        let length = word.chars().count();
        if at > 0 && column + 1 + length > WIDTH && !in_dice {
            out.push('\n');
            out.extend(std::iter::repeat_n(' ', indent));
            column = indent;
        } else if at > 0 {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += length;
        in_dice = (in_dice || word.starts_with('[')) && !word.contains(']') && column < WIDTH + 20;
    }
    Value::from_safe_string(out)
}

/// A text of many lines as it is, escaped where the format needs it within `<pre>` or a fence.
fn verbatim(state: &State<'_, '_>, text: &str) -> Result<Value, Error> {
    let ascii = text.bytes().all(|byte| matches!(byte, b' '..=b'~' | b'\n'));
    let text = if ascii || !text.contains(|c: char| c != '\n' && is_hidden(c)) {
        Cow::Borrowed(text)
    } else {
        let lines: Vec<String> = text.split('\n').map(visible).collect();
        Cow::Owned(lines.join("\n"))
    };
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    match state.auto_escape() {
        AutoEscape::Html => write_html(&mut out, &text)?,
        _ => out.push_str(&text),
    }
    Ok(Value::from_safe_string(out))
}

/// A Markdown fence that nothing in the text can close.
fn fence(text: &str) -> Value {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    Value::from_safe_string("`".repeat(longest.max(2) + 1))
}
