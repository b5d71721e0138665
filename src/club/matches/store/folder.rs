//! Which file is what in a match folder.
//!
//! ```text
//! journal.jsonl, head.json   the match itself
//! secret/seed                the umpire's seed; nobody else's business until the match is over
//! secret/published           how large the newest packets, forms and reports are; may be deleted
//! secret/bookmark            where the match stands; spares reading the journal, and may be deleted
//! packets/                   packets by exchange and party, of the newest exchanges; may be deleted
//! forms/                     blank orders by exchange and party, likewise
//! reports/                   reports by exchange and party, likewise
//! moved.json                 says that the match is played on elsewhere, or is still arriving
//! ```

use std::borrow::Cow;
use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};

use fs_err as fs;

use super::keep::Keep;
use super::moved::Moved;
use super::traits::{Exposed, Line, Log, Published, Raw, SECRET, Store, is_small};
use crate::journal::{HEAD, Head, JOURNAL, Journal, Mark, Snapshot, sync_dir};
use crate::machine::{mode_of, owner_only, owner_only_folder};
use crate::matches::fault::MatchFault;
use engine::dice::Seed;
use engine::entry::Entry;
use engine::party::Party;

/// A match folder.
#[derive(Clone, Debug)]
pub struct MatchDir {
    root: PathBuf,
    keep: Keep,
    is_moving: bool,
}

/// Whether a folder holds a match: a run that was killed may leave the folder without one.
pub fn is_begun(dir: &Path) -> bool {
    fs::metadata(dir.join(JOURNAL)).is_ok_and(|journal| journal.len() > 0)
}

impl MatchDir {
    /// Names a folder, which need not exist.
    pub fn new(root: impl Into<PathBuf>) -> MatchDir {
        MatchDir { root: root.into(), keep: Keep::default(), is_moving: false }
    }

    /// The folder with another limit on the exchanges of which packets, forms and reports are kept.
    pub fn keeping(self, keep: Keep) -> MatchDir {
        MatchDir { keep, ..self }
    }

    /// The folder for whoever moves matches: it need not be one that may be played on.
    pub fn moving(self) -> MatchDir {
        MatchDir { is_moving: true, ..self }
    }

    /// Refuses to go on with a match that is played elsewhere.
    fn is_here(&self) -> Result<(), MatchFault> {
        if self.is_moving { Ok(()) } else { Moved::refuse(&self.root) }
    }

    /// The folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Where a file of an exchange and a party lies: `kind/<exchange>-<side>.<extension>`.
    pub fn file(&self, what: &Published) -> PathBuf {
        self.root.join(what.name())
    }

    /// Writes a file that can be made again, whole or not at all.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, path: &Path, bytes: &[u8]) -> Result<(), MatchFault> {
        self.put(path, bytes, |part| fs::File::create(part), true)
    }

    /// Writes a file that only its owner can read, whole or not at all.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn write_secret(&self, path: &Path, bytes: &[u8]) -> Result<(), MatchFault> {
        self.put(path, bytes, for_owner, true)
    }

    fn put(
        &self,
        path: &Path,
        bytes: &[u8],
        create: impl Fn(&Path) -> std::io::Result<fs::File>,
        lasting: bool,
    ) -> Result<(), MatchFault> {
        let folder = path.parent().unwrap_or(&self.root);
        fs::create_dir_all(folder)?;
        // A stray reader sees the old file or the new one; the name is taken over in one step.
        let part = path.with_extension("part");
        let mut file = create(&part)?;
        file.write_all(bytes)?;
        // The bytes before the name: else a power cut could leave an empty file that looks like a whole one.
        if lasting {
            file.sync_all()?;
        }
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

    /// Where a small thing lies.
    ///
    /// # Errors
    /// If nothing can be kept under such a name.
    fn small_path(&self, name: &str) -> Result<PathBuf, MatchFault> {
        match is_small(name) {
            true => Ok(self.root.join(name)),
            false => Err(MatchFault::Bug(format!("nothing is kept under the name {name:?}"))),
        }
    }

    fn seed_path(&self) -> PathBuf {
        self.root.join("secret").join("seed")
    }

    fn bookmark_path(&self) -> PathBuf {
        self.root.join("secret").join("bookmark")
    }
}

/// The folders of a match in which files are written beside their place first.
const FOLDERS: [&str; 5] = ["", "packets", "forms", "reports", "secret"];

/// Whether a file is one that was to be renamed when it is whole.
pub(crate) fn is_half(path: &Path) -> bool {
    let name = path.file_name().map(OsStr::to_string_lossy).unwrap_or_default();
    name.ends_with(".part") || name.starts_with(".sealord-") && name.ends_with(".tmp")
}

