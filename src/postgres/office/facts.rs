//! A log of facts as rows. Numbers of lines only grow, so whoever adds to a log that another has changed
//! meanwhile changes nothing.

use std::fmt;
use std::rc::Rc;

use club::matches::MatchFault;
use club::post::shelf::{Facts, LogFault, Opened};
use postgres::types::Type;

use super::row::OfficeRow;
use crate::fault::DbFault;

/// A log, open for more facts.
struct Log {
    row: Rc<OfficeRow>,
    name: String,
    /// The number of the newest line; 0 if there is none.
    last: i64,
}

impl fmt::Debug for Log {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// The words of the database as a fault of a log.
fn said(fault: DbFault) -> LogFault {
    LogFault::Elsewhere(MatchFault::from(fault).to_string())
}

/// The lines of a log, and the number of the newest.
fn lines(row: &OfficeRow, log: &str) -> Result<(Vec<Vec<u8>>, i64), DbFault> {
    let sql = "select line, number from @fact where office = $1 and log = $2 order by number";
    let rows = row.look(sql, &[(&log, Type::TEXT)])?;
    let last = rows.last().map_or(0, |row| row.get(1));
    Ok((rows.into_iter().map(|row| row.get(0)).collect(), last))
}

/// The lines of a log as they stand.
///
/// # Errors
/// If the database says no.
pub(super) fn look(row: &OfficeRow, log: &str) -> Result<Vec<Vec<u8>>, LogFault> {
    Ok(lines(row, log).map_err(said)?.0)
}

/// Opens a log.
///
/// # Errors
/// If the database says no.
pub(super) fn open(row: &Rc<OfficeRow>, log: &str) -> Result<Opened, LogFault> {
    let (lines, last) = lines(row, log).map_err(said)?;
    let facts = Log { row: Rc::clone(row), name: log.to_owned(), last };
    Ok(Opened { facts: Box::new(facts), lines, torn: 0 })
}

impl Log {
    /// Sends lines that follow the newest one; with `anew`, in place of all before them.
    fn send(&mut self, lines: &[Vec<u8>], anew: bool) -> Result<(), LogFault> {
        let new: Vec<i64> = (self.last + 1..).take(lines.len()).collect();
        let sql = "log as (select it.id from it where $6 = \
                   (select coalesce(max(number), 0) from @fact where office = $1 and log = $3)), \
                   gone as (delete from @fact where $7 and log = $3 and office in (select id from log)), \
                   new as (insert into @fact (office, log, number, line) \
                   select log.id, $3, e.number, e.line from log, unnest($4, $5) as e (number, line)) \
                   select id from log";
        let values = [
            (&self.name as _, Type::TEXT),
            (&new as _, Type::INT8_ARRAY),
            (&lines as _, Type::BYTEA_ARRAY),
            (&self.last as _, Type::INT8),
            (&anew as _, Type::BOOL),
        ];
        let sent = self.row.write(&format!(", {sql}"), &values).map_err(said)?;
        let last = new.last().copied().unwrap_or(if anew { 0 } else { self.last });
        if sent.is_empty() && !self.is_there(lines, last)? {
            return Err(self.refused()?);
        }
        self.last = last;
        Ok(())
    }

    /// Whether the newest lines are these: the answer to the statement that sent them may have been lost.
    fn is_there(&self, lines: &[Vec<u8>], last: i64) -> Result<bool, LogFault> {
        let (there, newest) = self::lines(&self.row, &self.name).map_err(said)?;
        Ok(last != self.last && newest == last && there.ends_with(lines))
    }

    /// Why lines were not taken.
    fn refused(&self) -> Result<LogFault, LogFault> {
        match self.row.fenced("select id from it", &[]) {
            Ok(_) => Ok(LogFault::Changed(format!("{}/{}", self.row.office(), self.name))),
            Err(fault) => Err(said(fault)),
        }
    }
}

impl Facts for Log {
    // A statement is done whole or not at all.
    fn mend(&mut self) -> Result<(), LogFault> {
        Ok(())
    }

    fn append(&mut self, lines: &[Vec<u8>]) -> Result<(), LogFault> {
        if lines.is_empty() { Ok(()) } else { self.send(lines, false) }
    }

    fn rewrite(&mut self, lines: &[Vec<u8>]) -> Result<(), LogFault> {
        self.send(lines, true)
    }
}
