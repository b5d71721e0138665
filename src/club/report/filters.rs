//! Escaping for each format, and small helpers of templates. No value reaches a report without passing here:
//! control characters, reversed writing and order markers come out as something to see, never as something to
//! obey.

use std::borrow::Cow;
use std::fmt::Write;

use jiff::civil::Date;
use minijinja::value::{Kwargs, StringInput};
use minijinja::{AutoEscape, Environment, Error, ErrorKind, Output, State, Value};

use engine::problem::{count as counted, is_hidden, list_and, upper_first, visible};

use super::Format;
use super::pack::{Compression, packed};

/// The escaping of a format, as the engine names it.
pub(super) fn escaping(format: Format) -> AutoEscape {
    match format {
        Format::Html => AutoEscape::Html,
        Format::Markdown => AutoEscape::Custom("markdown".into()),
        Format::Text => AutoEscape::Custom("text".into()),
    }
}

/// Adds the filters that templates of a format use.
pub(super) fn add(env: &mut Environment<'static>, format: Format) {
    env.add_filter("count", count);
    env.add_filter("dice", move |faces: Vec<u8>, marks: Kwargs| dice(format, &faces, &marks));
    env.add_filter("listed", |words: Vec<String>| list_and(&words));
    env.add_filter("upper_first", |text: &str| upper_first(text));
    env.add_filter("utc", utc);
    env.add_filter("dated", dated);
    env.add_filter("alike", alike);
    env.add_filter("pad", pad);
    env.add_filter("right", right);
    env.add_filter("indent", indent);
    env.add_filter("wrap", move |text: &Value, first: &str| wrap(format, text, first));
    env.add_filter("fence", fence);
    env.add_filter("folded", folded);
    env.add_filter("exact", move |text: &str| verbatim(format, text));
    env.add_filter("with_code", move |text: &str| with_code(format, text));
}

/// A part of a report. On a page for orders (`packs`) it is folded below them, so there it is packed, and the
/// page's script unpacks it once the questions can be answered.
fn folded(part: Value, packs: bool) -> Value {
    if !packs {
        return part;
    }
    let text = part.as_str().unwrap_or_default();
    Value::from_safe_string(format!(
        "<noscript><p>The rest of the report is packed on this page, and takes a script to be seen. It stands in the report \
         that came with the page.</p></noscript>\n<script type=\"text/plain\" id=\"compose-rest\">{}</script>\n",
        packed(text, Compression::best())
    ))
}

/// Writes a value into a report, escaped for its format.
pub(super) fn write_escaped(
    format: Format,
    out: &mut Output<'_>,
    state: &State<'_, '_>,
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
    // A captured text counts as escaped, so nothing may be written otherwise than the format needs it.
    if !is_escaping(format, state.auto_escape()) {
        let what = "text is always escaped for the format of the report: take `autoescape` away";
        return Err(Error::new(ErrorKind::InvalidOperation, what));
    }
    let written = if value.is_safe() { out.write_str(text) } else { write_text(format, out, text) };
    written.map_err(Error::from)
}

/// Whether this is the escaping of a format, the only one in which text may be written.
fn is_escaping(format: Format, escaping: &AutoEscape) -> bool {
    match (format, escaping) {
        (Format::Html, AutoEscape::Html) => true,
        (Format::Markdown, AutoEscape::Custom(name)) => name == "markdown",
        (Format::Text, AutoEscape::Custom(name)) => name == "text",
        _ => false,
    }
}

/// Writes a text from a packet, cleaned and escaped.
fn write_text(format: Format, out: &mut (impl Write + ?Sized), text: &str) -> std::fmt::Result {
    match format {
        Format::Html => write_prose(out, &clean(text)),
        Format::Markdown => write_markdown(out, &clean(text)),
        Format::Text => out.write_str(&clean(text)),
    }
}

/// Words in which backticks stand around what a file may say: a page shows that as code, other formats leave
/// the marks.
fn with_code(format: Format, text: &str) -> Value {
    let pieces: Vec<&str> = text.split('`').collect();
    if format != Format::Html || pieces.len().is_multiple_of(2) {
        return Value::from(text);
    }
    let mut out = String::new();
    for (at, piece) in pieces.into_iter().enumerate() {
        let [begin, end] = if at % 2 == 1 { ["<code>", "</code>"] } else { [""; 2] };
        out.push_str(begin);
        write_text(format, &mut out, piece).expect("a String takes all");
        out.push_str(end);
    }
    Value::from_safe_string(out)
}

