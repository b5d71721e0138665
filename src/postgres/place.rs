//! A match in the database.

use std::cell::RefCell;
use std::rc::Rc;

use club::journal::{Mark, Snapshot, head_text, lines};
use club::matches::{Keep, Log, MatchFault, Published, Raw, Store, is_small};
use engine::dice::Seed;
use jiff::Timestamp;
use postgres::Row;
use postgres::types::Type;

use crate::database::{Database, Value};
use crate::lease::{ARRIVING, Held, MOVED, Standing};
use crate::log::{Lease, Open, entries};

/// Who may write beside a journal: whoever has the lease; without one, anybody as long as nobody has it.
const FENCE: &str = "office = $1 and word = $2 and ((lease = $3 and lease_until > clock_timestamp()) \
                     or ($3 = 0 and lease_until < clock_timestamp()))";

/// A match in the database of an office.
#[derive(Clone)]
pub struct Match {
    database: Rc<Database>,
    word: String,
    keep: Keep,
    is_moving: bool,
    /// Held by the journal that is open.
    lease: Lease,
    /// Held for the journal that will be opened.
    taken: Rc<RefCell<Option<Taken>>>,
    /// How the journal looked a moment ago, for whoever asks first.
    glance: Rc<RefCell<Option<Mark>>>,
}

/// A match that was taken before anybody opened it.
struct Taken {
    database: Rc<Database>,
    held: Option<Held>,
}

impl Drop for Taken {
    fn drop(&mut self) {
        if let Some(held) = self.held.take() {
            self.database.give_back(&held);
        }
    }
}

impl Match {
    /// Names a match by its word, which need not be there.
    pub fn new(database: &Rc<Database>, word: &str) -> Match {
        Match {
            database: Rc::clone(database),
            word: word.to_owned(),
            keep: Keep::default(),
            is_moving: false,
            lease: database.lease_of(word),
            taken: Rc::default(),
            glance: Rc::default(),
        }
    }

    /// The same for somebody who knows how the journal looked a moment ago: whoever asks first is told that.
    #[cfg(feature = "mail")]
    pub(crate) fn glanced(self, mark: Option<Mark>) -> Match {
        Match { glance: Rc::new(RefCell::new(mark)), ..self }
    }

    /// Takes the match that has waited longest among those that are due, so that no other worker has it as
    /// long as this one lives, or the journal that it opens. Nothing if none is due.
    ///
    /// # Errors
    /// If the database says no.
    pub fn due(database: &Rc<Database>) -> Result<Option<Match>, MatchFault> {
        let Some((word, held)) = database.take_due()? else { return Ok(None) };
        let it = Match::new(database, &word);
        *it.taken.borrow_mut() = Some(Taken { database: Rc::clone(database), held: Some(held) });
        Ok(Some(it))
    }

    /// The same with another limit on the exchanges of which packets, forms and reports are kept.
    pub fn keeping(self, keep: Keep) -> Match {
        Match { keep, ..self }
    }

    /// The same for whoever copies matches: it need not be one that may be played on.
    pub(crate) fn moving(self) -> Match {
        Match { is_moving: true, ..self }
    }

    /// The database that keeps it.
    pub fn database(&self) -> Rc<Database> {
        Rc::clone(&self.database)
    }

    /// The word by which the office knows the match.
    pub fn word(&self) -> &str {
        &self.word
    }

    /// Notes when somebody must look at the match again; never, if nothing is given.
    ///
    /// # Errors
    /// If another worker has the match.
    pub fn note(&self, due: Option<Timestamp>) -> Result<(), MatchFault> {
        let due = due.map(|at| at.to_string());
        let sql = format!("update @game set due_at = ($4::text)::timestamptz where {FENCE} returning id");
        self.fenced(&sql, &[(&due, Type::TEXT)])
    }

