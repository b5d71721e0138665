//! A file to which lines are added: one JSON object a line, each on the disk before it counts. No line is
//! ever changed, except that the whole file may be written anew, shorter, when what it says stands elsewhere.
//!
//! A line without its line end was torn by a crash before anybody was told that it is there; it is cut off
//! when the file is opened next.

use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use fs_err::{self as fs, File, OpenOptions};
use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;

use crate::journal::sync_dir;

/// Longest line that is written, in bytes.
const LONGEST: usize = 64 * 1024;

/// Why a log was not read or added to.
#[derive(Debug, Error)]
pub enum LogFault {
    /// A file could not be read or written.
    #[error("{0}. Check the disk and the permissions, then try again.")]
    Io(#[from] io::Error),
    /// A line in the middle of the file is not understood.
    #[error(
        "{}, line {line} is not understood: {what}. Restore the file from a backup; do not delete it, or mail is sent \
         again.",
        .path.display()
    )]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        what: String,
    },
    /// Something else wrote to the file while it was open.
    #[error(
        "something else changed {} while it was open. Let only one program work on a match, and open it again.",
        .0.display()
    )]
    Changed(PathBuf),
    /// An earlier write failed and could not be taken back.
    #[error("an earlier write to {} failed. Check the disk, then open the match again.", .0.display())]
    Broken(PathBuf),
    /// What was to be written is too long for a line.
    #[error("a line of {bytes} bytes is too long ({LONGEST} are allowed). Send to fewer people at once.")]
    TooLong {
        /// Its length in bytes.
        bytes: usize,
    },
}

/// An open log.
#[derive(Debug)]
pub(in crate::post) struct Log {
    path: PathBuf,
    /// Nothing for a caller that only reads.
    file: Option<File>,
    length: u64,
    broken: bool,
}

impl Log {
    /// Opens the log of this name in a folder below the match's, making both where they are missing. Gives
    /// its lines, and how many bytes of a torn last line were cut off.
    pub(in crate::post) fn open<T: DeserializeOwned>(
        dir: &Path,
        name: &str,
    ) -> Result<(Log, Vec<T>, usize), LogFault> {
        if !dir.is_dir() {
            fs::create_dir_all(dir)?;
            sync_dir(dir.parent().unwrap_or(dir))?;
        }
        let path = dir.join(name);
        let bytes = match fs::read(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            read => Some(read?),
        };
        let fresh = bytes.is_none();
        let bytes = bytes.unwrap_or_default();
        let whole = whole_lines(&bytes);
        let lines = read_lines(&path, &bytes[..whole])?;
        let file = OpenOptions::new().append(true).create(true).open(&path)?;
        if fresh {
            sync_dir(dir)?;
        }
        let log = Log { path, file: Some(file), length: whole as u64, broken: false };
        if whole < bytes.len() {
            log.truncate()?;
        }
        Ok((log, lines, bytes.len() - whole))
    }

    /// The lines of a log as they stand, for a reader who changes nothing: a torn last line is left out, and
    /// none is there before the log is.
    pub(in crate::post) fn look<T: DeserializeOwned>(
        dir: &Path,
        name: &str,
    ) -> Result<(Log, Vec<T>), LogFault> {
        let path = dir.join(name);
        let bytes = match fs::read(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
            read => read?,
        };
        let lines = read_lines(&path, &bytes[..whole_lines(&bytes)])?;
        Ok((Log { path, file: None, length: 0, broken: true }, lines))
    }

    /// Writes these lines in place of all that are there: after a crash either the old ones stand or the new
    /// ones.
    pub(in crate::post) fn rewrite(&mut self, facts: &[impl Serialize]) -> Result<(), LogFault> {
        if self.broken {
            return Err(LogFault::Broken(self.path.clone()));
        }
        let (bytes, part) = (to_lines(facts)?, self.path.with_extension("part"));
        let mut file = File::create(&part)?;
        file.write_all(&bytes)?;
        file.sync_all()?;
        fs::rename(&part, &self.path)?;
        sync_dir(self.path.parent().unwrap_or(&self.path))?;
        self.file = Some(OpenOptions::new().append(true).open(&self.path)?);
        self.length = bytes.len() as u64;
        Ok(())
    }

    /// Adds lines and waits, once for all of them, until they are on the disk. After a crash some of them may
    /// be there and the others not, the first ones first.
    pub(in crate::post) fn append(&mut self, facts: &[impl Serialize]) -> Result<(), LogFault> {
        if self.broken {
            return Err(LogFault::Broken(self.path.clone()));
        }
        if facts.is_empty() {
            return Ok(());
        }
        let lines = to_lines(facts)?;
        let Some(file) = &mut self.file else { return Err(LogFault::Broken(self.path.clone())) };
        if file.metadata()?.len() != self.length {
            self.broken = true;
            return Err(LogFault::Changed(self.path.clone()));
        }
        // The length of the file is data enough for `sync_data`; the time of its last change need not last.
        if let Err(error) = file.write_all(&lines).and_then(|()| file.sync_data()) {
            self.broken = self.truncate().is_err();
            return Err(LogFault::Io(error));
        }
        self.length += lines.len() as u64;
        Ok(())
    }

    /// Cuts the file to what counts. Windows refuses that to a handle that may only append, so this takes one
    /// of its own.
    fn truncate(&self) -> io::Result<()> {
        let file = OpenOptions::new().write(true).open(&self.path)?;
        file.set_len(self.length)?;
        file.sync_all()
    }
}

fn to_lines(facts: &[impl Serialize]) -> Result<Vec<u8>, LogFault> {
    let mut lines = Vec::new();
    for fact in facts {
        let start = lines.len();
        serde_json::to_writer(&mut lines, fact).map_err(io::Error::from)?;
        lines.push(b'\n');
        if lines.len() - start > LONGEST {
            return Err(LogFault::TooLong { bytes: lines.len() - start });
        }
    }
    Ok(lines)
}

/// Finds where the torn end begins: behind the last line end, or where zeros stand in place of a block that a
/// power cut kept from the disk.
fn whole_lines(bytes: &[u8]) -> usize {
    let good = bytes.iter().position(|byte| *byte == 0).map_or(bytes, |zero| {
        // Zeros with whole lines behind them are no torn end; the line that holds them is told as a fault.
        let tail = &bytes[zero..];
        let line_end = tail.iter().position(|byte| *byte == b'\n').map_or(tail.len(), |at| at + 1);
        if tail[line_end..].iter().any(|byte| *byte != 0) { bytes } else { &bytes[..zero] }
    });
    good.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1)
}

fn read_lines<T: DeserializeOwned>(path: &Path, bytes: &[u8]) -> Result<Vec<T>, LogFault> {
    let read = |(at, line): (usize, &[u8])| {
        serde_json::from_slice(line).map_err(|error| LogFault::Line {
            path: path.to_owned(),
            line: at + 1,
            what: error.to_string(),
        })
    };
    let lines = bytes.split_inclusive(|byte| *byte == b'\n');
    lines.enumerate().map(read).collect()
}
