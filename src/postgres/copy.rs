//! There and back: a match moves from its folder into the database, or from there into a folder.
//!
//! A match can be played on at one place only, whenever a copy is cut short. First the place where it
//! arrives is marked, so that nobody plays there; lines are copied and audited; then the place that it
//! leaves is marked; then the first mark is taken away. The same command, given again, goes on where the
//! last one stopped.

use std::path::{Component, Path, PathBuf};
use std::rc::Rc;

use club::journal::{Head, lines};
use club::matches::folder::{MatchDir, is_begun};
use club::matches::{Line, Log, MatchFault, Moved, SECRET, Store, is_small};
use engine::dice::Seed;
use engine::entry::{Entry, Kind};
use fs_err as fs;
use serde::Serialize;

use crate::database::Database;
use crate::lease::{ARRIVING, MOVED};
use crate::place::Match;

/// So many entries are made lasting at once.
const BATCH: usize = 500;
/// What of a match folder is made of its journal, and the files beside it that are not copied as such.
const MADE: [&str; 10] = [
    "journal.jsonl",
    "head.json",
    "head.json.new",
    "journal.lock",
    "moved.json",
    "packets",
    "forms",
    "reports",
    "secret/seed",
    "secret/bookmark",
];

/// Where matches are copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// From folders into the database.
    Postgres,
    /// From the database into folders.
    Folder,
}

/// What became of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Copied {
    /// The match: the path of its folder, from the office's.
    pub word: String,
    /// How many entries were copied now.
    pub copied: usize,
    /// How many it has.
    pub entries: u64,
    /// What lies in the folder and belongs to no match: it stayed there.
    pub left: Vec<String>,
}

/// Audits what arrived.
pub type Auditor<'a> = &'a dyn Fn(&[Entry], Option<Seed>) -> Result<(), MatchFault>;

/// The matches of an office that a copy would move, each by its word.
///
/// # Errors
/// If folders or database cannot be read.
pub fn movable(database: &Database, office: &Path, to: Direction) -> Result<Vec<String>, MatchFault> {
    match to {
        Direction::Folder => database.all_words(),
        Direction::Postgres => {
            let mut found = Vec::new();
            walk(office, office, &mut found)?;
            found.sort_unstable();
            Ok(found)
        }
    }
}

/// Gathers the match folders below a folder. The book of a league is none.
fn walk(office: &Path, folder: &Path, found: &mut Vec<String>) -> Result<(), MatchFault> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_symlink() || !path.is_dir() {
            continue;
        }
        if !is_begun(&path) {
            walk(office, &path, found)?;
        } else if is_match(&path)? {
            found.extend(path.strip_prefix(office).ok().and_then(Path::to_str).map(str::to_owned));
        }
    }
    Ok(())
}

/// Whether a journal is that of a match: its first line is a genesis, which the book of a league has too, but
/// with other settings.
fn is_match(folder: &Path) -> Result<bool, MatchFault> {
    use std::io::{BufRead, BufReader};
    let mut first = Vec::new();
    BufReader::new(fs::File::open(folder.join("journal.jsonl"))?).read_until(b'\n', &mut first)?;
    let genesis = Entry::parse(first.strip_suffix(b"\n").unwrap_or(&first));
    Ok(genesis.is_ok_and(|genesis| club::matches::Settings::of(&[genesis]).is_ok()))
}

/// Moves a match.
///
/// # Errors
/// If it is played on at both places, somebody has it, what arrived fails its audit, or something cannot be
/// read or written. Given again, it goes on.
pub fn copy(
    database: &Rc<Database>,
    office: &Path,
    word: &str,
    to: Direction,
    audit: Auditor<'_>,
) -> Result<Copied, MatchFault> {
    let folder = folder_of(office, word)?;
    match to {
        Direction::Postgres => to_postgres(database, &folder, word, audit),
        Direction::Folder => to_folder(database, &folder, word, audit),
    }
}