/// Removes the files of a folder that are `left`; the folder need not be there.
///
/// # Errors
/// If one cannot be removed.
pub(crate) fn clear(folder: &Path, is_left: impl Fn(&Path) -> bool) -> Result<(), MatchFault> {
    if !folder.is_dir() {
        return Ok(());
    }
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_file() && is_left(&entry.path()) {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// A file's bytes; nothing if it is not there.
///
/// # Errors
/// If it is there and cannot be read.
pub(crate) fn bytes_of(path: &Path) -> std::io::Result<Option<Vec<u8>>> {
    match fs::read(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        read => read.map(Some),
    }
}

/// Whether people other than its owner may change a file or folder, or read it unless it `may_be_read`;
/// nothing if they may not, or it is not there.
pub(crate) fn exposed(path: &Path, may_be_read: bool) -> Option<Exposed> {
    let data = std::fs::metadata(path).ok()?;
    let mode = mode_of(&data)?;
    let (others, wanted) = (mode & 0o077, if data.is_dir() { "700" } else { "600" });
    let (is_open, is_changed) = (others != 0, others & 0o022 != 0);
    (if may_be_read { is_changed } else { is_open }).then(|| {
        let what = if is_changed { "read and change" } else { "read" };
        let place = path.display().to_string();
        let words = format!(
            "people other than its owner may {what} {place} (mode {mode:04o}): run `chmod {wanted} {place}`"
        );
        Exposed { place, words }
    })
}

/// Removes a file, if it is there.
///
/// # Errors
/// If it is there and cannot be removed.
pub(crate) fn remove(path: &Path) -> std::io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
        removed => removed,
    }
}

impl Store for MatchDir {
    fn name(&self) -> String {
        self.root.display().to_string()
    }

    fn handle(&self) -> Box<dyn Store> {
        Box::new(self.clone())
    }

    fn limited(&self, keep: Keep) -> Box<dyn Store> {
        Box::new(self.clone().keeping(keep))
    }

    fn is_begun(&self) -> bool {
        is_begun(&self.root)
    }

    fn begin(&self) -> Result<Box<dyn Log>, MatchFault> {
        self.is_here()?;
        self.make()?;
        Ok(Box::new(Open { journal: Journal::create(&self.root)?, dir: self.clone() }))
    }

    fn claim(&self) -> Result<Box<dyn Log>, MatchFault> {
        self.is_here()?;
        Ok(Box::new(Open { journal: Journal::open(&self.root)?, dir: self.clone() }))
    }

    fn mark(&self) -> Result<Option<Mark>, MatchFault> {
        Ok(Mark::of(&self.root)?)
    }

    fn claim_at(&self, mark: &Mark) -> Result<Option<Box<dyn Log>>, MatchFault> {
        self.is_here()?;
        let journal = Journal::open_at(&self.root, mark)?;
        Ok(journal.map(|journal| Box::new(Open { journal, dir: self.clone() }) as Box<dyn Log>))
    }

    fn bookmark(&self) -> Option<Vec<u8>> {
        fs::read(self.bookmark_path()).ok()
    }

    fn read(&self) -> Result<Snapshot, MatchFault> {
        Ok(Journal::read(&self.root)?)
    }

    fn raw(&self) -> Result<Raw, MatchFault> {
        let read = |name: &str| fs::read(self.root.join(name));
        // The head first: a line is written before its head, so the journal read after it can only be longer.
        let head = read(HEAD)?;
        Ok(Raw { journal: read(JOURNAL)?, head })
    }

    fn published(&self, what: &Published) -> Result<Option<Vec<u8>>, MatchFault> {
        Ok(bytes_of(&self.file(what))?)
    }

    fn small(&self, name: &str) -> Result<Option<Vec<u8>>, MatchFault> {
        Ok(bytes_of(&self.small_path(name)?)?)
    }

    fn keep_small(&self, name: &str, bytes: &[u8]) -> Result<(), MatchFault> {
        let path = self.small_path(name)?;
        if !name.starts_with(SECRET) {
            return self.write(&path, bytes);
        }
        let secret = self.root.join("secret");
        if !secret.is_dir() {
            self.make()?;
            private(&secret)?;
        }
        self.write_secret(&path, bytes)
    }

    fn drop_small(&self, name: &str) -> Result<(), MatchFault> {
        Ok(remove(&self.small_path(name)?)?)
    }

    fn exposed(&self) -> Vec<Exposed> {
        let secret = self.root.join("secret");
        let files = fs::read_dir(&secret).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
        files.chain([secret.clone()]).filter_map(|path| exposed(&path, false)).collect()
    }

    fn tidy(&self) -> Result<(), MatchFault> {
        FOLDERS.iter().try_for_each(|name| clear(&self.root.join(name), is_half))
    }

    fn publish(&self, what: &Published, bytes: &[u8]) -> Result<String, MatchFault> {
        let path = self.file(what);
        // What a power cut takes away can be made again; its size shows that it must.
        self.put(&path, bytes, |part| fs::File::create(part), false)?;
        Ok(path.display().to_string())
    }

    fn published_size(&self, what: &Published) -> Option<u64> {
        fs::metadata(self.file(what)).ok().map(|file| file.len())
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
