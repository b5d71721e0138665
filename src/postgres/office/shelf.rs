//! An office's own things in the database.

use std::collections::BTreeSet;
use std::io;
use std::rc::Rc;

use club::matches::MatchFault;
use club::post::shelf::{Away, Claimed, Heard, Holder, LogFault, Opened, PutBy, Shelf};
use postgres::types::Type;

use super::facts;
use super::heard::HeardRows;
use super::put_by::Old;
use super::row::{OfficeRow, io};
use crate::database::Database;

/// An office's own things in the database. Clones of it are handles of the same place, under one claim.
#[derive(Clone)]
pub struct OfficeShelf {
    pub(super) row: Rc<OfficeRow>,
    /// Whether it may be claimed although the office has moved away, or is arriving.
    is_moving: bool,
}

impl OfficeShelf {
    /// Those of the office of a database.
    pub fn new(database: &Rc<Database>) -> OfficeShelf {
        OfficeShelf { row: OfficeRow::new(database), is_moving: false }
    }

    /// The same for whoever moves an office: it need not be one that may be run here.
    pub(crate) fn moving(self) -> OfficeShelf {
        OfficeShelf { is_moving: true, ..self }
    }

    /// Whether its things have left the database or are just arriving.
    ///
    /// # Errors
    /// If the database says no.
    pub(crate) fn away(&self) -> Result<Option<Away>, MatchFault> {
        Ok(self.row.away()?)
    }

    /// Marks the office, or takes the mark away.
    ///
    /// # Errors
    /// If another run has the office.
    pub(crate) fn set_away(&self, away: Option<Away>) -> Result<(), MatchFault> {
        Ok(self.row.set_away(away)?)
    }

    /// Whether the office was ever run here.
    ///
    /// # Errors
    /// If the database says no.
    pub(crate) fn is_begun(&self) -> Result<bool, MatchFault> {
        let sql = "select exists (select from @fact where office = $1) or exists \
                   (select from @thing where office = $1)";
        Ok(self.row.look(sql, &[])?.first().is_some_and(|row| row.get(0)))
    }

    /// The bytes that a table has under a name, decrypted.
    fn kept(&self, sql: &str, what: &str, name: &str) -> Result<Option<Vec<u8>>, MatchFault> {
        let rows = self.row.under(sql, &[(&name, Type::TEXT)])?;
        rows.first().map(|row| self.row.open(&format!("{what}{name}"), row.get(0))).transpose()
    }

    /// Encrypts bytes and keeps them under a name, in place of what was there.
    fn keep(&self, table: &str, column: &str, name: &str, bytes: &[u8]) -> Result<(), MatchFault> {
        let sealed = self.row.seal(bytes)?;
        let sql = format!(
            "insert into @{table} (office, {column}, bytes) select it.id, $3, $4 from it \
             on conflict (office, {column}) do update set bytes = excluded.bytes returning 1"
        );
        self.row.fenced(&sql, &[(&name, Type::TEXT), (&sealed, Type::BYTEA)])?;
        Ok(())
    }

    /// A letter that is put aside under a word; nothing if none is.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn letter(&self, word: &str) -> Result<Option<Vec<u8>>, MatchFault> {
        let sql = "select bytes from @aside where office = $1 and word = $3";
        self.kept(sql, "aside/", word)
    }
}

impl Shelf for OfficeShelf {
    fn name(&self) -> String {
        self.row.office().clone()
    }

    fn place(&self, name: &str) -> String {
        format!("{}/{name}", self.row.office())
    }

    fn handle(&self) -> Box<dyn Shelf> {
        Box::new(self.clone())
    }

    fn claim(&self) -> Result<Claimed, MatchFault> {
        Ok(Claimed::by(self.row.claim(self.is_moving)?))
    }

    fn holder(&self) -> Result<Option<Holder>, MatchFault> {
        let holder = self.row.database.holder()?;
        Ok(holder.map(|it| Holder { until: it.until.parse().ok(), worker: Some(it.worker) }))
    }

