//! A text with its signatures. Source: c2sp.org/signed-note, c2sp.org/tlog-cosignature.

use std::fmt;

use engine::problem::quote;

use super::{Checkpoint, CheckpointFault, LIMIT, NoteKey, Role, check_name};
use crate::signature::Signer;
use crate::signature::base64::{base64_of, strict_base64};

/// How a line with a signature begins: an em dash and a blank.
const DASH: &str = "\u{2014} ";
/// The most signatures that a note may have; the convention asks for 16 at least.
const MOST: usize = 64;
/// The latest time of a cosignature.
const LATEST: u64 = i64::MAX as u64;

/// A text that ends in a line feed, and the lines that sign it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    text: String,
    lines: Vec<Line>,
}

/// A signature as a note has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The name of the key.
    pub name: String,
    id: [u8; 4],
    bytes: Vec<u8>,
}

/// A signature that was found good.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// The key.
    pub key: NoteKey,
    /// When a cosigner saw the text, in seconds since 1970.
    pub time: Option<u64>,
}

/// What a cosigner signs.
fn cosigned(time: u64, text: &str) -> String {
    format!("cosignature/v1\ntime {time}\n{text}")
}

impl Line {
    /// Reads a line without its line feed.
    fn parse(line: &str) -> Result<Line, &'static str> {
        let rest = line.strip_prefix(DASH).ok_or("it does not begin with an em dash and a blank")?;
        let (name, signature) = rest.split_once(' ').ok_or("it is not a name and a signature")?;
        check_name(name).map_err(|_| "its name cannot be that of a key")?;
        let bytes = strict_base64(signature).ok_or("its signature is no base64")?;
        let (id, bytes) = bytes.split_first_chunk().ok_or("its signature is too short")?;
        Ok(Line { name: name.to_owned(), id: *id, bytes: bytes.to_vec() })
    }

    /// Whether the line says that a key made it.
    fn is_by(&self, key: &NoteKey) -> bool {
        self.name == key.name() && self.id == key.id()
    }

    /// Checks the line by its key. Gives the time if it is a cosignature.
    fn check(&self, key: &NoteKey, text: &str) -> Result<Option<u64>, &'static str> {
        let bytes = self.bytes.as_slice();
        let (time, signature) = match key.role() {
            Role::Log => (None, bytes),
            Role::Cosigner => {
                let (time, rest) = bytes.split_first_chunk().ok_or("is too short")?;
                (Some(u64::from_be_bytes(*time)), rest)
            }
        };
        let signature = signature.try_into().map_err(|_| "has another length than one of Ed25519")?;
        if time.is_some_and(|time| time > LATEST) {
            return Err("has a time beyond all time");
        }
        let over = time.map_or_else(|| text.to_owned(), |time| cosigned(time, text));
        match key.key().fits(over.as_bytes(), signature) {
            true => Ok(time),
            false => Err("is not over this text"),
        }
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes = [&self.id[..], &self.bytes].concat();
        write!(f, "{DASH}{} {}", self.name, base64_of(&bytes))
    }
}

impl Note {
    /// Reads a note. Whether its signatures are good, [`Note::check`] says.
    ///
    /// # Errors
    /// What is not as it must be, and in which line and column.
    pub fn parse(note: &str) -> Result<Note, CheckpointFault> {
        let mend = "keep the note as it was sent, to the last line feed; an attached file stays as it is";
        let no = |what: String| CheckpointFault::no(what, mend);
        if note.len() > LIMIT {
            return Err(no(format!("a note has {} KiB at most", LIMIT >> 10)));
        }
        for (at, line) in note.split('\n').enumerate() {
            if let Some(column) = line.chars().position(|letter| letter < ' ') {
                let found = quote(line.get(column..).and_then(|rest| rest.get(..1)).unwrap_or(line));
                let place = format!("line {}, column {}", at + 1, column + 1);
                return Err(no(format!("{place}: {found} may not stand in a note")));
            }
        }
        let Some(end) = note.rfind("\n\n") else {
            return Err(no("it has no empty line with signatures below it".to_owned()));
        };
        let (text, lines) = (&note[..=end], &note[end + 2..]);
        let first = text.lines().count() + 2;
        let Some(lines) = lines.strip_suffix('\n') else {
            let what = if lines.is_empty() { "no signature follows" } else { "the last line has no end" };
            return Err(no(format!("line {}: {what}", first + lines.lines().count().saturating_sub(1))));
        };
        let read = |(at, line)| Line::parse(line).map_err(|what| no(format!("line {}: {what}", first + at)));
        let lines: Vec<Line> = lines.split('\n').enumerate().map(read).collect::<Result<_, _>>()?;
        match lines.len() {
            0..=MOST => Ok(Note { text: text.to_owned(), lines }),
            many => Err(no(format!("it has {many} signatures, and {MOST} are the most"))),
        }
    }