fn folder_of(office: &Path, word: &str) -> Result<PathBuf, MatchFault> {
    let path = Path::new(word);
    let is_inside = path.components().all(|part| matches!(part, Component::Normal(_)));
    if word.is_empty() || !is_inside {
        return Err(MatchFault::no(
            format!("{word:?} is no folder inside the office's"),
            "name it as office.yaml does",
        ));
    }
    Ok(office.join(path))
}

fn to_postgres(
    database: &Rc<Database>,
    folder: &Path,
    word: &str,
    audit: Auditor<'_>,
) -> Result<Copied, MatchFault> {
    let (here, there) = (MatchDir::new(folder).moving(), Match::new(database, word).moving());
    let standing = database.standing(word)?;
    let state = standing.as_ref().filter(|it| it.head.number > 0).map(|it| it.state);
    match (Moved::read(folder)?, state) {
        (Some(Moved { head: Some(head) }), Some(ARRIVING)) => {
            // Cut short after the folder was marked: all is there.
            let log = there.claim()?;
            same_head(word, Some(head), log.head())?;
            arrive(&there, &log.all()?)?;
            return Ok(Copied { word: word.to_owned(), copied: 0, entries: head.number, left: Vec::new() });
        }
        (Some(Moved { head: Some(head) }), Some(state)) if state < MOVED => {
            return Ok(Copied { word: word.to_owned(), copied: 0, entries: head.number, left: Vec::new() });
        }
        (Some(_), _) => return Err(half_way(word, "folder")),
        (None, Some(state)) if state < MOVED => return Err(at_both(word)),
        (None, _) => {}
    }
    let from = here.claim()?;
    let all = from.all()?;
    let mut log = if state.is_some() { there.claim()? } else { there.begin()? };
    if state == Some(MOVED) {
        there.set_state(ARRIVING, false)?;
    }
    let copied = copy_lines(word, &all, log.as_mut())?;
    if let Some(seed) = here.seed()? {
        there.keep_seed(&seed)?;
    }
    let (small, left) = files(folder)?;
    for name in small {
        there.keep_small(&name, &here.small(&name)?.unwrap_or_default())?;
    }
    arrived(word, &all, &there, audit)?;
    Moved::write(folder, log.head())?;
    arrive(&there, &all)?;
    Ok(Copied { word: word.to_owned(), copied, entries: all.len() as u64, left })
}

/// From now on the match is played in the database.
fn arrive(there: &Match, entries: &[Entry]) -> Result<(), MatchFault> {
    let is_over = entries.iter().any(|entry| entry.header().kind == Kind::Ended);
    there.set_state(if is_over { 2 } else { 1 }, true)
}

fn to_folder(
    database: &Rc<Database>,
    folder: &Path,
    word: &str,
    audit: Auditor<'_>,
) -> Result<Copied, MatchFault> {
    let (here, there) = (Match::new(database, word).moving(), MatchDir::new(folder).moving());
    let Some(standing) = database.standing(word)?.filter(|it| it.head.number > 0) else {
        let what = format!("there is no match {word} in the database");
        return Err(MatchFault::no(what, "`sealord store status` shows which there are"));
    };
    let done =
        |copied| Copied { word: word.to_owned(), copied, entries: standing.head.number, left: Vec::new() };
    match (standing.state, Moved::read(folder)?) {
        (MOVED, None) if is_begun(folder) => return Ok(done(0)),
        (MOVED, Some(Moved { head: None })) => {
            same_head(word, Some(standing.head), there.read()?.head)?;
            Moved::remove(folder)?;
            return Ok(done(0));
        }
        (MOVED | ARRIVING, _) => return Err(half_way(word, "database")),
        (_, None) if is_begun(folder) => return Err(at_both(word)),
        _ => {}
    }
    let from = here.claim()?;
    let all = from.all()?;
    let mut log = if is_begun(folder) { there.claim()? } else { there.begin()? };
    Moved::write(folder, None)?;
    let copied = copy_lines(word, &all, log.as_mut())?;
    if let Some(seed) = here.seed()? {
        there.keep_seed(&seed)?;
    }
    for name in here.smalls()? {
        there.keep_small(&name, &here.small(&name)?.unwrap_or_default())?;
    }
    arrived(word, &all, &there, audit)?;
    drop(log);
    here.set_state(MOVED, false)?;
    Moved::remove(folder)?;
    Ok(Copied { entries: all.len() as u64, ..done(copied) })
}

