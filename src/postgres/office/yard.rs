//! All matches of an office in the database. What was noted of them is read at once when a run begins, and
//! written at once when it ends.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use club::journal::Mark;
use club::matches::{MatchFault, Store};
use club::post::office::{ChoreTable, MatchSnapshot, Pulse, Yard};
use engine::digest::Digest;
use jiff::Timestamp;
use postgres::types::Type;

use super::chores::ChoreRows;
use super::row::OfficeRow;
use super::shelf::OfficeShelf;
use crate::fault::DbFault;
use crate::lease::head;
use crate::place::Match;

/// What was noted of so many matches is written at once: that of all would stand in memory several times.
const AT_ONCE: usize = 1000;
/// What another version of the program noted does not count.
const PROGRAM: &str = env!("CARGO_PKG_VERSION");

/// The matches of an office in the database.
pub struct OfficeYard {
    row: Rc<OfficeRow>,
    basis: Digest,
    noted: Noted,
    /// Of which the database does not know what was noted.
    changed: BTreeMap<String, Option<Rc<MatchSnapshot>>>,
    /// How the journals looked when the run began, for whoever opens a match first.
    marks: RefCell<BTreeMap<String, Mark>>,
    /// The pulse when the run began, as long as nothing was noted since.
    seen: Option<Pulse>,
}

/// What of a basis is noted, of matches that may be played on: `$2` is the basis.
const NOTED: &str = "from @noted n join @game g on g.office = n.office and g.word = n.word and g.state < 3 \
                     where n.office = $1 and n.basis = $2 and g.head_number > 0";

/// What was noted of matches, by their words.
type Noted = BTreeMap<String, Rc<MatchSnapshot>>;

impl OfficeYard {
    /// Those of the office whose own things lie on a shelf, and under the same claim.
    pub fn of(shelf: &OfficeShelf) -> OfficeYard {
        OfficeYard {
            row: Rc::clone(&shelf.row),
            basis: Digest::ZERO,
            noted: BTreeMap::new(),
            changed: BTreeMap::new(),
            marks: RefCell::default(),
            seen: None,
        }
    }

    /// What was noted under the basis that counts now, and how the journals of these matches look.
    fn read(&self) -> Result<(Noted, BTreeMap<String, Mark>), DbFault> {
        let sql = format!("select n.word, n.snapshot, g.head_number, g.head_hash {NOTED}");
        let basis = &self.basis.as_bytes()[..];
        let (mut noted, mut marks) = (BTreeMap::new(), BTreeMap::new());
        for row in self.row.look(&sql, &[(&basis, Type::BYTEA)])? {
            let word: String = row.get(0);
            // What cannot be read was never noted.
            if let Ok(snapshot) = serde_json::from_slice(row.get(1)) {
                marks.insert(word.clone(), Mark::at(head(row.get(2), row.get(3))?, ""));
                noted.insert(word, Rc::new(snapshot));
            }
        }
        Ok((noted, marks))
    }
}

/// A basis for this version of the program.
fn of_program(basis: Digest) -> Digest {
    Digest::of_parts(&[PROGRAM.as_bytes(), basis.as_bytes()])
}

impl Yard for OfficeYard {
    fn open(&self, word: &str) -> Box<dyn Store> {
        let mark = self.marks.borrow_mut().remove(word);
        Box::new(Match::new(&self.row.database, word).glanced(mark))
    }

    fn begin(&self, word: &str) -> Result<Box<dyn Store>, MatchFault> {
        Ok(Box::new(Match::new(&self.row.database, word)))
    }

    fn words(&self) -> Result<Vec<String>, MatchFault> {
        self.row.database.words()
    }

    fn under(&mut self, basis: Digest) {
        self.basis = of_program(basis);
        self.changed.clear();
        // What cannot be read now is as if it was never noted: then each match is looked at.
        let (noted, marks) = self.read().unwrap_or_default();
        let entries = marks.values().map(|mark| mark.head.number).sum();
        self.seen = Some(Pulse { matches: noted.len() as u64, entries, mails: 0 });
        (self.noted, self.marks) = (noted, RefCell::new(marks));
    }

    fn noted(&self, word: &str) -> Option<Rc<MatchSnapshot>> {
        self.noted.get(word).cloned()
    }

    fn note(&mut self, word: &str, snapshot: Option<&Rc<MatchSnapshot>>) {
        let before = match snapshot {
            Some(snapshot) => self.noted.insert(word.to_owned(), Rc::clone(snapshot)),
            None => self.noted.remove(word),
        };
        if before.as_ref() != snapshot {
            self.seen = None;
            self.changed.insert(word.to_owned(), snapshot.cloned());
        }
    }