/// A text on one line: line ends become blanks, hidden characters are spelled out, and no run of `=` can pass
/// for the marker of an orders block.
pub(super) fn clean(text: &str) -> Cow<'_, str> {
    if !any(text, |byte| !(b' '..=b'~').contains(&byte) || byte == b'=')
        || text.chars().all(|c| c != '=' && !is_hidden(c))
    {
        return Cow::Borrowed(text);
    }
    let line: String = text.chars().map(|c| if matches!(c, '\n' | '\r' | '\t') { ' ' } else { c }).collect();
    let mut line = visible(&line);
    while line.contains("==") {
        line = line.replace("==", "=");
    }
    Cow::Owned(line)
}

/// Whether any byte is such a one; looks at all of them, several at a time, for most texts are short and have
/// none.
fn any(text: &str, is: impl Fn(u8) -> bool) -> bool {
    text.bytes().fold(false, |found, byte| found | is(byte))
}

/// Writes text for HTML, fit for elements and quoted attributes.
pub(super) fn write_html(out: &mut (impl Write + ?Sized), text: &str) -> std::fmt::Result {
    let mut rest = text;
    let marks = |byte| matches!(byte, b'&' | b'<' | b'>' | b'"' | b'\'');
    if !any(text, marks) {
        return out.write_str(text);
    }
    while let Some(at) = rest.bytes().position(marks) {
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

/// Writes text for HTML as [`write_html`] does, with hyphens in stat lines at which no browser breaks a line.
fn write_prose(out: &mut (impl Write + ?Sized), text: &str) -> std::fmt::Result {
    let mut rest = text;
    let mut from = 0;
    while let Some(at) = rest.as_bytes()[from..].iter().position(|it| *it == b'-').map(|at| from + at) {
        let Some(length) = stat_line(rest, at) else {
            from = at + 1;
            continue;
        };
        write_html(out, &rest[..at])?;
        for (nth, number) in rest[at..at + length].split('-').enumerate() {
            out.write_str(if nth == 0 { "" } else { "\u{2011}" })?;
            out.write_str(number)?;
        }
        rest = &rest[at + length..];
        from = 0;
    }
    write_html(out, rest)
}

/// How long the end `-9-3` of a stat line such as `8-9-3`, `ASW 1(2)-2-3` or `1*-3-7-4*` is, if one begins at
/// this hyphen.
fn stat_line(text: &str, at: usize) -> Option<usize> {
    let before = at.checked_sub(1).map(|before| text.as_bytes()[before])?;
    let mut rest = &text[at..];
    for _ in 0..3 {
        let Some(part) = rest.strip_prefix('-') else { break };
        let digits = part.bytes().take_while(u8::is_ascii_digit).count();
        rest = if digits > 0 { &part[digits..] } else { return None };
        rest = rest.strip_prefix('*').unwrap_or(rest);
    }
    let is_line = rest.starts_with([')', ';']) && (matches!(before, b')' | b'*') || before.is_ascii_digit());
    is_line.then(|| text.len() - at - rest.len())
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

/// The faces of dice, as `[1 2 5]`, on one line; those that hit with a star, as in `[1* 2 5]`: faces up to
/// `upto`, or so many of the `lowest` or `highest` dice.
fn dice(format: Format, faces: &[u8], marks: &Kwargs) -> Result<Value, Error> {
    let upto: Option<u8> = marks.get("upto")?;
    let (lowest, highest): (Option<usize>, Option<usize>) = (marks.get("lowest")?, marks.get("highest")?);
    marks.assert_all_used()?;
    let rank =
        |at: usize| faces.iter().zip(0..).filter(|&(&face, other)| (face, other) < (faces[at], at)).count();
    let hits = |at: usize| {
        upto.is_some_and(|most| faces[at] <= most)
            || lowest.is_some_and(|count| rank(at) < count)
            || highest.is_some_and(|count| rank(at) >= faces.len().saturating_sub(count))
    };
    let gap = if format == Format::Html { "&nbsp;" } else { " " };
    let mut text = String::with_capacity(faces.len() * 2 + 2);
    text.push('[');
    for (at, face) in faces.iter().enumerate() {
        let blank = if at > 0 { gap } else { "" };
        _ = write!(text, "{blank}{face}{}", if hits(at) { "*" } else { "" });
    }
    text.push(']');
    Ok(Value::from_safe_string(text))
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

/// A text that begins with a date, with the day of the week, as a match with a time zone
/// has it: `Tuesday 1 December 2026, 20:00 UTC`; anything else as it is.
fn dated(text: &str) -> String {
    let date = text.get(..10).and_then(|date| date.parse::<Date>().ok());
    match (date, text.get(10..)) {
        (Some(date), Some(rest)) => format!("{},{rest}", date.strftime("%A %-d %B %Y")),
        _ => text.to_owned(),
    }
}

/// An instant as a report of a match without a time zone has it: `Tuesday 1 December 2026, 20:00 UTC`.
pub(super) fn in_words(instant: &str) -> String {
    dated(&utc(instant))
}

/// Texts of a list, those that differ in nothing but a serial number as one: `2 Murasame (1052, 1053)`. The
/// first of each keeps its place.
fn alike(texts: Vec<Value>) -> Vec<String> {
    let mut groups: Vec<(String, String, Vec<String>)> = Vec::new();
    for text in texts {
        let text = text.to_string();
        let (before, serial, after) = serial_of(&text).unwrap_or((&text, "", ""));
        match groups.iter_mut().find(|(head, tail, _)| head == before && tail == after) {
            Some((.., serials)) => serials.push(serial.to_owned()),
            None => groups.push((before.to_owned(), after.to_owned(), vec![serial.to_owned()])),
        }
    }
    let group = |(before, after, serials): (String, String, Vec<String>)| {
        let many = if serials.len() > 1 { format!("{} ", serials.len()) } else { String::new() };
        let known = serials.iter().any(|serial| !serial.is_empty());
        let serials = if known { format!(" ({})", serials.join(", ")) } else { String::new() };
        format!("{many}{before}{serials}{after}")
    };
    groups.into_iter().map(group).collect()
}

/// What stands before, in and behind the first serial number of a text, four digits or more in brackets.
fn serial_of(text: &str) -> Option<(&str, &str, &str)> {
    text.match_indices(" (").find_map(|(at, _)| {
        let (serial, after) = text[at + 2..].split_once(')')?;
        let is_serial = serial.len() >= 4 && serial.bytes().all(|it| it.is_ascii_digit());
        is_serial.then_some((&text[..at], serial, after))
    })
}

/// The widest column to which a template may fill something up.
const COLUMN: usize = 1000;

/// Fills with blanks on the right.
fn pad(value: &Value, width: usize) -> Result<String, Error> {
    let (text, width) = (value.to_string(), column(width)?);
    Ok(format!("{text:<width$}"))
}

/// Fills with blanks on the left.
fn right(value: &Value, width: usize) -> Result<String, Error> {
    let (text, width) = (value.to_string(), column(width)?);
    Ok(format!("{text:>width$}"))
}

/// Moves lines to the right.
fn indent(text: StringInput<'_>, width: usize, marks: Kwargs) -> Result<Value, Error> {
    minijinja::filters::indent(text, Some(column(width)?), None, None, marks)
}

fn column(width: usize) -> Result<usize, Error> {
    if width <= COLUMN {
        return Ok(width);
    }
    let what = format!("a column of {width} is too wide: {COLUMN} is the most");
    Err(Error::new(ErrorKind::InvalidOperation, what))
}

/// How wide a line of a plain text report may grow.
const WIDTH: usize = 78;

/// Breaks text into lines; `first` begins the first line and as many blanks the others. Dice stay together.
/// What has not been escaped yet is escaped here, so that no order marker and no markup can arise.
fn wrap(format: Format, text: &Value, first: &str) -> Result<Value, Error> {
    if !first.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b' ' | b'-' | b':')) {
        let what = "`wrap` begins a line with letters, digits, blanks, - and : alone";
        return Err(Error::new(ErrorKind::InvalidOperation, what));
    }
    column(first.len())?;
    let plain = text.as_str().map_or_else(|| Cow::Owned(text.to_string()), Cow::Borrowed);
    let mut escaped = String::new();
    if !text.is_safe() {
        write_text(format, &mut escaped, &plain)?;
    }
    let mut rest = if text.is_safe() { plain.trim_start() } else { escaped.trim_start() };
    let indent = first.len();
    let mut out = String::with_capacity(rest.len() + rest.len() / 8 + indent);
    out.push_str(first);
    let mut column = indent;
    while !rest.is_empty() {
        let (word, after) = rest.split_at(word_length(rest, WIDTH - indent.min(WIDTH)));
        let length = word.chars().count();
        if column > indent && column + 1 + length > WIDTH {
            out.push('\n');
            out.extend(std::iter::repeat_n(' ', indent));
            column = indent;
        } else if column > indent {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += length;
        rest = after.trim_start();
    }
    Ok(Value::from_safe_string(out))
}

/// How long the first word of a text is, in bytes. Dice in brackets are one word if they fit on a line.
fn word_length(text: &str, room: usize) -> usize {
    let end = |from: usize| text[from..].find(char::is_whitespace).map_or(text.len(), |at| from + at);
    let dice = text.strip_prefix('[').and_then(|rest| {
        let faces = rest.bytes().take_while(|byte| byte.is_ascii_digit() || b" *".contains(byte)).count();
        rest[faces..].starts_with(']').then(|| end(faces + 1))
    });
    dice.filter(|length| *length <= room).unwrap_or_else(|| end(0))
}

/// `link|exact`: a text of one or many lines as it is, for links and what programs read; escaped where the
/// format needs it within `<pre>` or a fence.
pub(super) fn verbatim(format: Format, text: &str) -> Value {
    let ascii = !any(text, |byte| !matches!(byte, b' '..=b'~' | b'\n'));
    let text = if ascii || !text.contains(|c: char| c != '\n' && is_hidden(c)) {
        Cow::Borrowed(text)
    } else {
        let lines: Vec<String> = text.split('\n').map(visible).collect();
        Cow::Owned(lines.join("\n"))
    };
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    match format {
        Format::Html => {
            let lines = text.split_inclusive('\n');
            lines.for_each(|line| write_html(&mut out, line).expect("a String takes all"));
        }
        Format::Markdown | Format::Text => out.push_str(&text),
    }
    Value::from_safe_string(out)
}

/// A Markdown fence that nothing in the text can close.
fn fence(text: &str) -> Value {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    Value::from_safe_string("`".repeat(longest.max(2) + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_in_its_serial_number_alone_is_named_once() {
        let texts = [
            "Murasame (1052) (destroyer 2/7-2)",
            "Yukikaze (1075)",
            "Murasame (1053) (destroyer 2/7-2)",
            "Kiel (13)",
            "Kiel (13)",
        ];
        let named = alike(texts.iter().map(|text| Value::from(*text)).collect());
        assert_eq!(named, ["2 Murasame (1052, 1053) (destroyer 2/7-2)", "Yukikaze (1075)", "2 Kiel (13)"]);
    }

    #[test]
    fn a_date_has_its_day_of_the_week() {
        assert_eq!(dated("2026-12-01 20:00 UTC"), "Tuesday 1 December 2026, 20:00 UTC");
        assert_eq!(dated("2026-02-30 20:00 UTC"), "2026-02-30 20:00 UTC");
        assert_eq!(dated("soon"), "soon");
    }

    #[test]
    fn words_of_a_file_are_code_on_a_page() {
        let shown = |format, text| with_code(format, text).to_string();
        let text = "Seize it (`seize`), <or> not (`hold`)";
        assert_eq!(
            shown(Format::Html, text),
            "Seize it (<code>seize</code>), &lt;or&gt; not (<code>hold</code>)"
        );
        assert_eq!(shown(Format::Markdown, text), text);
        // A mark without its fellow is a mark.
        assert_eq!(shown(Format::Html, "it`s <"), "it`s <");
        assert!(!with_code(Format::Html, "it`s <").is_safe(), "it is escaped where it is written");
    }
}
