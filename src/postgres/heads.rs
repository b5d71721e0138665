//! What a worker remembers of the journals it has seen: the newest entry of each match, and the newest
//! timeline of the server. A database that knows less than its workers has lost something.
//!
//! The file is `heads.log`: lines of a match, a number and a hash, or of `@timeline` and its number in hex;
//! of each the last counts. It is not synced: a power cut at the worker may forget a line, and hides
//! nothing that the next append does not show.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;

use club::journal::Head;
use engine::digest::Digest;
use fs_err::{self as fs, File, OpenOptions};

/// The name under which the timeline stands.
const TIMELINE: &str = "@timeline";
/// So many lines more than there is to remember, and the file is written anew.
const SLACK: usize = 4096;

/// What a worker has seen.
#[derive(Debug, Default)]
pub struct Heads {
    file: Option<File>,
    seen: BTreeMap<String, Head>,
    timeline: Option<String>,
}

impl Heads {
    /// Remembers nothing once it is dropped.
    pub fn none() -> Heads {
        Heads::default()
    }

    /// Reads what was remembered in a file, and goes on with it.
    ///
    /// # Errors
    /// If the file cannot be read or written.
    pub fn open(path: &Path) -> io::Result<Heads> {
        let file = OpenOptions::new().create(true).read(true).append(true).open(path)?;
        let text = fs::read_to_string(path)?;
        let mut heads = Heads { file: Some(file), ..Heads::default() };
        // The last line may be torn: a line counts only with its end.
        let whole = text.rfind('\n').map_or("", |end| &text[..end]);
        let mut lines = 0;
        for line in whole.lines() {
            lines += 1;
            heads.take(line);
        }
        if !text.is_empty() && !text.ends_with('\n') {
            heads.write("\n");
        }
        if lines > heads.seen.len() + SLACK {
            heads.anew(path)?;
        }
        Ok(heads)
    }

    /// Writes the file anew without what counts no longer, if no other process has it open.
    fn anew(&mut self, path: &Path) -> io::Result<()> {
        let Some(file) = &self.file else { return Ok(()) };
        if file.file().try_lock().is_err() {
            return Ok(());
        }
        let part = path.with_extension("log.part");
        let mut lines: String =
            self.seen.iter().map(|(word, head)| line(word, *head)).collect::<Vec<_>>().concat();
        if let Some(timeline) = &self.timeline {
            lines += &format!("{TIMELINE} {timeline}\n");
        }
        let mut new = File::create(&part)?;
        new.write_all(lines.as_bytes())?;
        new.sync_all()?;
        fs::rename(&part, path)?;
        self.file = Some(OpenOptions::new().create(true).append(true).open(path)?);
        Ok(())
    }

    fn take(&mut self, line: &str) {
        let words: Vec<&str> = line.rsplitn(3, ' ').collect();
        match words[..] {
            [timeline, TIMELINE] => self.timeline = Some(timeline.to_owned()),
            [hash, number, word] => {
                if let (Ok(hash), Ok(number)) = (Digest::parse(hash), number.parse()) {
                    self.seen.insert(word.to_owned(), Head { hash, number });
                }
            }
            _ => {}
        }
    }

    /// The newest entry of a match that was seen.
    pub fn seen(&self, word: &str) -> Option<Head> {
        self.seen.get(word).copied()
    }

    /// The newest timeline that was seen: eight digits in hex.
    pub fn timeline(&self) -> &str {
        self.timeline.as_deref().unwrap_or("00000000")
    }

    /// Remembers the newest entry of a match.
    pub fn note(&mut self, word: &str, head: Head) {
        if self.seen.insert(word.to_owned(), head) != Some(head) {
            self.write(&line(word, head));
        }
    }

    /// Remembers the timeline of the server.
    pub(crate) fn note_timeline(&mut self, timeline: &str) {
        if self.timeline() < timeline {
            self.timeline = Some(timeline.to_owned());
            self.write(&format!("{TIMELINE} {timeline}\n"));
        }
    }

    /// Forgets a match, whose journal somebody has set back on purpose.
    pub fn forget(&mut self, word: &str) {
        self.seen.remove(word);
    }

    // A full disk at the worker keeps nobody from playing on; what is in memory still counts.
    fn write(&mut self, line: &str) {
        if let Some(file) = &mut self.file {
            _ = file.write_all(line.as_bytes());
        }
    }
}

fn line(word: &str, head: Head) -> String {
    format!("{word} {} {}\n", head.number, head.hash)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_seen_is_remembered_and_the_file_stays_short() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("heads.log");
        let head = |number: u64| Head { number, hash: Digest::of(&number.to_be_bytes()) };
        let mut heads = Heads::open(&path).unwrap();
        for number in 1..=5000 {
            heads.note("a match", head(number));
        }
        heads.note_timeline("0000000A");
        heads.note_timeline("00000009");
        drop(heads);
        // Torn, as after a power cut.
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, format!("{text}a match 77")).unwrap();
        let heads = Heads::open(&path).unwrap();
        assert_eq!((heads.seen("a match"), heads.timeline()), (Some(head(5000)), "0000000A"));
        assert_eq!(heads.seen("another"), None);
        drop(heads);
        assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 2);
        assert_eq!(Heads::open(&path).unwrap().seen("a match"), Some(head(5000)));
    }
}
