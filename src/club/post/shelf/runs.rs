//! What a log has put by: files of sorted lines beside it, in which a line is found without reading the
//! others. A file is never changed; when several small ones have gathered they become one, so that there are
//! few at any age.
//!
//! What is put by under a key again replaces what was there. A crash may leave files that were gathered
//! already; their lines are the same, or older, and what is newer counts.

use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use fs_err::{self as fs, File};

use super::traits::PutBy;
use crate::journal::sync_dir;

/// Within so many bytes lines are read one after the other.
const BLOCK: u64 = 4096;
/// A file is gathered with newer ones that are together at least so large a part of it.
const PART: u64 = 2;
/// How often a reader looks again for files that were gathered while it opened them.
const LOOKS: usize = 20;

/// The files of a log, the newest first.
#[derive(Debug)]
pub(super) struct Runs {
    dir: PathBuf,
    runs: Vec<Run>,
}

/// A file of sorted lines: a key, a tab, a text.
#[derive(Debug)]
struct Run {
    number: u64,
    path: PathBuf,
    file: File,
    length: u64,
}

/// A key and the text under it.
type Entry = (String, String);

impl Runs {
    /// Opens what is there; the folder need not be.
    pub(super) fn open(dir: PathBuf) -> io::Result<Runs> {
        for _ in 0..LOOKS {
            match runs(&dir) {
                Ok(runs) => return Ok(Runs { dir, runs }),
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
        Err(io::Error::other(format!("the files in {} change all the time", dir.display())))
    }
}

impl PutBy for Runs {
    fn put(&mut self, entries: BTreeMap<String, String>) -> io::Result<()> {
        if entries.is_empty() {
            return Ok(());
        }
        if !self.dir.is_dir() {
            fs::create_dir_all(&self.dir)?;
            sync_dir(self.dir.parent().unwrap_or(&self.dir))?;
        }
        let mut total: u64 = entries.iter().map(|(key, text)| (key.len() + text.len() + 2) as u64).sum();
        let mut gathered = 0;
        while let Some(run) = self.runs.get(gathered).filter(|run| run.length <= total.saturating_mul(PART)) {
            total += run.length;
            gathered += 1;
        }
        let number = self.runs.first().map_or(1, |run| run.number + 1);
        let (part, path) = (self.dir.join("new.part"), self.dir.join(format!("{number:08}.run")));
        let mut file = io::BufWriter::new(File::create(&part)?);
        let mut sources: Vec<Box<dyn Iterator<Item = io::Result<Entry>> + '_>> =
            vec![Box::new(entries.into_iter().map(Ok))];
        for run in &self.runs[..gathered] {
            sources.push(Box::new(run.lines(0)?));
        }
        for entry in Merged::of(sources)? {
            let (key, text) = entry?;
            writeln!(file, "{key}\t{text}")?;
        }
        file.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
        fs::rename(&part, &path)?;
        sync_dir(&self.dir)?;
        let old: Vec<Run> = self.runs.drain(..gathered).collect();
        self.runs.insert(0, Run::open(number, path)?);
        for run in old {
            let path = run.path.clone();
            drop(run);
            fs::remove_file(path)?;
        }
        Ok(())
    }

    fn find(&self, key: &str) -> io::Result<Option<String>> {
        for run in &self.runs {
            let found = run.lines(run.first(key)?)?.next().transpose()?;
            if let Some((_, text)) = found.filter(|(own, _)| own == key) {
                return Ok(Some(text));
            }
        }
        Ok(None)
    }

    fn under(&self, start: &str) -> io::Result<Vec<Entry>> {
        let mut sources: Vec<Box<dyn Iterator<Item = io::Result<Entry>> + '_>> = Vec::new();
        for run in &self.runs {
            let lines = run.lines(run.first(start)?)?;
            let begins =
                |entry: &io::Result<Entry>| entry.as_ref().is_ok_and(|(key, _)| !key.starts_with(start));
            sources.push(Box::new(lines.take_while(move |entry| !begins(entry))));
        }
        Merged::of(sources)?.collect()
    }
}

fn runs(dir: &Path) -> io::Result<Vec<Run>> {
    if !dir.is_dir() {
        return Ok(Vec::new());
    }
    let mut runs = Vec::new();
    for entry in fs::read_dir(dir)? {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str()).and_then(|name| name.strip_suffix(".run"));
        if let Some(number) = name.and_then(|name| name.parse().ok()) {
            runs.push(Run::open(number, path)?);
        }
    }
    runs.sort_by_key(|run| std::cmp::Reverse(run.number));
    Ok(runs)
}

impl Run {
    fn open(number: u64, path: PathBuf) -> io::Result<Run> {
        let file = File::open(&path)?;
        let length = file.metadata()?.len();
        Ok(Run { number, path, file, length })
    }

    /// Where the first line begins whose key is not before this one.
    fn first(&self, key: &str) -> io::Result<u64> {
        let (mut low, mut high, mut answer) = (0, self.length, self.length);
        while high - low > BLOCK {
            let middle = low + (high - low) / 2;
            match self.behind(middle)? {
                Some((start, own)) if start < high => match *own < *key {
                    true => low = start,
                    false => (high, answer) = (start, start),
                },
                _ => high = middle + 1,
            }
        }
        let mut start = low;
        for line in self.lines(low)? {
            let (own, text) = line?;
            if start >= high || *own >= *key {
                return Ok(start.min(answer));
            }
            start += (own.len() + text.len() + 2) as u64;
        }
        Ok(answer)
    }