    fn facts(&self, log: &str) -> Result<Opened, LogFault> {
        facts::open(&self.row, log)
    }

    fn look(&self, log: &str) -> Result<Vec<Vec<u8>>, LogFault> {
        facts::look(&self.row, log)
    }

    fn put_by(&self, name: &str) -> io::Result<Box<dyn PutBy>> {
        Ok(Box::new(Old { row: Rc::clone(&self.row), log: name.to_owned() }))
    }

    fn heard(&self) -> Box<dyn Heard> {
        Box::new(HeardRows(Rc::clone(&self.row)))
    }

    fn keep_mail(&self, key: &str, bytes: &[u8]) -> Result<(), MatchFault> {
        self.keep("mail", "key", key, bytes)
    }

    // A run that has lost the office does not even send what it had queued: another does.
    fn mail(&self, key: &str) -> io::Result<Vec<u8>> {
        let sql = "select bytes from @mail where office = $1 and key = $3 and ($2 = 0 or exists \
                   (select from @office where id = $1 and lease = $2 and lease_until > clock_timestamp()))";
        let kept = self.kept(sql, "mail/", key).map_err(io)?;
        kept.ok_or_else(|| {
            let what = format!("the bytes of {key} are not there, or another run has the office");
            io::Error::new(io::ErrorKind::NotFound, what)
        })
    }

    fn drop_mail(&self, key: &str) -> io::Result<()> {
        let sql = ", gone as (delete from @mail where office in (select id from it) and key = $3) \
                   select id from it";
        self.row.fenced(sql, &[(&key, Type::TEXT)]).map(drop).map_err(io)
    }

    fn put_aside(&self, word: &str, bytes: &[u8]) -> Result<String, MatchFault> {
        self.keep("aside", "word", word, bytes)?;
        Ok(self.aside_name(word))
    }

    fn aside_name(&self, word: &str) -> String {
        format!("aside/{word}")
    }

    fn letters(&self) -> Result<Vec<(String, Vec<u8>)>, MatchFault> {
        let rows = self.row.look("select word, bytes from @aside where office = $1 order by word", &[])?;
        let letter = |row: &postgres::Row| {
            let word: String = row.get(0);
            let bytes = self.row.open(&format!("aside/{word}"), row.get(1))?;
            Ok((word, bytes))
        };
        rows.iter().map(letter).collect()
    }

    fn aside(&self) -> Result<Vec<String>, MatchFault> {
        let rows = self.row.look("select word from @aside where office = $1 order by word", &[])?;
        Ok(rows.iter().map(|row| self.aside_name(row.get(0))).collect())
    }

    fn small(&self, name: &str) -> Result<Option<Vec<u8>>, MatchFault> {
        self.kept("select bytes from @thing where office = $1 and name = $3", "", name)
    }

    fn keep_small(&self, name: &str, bytes: &[u8]) -> Result<(), MatchFault> {
        self.keep("thing", "name", name, bytes)
    }

    fn smalls(&self) -> Result<Vec<String>, MatchFault> {
        let rows =
            self.row.look("select name from @thing where office = $1 order by name collate \"C\"", &[])?;
        Ok(rows.iter().map(|row| row.get(0)).collect())
    }

    fn secret(&self, name: &str) -> Result<Option<Vec<u8>>, MatchFault> {
        self.small(name)
    }

    fn keep_secret(&self, name: &str, bytes: &[u8]) -> Result<(), MatchFault> {
        self.keep_small(name, bytes)
    }

    fn tidy(&self, waiting: &BTreeSet<String>) -> Result<(), MatchFault> {
        let waiting: Vec<&String> = waiting.iter().collect();
        let sql = ", gone as (delete from @mail where office in (select id from it) and not key = any ($3)) \
                   select id from it";
        self.row.fenced(sql, &[(&waiting, Type::TEXT_ARRAY)])?;
        Ok(())
    }
}
