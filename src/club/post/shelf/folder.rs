//! An office's own things in a folder.
//!
//! ```text
//! post/lock                      who has claimed the office
//! post/sent.log, received.log    what came and went, and register.log what was learned
//! post/sent/, received/          what was put by of these, in sorted files
//! post/out/                      mails until they are sent
//! post/aside/                    letters that were put aside
//! post/heard/                    what people heard and said, as numbers
//! post/desk.key                  the secret of the desk; other small things beside it
//! post/moved                     that all of it is in a database, or on its way from there
//! ```

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use fs_err as fs;

use super::away::Away;
use super::facts;
use super::fault::LogFault;
use super::heard::HeardDir;
use super::runs::Runs;
use super::traits::{Claimed, Heard, Holder, Opened, PutBy, Shelf};
use crate::journal::is_locked;
use crate::matches::folder::{MatchDir, bytes_of, clear, exposed, is_half, private, remove};
use crate::matches::{Exposed, MatchFault};
use crate::post::wire::outward::road_key;

/// The folder of a mail office within an office's.
const POST: &str = "post";
/// The folder of letters that were put aside.
const ASIDE: &str = "aside";
/// The mark of a folder whose office is elsewhere.
const MOVED: &str = "moved";
/// Files of the folder that are no small things: the claim, the mark, and what was noted of matches.
const OTHERS: [&str; 3] = ["lock", MOVED, "quiet.json"];
/// How often a run tries to claim the office, and what it adds to each pause.
const TRIES: u64 = 4;
const PAUSE: Duration = Duration::from_millis(20);

/// An office's own things in its folder.
#[derive(Clone, Debug)]
pub struct ShelfDir {
    office: PathBuf,
    post: PathBuf,
    is_moving: bool,
}

impl ShelfDir {
    /// Those of the office in a folder, which need not be there.
    pub fn new(office: impl Into<PathBuf>) -> ShelfDir {
        let office = office.into();
        ShelfDir { post: office.join(POST), office, is_moving: false }
    }

    /// The same for whoever moves an office: it need not be one that may be run here.
    pub fn moving(self) -> ShelfDir {
        ShelfDir { is_moving: true, ..self }
    }

    /// Whether the office was ever run here.
    pub fn is_begun(&self) -> bool {
        fs::metadata(&self.post).is_ok()
            && self.entries().is_ok_and(|names| names.iter().any(|name| name.ends_with(".log")))
    }

    /// Whether its things have left this folder or are just arriving.
    ///
    /// # Errors
    /// If that cannot be read.
    pub fn away(&self) -> Result<Option<Away>, MatchFault> {
        Away::read(&self.post.join(MOVED))
    }

    /// Marks the folder, or takes the mark away. The caller must have claimed the office.
    ///
    /// # Errors
    /// If that cannot be written.
    pub fn set_away(&self, away: Option<Away>) -> Result<(), MatchFault> {
        let path = self.post.join(MOVED);
        match away {
            Some(away) => self.write(&path, away.line().as_bytes()),
            None => Ok(remove(&path)?),
        }
    }

    /// The names of the plain files that are its own, without those that are half written.
    fn entries(&self) -> Result<Vec<String>, MatchFault> {
        if !self.post.is_dir() {
            return Ok(Vec::new());
        }
        let mut names = Vec::new();
        for entry in fs::read_dir(&self.post)? {
            let entry = entry?;
            if entry.file_type()?.is_file() && !is_half(&entry.path()) {
                names.push(entry.file_name().to_string_lossy().into_owned());
            }
        }
        names.sort_unstable();
        Ok(names)
    }

    /// Writes a file whole or not at all.
    fn write(&self, path: &Path, bytes: &[u8]) -> Result<(), MatchFault> {
        MatchDir::new(&self.post).write(path, bytes)
    }

    fn mail_path(&self, key: &str) -> PathBuf {
        self.post.join("out").join(format!("{}.eml", road_key(key)))
    }
}

impl Shelf for ShelfDir {
    fn name(&self) -> String {
        self.office.display().to_string()
    }

    fn place(&self, name: &str) -> String {
        self.post.join(name).display().to_string()
    }

    fn handle(&self) -> Box<dyn Shelf> {
        Box::new(self.clone())
    }

