//! Which file is what in a match folder.
//!
//! ```text
//! journal.jsonl, head.json   the match itself
//! secret/seed                the umpire's seed; nobody else's business until the match is over
//! secret/bookmark            where the match stands; spares reading the journal, and may be deleted
//! packets/                   packets by exchange and party, of the newest exchanges; may be deleted
//! forms/                     blank orders by exchange and party, likewise
//! reports/                   reports by exchange and party, likewise
//! ```

use std::borrow::Cow;
use std::io::Write;
use std::path::{Path, PathBuf};

use fs_err as fs;

use super::keep::Keep;
use super::traits::{Line, Log, Published, Store};
use crate::journal::{Head, JOURNAL, Journal, Mark, Snapshot, sync_dir};
use crate::machine::{owner_only, owner_only_folder};
use crate::matches::fault::MatchFault;
use engine::dice::Seed;
use engine::entry::Entry;
use engine::party::Party;

/// A match folder.
#[derive(Clone, Debug)]
pub struct MatchDir {
    root: PathBuf,
    keep: Keep,
}

/// Whether a folder holds a match: a run that was killed may leave the folder without one.
pub fn is_begun(dir: &Path) -> bool {
    fs::metadata(dir.join(JOURNAL)).is_ok_and(|journal| journal.len() > 0)
}

impl MatchDir {
    /// Names a folder, which need not exist.
    pub fn new(root: impl Into<PathBuf>) -> MatchDir {
        MatchDir { root: root.into(), keep: Keep::default() }
    }

    /// The folder with another limit on the exchanges of which packets, forms and reports are kept.
    pub fn keeping(self, keep: Keep) -> MatchDir {
        MatchDir { keep, ..self }
    }

    /// The folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Where a file of an exchange and a party lies: `kind/<exchange>-<side>.<extension>`.
    pub fn file(&self, what: &Published) -> PathBuf {
        let Published { kind, exchange, party, extension } = what;
        self.root.join(kind).join(format!("{exchange:03}-{}.{extension}", party.id()))
    }

    /// Writes a file that can be made again, whole or not at all.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, path: &Path, bytes: &[u8]) -> Result<(), MatchFault> {
        self.put(path, bytes, |part| fs::File::create(part))
    }

    /// Writes a file that only its owner can read, whole or not at all.
    ///
    /// # Errors
    /// If it cannot be written.
    #[cfg(feature = "mail")]
    pub(crate) fn write_secret(&self, path: &Path, bytes: &[u8]) -> Result<(), MatchFault> {
        self.put(path, bytes, for_owner)
    }

    fn put(
        &self,
        path: &Path,
        bytes: &[u8],
        create: impl Fn(&Path) -> std::io::Result<fs::File>,
    ) -> Result<(), MatchFault> {
        let folder = path.parent().unwrap_or(&self.root);
        fs::create_dir_all(folder)?;
        // A stray reader sees the old file or the new one; the name is taken over in one step.
        let part = path.with_extension("part");
        let mut file = create(&part)?;
        file.write_all(bytes)?;
        // The bytes before the name: else a power cut could leave an empty file that looks like a whole one.
        file.sync_all()?;
        fs::rename(&part, path)?;
        Ok(())
    }

    /// Makes the folder of a new match, open to its owner alone, for it holds the secret and what each party
    /// may know. A folder that is there keeps its permissions.
    ///
    /// # Errors
    /// If it cannot be made.
    fn make(&self) -> Result<(), MatchFault> {
        if self.root.is_dir() {
            return Ok(());
        }
        let parent = self.root.parent().filter(|parent| !parent.as_os_str().is_empty());
        let parent = parent.unwrap_or(Path::new("."));
        fs::create_dir_all(parent)?;
        private(&self.root)?;
        Ok(sync_dir(parent)?)
    }

    /// Where what did not arrive of the match's mail lies, a line each.
    pub fn troubles(&self) -> PathBuf {
        self.root.join("mail-troubles.txt")
    }

    fn seed_path(&self) -> PathBuf {
        self.root.join("secret").join("seed")
    }

    fn bookmark_path(&self) -> PathBuf {
        self.root.join("secret").join("bookmark")
    }
}

impl Store for MatchDir {
    fn begin(&self) -> Result<Box<dyn Log>, MatchFault> {
        self.make()?;
        Ok(Box::new(Open { journal: Journal::create(&self.root)?, dir: self.clone() }))
    }

    fn claim(&self) -> Result<Box<dyn Log>, MatchFault> {
        Ok(Box::new(Open { journal: Journal::open(&self.root)?, dir: self.clone() }))
    }

    fn mark(&self) -> Result<Option<Mark>, MatchFault> {
        Ok(Mark::of(&self.root)?)
    }

