//! THE BOOK of a club: its journal, chained like that of a match, public from its first line, and never cut.
//!
//! `league/journal.jsonl` and `league/head.json` are as those of a match, so the same script checks them.
//! What an entry says is a [`Fact`]; whether it can stand where it stands, and what follows from all of them,
//! is for [`League`].

pub mod fact;
pub mod judging;
pub mod result;

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use club::journal::{Head, JOURNAL, Journal, StoreFault};
use club::matches::folder::{for_owner, private};
use club::matches::{MatchFault, body_salt};
use engine::dice::Seed;
use engine::digest::{Digest, Salt};
use engine::entry::{Entry, Kind};
use fs_err as fs;
use serde_json::Value;
use tournament::DrawSeed;

pub use fact::{Fact, Genesis};
pub use result::{How, Outcome};

use crate::state::League;

/// The folder of the book, in the office's.
pub const FOLDER: &str = "league";
/// More bytes than the first line of a book has.
const FIRST_LINE: u64 = 4096;
/// What only the organiser may read, in the folder of the book.
const SECRET: &str = "secret";
/// The seed of the draws.
const SEED: &str = "secret/seed";

/// A book that is open for writing, or only read.
pub struct Book {
    dir: PathBuf,
    journal: Option<Journal>,
    seed: Option<Seed>,
    /// What follows from its entries.
    pub league: League,
    /// Its entries.
    entries: Vec<Entry>,
    notices: Vec<String>,
}

/// The folder of a club's book.
pub fn folder(office: &Path) -> PathBuf {
    office.join(FOLDER)
}

/// The word of the club whose book lies in an office's folder, by its first entry alone.
///
/// # Errors
/// If there is no book, or its first line begins none.
pub fn club_of(office: &Path) -> Result<String, MatchFault> {
    let file = fs::File::open(folder(office).join(JOURNAL))?;
    let mut line = Vec::new();
    BufReader::new(file).take(FIRST_LINE).read_until(b'\n', &mut line)?;
    let line = line.strip_suffix(b"\n").unwrap_or(&line);
    let wrong = |what: String| MatchFault::Proof { entry: Some(1), what };
    let entry = Entry::parse(line).map_err(|fault| wrong(fault.to_string()))?;
    Ok(League::begin(&entry).map_err(wrong)?.club)
}

/// Whether the folder of an office has a book.
pub fn has_book(office: &Path) -> bool {
    folder(office).join(JOURNAL).is_file()
}

impl Book {
    /// Begins the book of a club.
    ///
    /// # Errors
    /// If there is one already, or it cannot be written.
    pub fn create(office: &Path, club: &str, seed: Seed, now: &str) -> Result<Book, MatchFault> {
        let dir = folder(office);
        fs::create_dir_all(&dir)?;
        let mut journal = Journal::create(&dir).map_err(|fault| match fault {
            StoreFault::Exists(path) => MatchFault::no(
                format!("{} exists already", path.display()),
                "go on with the book that is there",
            ),
            other => other.into(),
        })?;
        private(&dir.join(SECRET))?;
        for_owner(&dir.join(SEED))?.write_all(format!("{}\n", seed.to_hex()).as_bytes())?;
        let genesis = Genesis {
            club: club.to_owned(),
            format: fact::FORMAT.to_owned(),
            seed_commitment: seed.commitment(),
        };
        let body = serde_json::to_value(&genesis).map_err(|error| MatchFault::Bug(error.to_string()))?;
        let entry = journal.append(Kind::Genesis, None, None, now, body, body_salt(&seed, 1))?.clone();
        let league = League::begin(&entry).map_err(|what| amiss(&entry, &what))?;
        Ok(Book {
            dir,
            journal: Some(journal),
            seed: Some(seed),
            league,
            entries: vec![entry],
            notices: Vec::new(),
        })
    }

    /// Opens the book of a club for writing.
    ///
    /// # Errors
    /// If there is none, another process has it, or it does not hold.
    pub fn open(office: &Path) -> Result<Book, MatchFault> {
        let dir = folder(office);
        let journal = Journal::open(&dir).map_err(|fault| missing(&dir, fault))?;
        let entries = journal.all()?.into_owned();
        let notices = journal.notices().to_vec();
        let league = follow(&entries)?;
        let seed = read_seed(&dir)?;
        match &seed {
            Some(seed) if seed.commitment() != league.seed_commitment => {
                let what = format!("{} is not the seed of this book", dir.join(SEED).display());
                Err(MatchFault::Proof { entry: Some(1), what })
            }
            None => {
                let what = format!("{} is missing, so nothing can be written", dir.join(SEED).display());
                Err(MatchFault::no(what, "put back the file from your copy"))
            }
            Some(_) => Ok(Book { dir, journal: Some(journal), seed, league, entries, notices }),
        }
    }