    fn due(&self, now: Timestamp) -> Result<Vec<String>, MatchFault> {
        let due = self.noted.iter().filter(|(_, snapshot)| snapshot.is_due(now));
        Ok(due.map(|(word, _)| word.clone()).collect())
    }

    fn pulse(&self, basis: Digest) -> Result<Option<Pulse>, MatchFault> {
        let sql = format!(
            "select count(*), coalesce(sum(g.head_number), 0)::bigint, \
             (select count(*) from @mail where office = $1) {NOTED}"
        );
        let basis = of_program(basis);
        let rows = self.row.look(&sql, &[(&&basis.as_bytes()[..], Type::BYTEA)])?;
        let number =
            |row: &postgres::Row, at: usize| u64::try_from(row.get::<_, i64>(at)).unwrap_or_default();
        let pulse = |row: &postgres::Row| Pulse {
            matches: number(row, 0),
            entries: number(row, 1),
            mails: number(row, 2),
        };
        Ok(rows.first().map(pulse))
    }

    fn seen(&self) -> Option<Pulse> {
        self.seen
    }

    fn smalls(&self, words: &[String], name: &str) -> BTreeMap<String, Vec<u8>> {
        let sql = "select g.word, s.bytes from @small s join @game g on g.id = s.game \
                   where g.office = $1 and g.word = any ($2) and s.name = $3 and g.head_number > 0";
        let values = [(&words as _, Type::TEXT_ARRAY), (&name as _, Type::TEXT)];
        let rows = self.row.look(sql, &values).unwrap_or_default();
        let small = |row: &postgres::Row| {
            let word: String = row.get(0);
            let bytes = self.row.database.key().ok()?.open(&format!("{word}/{name}"), row.get(1)).ok()?;
            Some((word, bytes.to_vec()))
        };
        rows.iter().filter_map(small).collect()
    }

    fn chores(&self) -> Option<Box<dyn ChoreTable>> {
        Some(Box::new(ChoreRows(Rc::clone(&self.row))))
    }

    fn held(&self) -> Result<usize, MatchFault> {
        let sql = "select count(*) from @game where office = $1 and head_number > 0 \
                   and lease_until > clock_timestamp()";
        let held = self.row.look(sql, &[])?.first().map_or(0, |row| row.get::<_, i64>(0));
        Ok(usize::try_from(held).unwrap_or_default())
    }

    fn keep(&mut self) -> Result<(), MatchFault> {
        let changed: Vec<_> = self.changed.iter().collect();
        changed.chunks(AT_ONCE).try_for_each(|some| self.write(some))?;
        self.changed.clear();
        Ok(())
    }
}

impl OfficeYard {
    /// Writes what was noted of some matches.
    ///
    /// # Errors
    /// If another run has the office, or the database says no.
    fn write(&self, changed: &[(&String, &Option<Rc<MatchSnapshot>>)]) -> Result<(), MatchFault> {
        let bytes = |snapshot: &MatchSnapshot| {
            serde_json::to_vec(snapshot).map_err(|error| MatchFault::Bug(error.to_string()))
        };
        let (mut words, mut snapshots, mut until) = (Vec::new(), Vec::new(), Vec::new());
        for (word, snapshot) in changed {
            words.push(*word);
            snapshots.push(snapshot.as_deref().map(bytes).transpose()?);
            until.push(snapshot.as_ref().and_then(|it| it.waits).map(|waits| waits.until.to_string()));
        }
        let basis = &self.basis.as_bytes()[..];
        // Whoever looks at the office from outside sees by `due_at` what waits.
        let sql = ", e as (select word, snapshot, until::timestamptz as until \
                   from unnest($3::text[], $4::bytea[], $5::text[]) as e (word, snapshot, until)), \
                   gone as (delete from @noted n using e, it where n.office = it.id and n.word = e.word \
                   and e.snapshot is null), \
                   new as (insert into @noted (office, word, basis, snapshot) \
                   select it.id, e.word, $6, e.snapshot from it, e where e.snapshot is not null \
                   on conflict (office, word) do update set basis = excluded.basis, \
                   snapshot = excluded.snapshot), \
                   due as (update @game g set due_at = coalesce(e.until, clock_timestamp()) from e, it \
                   where g.office = it.id and g.word = e.word) \
                   select id from it";
        let values = [
            (&words as _, Type::TEXT_ARRAY),
            (&snapshots as _, Type::BYTEA_ARRAY),
            (&until as _, Type::TEXT_ARRAY),
            (&basis as _, Type::BYTEA),
        ];
        self.row.fenced(sql, &values)?;
        Ok(())
    }
}
