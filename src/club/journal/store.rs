//! The files of a journal in a match folder: `journal.jsonl`, `head.json` and `journal.lock`.
//!
//! An entry is acknowledged only after its line and then `head.json` have reached the disk. So a line that a
//! power cut tore was never acknowledged, and a journal shorter than `head.json` says was cut by somebody.
//! Nothing here ever deletes a byte: what must leave the journal is moved to a file of its own first.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use fs_err::{self as fs, File, OpenOptions};
use serde_json::Value;

use super::chain::{self, ChainFault, Head};
use super::{HEAD, JOURNAL};
use engine::digest::{Digest, Salt};
use engine::entry::{Entry, EntryFault, Kind, Place};
use engine::party::Party;

mod lock;
mod mark;

use lock::lock;
#[cfg(feature = "mail")]
pub(crate) use lock::{is_held, is_locked};
pub use mark::Mark;

const NEW_HEAD: &str = "head.json.new";
const LOCK_TRIES: u32 = 100;

/// A journal open for appending. As long as it lives, no other process can open it so.
#[derive(Debug)]
pub struct Journal {
    dir: PathBuf,
    file: File,
    length: u64,
    /// The entry before those that are known here; nothing if all are.
    before: Option<Head>,
    entries: Vec<Entry>,
    notices: Vec<String>,
    broken: bool,
    /// How many entries and bytes there were when entries began to be held together.
    held: Option<(usize, u64)>,
    // Closing the file gives up the lock.
    _lock: File,
}

/// A journal as it was found at one moment, for reading only.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Snapshot {
    /// Its entries, all checked.
    pub entries: Vec<Entry>,
    /// What `head.json` said.
    pub head: Option<Head>,
    /// What a reader should be told, one sentence each.
    pub notices: Vec<String>,
    /// What of the files could be read, but is not as this program leaves them: an audit passes over none of
    /// it.
    pub flaws: Vec<Flaw>,
}

/// Something in the files of a journal that this program does not leave there, unless it is cut short.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// The number of the entry that should stand there, if it is in the journal itself.
    pub entry: Option<u64>,
    /// What is wrong, as a sentence without its full stop.
    pub what: String,
}

/// Why a journal cannot be opened or extended.
#[derive(Debug)]
pub enum StoreFault {
    /// There is no journal here.
    Missing(PathBuf),
    /// There is a journal here already.
    Exists(PathBuf),
    /// Another process holds the lock.
    Busy(PathBuf),
    /// The journal is not what it was: a proof failed.
    Chain(ChainFault),
    /// `head.json` cannot be understood.
    Head(String),
    /// `head.json` is missing though the journal has grown beyond its first entry.
    NoHead {
        /// How many entries there are.
        entries: usize,
    },
    /// What should be appended is not an entry.
    Entry(EntryFault),
    /// Somebody else changed the file while it was open here.
    Changed(PathBuf),
    /// The entry is on disk, but `head.json` could not be renewed; opening the journal again repairs that.
    HeadBehind(io::Error),
    /// An earlier failure left the file in an unknown state; the journal must be opened again.
    Broken,
    /// Reading or writing failed; the journal is as it was.
    Io(io::Error),
}

impl Journal {
    /// Begins an empty journal in a folder, and the folder too if need be.
    ///
    /// # Errors
    /// Refuses a folder that holds a journal with anything in it.
    pub fn create(dir: impl AsRef<Path>) -> Result<Journal, StoreFault> {
        let dir = dir.as_ref();
        fs::create_dir_all(dir)?;
        let lock = lock(dir, LOCK_TRIES)?;
        let file = OpenOptions::new().append(true).create(true).open(dir.join(JOURNAL))?;
        if file.metadata()?.len() > 0 || read_head(dir)?.is_some() {
            return Err(StoreFault::Exists(dir.join(JOURNAL)));
        }
        file.sync_all()?;
        sync_dir(dir)?;
        Ok(Journal::new(dir, file, lock, Snapshot::default(), 0))
    }

    /// Opens a journal for appending, checks all of it, and sets right what a crash left: a torn last line is
    /// moved to `torn-<number>.txt`, and a `head.json` that lags behind is renewed. [`Journal::notices`]
    /// tells of both.
    ///
    /// # Errors
    /// Waits up to five seconds for another process to let go, then says [`StoreFault::Busy`]. Says
    /// [`StoreFault::Chain`], and changes nothing, when an entry fails or one that `head.json` claims is
    /// missing, and [`StoreFault::NoHead`] when nothing claims any entry.
    pub fn open(dir: impl AsRef<Path>) -> Result<Journal, StoreFault> {
        Journal::open_trying(dir.as_ref(), LOCK_TRIES)
    }

