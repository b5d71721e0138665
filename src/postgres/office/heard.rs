//! What somebody heard or said, as numbers in encrypted rows: of a match under way all of it, of anything
//! else the newest. New numbers make a row of their own; when there are many rows, they become one.

use std::collections::BTreeSet;
use std::io;
use std::rc::Rc;

use club::post::shelf::{Heard, HeardRow};
use postgres::types::Type;

use super::row::{OfficeRow, io};

/// So many rows of one person and match become one.
const ROWS: usize = 16;
/// So many bytes of no match under way make a row that is full. The one before it stays; what is older goes.
const FULL: i64 = 1 << 20;
/// The match of what belongs to no match under way.
const NONE: &str = "";

/// What the people of an office heard and said.
pub(super) struct HeardRows(pub(super) Rc<OfficeRow>);

/// A row: its number, and what it holds.
type Part = (i64, Vec<u64>);

/// The rows of somebody and a match.
#[derive(Default)]
struct Parts {
    /// The number of the newest; 0 if there is none.
    last: i64,
    /// Those that are not full.
    open: Vec<Part>,
    /// The numbers of those that are.
    full: Vec<i64>,
}

impl HeardRows {
    /// The rows of somebody and a match, the oldest first.
    fn parts(&self, whose: &str, of: &str) -> io::Result<Parts> {
        let sql = "select part, case when octet_length(bytes) < $4 then bytes end from @heard \
                   where office = $1 and whose = $2 and match = $3 order by part";
        let full = if of == NONE { FULL } else { i64::from(i32::MAX) };
        let values = [(&whose as _, Type::TEXT), (&of as _, Type::TEXT), (&full as _, Type::INT8)];
        let mut parts = Parts::default();
        for row in self.0.look(sql, &values).map_err(io)? {
            parts.last = row.get(0);
            match row.get::<_, Option<&[u8]>>(1) {
                Some(sealed) => parts.open.push((parts.last, self.numbers(sealed)?)),
                None => parts.full.push(parts.last),
            }
        }
        Ok(parts)
    }

    fn numbers(&self, sealed: &[u8]) -> io::Result<Vec<u64>> {
        let bytes = self.0.open("heard", sealed).map_err(io)?;
        Ok(bytes.as_chunks::<8>().0.iter().map(|eight| u64::from_le_bytes(*eight)).collect())
    }

    /// Writes a row in place of others.
    fn put(&self, (whose, of): (&str, &str), (part, numbers): Part, gone: &[i64]) -> io::Result<()> {
        let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        let sealed = self.0.seal(&bytes).map_err(io)?;
        let sql = ", gone as (delete from @heard where office in (select id from it) and whose = $3 \
                   and match = $4 and part = any ($7)) \
                   insert into @heard (office, whose, match, part, bytes) select it.id, $3, $4, $5, $6 from it \
                   on conflict (office, whose, match, part) do update set bytes = excluded.bytes returning part";
        let values = [
            (&whose as _, Type::TEXT),
            (&of as _, Type::TEXT),
            (&part as _, Type::INT8),
            (&sealed as _, Type::BYTEA),
            (&gone as _, Type::INT8_ARRAY),
        ];
        self.0.fenced(sql, &values).map(drop).map_err(io)
    }
}

impl Heard for HeardRows {
    fn keep(&self, whose: &str, of: Option<&str>, numbers: &[u64]) -> io::Result<()> {
        let of = of.unwrap_or(NONE);
        // What stands in a full row alone is kept anew: it is still being said.
        let Parts { last, open, full } = self.parts(whose, of)?;
        let known: BTreeSet<u64> = open.iter().flat_map(|(_, numbers)| numbers).copied().collect();
        let new: BTreeSet<u64> = numbers.iter().filter(|number| !known.contains(number)).copied().collect();
        if new.is_empty() {
            return Ok(());
        }
        if open.len() < ROWS {
            return self.put((whose, of), (last + 1, new.into_iter().collect()), &[]);
        }
        let older = full.iter().rev().skip(1);
        let gone: Vec<i64> = open.iter().map(|(part, _)| part).chain(older).copied().collect();
        self.put((whose, of), (last + 1, known.union(&new).copied().collect()), &gone)
    }

    fn of(&self, whose: &str) -> io::Result<Vec<Vec<u64>>> {
        let sql = "select bytes from @heard where office = $1 and whose = $2";
        let rows = self.0.look(sql, &[(&whose, Type::TEXT)]).map_err(io)?;
        rows.iter().map(|row| self.numbers(row.get(0))).collect()
    }

    fn all(&self) -> io::Result<Vec<HeardRow>> {
        let sql = "select whose, match, bytes from @heard where office = $1 order by whose, match, part";
        let rows = self.0.look(sql, &[]).map_err(io)?;
        let row = |row: &postgres::Row| {
            let (whose, of): (String, String) = (row.get(0), row.get(1));
            let numbers = self.numbers(row.get(2))?;
            Ok(HeardRow { whose, of: Some(of).filter(|of| of != NONE), numbers })
        };
        rows.iter().map(row).collect()
    }

    fn is_over(&self, of: &str) -> io::Result<()> {
        let sql = "select distinct whose from @heard where office = $1 and match = $2";
        let people = self.0.look(sql, &[(&of, Type::TEXT)]).map_err(io)?;
        for person in people.iter().map(|row| row.get::<_, String>(0)) {
            let parts = self.parts(&person, of)?;
            let numbers: Vec<u64> = parts.open.iter().flat_map(|(_, numbers)| numbers).copied().collect();
            self.keep(&person, None, &numbers)?;
        }
        let sql = ", gone as (delete from @heard where office in (select id from it) and match = $3) \
                   select id from it";
        self.0.fenced(sql, &[(&of, Type::TEXT)]).map(drop).map_err(io)
    }
}
