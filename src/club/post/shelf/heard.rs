//! What somebody heard or said, as files of numbers below `post/heard/`: of a match under way all of it, of
//! anything else the newest. What was said of a match that is over is secret from nobody, so it joins the
//! rest.
//!
//! New numbers are added to a small file as they come; when they are many they go into a sorted one, in which
//! a number is found without looking at the others.

use std::io;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use fs_err as fs;

use super::traits::{Heard, HeardRow};
use crate::journal::sync_dir;

/// So many numbers stand in the order in which they came.
const FRESH: usize = 8 * 1024;
/// So many of no match under way make a file that is full. The one before it stays; what is older goes.
const FULL: usize = 128 * 1024;

/// The folder of such files.
pub(super) struct HeardDir {
    dir: PathBuf,
}

/// The files of one address and match, or of one address and all that belongs to no match under way.
struct Pile {
    fresh: PathBuf,
    sorted: PathBuf,
    /// The sorted file before; nothing where all is kept.
    older: Option<PathBuf>,
}

impl HeardDir {
    /// What is kept in a folder, which need not be there.
    pub(super) fn new(dir: PathBuf) -> HeardDir {
        HeardDir { dir }
    }

    fn pile(&self, name: &str) -> Pile {
        let path = |end: &str| self.dir.join(format!("{name}{end}"));
        let older = (!name.contains('-')).then(|| path(".older"));
        Pile { fresh: path(""), sorted: path(".sorted"), older }
    }

    fn names(&self) -> io::Result<Vec<String>> {
        if !self.dir.is_dir() {
            return Ok(Vec::new());
        }
        let names = fs::read_dir(&self.dir)?.map(|entry| Ok(entry?.file_name().into_string().ok()));
        let mut names: Vec<String> = names.filter_map(io::Result::transpose).collect::<io::Result<_>>()?;
        names.retain(|name| !name.ends_with(".part"));
        Ok(names)
    }
}

impl Heard for HeardDir {
    fn keep(&self, whose: &str, of: Option<&str>, numbers: &[u64]) -> io::Result<()> {
        let name = match of {
            Some(of) => format!("{whose}-{of}"),
            None => whose.to_owned(),
        };
        self.pile(&name).keep(numbers.iter().copied())
    }

    fn of(&self, whose: &str) -> io::Result<Vec<Vec<u64>>> {
        let mut rows = Vec::new();
        for name in self.names()?.iter().filter(|name| name.starts_with(whose)) {
            let mut kept = read(&self.dir.join(name))?;
            kept.sort_unstable();
            rows.push(kept);
        }
        Ok(rows)
    }

    fn all(&self) -> io::Result<Vec<HeardRow>> {
        let row = |name: &String| {
            let numbers = read(&self.dir.join(name))?;
            let words = name.split_once('.').map_or(&**name, |(words, _)| words);
            let (whose, of) = words.split_once('-').map_or((words, None), |(whose, of)| (whose, Some(of)));
            Ok(HeardRow { whose: whose.to_owned(), of: of.map(str::to_owned), numbers })
        };
        self.names()?.iter().map(row).collect()
    }

    fn is_over(&self, of: &str) -> io::Result<()> {
        let end = format!("-{of}");
        for name in self.names()? {
            let Some((own, _)) = name.split_once(&end) else { continue };
            let path = self.dir.join(&name);
            self.pile(own).keep(read(&path)?)?;
            fs::remove_file(path)?;
        }
        Ok(())
    }
}

impl Pile {
    fn keep(&self, numbers: impl IntoIterator<Item = u64>) -> io::Result<()> {
        let (mut fresh, sorted) = (read(&self.fresh)?, read(&self.sorted)?);
        let mut known = fresh.clone();
        known.sort_unstable();
        let is_new =
            |number: &u64| known.binary_search(number).is_err() && sorted.binary_search(number).is_err();
        // What stands in the older file alone is kept anew: it is still being said.
        let mut new: Vec<u64> = numbers.into_iter().filter(is_new).collect();
        if new.is_empty() {
            return Ok(());
        }
        add(&self.fresh, fresh.len(), &new)?;
        fresh.append(&mut new);
        if fresh.len() > FRESH { self.gather(fresh, sorted) } else { Ok(()) }
    }

    /// Makes one sorted file of all. After a crash numbers may stand in both, which is no harm.
    fn gather(&self, fresh: Vec<u64>, mut all: Vec<u64>) -> io::Result<()> {
        if let Some(older) = self.older.as_ref().filter(|_| all.len() >= FULL) {
            fs::rename(&self.sorted, older)?;
            all.clear();
        }
        all.extend(fresh);
        all.sort_unstable();
        all.dedup();
        let part = self.sorted.with_extension("part");
        let mut file = fs::File::create(&part)?;
        file.write_all(&bytes(&all))?;
        file.sync_all()?;
        fs::rename(&part, &self.sorted)?;
        if let Some(dir) = self.sorted.parent() {
            sync_dir(dir)?;
        }
        fs::remove_file(&self.fresh)
    }
}