    /// Reads and checks a journal without locking or repairing anything, also while another process appends
    /// to it.
    ///
    /// # Errors
    /// As [`Journal::open`], but never busy, and a missing `head.json` is a notice only.
    pub fn read(dir: impl AsRef<Path>) -> Result<Snapshot, StoreFault> {
        let (snapshot, _, torn) = load(dir.as_ref())?;
        let mut snapshot = snapshot;
        if !torn.is_empty() {
            let notice = format!("the last line of {JOURNAL} is not finished; it was left out");
            snapshot.notices.push(notice);
            let what = "the line has no line end, so it was cut off or is still being written; \
                        any command that goes on with the match sets it aside";
            let number = snapshot.entries.len() as u64 + 1;
            snapshot.flaws.push(Flaw { entry: Some(number), what: what.to_owned() });
        }
        if snapshot.head.is_none() && !snapshot.entries.is_empty() {
            snapshot
                .notices
                .push(format!("{HEAD} is missing, so nobody could see if the end had been cut off"));
        }
        Ok(snapshot)
    }

    /// Appends an entry; when this returns, a power cut cannot take it back.
    ///
    /// # Errors
    /// Refuses what is not an entry, such as a body with fractions. After a failure to write, the journal is
    /// as it was, except where the fault says otherwise.
    pub fn append(
        &mut self,
        kind: Kind,
        exchange: Option<u32>,
        party: Option<Party>,
        time: &str,
        body: Value,
        salt: Salt,
    ) -> Result<&Entry, StoreFault> {
        if self.broken {
            return Err(StoreFault::Broken);
        }
        let newest = self.head();
        let number = newest.map_or(0, |head| head.number) + 1;
        let prev = newest.map_or(Digest::ZERO, |head| head.hash);
        let place = Place { number, prev, kind, exchange, party, time };
        let line = Entry::make(place, body, salt).map_err(StoreFault::Entry)?.line();
        // Nothing is written that would not be read back.
        let entry = chain::link(&line, number, prev)
            .map_err(|what| StoreFault::Chain(ChainFault { entry: number, what }))?;
        if self.held.is_none() {
            stage_head(&self.dir, Head { number, hash: entry.hash() })?;
        }
        self.write_line(&line)?;
        self.entries.push(entry);
        if self.held.is_none() {
            self.publish()?;
        }
        Ok(self.entries.last().expect("an entry was pushed above"))
    }

    /// Entries that are appended from now on belong together: they are made lasting by one
    /// [`Journal::release`], and a power cut before it may take back any number of them from the end.
    pub fn hold(&mut self) {
        self.held.get_or_insert((self.entries.len(), self.length));
    }

    /// Makes lasting what was appended since [`Journal::hold`]; when this returns, a power cut cannot take it
    /// back.
    ///
    /// # Errors
    /// After a failure to write, the journal on disk is as it was when it was held, and it must be opened
    /// again.
    pub fn release(&mut self) -> Result<(), StoreFault> {
        let Some((entries, length)) = self.held.take() else { return Ok(()) };
        let Some(head) = self.head().filter(|_| self.entries.len() > entries) else { return Ok(()) };
        // What broke it has been told.
        if self.broken {
            return Ok(());
        }
        if let Err(error) = stage_head(&self.dir, head).and_then(|()| self.file.sync_all()) {
            self.broken = true;
            truncate(&self.dir, length)?;
            return Err(StoreFault::Io(error));
        }
        self.publish()
    }

    fn publish(&mut self) -> Result<(), StoreFault> {
        publish_head(&self.dir).map_err(|error| {
            self.broken = true;
            StoreFault::HeadBehind(error)
        })
    }