/// Appends what is missing, and gives how many entries that were.
fn copy_lines(word: &str, all: &[Entry], log: &mut dyn Log) -> Result<usize, MatchFault> {
    let there = log.head().map_or(0, |head| head.number);
    let known = usize::try_from(there).unwrap_or(usize::MAX);
    let same = known.checked_sub(1).map(|at| all.get(at).map(Entry::hash));
    if same.is_some_and(|hash| hash != log.head().map(|head| head.hash)) {
        let what =
            format!("{word}: what is there already, up to entry {there}, is not the beginning of this match");
        return Err(MatchFault::Proof { entry: None, what });
    }
    for batch in all[known.min(all.len())..].chunks(BATCH) {
        log.hold();
        for entry in batch {
            let header = entry.header();
            let made = log.append(Line {
                kind: header.kind,
                exchange: header.exchange,
                party: header.party,
                time: &header.time,
                body: entry.body(),
                salt: entry.salt(),
            })?;
            if made.hash() != entry.hash() {
                return Err(MatchFault::Bug(format!("{word}: entry {} came out as another", header.number)));
            }
        }
        log.release()?;
    }
    Ok(all.len() - known.min(all.len()))
}

/// Reads what arrived, holds it against what was sent, and audits it.
fn arrived(word: &str, sent: &[Entry], there: &dyn Store, audit: Auditor<'_>) -> Result<(), MatchFault> {
    let found = there.read()?;
    if lines(&found.entries) != lines(sent) {
        let what = format!("{word}: the journal that arrived is not the one that was sent");
        return Err(MatchFault::Proof { entry: None, what });
    }
    let last = sent.last().map(|entry| Head { number: entry.header().number, hash: entry.hash() });
    same_head(word, last, found.head)?;
    audit(&found.entries, there.seed()?)
}

fn same_head(word: &str, one: Option<Head>, other: Option<Head>) -> Result<(), MatchFault> {
    if one == other {
        return Ok(());
    }
    let what = format!("{word}: its newest entry is not the same at both places");
    Err(MatchFault::Proof { entry: None, what })
}

fn half_way(word: &str, at: &str) -> MatchFault {
    let what = format!(
        "{word}: the match is on its way out of or into the {at}, by a copy the other way that was cut short"
    );
    MatchFault::no(what, "give the command of that copy again first")
}

fn at_both(word: &str) -> MatchFault {
    let what = format!("{word}: there is a match of this name at both places, and both are played on");
    MatchFault::no(what, "give one of them another name")
}

/// The small things that lie in a match folder, and what lies there besides.
fn files(folder: &Path) -> Result<(Vec<String>, Vec<String>), MatchFault> {
    let (mut small, mut others) = (Vec::new(), Vec::new());
    for (dir, before) in [(folder.to_owned(), ""), (folder.join(SECRET), SECRET)] {
        if !dir.is_dir() {
            continue;
        }
        for entry in fs::read_dir(&dir)? {
            let entry = entry?;
            let name = format!("{before}{}", entry.file_name().to_string_lossy());
            if MADE.contains(&name.as_str()) || name == "secret" || name.ends_with(".part") {
                continue;
            }
            let is_file = entry.file_type()?.is_file();
            if is_file && is_small(&name) { small.push(name) } else { others.push(name) }
        }
    }
    small.sort_unstable();
    others.sort_unstable();
    Ok((small, others))
}