    /// The names of all its files.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn smalls(&self) -> Result<Vec<String>, MatchFault> {
        let sql = "select name from @small where game = (select id from @game where office = $1 and word = $2) \
                   order by name";
        Ok(self.look(sql, &[])?.iter().map(|row| row.get(0)).collect())
    }

    /// Sends a statement about this match that changes nothing.
    fn look(&self, sql: &str, more: &[Value<'_>]) -> Result<Vec<Row>, MatchFault> {
        let mut values: Vec<Value<'_>> =
            vec![(&self.database.settings.office, Type::TEXT), (&self.word, Type::TEXT)];
        values.extend_from_slice(more);
        Ok(self.database.ask(sql, &values)?)
    }

    /// Sends a statement with [`FENCE`], which must give a row.
    pub(crate) fn fenced(&self, sql: &str, more: &[Value<'_>]) -> Result<(), MatchFault> {
        let lease = self.lease.borrow();
        let token = lease.as_ref().map_or(0, |held| held.lease);
        let mut values: Vec<Value<'_>> = vec![
            (&self.database.settings.office, Type::TEXT),
            (&self.word, Type::TEXT),
            (&token, Type::INT8),
        ];
        values.extend_from_slice(more);
        if !self.database.ask(sql, &values)?.is_empty() {
            return Ok(());
        }
        Err(match lease.as_ref() {
            Some(held) => self.database.lost(&self.word, held)?.into(),
            None => self.not_to_be_had(self.database.standing(&self.word)?.as_ref()),
        })
    }

    /// Sets in which state the match is; with `due`, somebody is to look at it at once.
    pub(crate) fn set_state(&self, state: i16, due: bool) -> Result<(), MatchFault> {
        let sql = format!(
            "update @game set state = $4, due_at = case when $5 then clock_timestamp() end, \
             bookmark = null where {FENCE} returning id"
        );
        self.fenced(&sql, &[(&state, Type::INT2), (&due, Type::BOOL)])
    }

    /// Why nobody can go on with the match now.
    fn not_to_be_had(&self, standing: Option<&Standing>) -> MatchFault {
        let word = &self.word;
        match standing {
            Some(it) if it.state == MOVED => {
                moved(&format!("the match {word} has moved out of the database"))
            }
            Some(it) if it.state == ARRIVING && !self.is_moving => {
                moved(&format!("the match {word} is just being copied into the database"))
            }
            Some(it) if it.is_held => busy(&format!("{word}: {}", it.held_by())),
            _ => {
                let what = format!("there is no match {word} in the database");
                MatchFault::Io(format!("{what}\n  help: `sealord store status` shows which there are"))
            }
        }
    }

    /// The lease under which the journal is opened.
    fn take(&self) -> Result<Held, MatchFault> {
        let taken = self.taken.borrow_mut().take().and_then(|mut taken| taken.held.take());
        if let Some(held) = taken {
            return Ok(held);
        }
        let take = || self.database.take(&self.word, self.is_moving);
        let held = self.database.waiting(&self.word, take)?;
        held.map_err(|standing| self.not_to_be_had(standing.as_ref()))
    }

    fn open(&self, held: Held, entries: Option<Vec<engine::entry::Entry>>) -> Box<dyn Log> {
        // What was checked is remembered, and nothing else.
        if let Some(head) = held.newest() {
            self.database.heads().note(&self.word, head);
        }
        let before = if entries.is_none() { held.newest() } else { None };
        *self.lease.borrow_mut() = Some(held);
        let entries = entries.unwrap_or_default();
        Box::new(Open::new(&self.database, &self.word, &self.lease, before, entries))
    }
}

/// Refuses a name under which nothing is kept.
fn named(name: &str) -> Result<(), MatchFault> {
    match is_small(name) {
        true => Ok(()),
        false => Err(MatchFault::Bug(format!("nothing is kept under the name {name:?}"))),
    }
}

fn moved(what: &str) -> MatchFault {
    MatchFault::no(what, "go on with it where it is now, or bring it back with `sealord store copy`")
}

fn busy(what: &str) -> MatchFault {
    MatchFault::Io(format!("{what}\n  help: Wait until it has ended, then try again."))
}

impl Store for Match {
    fn name(&self) -> String {
        self.word.clone()
    }

    fn handle(&self) -> Box<dyn Store> {
        Box::new(self.clone())
    }

    fn limited(&self, keep: Keep) -> Box<dyn Store> {
        Box::new(self.clone().keeping(keep))
    }

    // What cannot be looked at may be there: whoever takes it for none finds out when he begins it.
    fn is_begun(&self) -> bool {
        let standing = self.database.standing(&self.word);
        standing.is_ok_and(|it| it.is_some_and(|it| it.head.number > 0))
    }

    fn raw(&self) -> Result<Raw, MatchFault> {
        let found = self.read()?;
        let head = found.head.ok_or_else(|| MatchFault::Bug("a match without a head".to_owned()))?;
        Ok(Raw { journal: lines(&found.entries), head: head_text(head).into_bytes() })
    }