    fn claim_at(&self, mark: &Mark) -> Result<Option<Box<dyn Log>>, MatchFault> {
        let journal = Journal::open_at(&self.root, mark)?;
        Ok(journal.map(|journal| Box::new(Open { journal, dir: self.clone() }) as Box<dyn Log>))
    }

    fn bookmark(&self) -> Option<Vec<u8>> {
        fs::read(self.bookmark_path()).ok()
    }

    fn read(&self) -> Result<Snapshot, MatchFault> {
        Ok(Journal::read(&self.root)?)
    }

    fn publish(&self, what: &Published, bytes: &[u8]) -> Result<String, MatchFault> {
        let path = self.file(what);
        self.write(&path, bytes)?;
        Ok(path.display().to_string())
    }

    fn is_published(&self, what: &Published) -> bool {
        fs::metadata(self.file(what)).is_ok_and(|file| file.len() > 0)
    }

    // A file that cannot be deleted now is deleted after the next exchange, and no command fails over it.
    fn clear_before(&self, kinds: &[(&str, &[&str])], newest: u32) {
        let Some(last) = self.keep.last_gone(newest) else { return };
        for (kind, extensions) in kinds {
            let found = fs::read_dir(self.root.join(kind)).into_iter().flatten().flatten();
            for path in found.map(|entry| entry.path()) {
                if exchange_of(&path, extensions).is_some_and(|exchange| exchange <= last) {
                    _ = fs::remove_file(path);
                }
            }
        }
    }

    fn seed(&self) -> Result<Option<Seed>, MatchFault> {
        let path = self.seed_path();
        match fs::read_to_string(&path) {
            Ok(text) => Seed::parse(text.trim())
                .map(Some)
                .map_err(|fault| MatchFault::Io(format!("{} has no seed: {fault}", path.display()))),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    // A seed that lies there belongs to a match that was never begun, and gives way.
    fn keep_seed(&self, seed: &Seed) -> Result<(), MatchFault> {
        let path = self.seed_path();
        let secret = self.root.join("secret");
        if !secret.is_dir() {
            private(&secret)?;
        }
        let mut file = for_owner(&path)?;
        writeln!(file, "{}", seed.to_hex())?;
        file.sync_all()?;
        // A genesis that commits to a seed whose file a power cut took away could never go on.
        sync_dir(&secret)?;
        Ok(sync_dir(&self.root)?)
    }
}

/// The exchange of a file that [`MatchDir::file`] names, if it ends in one of these; nothing of a file that
/// is somebody else's.
fn exchange_of(path: &Path, extensions: &[&str]) -> Option<u32> {
    let (stem, extension) = path.file_name()?.to_str()?.split_once('.')?;
    let (number, party) = stem.split_once('-')?;
    let exchange: u32 = number.parse().ok()?;
    let is_own = extensions.contains(&extension)
        && Party::named(party).is_some()
        && number == format!("{exchange:03}");
    is_own.then_some(exchange)
}

/// The journal of a match folder, open for appending.
struct Open {
    journal: Journal,
    dir: MatchDir,
}

impl Log for Open {
    fn all(&self) -> Result<Cow<'_, [Entry]>, MatchFault> {
        Ok(self.journal.all()?)
    }

    fn head(&self) -> Option<Head> {
        self.journal.head()
    }

    fn notices(&self) -> &[String] {
        self.journal.notices()
    }

    fn append(&mut self, line: Line<'_>) -> Result<&Entry, MatchFault> {
        let Line { kind, exchange, party, time, body, salt } = line;
        Ok(self.journal.append(kind, exchange, party, time, body, salt)?)
    }

    fn hold(&mut self) {
        self.journal.hold();
    }

    fn release(&mut self) -> Result<(), MatchFault> {
        Ok(self.journal.release()?)
    }

    fn mark(&self) -> Result<Option<Mark>, MatchFault> {
        Ok(self.journal.mark()?)
    }

    // Whether it lasts does not matter: a power cut leaves this one, the one before, or one that is seen to
    // be torn.
    fn keep(&self, bookmark: &[u8]) -> Result<(), MatchFault> {
        let path = self.dir.bookmark_path();
        let part = path.with_extension("part");
        for_owner(&part)?.write_all(bookmark)?;
        Ok(fs::rename(&part, path)?)
    }
}

/// Begins a file that only its owner can read.
///
/// # Errors
/// If it cannot be made.
pub fn for_owner(path: &Path) -> std::io::Result<fs::File> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    owner_only(options.options_mut());
    options.open(path)
}

/// Makes a folder that only its owner can enter.
///
/// # Errors
/// If it cannot be made.
pub fn private(path: &Path) -> Result<(), MatchFault> {
    let mut builder = std::fs::DirBuilder::new();
    owner_only_folder(&mut builder);
    let told = |error| MatchFault::Io(format!("cannot create the folder {}: {error}", path.display()));
    builder.create(path).map_err(told)
}