    /// The first line that begins behind a byte: where, and its key.
    fn behind(&self, at: u64) -> io::Result<Option<(u64, String)>> {
        let mut reader = self.reader(at)?;
        let mut rest = Vec::new();
        let skipped = reader.read_until(b'\n', &mut rest)? as u64;
        let mut lines = Lines { reader, path: &self.path };
        Ok(lines.next().transpose()?.map(|(key, _)| (at + skipped, key)))
    }

    fn lines(&self, at: u64) -> io::Result<Lines<'_>> {
        Ok(Lines { reader: self.reader(at)?, path: &self.path })
    }

    fn reader(&self, at: u64) -> io::Result<BufReader<Window<'_>>> {
        Ok(BufReader::with_capacity(BLOCK as usize, Window { file: self.file.file(), at }))
    }
}

/// A file read from a place on. Several may read one file, so each goes to its own place first.
struct Window<'r> {
    file: &'r std::fs::File,
    at: u64,
}

impl io::Read for Window<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut file = self.file;
        file.seek(SeekFrom::Start(self.at))?;
        let count = file.read(buffer)?;
        self.at += count as u64;
        Ok(count)
    }
}

/// The lines of a file from a place on.
struct Lines<'r> {
    reader: BufReader<Window<'r>>,
    path: &'r Path,
}

impl Iterator for Lines<'_> {
    type Item = io::Result<Entry>;

    fn next(&mut self) -> Option<io::Result<Entry>> {
        let mut line = String::new();
        let read = match self.reader.read_line(&mut line) {
            Ok(0) => return None,
            read => read,
        };
        let damaged = || {
            io::Error::new(ErrorKind::InvalidData, format!("{} is damaged: restore it", self.path.display()))
        };
        Some(read.and_then(|_| {
            let whole = line.strip_suffix('\n').and_then(|line| line.split_once('\t'));
            let (key, text) = whole.ok_or_else(damaged)?;
            Ok((key.to_owned(), text.to_owned()))
        }))
    }
}

/// A row of entries that is read on.
type Row<'r> = Box<dyn Iterator<Item = io::Result<Entry>> + 'r>;

/// Several sorted rows of entries as one; of those under one key the one of the first row that has it.
struct Merged<'r> {
    rows: Vec<(Option<Entry>, Row<'r>)>,
}

impl<'r> Merged<'r> {
    fn of(sources: Vec<Row<'r>>) -> io::Result<Merged<'r>> {
        let begun = |mut source: Row<'r>| Ok((source.next().transpose()?, source));
        Ok(Merged { rows: sources.into_iter().map(begun).collect::<io::Result<_>>()? })
    }
}

impl Iterator for Merged<'_> {
    type Item = io::Result<Entry>;

    fn next(&mut self) -> Option<io::Result<Entry>> {
        let key = self.rows.iter().filter_map(|(entry, _)| Some(&entry.as_ref()?.0)).min()?.clone();
        let mut found = None;
        for (entry, rest) in &mut self.rows {
            if entry.as_ref().is_some_and(|(own, _)| *own == key) {
                let next = match rest.next().transpose() {
                    Ok(next) => next,
                    Err(error) => return Some(Err(error)),
                };
                let taken = std::mem::replace(entry, next);
                found = found.or(taken);
            }
        }
        found.map(Ok)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries(numbers: impl IntoIterator<Item = u32>, mark: &str) -> BTreeMap<String, String> {
        let text = |number: u32| mark.repeat(1 + number as usize * 7 % 90);
        numbers.into_iter().map(|number| (format!("k/{:05}", number * 3), text(number))).collect()
    }

    /// Whatever was put by is found, alone and with what begins alike; what was not is not; and there are few
    /// files.
    #[test]
    fn what_was_put_by_is_found() {
        let folder = tempfile::tempdir().expect("a folder");
        let dir = folder.path().join("sent");
        let mut all = BTreeMap::new();
        let mut own = Runs::open(dir.clone()).expect("it opens");
        for round in 0..40_u32 {
            let fresh = entries((0..50).map(|at| (at * 37 + round * 11) % 1500), &round.to_string());
            all.extend(fresh.clone());
            own.put(fresh).expect("it is put by");
            // A reader of its own finds the same.
            let reader = Runs::open(dir.clone()).expect("it opens");
            assert!(reader.runs.len() <= 8, "{} files after {round} rounds", reader.runs.len());
            for number in (0..4600).step_by(if round % 8 == 0 { 1 } else { 97 }) {
                let key = format!("k/{number:05}");
                assert_eq!(reader.find(&key).expect("it reads"), all.get(&key).cloned(), "{key}");
            }
            for start in ["", "k/", "k/00", "k/0012", "k/04", "k/9", "z"] {
                let wanted: Vec<Entry> = all
                    .range(start.to_owned()..)
                    .filter(|(key, _)| key.starts_with(start))
                    .map(|(key, text)| (key.clone(), text.clone()))
                    .collect();
                assert_eq!(reader.under(start).expect("it reads"), wanted, "{start}");
            }
        }
    }
}
