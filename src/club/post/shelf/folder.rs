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
//! ```

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use fs_err as fs;

use super::facts;
use super::fault::LogFault;
use super::heard::HeardDir;
use super::runs::Runs;
use super::traits::{Claimed, Heard, Opened, PutBy, Shelf};
use crate::matches::folder::{MatchDir, bytes_of, clear, exposed, is_half, private, remove};
use crate::matches::{Exposed, MatchFault};
use crate::post::wire::outward::road_key;

/// The folder of a mail office within an office's.
const POST: &str = "post";
/// The folder of letters that were put aside.
const ASIDE: &str = "aside";
/// How often a run tries to claim the office, and what it adds to each pause.
const TRIES: u64 = 4;
const PAUSE: Duration = Duration::from_millis(20);

/// An office's own things in its folder.
#[derive(Clone, Debug)]
pub struct ShelfDir {
    office: PathBuf,
    post: PathBuf,
}

impl ShelfDir {
    /// Those of the office in a folder, which need not be there.
    pub fn new(office: impl Into<PathBuf>) -> ShelfDir {
        let office = office.into();
        ShelfDir { post: office.join(POST), office }
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
        Ok(Claimed::by(lock))
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