    // A statement is done whole or not at all.
    fn tidy(&self) -> Result<(), MatchFault> {
        Ok(())
    }

    fn begin(&self) -> Result<Box<dyn Log>, MatchFault> {
        let state = if self.is_moving { ARRIVING } else { 0 };
        let take = || self.database.take_new(&self.word, state);
        match self.database.waiting(&self.word, take)? {
            Ok(held) => Ok(self.open(held, Some(Vec::new()))),
            Err(Some(it)) if it.head.number == 0 => Err(busy(&format!("{}: {}", self.word, it.held_by()))),
            Err(_) => {
                let what = format!("there is already a match {} in the database", self.word);
                Err(MatchFault::Io(format!("{what}\n  help: Choose another name for a new match.")))
            }
        }
    }

    fn claim(&self) -> Result<Box<dyn Log>, MatchFault> {
        let held = self.take()?;
        match entries(&self.database, &self.word, held.id, held.head) {
            Ok(all) => Ok(self.open(held, Some(all))),
            Err(fault) => {
                self.database.give_back(&held);
                Err(fault)
            }
        }
    }

    fn read(&self) -> Result<Snapshot, MatchFault> {
        let sql = "select id, head_number, head_hash from @game where office = $1 and word = $2 \
                   and head_number > 0";
        let rows = self.look(sql, &[])?;
        let Some(row) = rows.first() else { return Err(self.not_to_be_had(None)) };
        let head = crate::lease::head(row.get(1), row.get(2))?;
        let entries = entries(&self.database, &self.word, row.get(0), head)?;
        Ok(Snapshot { entries, head: Some(head), ..Snapshot::default() })
    }

    fn mark(&self) -> Result<Option<Mark>, MatchFault> {
        if let Some(mark) = self.glance.take() {
            return Ok(Some(mark));
        }
        let standing = self.database.standing(&self.word)?;
        Ok(standing.filter(|it| it.head.number > 0).map(|it| Mark::at(it.head, "")))
    }

    fn claim_at(&self, mark: &Mark) -> Result<Option<Box<dyn Log>>, MatchFault> {
        if self.taken.borrow().is_none() && !self.is_begun() {
            return Ok(None);
        }
        let held = self.take()?;
        if Mark::at(held.head, "") != *mark {
            self.database.give_back(&held);
            return Ok(None);
        }
        Ok(Some(self.open(held, None)))
    }

    fn bookmark(&self) -> Option<Vec<u8>> {
        let sql =
            "select bookmark from @game where office = $1 and word = $2 and bookmark_head = head_number";
        self.look(sql, &[]).ok()?.first()?.get(0)
    }

    fn seed(&self) -> Result<Option<Seed>, MatchFault> {
        let rows = self.look("select seed from @game where office = $1 and word = $2", &[])?;
        let Some(sealed) = rows.first().and_then(|row| row.get::<_, Option<Vec<u8>>>(0)) else {
            return Ok(None);
        };
        let what = format!("the seed of {}", self.word);
        let opened = self.database.key()?.open(&what, &sealed)?;
        let text = std::str::from_utf8(&opened).ok().and_then(|text| Seed::parse(text).ok());
        text.map(Some).ok_or_else(|| MatchFault::Io(format!("{what} is none")))
    }

    fn keep_seed(&self, seed: &Seed) -> Result<(), MatchFault> {
        let sealed = self.database.key()?.seal(seed.to_hex().as_bytes())?;
        let sql = format!("update @game set seed = $4 where {FENCE} returning id");
        self.fenced(&sql, &[(&sealed, Type::BYTEA)])
    }

    fn publish(&self, what: &Published, bytes: &[u8]) -> Result<String, MatchFault> {
        let (exchange, party) = (i64::from(what.exchange), what.party.id());
        let sql = format!(
            "insert into @published (game, kind, exchange, party, extension, bytes) \
             select id, $4, $5, $6, $7, $8 from (select id from @game where {FENCE} for share) as it \
             on conflict (game, kind, exchange, party, extension) do update set bytes = excluded.bytes \
             returning game"
        );
        self.fenced(
            &sql,
            &[
                (&what.kind, Type::TEXT),
                (&exchange, Type::INT8),
                (&party, Type::TEXT),
                (&what.extension, Type::TEXT),
                (&bytes, Type::BYTEA),
            ],
        )?;
        Ok(format!("{}/{}/{:03}-{party}.{}", self.word, what.kind, what.exchange, what.extension))
    }

