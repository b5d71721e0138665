//! A log of facts as a file: one JSON object a line, each on the disk before it counts. No line is ever
//! changed, except that the whole file may be written anew, shorter, when what it says stands elsewhere.
//!
//! A line without its line end was torn by a crash before anybody was told that it is there; it is cut off
//! when the file is opened next, once what stands before it is understood.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use fs_err::{self as fs, File, OpenOptions};

use super::fault::LogFault;
use super::traits::{Facts, Opened};
use crate::journal::sync_dir;
use crate::matches::folder::bytes_of;

/// A file of facts.
#[derive(Debug)]
struct FactsFile {
    path: PathBuf,
    file: File,
    length: u64,
    broken: bool,
}

/// Opens the log of this name in a folder, making both where they are missing.
///
/// # Errors
/// If it cannot be read or written.
pub(super) fn open(dir: &Path, name: &str) -> Result<Opened, LogFault> {
    if !dir.is_dir() {
        fs::create_dir_all(dir)?;
        sync_dir(dir.parent().unwrap_or(dir))?;
    }
    let path = dir.join(name);
    let bytes = bytes_of(&path)?;
    let fresh = bytes.is_none();
    let bytes = bytes.unwrap_or_default();
    let whole = whole_lines(&bytes);
    let file = OpenOptions::new().append(true).create(true).open(&path)?;
    if fresh {
        sync_dir(dir)?;
    }
    let facts = FactsFile { path, file, length: whole as u64, broken: false };
    let lines = lines(&bytes[..whole]);
    Ok(Opened { facts: Box::new(facts), lines, torn: bytes.len() - whole })
}

/// The lines of a log as they stand.
///
/// # Errors
/// If it cannot be read.
pub(super) fn look(dir: &Path, name: &str) -> Result<Vec<Vec<u8>>, LogFault> {
    let bytes = bytes_of(&dir.join(name))?.unwrap_or_default();
    Ok(lines(&bytes[..whole_lines(&bytes)]))
}

impl Facts for FactsFile {
    fn mend(&mut self) -> Result<(), LogFault> {
        Ok(self.truncate()?)
    }

    fn append(&mut self, lines: &[Vec<u8>]) -> Result<(), LogFault> {
        if self.broken {
            return Err(self.is_broken());
        }
        if lines.is_empty() {
            return Ok(());
        }
        if self.file.metadata()?.len() != self.length {
            self.broken = true;
            return Err(LogFault::Changed(self.called()));
        }
        let bytes = to_bytes(lines);
        // The length of the file is data enough for `sync_data`; the time of its last change need not last.
        if let Err(error) = self.file.write_all(&bytes).and_then(|()| self.file.sync_data()) {
            self.broken = self.truncate().is_err();
            return Err(LogFault::Io(error));
        }
        self.length += bytes.len() as u64;
        Ok(())
    }

    fn rewrite(&mut self, lines: &[Vec<u8>]) -> Result<(), LogFault> {
        if self.broken {
            return Err(self.is_broken());
        }
        let (bytes, part) = (to_bytes(lines), self.path.with_extension("part"));
        let mut file = File::create(&part)?;
        file.write_all(&bytes)?;
        file.sync_all()?;
        fs::rename(&part, &self.path)?;
        sync_dir(self.path.parent().unwrap_or(&self.path))?;
        self.file = OpenOptions::new().append(true).open(&self.path)?;
        self.length = bytes.len() as u64;
        Ok(())
    }
}

impl FactsFile {
    fn called(&self) -> String {
        self.path.display().to_string()
    }

    fn is_broken(&self) -> LogFault {
        LogFault::Broken(self.called())
    }

    /// Cuts the file to what counts. Windows refuses that to a handle that may only append, so this takes one
    /// of its own.
    fn truncate(&self) -> io::Result<()> {
        let file = OpenOptions::new().write(true).open(&self.path)?;
        file.set_len(self.length)?;
        file.sync_all()
    }
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

/// Lines that all have a line end.
fn lines(bytes: &[u8]) -> Vec<Vec<u8>> {
    let whole = bytes.split_inclusive(|byte| *byte == b'\n');
    whole.map(|line| line[..line.len() - 1].to_vec()).collect()
}

fn to_bytes(lines: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(lines.iter().map(|line| line.len() + 1).sum());
    for line in lines {
        bytes.extend_from_slice(line);
        bytes.push(b'\n');
    }
    bytes
}
