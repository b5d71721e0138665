//! A log of facts: one JSON object a line, each lasting before it counts. No line is ever changed, except
//! that all may be written anew, fewer, when what they say stands elsewhere.

use std::io;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::post::shelf::{Facts, LONGEST, LogFault, Opened, Shelf};

/// An open log.
#[derive(Debug)]
pub(in crate::post) struct Log {
    /// What people call it.
    place: String,
    /// Nothing for a caller that only reads.
    facts: Option<Box<dyn Facts>>,
}

impl Log {
    /// Opens the log of this name on a shelf, making it where it is missing. Gives its lines, and how many
    /// bytes of a torn last line were cut off.
    ///
    /// # Errors
    /// If it cannot be read or written, or holds a line that is not understood; then nothing is cut off.
    pub(in crate::post) fn open<T: DeserializeOwned>(
        shelf: &dyn Shelf,
        name: &str,
    ) -> Result<(Log, Vec<T>, usize), LogFault> {
        let place = shelf.place(name);
        let Opened { mut facts, lines, torn } = shelf.facts(name)?;
        let lines = read_lines(&place, lines)?;
        if torn > 0 {
            facts.mend()?;
        }
        Ok((Log { place, facts: Some(facts) }, lines, torn))
    }

    /// The lines of a log as they stand, for a reader who changes nothing: a torn last line is left out, and
    /// none is there before the log is.
    ///
    /// # Errors
    /// If it cannot be read, or holds a line that is not understood.
    pub(in crate::post) fn look<T: DeserializeOwned>(
        shelf: &dyn Shelf,
        name: &str,
    ) -> Result<(Log, Vec<T>), LogFault> {
        let place = shelf.place(name);
        let lines = read_lines(&place, shelf.look(name)?)?;
        Ok((Log { place, facts: None }, lines))
    }

    /// Writes these lines in place of all that are there: after a crash either the old ones stand or the new
    /// ones.
    ///
    /// # Errors
    /// If they cannot be written; the old ones stand then.
    pub(in crate::post) fn rewrite(&mut self, facts: &[impl Serialize]) -> Result<(), LogFault> {
        let lines = to_lines(facts)?;
        self.facts()?.rewrite(&lines)
    }

    /// Adds lines and waits, once for all of them, until they last. After a crash some of them may be there
    /// and the others not, the first ones first.
    ///
    /// # Errors
    /// If they cannot be written; none of them counts then.
    pub(in crate::post) fn append(&mut self, facts: &[impl Serialize]) -> Result<(), LogFault> {
        let lines = to_lines(facts)?;
        self.facts()?.append(&lines)
    }

    fn facts(&mut self) -> Result<&mut dyn Facts, LogFault> {
        match &mut self.facts {
            Some(facts) => Ok(&mut **facts),
            None => Err(LogFault::Broken(self.place.clone())),
        }
    }
}

fn to_lines(facts: &[impl Serialize]) -> Result<Vec<Vec<u8>>, LogFault> {
    let line = |fact| {
        let line = serde_json::to_vec(fact).map_err(io::Error::from)?;
        // With its line end.
        let bytes = line.len() + 1;
        if bytes > LONGEST { Err(LogFault::TooLong { bytes }) } else { Ok(line) }
    };
    facts.iter().map(line).collect()
}

fn read_lines<T: DeserializeOwned>(place: &str, lines: Vec<Vec<u8>>) -> Result<Vec<T>, LogFault> {
    let read = |(at, line): (usize, Vec<u8>)| {
        serde_json::from_slice(&line).map_err(|error| LogFault::Line {
            place: place.to_owned(),
            line: at + 1,
            what: error.to_string(),
        })
    };
    lines.into_iter().enumerate().map(read).collect()
}