/// The numbers in a file; none if it is not there. What a power cut left of the last one is none.
fn read(path: &Path) -> io::Result<Vec<u64>> {
    let bytes = match fs::read(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
        read => read?,
    };
    Ok(bytes.as_chunks::<8>().0.iter().map(|eight| u64::from_le_bytes(*eight)).collect())
}

/// Adds numbers behind the first so many. One that was cut off goes, or all after it would be read askew.
fn add(path: &Path, whole: usize, numbers: &[u64]) -> io::Result<()> {
    if let Some(dir) = path.parent() {
        fs::create_dir_all(dir)?;
    }
    let mut file = fs::OpenOptions::new().create(true).append(true).open(path)?;
    file.file().set_len(whole as u64 * 8)?;
    file.write_all(&bytes(numbers))
}

fn bytes(numbers: &[u64]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::digest::Digest;

    const ANNA: &str = "00000000000a44a0";
    const BERT: &str = "00000000000be470";

    /// The word of a match.
    fn word(name: &str) -> String {
        Digest::of(name.as_bytes()).to_string()[..16].to_owned()
    }

    /// Numbers that follow from a seed and are as scattered as hashes.
    fn numbers(seed: u64, count: u64) -> Vec<u64> {
        let first = Digest::of(&seed.to_le_bytes()).as_bytes()[..8]
            .iter()
            .fold(0, |sum, it| sum << 8 | u64::from(*it));
        (0..count).map(|nth| (first + nth).wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect()
    }

    fn size(dir: &Path) -> u64 {
        fs::read_dir(dir.join("heard")).unwrap().map(|it| it.unwrap().metadata().unwrap().len()).sum()
    }

    fn has_all(heard: &HeardDir, numbers: &[u64]) -> bool {
        let rows = heard.of(ANNA).unwrap();
        numbers.iter().all(|number| rows.iter().any(|row| row.binary_search(number).is_ok()))
    }

    #[test]
    fn all_of_a_match_under_way_is_kept_once() {
        let dir = tempfile::tempdir().unwrap();
        let heard = HeardDir::new(dir.path().join("heard"));
        let spring = word("spring");
        for mail in 0..400 {
            heard.keep(ANNA, Some(&spring), &numbers(mail, 100)).unwrap();
            heard.keep(ANNA, Some(&spring), &numbers(mail / 2, 100)).unwrap();
        }
        heard.keep(BERT, Some(&spring), &numbers(1000, 10)).unwrap();
        assert!((0..400).all(|mail| has_all(&heard, &numbers(mail, 100))));
        assert!(!has_all(&heard, &numbers(1000, 1)), "what Bert heard is not Anna's");
        assert_eq!(size(dir.path()), 8 * (400 * 100 + 10), "nothing is kept twice");
        assert_eq!(heard.names().unwrap().len(), 3, "{:?}", heard.names());
    }

    #[test]
    fn what_belongs_to_no_match_under_way_does_not_grow_for_ever() {
        let dir = tempfile::tempdir().unwrap();
        let heard = HeardDir::new(dir.path().join("heard"));
        for round in 0..40 {
            let match_id = word(&format!("match-{round}"));
            heard.keep(ANNA, Some(&match_id), &numbers(round, 20_000)).unwrap();
            assert!(has_all(&heard, &numbers(round, 20_000)));
            heard.is_over(&match_id).unwrap();
            assert!(has_all(&heard, &numbers(round, 20_000)), "the end of a match forgets nothing at once");
        }
        assert!(size(dir.path()) <= 8 * (2 * (FULL + 20_000) + FRESH) as u64, "{}", size(dir.path()));
        assert!(has_all(&heard, &numbers(36, 20_000)) && !has_all(&heard, &numbers(0, 1)));
        assert!(heard.names().unwrap().iter().all(|name| !name.contains('-')));
    }

    #[test]
    fn a_number_that_a_power_cut_tore_spoils_no_other() {
        let dir = tempfile::tempdir().unwrap();
        let heard = HeardDir::new(dir.path().join("heard"));
        heard.keep(ANNA, None, &numbers(1, 3)).unwrap();
        let path = dir.path().join("heard").join(ANNA);
        let mut torn = fs::read(&path).unwrap();
        torn.extend([7, 7, 7]);
        fs::write(&path, torn).unwrap();
        heard.keep(ANNA, None, &numbers(2, 3)).unwrap();
        assert!(has_all(&heard, &numbers(1, 3)) && has_all(&heard, &numbers(2, 3)));
        assert_eq!(size(dir.path()), 48);
    }
}
