//! The header of a message or part: its fields, in order, unfolded but not understood (RFC 5322, section
//! 2.2). Where a header has no end the library finds no text (`hostile-no-blank-line.eml`,
//! `hostile-cr-only.eml`); single values it reads.

use std::borrow::Cow;

use mail_parser::decoders::charsets::map::charset_decoder;
use mail_parser::parsers::MessageStream;
use mail_parser::{ContentType, HeaderValue};

/// Bytes of one field that are looked at; the fields read here are a line or two.
const LONGEST_FIELD: usize = 16 * 1024;

/// Fields of one header that are kept. Those of real mail are below two hundred.
const MOST_FIELDS: usize = 2000;

/// The fields of one header.
#[derive(Debug, Default)]
pub struct Fields<'x> {
    /// Name in lower case, and the raw value with its line ends.
    all: Vec<(String, &'x [u8])>,
    /// Bytes of the header.
    pub size: usize,
    /// Whether there were more fields than are kept.
    pub crowded: bool,
}

impl<'x> Fields<'x> {
    /// Cuts a header off, and gives what follows the blank line. A line that is no field ends the header too,
    /// as the blank line was then forgotten.
    pub fn split(raw: &'x [u8]) -> (Fields<'x>, &'x [u8]) {
        let mut fields = Fields::default();
        let mut at = 0;
        while at < raw.len() {
            let end = line_end(raw, at);
            let line = trim_end(&raw[at..end]);
            if line.is_empty() {
                at = end;
                break;
            }
            let Some((name, value_at)) = name(line) else { break };
            let mut field_end = end;
            while field_end < raw.len() && matches!(raw[field_end], b' ' | b'\t') {
                let next = line_end(raw, field_end);
                if trim_end(&raw[field_end..next]).is_empty() {
                    break;
                }
                field_end = next;
            }
            fields.crowded = fields.all.len() >= MOST_FIELDS;
            if !fields.crowded {
                fields.all.push((name, &raw[at + value_at..field_end]));
            }
            at = field_end;
        }
        fields.size = at;
        (fields, &raw[at..])
    }

    /// Whether there is no field.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The values of all fields of a name, in lower case, in order.
    pub fn raw(&self, name: &'static str) -> impl Iterator<Item = &'x [u8]> {
        self.all.iter().filter(move |(found, _)| found == name).map(|(_, value)| *value)
    }

    /// Whether there is a field of this name.
    pub fn has(&self, name: &'static str) -> bool {
        self.raw(name).next().is_some()
    }

    /// The first field of a name as text of one line, encoded words left as they are.
    pub fn text(&self, name: &'static str) -> Option<String> {
        self.texts(name).next()
    }

    /// All fields of a name, each as text of one line.
    pub fn texts(&self, name: &'static str) -> impl Iterator<Item = String> {
        self.raw(name)
            .map(|value| crate::post::letters::one_line(&String::from_utf8_lossy(bounded(value)), 2000))
    }

    /// The first field of a name as text with encoded words decoded (RFC 2047).
    pub fn decoded(&self, name: &'static str) -> Option<String> {
        let value = utf8(self.raw(name).next()?);
        let value = MessageStream::new(&value).parse_unstructured();
        Some(value.as_text().unwrap_or_default().to_owned())
    }

    /// The first field of a name, read as a media type with its parameters (RFC 2045, RFC 2231).
    pub fn content_type(&self, name: &'static str) -> Option<ContentType<'static>> {
        let value = utf8(self.raw(name).next()?);
        match MessageStream::new(&value).parse_content_type().into_owned() {
            HeaderValue::ContentType(found) => Some(found),
            _ => None,
        }
    }
}

/// A field's value as UTF-8 with a line end; raw 8-bit text that is not UTF-8 is taken for Windows-1252.
pub fn utf8(value: &[u8]) -> Vec<u8> {
    let value = bounded(value);
    let mut bytes = match std::str::from_utf8(value) {
        Ok(_) => value.to_vec(),
        Err(_) => latin(value).into_bytes(),
    };
    bytes.push(b'\n');
    bytes
}

/// Text in Windows-1252, which is what a missing or wrong charset most often was.
pub fn latin(bytes: &[u8]) -> String {
    match charset_decoder(b"windows-1252") {
        Some(decode) => decode(bytes),
        None => bytes.iter().map(|byte| char::from(*byte)).collect(),
    }
}

/// Turns a message whose lines end in carriage returns alone into one with line feeds.
pub fn with_line_feeds(raw: &[u8]) -> Cow<'_, [u8]> {
    if raw.contains(&b'\n') || !raw.contains(&b'\r') {
        return Cow::Borrowed(raw);
    }
    Cow::Owned(raw.iter().map(|byte| if *byte == b'\r' { b'\n' } else { *byte }).collect())
}

/// What follows blank lines and the separator line of an mbox, if the message begins with one.
pub fn after_from_line(raw: &[u8]) -> &[u8] {
    let blank = raw.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    let raw = &raw[blank..];
    let marked = raw.starts_with(b"From ") || raw.starts_with(b">From ");
    if marked { &raw[line_end(raw, 0)..] } else { raw }
}

/// The byte after the line that begins here.
pub fn line_end(raw: &[u8], at: usize) -> usize {
    raw[at..].iter().position(|byte| *byte == b'\n').map_or(raw.len(), |found| at + found + 1)
}

fn bounded(value: &[u8]) -> &[u8] {
    &value[..value.len().min(LONGEST_FIELD)]
}

/// The bytes of a line without white space at its end.
pub fn trim_end(line: &[u8]) -> &[u8] {
    line.trim_ascii_end()
}

/// A field's name in lower case, and where its value begins.
fn name(line: &[u8]) -> Option<(String, usize)> {
    let colon = line.iter().take(200).position(|byte| *byte == b':')?;
    let name = line[..colon].trim_ascii_end();
    let allowed = |byte: &u8| byte.is_ascii_graphic() || !byte.is_ascii();
    let good = !name.is_empty() && name.iter().all(allowed);
    good.then(|| (String::from_utf8_lossy(name).to_ascii_lowercase(), colon + 1))
}