    /// All entries, the first being number 1.
    ///
    /// # Errors
    /// As [`Journal::read`], if the journal was opened without reading it.
    pub fn all(&self) -> Result<Cow<'_, [Entry]>, StoreFault> {
        match self.before {
            None => Ok(Cow::Borrowed(&self.entries)),
            Some(_) => Ok(Cow::Owned(Journal::read(&self.dir)?.entries)),
        }
    }

    /// Number and hash of the last entry, for reports to quote; nothing when the journal is empty.
    pub fn head(&self) -> Option<Head> {
        head_of(&self.entries).or(self.before)
    }

    /// What was set right on opening, one sentence each.
    pub fn notices(&self) -> &[String] {
        &self.notices
    }

    /// The folder of the journal.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    fn new(dir: &Path, file: File, lock: File, found: Snapshot, length: u64) -> Journal {
        let Snapshot { entries, notices, .. } = found;
        Journal {
            dir: dir.to_owned(),
            file,
            length,
            before: None,
            entries,
            notices,
            broken: false,
            held: None,
            _lock: lock,
        }
    }

    fn open_trying(dir: &Path, tries: u32) -> Result<Journal, StoreFault> {
        if !dir.join(JOURNAL).is_file() {
            return Err(StoreFault::Missing(dir.join(JOURNAL)));
        }
        let lock = lock(dir, tries)?;
        let (mut found, length, torn) = load(dir)?;
        // A power cut can lose the head of the first entry, but not of a later one: that replaces an older
        // head.
        if found.head.is_none() && found.entries.len() > 1 {
            return Err(StoreFault::NoHead { entries: found.entries.len() });
        }
        let file = OpenOptions::new().append(true).open(dir.join(JOURNAL))?;
        if !torn.is_empty() {
            found.notices.push(set_aside(dir, found.entries.len() as u64 + 1, &torn)?);
            truncate(dir, length)?;
        }
        if let Some(notice) = repair_head(dir, &found)? {
            found.notices.push(notice);
        }
        Ok(Journal::new(dir, file, lock, found, length))
    }

    fn write_line(&mut self, line: &[u8]) -> Result<(), StoreFault> {
        if self.file.metadata()?.len() != self.length {
            self.broken = true;
            return Err(StoreFault::Changed(self.dir.join(JOURNAL)));
        }
        let written = self.file.write_all(line);
        let written = if self.held.is_none() { written.and_then(|()| self.file.sync_all()) } else { written };
        if let Err(error) = written {
            self.broken = truncate(&self.dir, self.length).is_err();
            return Err(StoreFault::Io(error));
        }
        self.length += line.len() as u64;
        Ok(())
    }
}

fn head_of(entries: &[Entry]) -> Option<Head> {
    entries.last().map(|entry| Head { number: entry.header().number, hash: entry.hash() })
}

/// Reads and checks what is there: the entries, the length of the good part in bytes, and the torn rest.
fn load(dir: &Path) -> Result<(Snapshot, u64, Vec<u8>), StoreFault> {
    // The head first: a line is written before its head, so the journal read after it can only be longer.
    let (head, misspelt) = head_and_flaw(dir)?;
    let mut bytes = match fs::read(dir.join(JOURNAL)) {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return Err(StoreFault::Missing(dir.join(JOURNAL)));
        }
        read => read?,
    };
    let torn = bytes.split_off(whole_lines(&bytes, head));
    let entries = chain::verify(&bytes, head).map_err(StoreFault::Chain)?;
    let flaws = misspelt.into_iter().collect();
    Ok((Snapshot { entries, head, notices: vec![], flaws }, bytes.len() as u64, torn))
}

/// Finds where the torn end begins, or the end of the file if nothing is torn: a line without an end, or a
/// line that was never acknowledged and holds zeros. After a power cut a file may be long enough and hold
/// zeros where a block never arrived; without a head nothing is known of what was acknowledged, and only the
/// last line is looked at so.
fn whole_lines(bytes: &[u8], head: Option<Head>) -> usize {
    let lines = || bytes.split_inclusive(|&byte| byte == b'\n');
    let claimed = head.map_or_else(|| lines().count().saturating_sub(1) as u64, |head| head.number);
    let is_whole =
        |number: u64, line: &[u8]| line.ends_with(b"\n") && (number < claimed || !line.contains(&0));
    let whole = (0..).zip(lines()).take_while(|(number, line)| is_whole(*number, line));
    whole.map(|(_, line)| line.len()).sum()
}

/// Cuts the journal to a length. Windows refuses that to a handle that may only append, so this takes one of
/// its own.
fn truncate(dir: &Path, length: u64) -> io::Result<()> {
    let file = OpenOptions::new().write(true).open(dir.join(JOURNAL))?;
    file.set_len(length)?;
    file.sync_all()
}

fn set_aside(dir: &Path, number: u64, torn: &[u8]) -> Result<String, StoreFault> {
    let names = (1..).map(|attempt| match attempt {
        1 => format!("torn-{number}.txt"),
        _ => format!("torn-{number}-{attempt}.txt"),
    });
    for name in names {
        let mut file = match OpenOptions::new().write(true).create_new(true).open(dir.join(&name)) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => continue,
            opened => opened?,
        };
        file.write_all(torn)?;
        file.sync_all()?;
        sync_dir(dir)?;
        let size = torn.len();
        return Ok(format!(
            "the end of {JOURNAL} was torn before it was acknowledged; its {size} bytes were moved to {name}"
        ));
    }
    unreachable!("the names do not run out")
}

