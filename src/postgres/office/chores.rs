//! Chores in the database: matches that a run lays out for workers that stand by. Whatever is written names
//! the lease of the run, so a helper of a run that has lost the office writes nothing more.

use std::any::Any;
use std::rc::Rc;
use std::thread::sleep;
use std::time::{Duration, Instant};

use club::matches::MatchFault;
use club::post::office::{Chore, ChoreTable, Chores, HandedIn};
use club::post::shelf::Claimed;
use engine::digest::Digest;
use jiff::Timestamp;
use postgres::types::Type;

use super::row::OfficeRow;
use crate::fault::DbFault;

/// So long a run waits for what others have before it looks around once more.
const PATIENT: Duration = Duration::from_secs(1);
/// The pause between two looks at it.
const LOOK: Duration = Duration::from_millis(20);
/// What a helper handed in is called where it cannot be decrypted.
const ACCOUNT: &str = "chore/";

/// The chores of an office.
pub(super) struct ChoreRows(pub(super) Rc<OfficeRow>);

/// A helper's part in a run.
struct Joined(Rc<OfficeRow>);

impl Drop for Joined {
    fn drop(&mut self) {
        self.0.database.run.set(0);
    }
}

impl ChoreRows {
    fn collect(&self) -> Result<Vec<HandedIn>, MatchFault> {
        // The run may find nothing, and finds out that it has lost the office when it writes next.
        let sql = ", e as (delete from @chore where office in (select id from it) and run = $2 \
                   and account is not null returning place, word, account) \
                   select word, account from e order by place";
        let rows = self.0.write(sql, &[])?;
        let handed_in = |row: &postgres::Row| {
            let word: String = row.get(0);
            let account = self.0.open(&format!("{ACCOUNT}{word}"), row.get(1))?;
            Ok(HandedIn { word, account })
        };
        rows.iter().map(handed_in).collect()
    }
}

impl ChoreTable for ChoreRows {
    fn helpers(&self, seconds: f64) -> Result<usize, MatchFault> {
        let sql = "select count(*) from @worker where office = $1 and name <> $2 \
                   and seen > clock_timestamp() - $3 * interval '1 s'";
        let values = [(&self.0.database.worker as _, Type::TEXT), (&seconds as _, Type::FLOAT8)];
        let rows = self.0.look(sql, &values)?;
        Ok(rows.first().map_or(0, |row| usize::try_from(row.get::<_, i64>(0)).unwrap_or_default()))
    }

    fn lay_out(
        &self,
        at: Timestamp,
        basis: Digest,
        chores: &[(String, Option<Vec<u8>>)],
    ) -> Result<(), MatchFault> {
        let words: Vec<&String> = chores.iter().map(|(word, _)| word).collect();
        let snapshots: Vec<&Option<Vec<u8>>> = chores.iter().map(|(_, snapshot)| snapshot).collect();
        let (at, basis) = (at.to_string(), &basis.as_bytes()[..]);
        let gone = ", gone as (delete from @chore where office in (select id from it)), \
                    old as (delete from @worker where office in (select id from it) \
                    and seen < clock_timestamp() - interval '1 day') select id from it";
        self.0.fenced(gone, &[])?;
        let sql = ", e as (insert into @chore (office, word, run, place, at, basis, snapshot) \
                   select it.id, e.word, $2, e.place, $5, $6, e.snapshot \
                   from it, unnest($3::text[], $4::bytea[]) with ordinality as e (word, snapshot, place) \
                   on conflict do nothing) select id from it";
        let values = [
            (&words as _, Type::TEXT_ARRAY),
            (&snapshots as _, Type::BYTEA_ARRAY),
            (&at as _, Type::TEXT),
            (&basis as _, Type::BYTEA),
        ];
        self.0.fenced(sql, &values)?;
        Ok(())
    }