    /// A checkpoint that its log signs, under the name of the log.
    ///
    /// # Errors
    /// If that cannot be the name of a key.
    pub fn of(checkpoint: &Checkpoint, signer: &Signer) -> Result<Note, CheckpointFault> {
        let key = NoteKey::new(&checkpoint.origin, Role::Log, signer.public_key())?;
        let text = checkpoint.to_string();
        let bytes = signer.sign_plain(text.as_bytes()).to_vec();
        let line = Line { name: checkpoint.origin.clone(), id: key.id(), bytes };
        Ok(Note { text, lines: vec![line] })
    }

    /// The line by which a witness cosigns the text at a time, in seconds since 1970.
    ///
    /// # Errors
    /// If the name cannot be that of a key.
    pub fn cosignature(&self, name: &str, signer: &Signer, time: u64) -> Result<Line, CheckpointFault> {
        let key = NoteKey::new(name, Role::Cosigner, signer.public_key())?;
        let signature = signer.sign_plain(cosigned(time, &self.text).as_bytes());
        let bytes = [&time.to_be_bytes()[..], &signature].concat();
        Ok(Line { name: name.to_owned(), id: key.id(), bytes })
    }

    /// Adds a line.
    pub fn add(&mut self, line: Line) {
        self.lines.push(line);
    }

    /// What is signed.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The lines that sign it.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// The same text with the lines of one key alone.
    pub fn by(&self, key: &NoteKey) -> Note {
        let lines = self.lines.iter().filter(|line| line.is_by(key)).cloned().collect();
        Note { text: self.text.clone(), lines }
    }

    /// The same with the newest cosignature alone.
    pub fn newest(mut self) -> Note {
        let time = |line: &Line| line.bytes.first_chunk().map(|bytes| u64::from_be_bytes(*bytes));
        self.lines.sort_by_key(time);
        self.lines.drain(..self.lines.len().saturating_sub(1));
        self
    }

    /// The checkpoint that the text is.
    ///
    /// # Errors
    /// As [`Checkpoint::parse`].
    pub fn checkpoint(&self) -> Result<Checkpoint, CheckpointFault> {
        Checkpoint::parse(&self.text)
    }

    /// Checks the signatures by these keys; lines of other keys say nothing and are passed over. Gives what
    /// was found good, in the order of the lines.
    ///
    /// # Errors
    /// If a line of one of the keys is not good, or one of them has no line.
    pub fn check(&self, keys: &[NoteKey]) -> Result<Vec<Seen>, CheckpointFault> {
        let mut seen = Vec::new();
        let first = self.text.lines().count() + 2;
        for (at, line) in self.lines.iter().enumerate() {
            for key in keys.iter().filter(|key| line.is_by(key)) {
                let time = line.check(key, &self.text).map_err(|what| {
                    CheckpointFault::False(format!(
                        "line {}: the signature of {} {what}",
                        first + at,
                        line.name
                    ))
                })?;
                seen.push(Seen { key: key.clone(), time });
            }
        }
        match keys.iter().find(|key| !seen.iter().any(|it| it.key == **key)) {
            Some(key) => Err(self.lacks(key)),
            None => Ok(seen),
        }
    }

    /// That a key has not signed.
    fn lacks(&self, key: &NoteKey) -> CheckpointFault {
        let kind = match key.role() {
            Role::Log => "signature",
            Role::Cosigner => "cosignature",
        };
        let near = match self.lines.iter().any(|line| line.name == key.name()) {
            true => "; what stands there under this name is by another key, or of another kind",
            false => "",
        };
        CheckpointFault::False(format!("it has no {kind} by {key}{near}"))
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.text)?;
        self.lines.iter().try_for_each(|line| writeln!(f, "{line}"))
    }
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