    fn claim(&self) -> Result<Claimed, MatchFault> {
        // What waits to be sent holds what only one party may know, and code words.
        if !self.post.is_dir() {
            private(&self.post)?;
        }
        fs::create_dir_all(self.post.join("out"))?;
        let lock = fs::File::create(self.post.join("lock"))?;
        // A program that this process starts at the same time holds all that is open here until it runs.
        let is_busy = |nth: u64| {
            std::thread::sleep(PAUSE * u32::try_from(nth).unwrap_or(1));
            lock.file().try_lock().is_err()
        };
        if (0..TRIES).all(is_busy) {
            return Err(MatchFault::Waiting(format!("another run is busy in {}", self.name())));
        }
        if let Some(away) = self.away()?.filter(|_| !self.is_moving) {
            return Err(away.refused(&self.name()));
        }
        Ok(Claimed::by(lock))
    }

    fn holder(&self) -> Result<Option<Holder>, MatchFault> {
        Ok(is_locked(&self.post.join("lock"))?.then(Holder::default))
    }

    fn facts(&self, log: &str) -> Result<Opened, LogFault> {
        facts::open(&self.post, log)
    }

    fn look(&self, log: &str) -> Result<Vec<Vec<u8>>, LogFault> {
        facts::look(&self.post, log)
    }

    fn put_by(&self, name: &str) -> io::Result<Box<dyn PutBy>> {
        Ok(Box::new(Runs::open(self.post.join(name))?))
    }

    fn heard(&self) -> Box<dyn Heard> {
        Box::new(HeardDir::new(self.post.join("heard")))
    }

    fn keep_mail(&self, key: &str, bytes: &[u8]) -> Result<(), MatchFault> {
        self.write(&self.mail_path(key), bytes)
    }

    fn mail(&self, key: &str) -> io::Result<Vec<u8>> {
        fs::read(self.mail_path(key))
    }

    fn drop_mail(&self, key: &str) -> io::Result<()> {
        remove(&self.mail_path(key))
    }

    fn put_aside(&self, word: &str, bytes: &[u8]) -> Result<String, MatchFault> {
        self.write(&self.post.join(ASIDE).join(format!("{word}.eml")), bytes)?;
        Ok(self.aside_name(word))
    }

    fn aside_name(&self, word: &str) -> String {
        format!("{POST}/{ASIDE}/{word}.eml")
    }

    fn letters(&self) -> Result<Vec<(String, Vec<u8>)>, MatchFault> {
        let letter = |name: String| {
            let path = self.office.join(&name);
            let word = path.file_stem().map(|word| word.to_string_lossy().into_owned()).unwrap_or_default();
            Ok((word, fs::read(path)?))
        };
        let names = self.aside()?.into_iter().filter(|name| name.ends_with(".eml"));
        names.map(letter).collect()
    }

    fn aside(&self) -> Result<Vec<String>, MatchFault> {
        let folder = self.post.join(ASIDE);
        if !folder.is_dir() {
            return Ok(Vec::new());
        }
        let mut all = Vec::new();
        for entry in fs::read_dir(folder)? {
            all.push(format!("{POST}/{ASIDE}/{}", entry?.file_name().to_string_lossy()));
        }
        all.sort_unstable();
        Ok(all)
    }

    fn small(&self, name: &str) -> Result<Option<Vec<u8>>, MatchFault> {
        Ok(bytes_of(&self.post.join(name))?)
    }

    fn keep_small(&self, name: &str, bytes: &[u8]) -> Result<(), MatchFault> {
        self.write(&self.post.join(name), bytes)
    }

    fn smalls(&self) -> Result<Vec<String>, MatchFault> {
        let is_small = |name: &String| !name.ends_with(".log") && !OTHERS.contains(&name.as_str());
        Ok(self.entries()?.into_iter().filter(is_small).collect())
    }

    fn secret(&self, name: &str) -> Result<Option<Vec<u8>>, MatchFault> {
        self.small(name)
    }

    fn keep_secret(&self, name: &str, bytes: &[u8]) -> Result<(), MatchFault> {
        MatchDir::new(&self.post).write_secret(&self.post.join(name), bytes)
    }

    fn exposed(&self) -> Vec<Exposed> {
        [self.post.clone(), self.post.join("desk.key")]
            .iter()
            .filter_map(|path| exposed(path, false))
            .collect()
    }

    fn tidy(&self, waiting: &BTreeSet<String>) -> Result<(), MatchFault> {
        let waiting: BTreeSet<PathBuf> = waiting.iter().map(|key| self.mail_path(key)).collect();
        clear(&self.post.join("out"), |path| !waiting.contains(path))?;
        clear(&self.post, is_half)?;
        clear(&self.post.join(ASIDE), is_half)
    }
}