    fn wanted(&self) -> Result<Option<Chores>, MatchFault> {
        let sql = "with seen as (insert into @worker (office, name, seen) \
                   select id, $2, clock_timestamp() from @office where id = $1 \
                   on conflict (office, name) do update set seen = excluded.seen) \
                   select e.run, e.at, e.basis from @chore e join @office o on o.id = e.office \
                   where e.office = $1 and e.account is null and e.token_until < clock_timestamp() \
                   and o.lease = e.run and o.lease_until > clock_timestamp() limit 1";
        let rows = self.0.look(sql, &[(&self.0.database.worker as _, Type::TEXT)])?;
        let Some(row) = rows.first() else { return Ok(None) };
        let fault = || DbFault::Proof { word: None, what: "an chore of a run that is none".to_owned() };
        let at = row.get::<_, &str>(1).parse().map_err(|_| fault())?;
        let basis = row.get::<_, &[u8]>(2).try_into().map_err(|_| fault())?;
        Ok(Some(Chores { run: row.get(0), at, basis: Digest::from_bytes(basis) }))
    }

    fn join(&self, run: &Chores) -> Claimed {
        self.0.database.run.set(run.run);
        let joined: Box<dyn Any> = Box::new(Joined(Rc::clone(&self.0)));
        Claimed::by(joined)
    }

    fn take(&self) -> Result<Option<Chore>, MatchFault> {
        // The lease of a match that a helper takes later ends later.
        let millis = self.0.database.lease_millis() * 1.1;
        let sql = ", e as (update @chore set token = nextval('@lease_number'), \
                   token_by = $4, token_until = clock_timestamp() + $3 * interval '1 ms' where office in (select id from it) \
                   and word = (select word from @chore where office = $1 and run = $2 and account is null \
                   and token_until < clock_timestamp() order by place limit 1 for update skip locked) \
                   returning word, snapshot, token) select word, snapshot, token from e";
        let values = [(&millis as _, Type::FLOAT8), (&self.0.database.worker as _, Type::TEXT)];
        let rows = self.0.write(sql, &values)?;
        Ok(rows.first().map(|row| Chore { word: row.get(0), snapshot: row.get(1), token: row.get(2) }))
    }

    fn hand_in(&self, chore: &Chore, mails: &[(String, Vec<u8>)], account: &[u8]) -> Result<(), MatchFault> {
        let keys: Vec<&String> = mails.iter().map(|(key, _)| key).collect();
        let sealed: Vec<Vec<u8>> =
            mails.iter().map(|(_, bytes)| self.0.seal(bytes)).collect::<Result<_, _>>()?;
        let account = self.0.seal(account)?;
        let sql = ", e as (update @chore set account = $3 where office in (select id from it) and word = $4 \
                   and run = $2 and token = $5 and account is null returning office), \
                   m as (insert into @mail (office, key, bytes) select e.office, m.key, m.bytes \
                   from e, unnest($6::text[], $7::bytea[]) as m (key, bytes) \
                   on conflict (office, key) do update set bytes = excluded.bytes) select office from e";
        let values = [
            (&account as _, Type::BYTEA),
            (&chore.word as _, Type::TEXT),
            (&chore.token as _, Type::INT8),
            (&keys as _, Type::TEXT_ARRAY),
            (&sealed as _, Type::BYTEA_ARRAY),
        ];
        if !self.0.write(sql, &values)?.is_empty() {
            return Ok(());
        }
        let run = "select id from @office where id = $1 and lease = $2 and lease_until > clock_timestamp()";
        if self.0.under(run, &[])?.is_empty() {
            return Err(self.0.lost()?.into());
        }
        let what = "this worker had it so long that another was given it".to_owned();
        Err(DbFault::Lease { word: chore.word.clone(), what }.into())
    }

    fn handed_in(&self, waits: bool) -> Result<Vec<HandedIn>, MatchFault> {
        let begun = Instant::now();
        loop {
            let found = self.collect()?;
            if !found.is_empty() || !waits || begun.elapsed() > PATIENT {
                return Ok(found);
            }
            sleep(LOOK);
        }
    }
}
