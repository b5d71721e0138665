//! A journal in the database, open for appending.

use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;

use club::journal::{Head, Mark, verify};
use club::matches::{Line, Log, MatchFault};
use engine::entry::Entry;
use postgres::types::Type;

use crate::database::Database;
use crate::fault::DbFault;
use crate::lease::{Held, number};

/// What a match is held by, for its journal and for whoever writes beside it.
pub(crate) type Lease = Rc<RefCell<Option<Held>>>;

/// The lease is renewed when so many times this part of it are over.
const PARTS: u32 = 4;

/// A journal open for appending, as long as its lease lasts.
pub(crate) struct Open {
    database: Rc<Database>,
    word: String,
    lease: Lease,
    /// The entry before those that are known here; nothing if all are.
    before: Option<Head>,
    entries: Vec<Entry>,
    /// How many entries the database has of them.
    kept: usize,
    is_held: bool,
    is_broken: bool,
}

impl Open {
    /// A journal whose match is held; `entries` are all of it, or none if `before` is the newest.
    pub(crate) fn new(
        database: &Rc<Database>,
        word: &str,
        lease: &Lease,
        before: Option<Head>,
        entries: Vec<Entry>,
    ) -> Open {
        Open {
            database: Rc::clone(database),
            word: word.to_owned(),
            lease: Rc::clone(lease),
            before,
            kept: entries.len(),
            entries,
            is_held: false,
            is_broken: false,
        }
    }

    /// Sends what the database does not have yet.
    fn flush(&mut self) -> Result<(), MatchFault> {
        let mut lease = self.lease.borrow_mut();
        let held = lease.as_mut().ok_or_else(released)?;
        let sent = self.database.append(&self.word, held, &self.entries[self.kept..]);
        match sent {
            Ok(()) => self.kept = self.entries.len(),
            // Rolled back: the journal is as it was.
            Err(DbFault::Again { .. } | DbFault::Refused { .. }) if !self.is_held => {
                self.entries.truncate(self.kept);
            }
            Err(_) => self.is_broken = true,
        }
        Ok(sent?)
    }

    /// Makes the lease last while many entries are held.
    fn renew(&mut self) -> Result<(), MatchFault> {
        let mut lease = self.lease.borrow_mut();
        let held = lease.as_mut().ok_or_else(released)?;
        if held.renewed.elapsed() * PARTS < self.database.patience.lease {
            return Ok(());
        }
        let renewed = self.database.renew(&self.word, held);
        self.is_broken |= renewed.is_err();
        Ok(renewed?)
    }
}

fn released() -> MatchFault {
    MatchFault::Bug("a journal is written that was given back".to_owned())
}

impl Log for Open {
    fn all(&self) -> Result<Cow<'_, [Entry]>, MatchFault> {
        let Some(before) = self.before else { return Ok(Cow::Borrowed(&self.entries)) };
        let id = self.lease.borrow().as_ref().ok_or_else(released)?.id;
        let mut all = entries(&self.database, &self.word, id, before)?;
        all.extend_from_slice(&self.entries);
        Ok(Cow::Owned(all))
    }

    fn head(&self) -> Option<Head> {
        let last = self.entries.last().map(|it| Head { number: it.header().number, hash: it.hash() });
        last.or(self.before)
    }

    fn notices(&self) -> &[String] {
        &[]
    }

    fn append(&mut self, line: Line<'_>) -> Result<&Entry, MatchFault> {
        if self.is_broken {
            return Err(MatchFault::Io("an earlier write to the journal failed".to_owned()));
        }
        let entry = line.after(self.head())?;
        // Nothing is written that would not be read back.
        let bytes = entry.line();
        let read =
            Entry::parse(&bytes[..bytes.len() - 1]).map_err(|fault| MatchFault::Bug(fault.to_string()))?;
        self.entries.push(read);
        if self.is_held {
            self.renew()?;
        } else {
            self.flush()?;
        }
        self.entries.last().ok_or_else(|| MatchFault::Bug("an entry was pushed above".to_owned()))
    }

    fn hold(&mut self) {
        self.is_held = true;
    }

    fn release(&mut self) -> Result<(), MatchFault> {
        let was_held = std::mem::take(&mut self.is_held);
        // What broke it has been told.
        if !was_held || self.is_broken {
            return Ok(());
        }
        self.is_held = true;
        let sent = self.flush();
        self.is_held = false;
        // What could not be sent together must not be sent in parts.
        self.is_broken |= sent.is_err();
        sent
    }

    fn mark(&self) -> Result<Option<Mark>, MatchFault> {
        let is_lasting = !self.is_broken && !self.is_held && self.kept == self.entries.len();
        Ok(self.head().filter(|_| is_lasting).map(|head| Mark::at(head, "")))
    }

    fn keep(&self, bookmark: &[u8]) -> Result<(), MatchFault> {
        let lease = self.lease.borrow();
        let held = lease.as_ref().ok_or_else(released)?;
        let sql = "update @game set bookmark = $4, bookmark_head = head_number where id = $1 and lease = $2 \
                   and lease_until > clock_timestamp() and head_number = $3 returning id";
        let at = number(held.head.number);
        let rows = self.database.ask(
            sql,
            &[(&held.id, Type::INT8), (&held.lease, Type::INT8), (&at, Type::INT8), (&bookmark, Type::BYTEA)],
        )?;
        if rows.is_empty() {
            return Err(self.database.lost(&self.word, held)?.into());
        }
        Ok(())
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        if let Some(held) = self.lease.borrow_mut().take() {
            self.database.give_back(&held);
        }
    }
}

/// Reads the entries of a match up to its head, and checks them.
///
/// # Errors
/// If one fails, or is missing.
pub(crate) fn entries(
    database: &Database,
    word: &str,
    id: i64,
    head: Head,
) -> Result<Vec<Entry>, MatchFault> {
    let sql = "select line, hash, number from @entry where game = $1 and number <= $2 order by number";
    let at = number(head.number);
    let rows = database.ask(sql, &[(&id, Type::INT8), (&at, Type::INT8)])?;
    let mut bytes = Vec::with_capacity(rows.iter().map(|row| row.get::<_, &[u8]>(0).len()).sum());
    rows.iter().for_each(|row| bytes.extend_from_slice(row.get(0)));
    let entries = verify(&bytes, (head.number > 0).then_some(head))
        .map_err(|fault| DbFault::proof(word, fault.to_string()))?;
    let is_same =
        |(entry, row): (&Entry, &postgres::Row)| entry.hash().as_bytes()[..] == *row.get::<_, &[u8]>(1);
    let differs = entries.len() != rows.len() || !entries.iter().zip(&rows).all(is_same);
    if differs {
        return Err(DbFault::proof(word, "the lines of its journal are not those of its rows").into());
    }
    Ok(entries)
}
