//! A command and its answer (RFC 3501, section 2.2). Whatever a server says unasked is read over if nothing
//! hangs on it: remarks, warnings and alerts are for people, and stop no mail.

use std::io::{self, BufRead, BufReader, Read, Write};

use super::answer::{Line, Said};

/// Why an answer is not what it should be.
#[derive(Debug)]
pub(crate) enum Trouble {
    /// The connection broke off.
    Io(io::Error),
    /// The server understood, and said no.
    No(String),
    /// The server took its leave, with these words.
    Bye(String),
    /// A line that is none of IMAP, or that cannot be an answer here.
    Garbled(String),
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Trouble {
        Trouble::Io(error)
    }
}

/// One connection.
pub(crate) struct Dialogue<S: Read + Write> {
    stream: BufReader<S>,
    /// How many commands were given.
    commands: u32,
}

impl<S: Read + Write> Dialogue<S> {
    /// Goes on behind the greeting.
    pub(crate) fn new(stream: S) -> Dialogue<S> {
        Dialogue { stream: BufReader::new(stream), commands: 0 }
    }

    /// Gives a command; what the server said before it was done.
    pub(crate) fn command(&mut self, command: &str) -> Result<Vec<Said>, Trouble> {
        self.command_with(command, "")
    }

    /// The same for a command in whose midst the server asks for more.
    pub(crate) fn command_with(&mut self, command: &str, more: &str) -> Result<Vec<Said>, Trouble> {
        self.commands += 1;
        let tag = format!("a{}", self.commands);
        self.say(&format!("{tag} {command}"))?;
        let (mut all, mut more) = (Vec::new(), Some(more).filter(|more| !more.is_empty()));
        loop {
            let line = match self.listen() {
                Ok(line) => line,
                Err(error) => return Err(farewell(all).map_or(Trouble::Io(error), Trouble::Bye)),
            };
            let text = line.text();
            let garbled = || Trouble::Garbled(text.clone());
            if text.starts_with("* ") {
                all.push(line.said().ok_or_else(garbled)?);
            } else if text.starts_with('+') {
                let more = more.take().ok_or_else(garbled)?;
                self.say(more)?;
            } else {
                let answer = text.strip_prefix(&format!("{tag} ")).ok_or_else(garbled)?;
                let (status, words) = answer.split_once(' ').unwrap_or((answer, ""));
                return match status.to_ascii_uppercase().as_str() {
                    "OK" => Ok(all),
                    "NO" | "BAD" => Err(Trouble::No(words.trim().to_owned())),
                    _ => Err(garbled()),
                };
            }
        }
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        let stream = self.stream.get_mut();
        stream.write_all(format!("{line}\r\n").as_bytes())?;
        stream.flush()
    }

    /// One line with the literals in it, however long: the stream says how much an answer may bring.
    fn listen(&mut self) -> io::Result<Line> {
        let mut line = Line::default();
        loop {
            let mut text = Vec::new();
            self.stream.read_until(b'\n', &mut text)?;
            if text.last() != Some(&b'\n') {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            let length = literal(&text).filter(|_| !is_remark(line.pieces.first().unwrap_or(&text)));
            line.pieces.push(text);
            let Some(length) = length else { return Ok(line) };
            // Not taken in advance: a server may name any number.
            let mut bytes = Vec::new();
            if (&mut self.stream).take(length).read_to_end(&mut bytes)? as u64 != length {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            line.pieces.push(bytes);
        }
    }
}

/// How many bytes follow a text that ends in `{n}`.
fn literal(text: &[u8]) -> Option<u64> {
    let text = text.trim_ascii_end().strip_suffix(b"}")?;
    let from = text.iter().rposition(|byte| *byte == b'{')?;
    std::str::from_utf8(&text[from + 1..]).ok()?.parse().ok()
}

/// Whether a line ends in words for people, in which braces mean nothing.
fn is_remark(text: &[u8]) -> bool {
    let status = text.split(|byte| *byte == b' ').nth(1).unwrap_or_default().to_ascii_uppercase();
    !text.starts_with(b"* ")
        || [b"OK".as_slice(), b"NO", b"BAD", b"BYE", b"PREAUTH"].contains(&status.as_slice())
}

fn farewell(all: Vec<Said>) -> Option<String> {
    all.into_iter().find_map(|said| if let Said::Bye(words) = said { Some(words) } else { None })
}

/// A text in quotation marks (RFC 3501, section 9), which holds ASCII on one line only.
pub(crate) fn quoted(text: &str) -> Option<String> {
    let fits = text.chars().all(|character| character.is_ascii() && !character.is_ascii_control());
    fits.then(|| format!("\"{}\"", text.replace('\\', r"\\").replace('"', r#"\""#)))
}