    /// Reads the book of a club; nothing is locked and nothing written.
    ///
    /// # Errors
    /// If there is none, or it does not hold.
    pub fn read(office: &Path) -> Result<Book, MatchFault> {
        let dir = folder(office);
        let found = Journal::read(&dir).map_err(|fault| missing(&dir, fault))?;
        let league = follow(&found.entries)?;
        // Others may not read the seed, and need not.
        let seed = read_seed(&dir).ok().flatten();
        Ok(Book { dir, journal: None, seed, league, entries: found.entries, notices: found.notices })
    }

    /// Its folder.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Its entries.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// What a reader should know of its files.
    pub fn notices(&self) -> &[String] {
        &self.notices
    }

    /// Its newest entry.
    pub fn head(&self) -> Head {
        let last = self.entries.last();
        last.map_or(Head { number: 0, hash: Digest::ZERO }, |entry| Head {
            number: entry.header().number,
            hash: entry.hash(),
        })
    }

    /// The hash of an entry by its number; zeros where there is none.
    pub fn hash_of(&self, number: u64) -> Digest {
        hash_of(&self.entries, number).unwrap_or(Digest::ZERO)
    }

    /// The number of the entry that comes next.
    pub fn next(&self) -> u64 {
        self.head().number + 1
    }

    /// The seed of an event's draw, where the club's seed is at hand.
    pub fn draw_seed(&self, event: &str) -> Option<Salt> {
        let of = |seed| Salt::from_bytes(*DrawSeed::of(seed, event).as_bytes());
        self.seed.as_ref().map(of)
    }

    /// Writes down facts, one after the other: all of them, or none that cannot stand. They are made lasting
    /// together.
    ///
    /// # Errors
    /// What cannot stand where it would, in words for whoever asked for it; or that it cannot be written.
    pub fn write(&mut self, facts: &[(Option<u32>, Fact)], now: &str) -> Result<(), MatchFault> {
        let mut league = self.league.clone();
        for (at, (round, fact)) in facts.iter().enumerate() {
            let number = self.next() + at as u64;
            league
                .take(number, *round, now, fact)
                .map_err(|what| MatchFault::no(what, "nothing was written"))?;
        }
        let (Some(journal), Some(seed)) = (&mut self.journal, &self.seed) else {
            return Err(MatchFault::Bug("the book was opened for reading only".to_owned()));
        };
        journal.hold();
        let mut written = Vec::new();
        for (round, fact) in facts {
            let number = self.entries.len() as u64 + written.len() as u64 + 1;
            let body: Value =
                serde_json::to_value(fact).map_err(|error| MatchFault::Bug(error.to_string()))?;
            written
                .push(journal.append(Kind::Club, *round, None, now, body, body_salt(seed, number))?.clone());
        }
        journal.release()?;
        self.entries.extend(written);
        self.league = league;
        Ok(())
    }
}

/// The hash of an entry by its number.
pub(crate) fn hash_of(entries: &[Entry], number: u64) -> Option<Digest> {
    entries.get(usize::try_from(number).ok()?.checked_sub(1)?).map(Entry::hash)
}

/// What follows from the entries of a book.
///
/// # Errors
/// The first entry that cannot stand where it stands.
pub fn follow(entries: &[Entry]) -> Result<League, MatchFault> {
    let (first, rest) =
        entries.split_first().ok_or_else(|| MatchFault::Io("the book is empty".to_owned()))?;
    let mut league = League::begin(first).map_err(|what| amiss(first, &what))?;
    for entry in rest {
        let (header, fact) = (entry.header(), fact_of(entry)?);
        league
            .take(header.number, header.exchange, &header.time, &fact)
            .map_err(|what| amiss(entry, &what))?;
    }
    Ok(league)
}

/// The fact in an entry after the first.
///
/// # Errors
/// If it is none.
pub(crate) fn fact_of(entry: &Entry) -> Result<Fact, MatchFault> {
    let header = entry.header();
    if header.kind != Kind::Club || header.party.is_some() {
        return Err(amiss(entry, "it is no entry of a club's book"));
    }
    entry.exactly().map_err(|what| amiss(entry, &what))
}

fn amiss(entry: &Entry, what: &str) -> MatchFault {
    MatchFault::Proof { entry: Some(entry.header().number), what: what.to_owned() }
}

fn missing(dir: &Path, fault: StoreFault) -> MatchFault {
    match fault {
        StoreFault::Missing(_) => {
            let what = format!("{} holds no book", dir.display());
            MatchFault::no(what, "begin one with `sealord league new`, or name the office's folder")
        }
        other => other.into(),
    }
}

fn read_seed(dir: &Path) -> Result<Option<Seed>, MatchFault> {
    let path = dir.join(SEED);
    match fs::read_to_string(&path) {
        Ok(text) => match Seed::parse(text.trim_end()) {
            Ok(seed) => Ok(Some(seed)),
            Err(fault) => Err(MatchFault::Io(format!("{}: {fault}", path.display()))),
        },
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error.into()),
    }
}