fn repair_head(dir: &Path, found: &Snapshot) -> Result<Option<String>, StoreFault> {
    let Some(last) = head_of(&found.entries).filter(|last| found.head != Some(*last)) else {
        return Ok(None);
    };
    stage_head(dir, last)?;
    publish_head(dir)?;
    let was = match found.head {
        Some(head) => format!("stood at entry {}", head.number),
        None => "was missing, so it could not be told whether entries are missing too".to_owned(),
    };
    Ok(Some(format!("{HEAD} was renewed for entry {}: it {was}", last.number)))
}

fn read_head(dir: &Path) -> Result<Option<Head>, StoreFault> {
    head_and_flaw(dir).map(|(head, _)| head)
}

/// Reads the head, and says whether the file spells it otherwise than [`head_text`].
fn head_and_flaw(dir: &Path) -> Result<(Option<Head>, Option<Flaw>), StoreFault> {
    let bytes = match fs::read(dir.join(HEAD)) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok((None, None)),
        read => read?,
    };
    let head: Head = serde_json::from_slice(&bytes).map_err(|error| StoreFault::Head(error.to_string()))?;
    let what = || format!("{HEAD} means entry {}, but is not written as this program writes it", head.number);
    let flaw = (bytes != head_text(head).as_bytes()).then(|| Flaw { entry: None, what: what() });
    Ok((Some(head), flaw))
}

/// What `head.json` holds, line feed included.
pub fn head_text(head: Head) -> String {
    format!("{{\"hash\":\"{}\",\"number\":{}}}\n", head.hash, head.number)
}

/// Writes the new head beside the old one, so that a full disk is met before the journal is touched.
fn stage_head(dir: &Path, head: Head) -> io::Result<()> {
    let mut file = File::create(dir.join(NEW_HEAD))?;
    file.write_all(head_text(head).as_bytes())?;
    file.sync_all()
}

fn publish_head(dir: &Path) -> io::Result<()> {
    fs::rename(dir.join(NEW_HEAD), dir.join(HEAD))?;
    sync_dir(dir)
}

/// Makes new names in a folder last; other systems than Unix do so by themselves or not at all.
///
/// # Errors
/// If the folder cannot be opened or synced.
pub(crate) fn sync_dir(dir: &Path) -> io::Result<()> {
    let dir = if dir.as_os_str().is_empty() { Path::new(".") } else { dir };
    crate::machine::sync_folder(dir)
}

impl StoreFault {
    /// The smallest thing the user can do about it.
    pub fn mend(&self) -> &'static str {
        match self {
            StoreFault::Missing(_) => "Name the folder of a match.",
            StoreFault::Exists(_) => "Choose another folder for a new match.",
            StoreFault::Busy(_) => "Wait until the other command has ended, then try again.",
            StoreFault::Chain(_) | StoreFault::Head(_) => {
                "Restore the match folder from a backup and compare it with the heads that the reports quote."
            }
            StoreFault::NoHead { .. } => {
                "Restore head.json from a backup, and compare it with the heads that the reports quote."
            }
            StoreFault::Entry(_) => "Nothing was written; correct what should be recorded.",
            StoreFault::Changed(_) | StoreFault::HeadBehind(_) | StoreFault::Broken => {
                "Open the match again."
            }
            StoreFault::Io(_) => "Check the disk and the permissions, then try again.",
        }
    }
}

impl fmt::Display for StoreFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreFault::Missing(path) => write!(f, "there is no journal at {}", path.display()),
            StoreFault::Exists(path) => write!(f, "there is already a journal at {}", path.display()),
            StoreFault::Busy(path) => {
                write!(f, "another process is working on this match (it holds {})", path.display())
            }
            StoreFault::Chain(fault) => fault.fmt(f),
            StoreFault::Head(why) => write!(f, "{HEAD} cannot be read: {why}"),
            StoreFault::NoHead { entries } => {
                write!(
                    f,
                    "{HEAD} is missing, so nothing shows whether there were more than {entries} entries"
                )
            }
            StoreFault::Entry(fault) => fault.fmt(f),
            StoreFault::Changed(path) => {
                write!(f, "something else changed {} while it was open", path.display())
            }
            StoreFault::HeadBehind(error) => {
                write!(f, "the entry was written, but {HEAD} could not be renewed: {error}")
            }
            StoreFault::Broken => f.write_str("an earlier write to the journal failed"),
            StoreFault::Io(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for StoreFault {}

impl From<io::Error> for StoreFault {
    fn from(error: io::Error) -> StoreFault {
        StoreFault::Io(error)
    }
}

#[cfg(test)]
mod tests;
