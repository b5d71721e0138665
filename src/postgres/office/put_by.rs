//! What a log has put by, as rows by key.

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::rc::Rc;

use club::post::shelf::PutBy;
use postgres::types::Type;

use super::row::{OfficeRow, io};

/// What one log has put by.
pub(super) struct Old {
    pub(super) row: Rc<OfficeRow>,
    pub(super) log: String,
}

impl fmt::Debug for Old {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.log)
    }
}

impl PutBy for Old {
    fn put(&mut self, entries: BTreeMap<String, String>) -> io::Result<()> {
        if entries.is_empty() {
            return Ok(());
        }
        let (keys, values): (Vec<String>, Vec<String>) = entries.into_iter().unzip();
        let sql = "insert into @put_by (office, log, key, value) \
                   select it.id, $3, e.key, e.value from it, unnest($4, $5) as e (key, value) \
                   on conflict (office, log, key) do update set value = excluded.value returning 1";
        let values =
            [(&self.log as _, Type::TEXT), (&keys as _, Type::TEXT_ARRAY), (&values as _, Type::TEXT_ARRAY)];
        self.row.fenced(sql, &values).map(drop).map_err(io)
    }

    fn find(&self, key: &str) -> io::Result<Option<String>> {
        let sql = "select value from @put_by where office = $1 and log = $2 and key = $3";
        let rows = self.row.look(sql, &[(&self.log, Type::TEXT), (&key, Type::TEXT)]).map_err(io)?;
        Ok(rows.first().map(|row| row.get(0)))
    }

    fn under(&self, start: &str) -> io::Result<Vec<(String, String)>> {
        // Every key that begins so lies between the two, byte by byte.
        let end = format!("{start}{}", char::MAX);
        let sql = "select key, value from @put_by where office = $1 and log = $2 and key >= $3 and key < $4 \
                   order by key";
        let values = [(&self.log as _, Type::TEXT), (&start as _, Type::TEXT), (&end as _, Type::TEXT)];
        let rows = self.row.look(sql, &values).map_err(io)?;
        Ok(rows.iter().map(|row| (row.get(0), row.get(1))).collect())
    }

    fn under_each(&self, starts: &[String]) -> io::Result<Vec<Vec<(String, String)>>> {
        let ends: Vec<String> = starts.iter().map(|start| format!("{start}{}", char::MAX)).collect();
        // Each range is looked up by itself: together they would read all that lies between them.
        let sql = "select s.at, p.key, p.value from unnest($3::text[], $4::text[]) \
                   with ordinality as s (low, high, at) cross join lateral (select key, value from @put_by \
                   where office = $1 and log = $2 and key >= s.low and key < s.high offset 0) p \
                   order by s.at, p.key";
        let values =
            [(&self.log as _, Type::TEXT), (&starts as _, Type::TEXT_ARRAY), (&ends as _, Type::TEXT_ARRAY)];
        let mut found = vec![Vec::new(); starts.len()];
        for row in self.row.look(sql, &values).map_err(io)? {
            let at = usize::try_from(row.get::<_, i64>(0)).unwrap_or_default();
            if let Some(found) = at.checked_sub(1).and_then(|at| found.get_mut(at)) {
                found.push((row.get(1), row.get(2)));
            }
        }
        Ok(found)
    }
}