    // What cannot be deleted now is deleted after the next exchange, and no command fails over it.
    fn clear_before(&self, kinds: &[(&str, &[&str])], newest: u32) {
        let Some(last) = self.keep.last_gone(newest).map(i64::from) else { return };
        let sql = format!(
            "with it as (select id from @game where {FENCE} for share), gone as (delete from @published \
             where game in (select id from it) and exchange <= $4 and kind = $5 and extension = any ($6)) \
             select id from it"
        );
        for (kind, extensions) in kinds {
            let values =
                [(&last as _, Type::INT8), (kind as _, Type::TEXT), (extensions as _, Type::TEXT_ARRAY)];
            _ = self.fenced(&sql, &values);
        }
    }

    fn small(&self, name: &str) -> Result<Option<Vec<u8>>, MatchFault> {
        named(name)?;
        let sql = "select bytes from @small where name = $3 \
                   and game = (select id from @game where office = $1 and word = $2)";
        let rows = self.look(sql, &[(&name, Type::TEXT)])?;
        let Some(row) = rows.first() else { return Ok(None) };
        let opened = self.database.key()?.open(&format!("{}/{name}", self.word), row.get(0))?;
        Ok(Some(opened.to_vec()))
    }

    fn keep_small(&self, name: &str, bytes: &[u8]) -> Result<(), MatchFault> {
        named(name)?;
        let sealed = self.database.key()?.seal(bytes)?;
        let sql = format!(
            "insert into @small (game, name, bytes) \
             select id, $4, $5 from (select id from @game where {FENCE} for share) as it \
             on conflict (game, name) do update set bytes = excluded.bytes returning game"
        );
        self.fenced(&sql, &[(&name, Type::TEXT), (&sealed, Type::BYTEA)])
    }

    fn drop_small(&self, name: &str) -> Result<(), MatchFault> {
        named(name)?;
        if self.database.standing(&self.word)?.is_none() {
            return Ok(());
        }
        let sql = format!(
            "with it as (select id from @game where {FENCE} for share), \
             gone as (delete from @small where name = $4 and game in (select id from it)) select id from it"
        );
        self.fenced(&sql, &[(&name, Type::TEXT)])
    }

    fn published(&self, what: &Published) -> Result<Option<Vec<u8>>, MatchFault> {
        let (exchange, party) = (i64::from(what.exchange), what.party.id());
        let sql = "select bytes from @published where kind = $3 and exchange = $4 and party = $5 \
                   and extension = $6 and game = (select id from @game where office = $1 and word = $2)";
        let rows = self.look(
            sql,
            &[
                (&what.kind, Type::TEXT),
                (&exchange, Type::INT8),
                (&party, Type::TEXT),
                (&what.extension, Type::TEXT),
            ],
        )?;
        Ok(rows.first().map(|row| row.get(0)))
    }

    fn published_size(&self, what: &Published) -> Option<u64> {
        let (exchange, party) = (i64::from(what.exchange), what.party.id());
        let sql = "select length(bytes)::bigint from @published where kind = $3 and exchange = $4 \
                   and party = $5 and extension = $6 \
                   and game = (select id from @game where office = $1 and word = $2)";
        let values = [
            (&what.kind as _, Type::TEXT),
            (&exchange as _, Type::INT8),
            (&party as _, Type::TEXT),
            (&what.extension as _, Type::TEXT),
        ];
        let rows = self.look(sql, &values).ok()?;
        u64::try_from(rows.first()?.get::<_, i64>(0)).ok()
    }
}

impl Database {
    /// The words of all matches of the office that have an entry and may be played on.
    ///
    /// # Errors
    /// If the server cannot be asked.
    pub fn words(&self) -> Result<Vec<String>, MatchFault> {
        let sql = "select word from @game where office = $1 and state < 3 and head_number > 0 \
                   order by word collate \"C\"";
        let rows = self.ask(sql, &[(&self.settings.office, Type::TEXT)])?;
        Ok(rows.iter().map(|row| row.get(0)).collect())
    }

    /// The words of all matches that are here or were here.
    ///
    /// # Errors
    /// If the server cannot be asked.
    pub(crate) fn all_words(&self) -> Result<Vec<String>, MatchFault> {
        let sql = "select word from @game where office = $1 and head_number > 0 \
                   order by word collate \"C\"";
        let rows = self.ask(sql, &[(&self.settings.office, Type::TEXT)])?;
        Ok(rows.iter().map(|row| row.get(0)).collect())
    }
}
