//! Leases: who may write a match, and until when. A lease is a number that is never given twice; once a
//! later one was given, nothing is written under it any more, however late its holder wakes.

use std::thread::sleep;
use std::time::{Duration, Instant};

use club::journal::Head;
use engine::digest::Digest;
use postgres::Row;
use postgres::types::Type;

use crate::database::{Database, Value};
use crate::fault::DbFault;

/// States below it are those of a match that may be played on.
pub(crate) const MOVED: i16 = 3;
/// A match that is being copied here.
pub(crate) const ARRIVING: i16 = 4;
/// What an update sets that gives a lease: see [`Database::give`].
pub(crate) const GIVEN: &str =
    "lease = nextval('@lease_number'), lease_by = $2, lease_until = clock_timestamp() + $3 * interval '1 ms'";
/// That a run of the office, whose lease is `$8`, has not lost it; 0 is whoever runs none.
const RUNNING: &str = "($8 = 0 or exists (select from @office where id = $1 and lease = $8 \
                       and lease_until > clock_timestamp()))";
/// The pause between two looks at a match that somebody else has.
const LOOK: Duration = Duration::from_millis(100);

/// A match that this worker has.
#[derive(Clone, Debug)]
pub(crate) struct Held {
    /// The row of the match.
    pub id: i64,
    /// The lease.
    pub lease: i64,
    /// The newest entry; number 0 before the first.
    pub head: Head,
    /// When the lease was given or renewed, at the latest.
    pub renewed: Instant,
}

impl Held {
    fn of(row: &Row, asked: Instant) -> Result<Held, DbFault> {
        let head = head(row.get(2), row.get(3))?;
        Ok(Held { id: row.get(0), lease: row.get(1), head, renewed: asked })
    }

    /// The head as an option: nothing before the first entry.
    pub fn newest(&self) -> Option<Head> {
        (self.head.number > 0).then_some(self.head)
    }
}

/// A head from its columns.
///
/// # Errors
/// If they hold none.
pub(crate) fn head(number: i64, hash: &[u8]) -> Result<Head, DbFault> {
    let fault = || DbFault::Proof { word: None, what: "the database has a head that is none".to_owned() };
    let hash = hash.try_into().map(Digest::from_bytes).map_err(|_| fault())?;
    Ok(Head { number: u64::try_from(number).map_err(|_| fault())?, hash })
}

/// A number of an entry as the database has it.
pub(crate) fn number(of: u64) -> i64 {
    i64::try_from(of).unwrap_or(i64::MAX)
}

/// What of a match is shown to whoever cannot have it.
pub(crate) struct Standing {
    pub state: i16,
    pub head: Head,
    pub lease: i64,
    pub is_held: bool,
    by: String,
    until: String,
}

impl Database {
    /// How long a lease lasts, in milliseconds.
    pub(crate) fn lease_millis(&self) -> f64 {
        self.patience.lease.as_secs_f64() * 1000.0
    }

    /// Takes a match by its word; nothing if there is none with entries, or somebody else has it. With
    /// `moving`, also one that has moved away or is just arriving.
    ///
    /// # Errors
    /// If the server says no, or the journal is not what this worker has seen.
    pub(crate) fn take(&self, word: &str, moving: bool) -> Result<Option<Held>, DbFault> {
        let right = Database::on_right_server(4, 5);
        let sql = format!(
            "update @game set {GIVEN} where office = $1 and word = $6 and state < $7 and head_number > 0 \
             and lease_until < clock_timestamp() and {right} and {RUNNING} \
             returning id, lease, head_number, head_hash"
        );
        let below = if moving { ARRIVING + 1 } else { MOVED };
        let run = self.run.get();
        let more: [Value<'_>; 3] = [(&word, Type::TEXT), (&below, Type::INT2), (&run, Type::INT8)];
        self.taken(word, self.give(&sql, &more)?)
    }

    /// Takes the match that has waited longest among those that are due; nothing if none is.
    ///
    /// # Errors
    /// As [`Database::take`].
    pub(crate) fn take_due(&self) -> Result<Option<(String, Held)>, DbFault> {
        let right = Database::on_right_server(4, 5);
        // The time of the statement, for an index cannot serve a volatile function.
        let sql = format!(
            "update @game set {GIVEN} \
             where {right} and id = (select id from @game where office = $1 and state < 3 and head_number > 0 \
             and due_at <= statement_timestamp() and lease_until < clock_timestamp() \
             order by due_at limit 1 for update skip locked) returning id, lease, head_number, head_hash, word"
        );
        let Some((row, asked)) = self.give(&sql, &[])? else { return Ok(None) };
        let word: String = row.get(4);
        let held = self.seen(&word, Held::of(&row, asked)?)?;
        Ok(Some((word, held)))
    }

    /// Begins a match, or takes one that was begun and has no entry; nothing if there is one already, or
    /// somebody else begins it.
    ///
    /// # Errors
    /// If the server says no.
    pub(crate) fn take_new(&self, word: &str, state: i16) -> Result<Option<Held>, DbFault> {
        let right = Database::on_right_server(4, 5);
        let sql = format!(
            "insert into @game as g (office, word, head_hash, lease, lease_by, lease_until, state) \
             select $1, $6, $7, nextval('@lease_number'), $2, clock_timestamp() + $3 * interval '1 ms', $9 \
             where {right} and {RUNNING} on conflict (office, word) do update set lease = excluded.lease, \
             lease_by = excluded.lease_by, lease_until = excluded.lease_until, state = excluded.state \
             where g.head_number = 0 and g.lease_until < clock_timestamp() \
             returning id, lease, head_number, head_hash"
        );
        let none = &Digest::ZERO.as_bytes()[..];
        let run = self.run.get();
        let more: [Value<'_>; 4] =
            [(&word, Type::TEXT), (&none, Type::BYTEA), (&run, Type::INT8), (&state, Type::INT2)];
        self.taken(word, self.give(&sql, &more)?)
    }

    /// Sends a statement that gives a lease: with the office as `$1`, the worker as `$2`, how long it lasts
    /// as `$3`, the server and its timeline as `$4` and `$5`, and `more`. Gives the row, and when it was
    /// asked.
    pub(crate) fn give(&self, sql: &str, more: &[Value<'_>]) -> Result<Option<(Row, Instant)>, DbFault> {
        let (millis, cluster) = (self.lease_millis(), self.cluster());
        let timeline = self.heads().timeline().to_owned();
        let mut values: Vec<Value<'_>> = vec![
            (&self.settings.office, Type::TEXT),
            (&self.worker, Type::TEXT),
            (&millis, Type::FLOAT8),
            (&cluster, Type::TEXT),
            (&timeline, Type::TEXT),
        ];
        values.extend_from_slice(more);
        let asked = Instant::now();
        Ok(self.ask(sql, &values)?.into_iter().next().map(|row| (row, asked)))
    }

    /// The match of a row that was given; without one, nothing, if the server is the right one.
    fn taken(&self, word: &str, given: Option<(Row, Instant)>) -> Result<Option<Held>, DbFault> {
        let Some((row, asked)) = given else {
            self.check_server()?;
            return self.runs().map(|()| None);
        };
        self.seen(word, Held::of(&row, asked)?).map(Some)
    }

    /// Tries something again and again until it gives something, or the time is over in which somebody
    /// waits for a match that another has. Gives nothing then, and at once if nobody has it.
    ///
    /// # Errors
    /// As what is tried.
    pub(crate) fn waiting<T>(
        &self,
        word: &str,
        mut trying: impl FnMut() -> Result<Option<T>, DbFault>,
    ) -> Result<Result<T, Option<Standing>>, DbFault> {
        let (begun, mut free) = (Instant::now(), 0);
        loop {
            if let Some(done) = trying()? {
                return Ok(Ok(done));
            }
            let standing = self.standing(word)?;
            let is_held = standing.as_ref().is_some_and(|it| it.is_held);
            // Whoever had it may have given it back between the two questions.
            free += u32::from(!is_held);
            if free > 1 || is_held && begun.elapsed() >= self.patience.busy {
                return Ok(Err(standing));
            }
            if is_held {
                sleep(LOOK);
            }
        }
    }

    /// Holds a match that was taken against what this worker has seen of it.
    fn seen(&self, word: &str, held: Held) -> Result<Held, DbFault> {
        let seen = self.heads().seen(word).filter(|seen| *seen != held.head);
        let Some(seen) = seen else { return Ok(held) };
        let at = number(seen.number);
        let values = [(&held.id as _, Type::INT8), (&at as _, Type::INT8)];
        let rows = self.ask("select hash from @entry where game = $1 and number = $2", &values)?;
        let there: Option<Vec<u8>> = rows.first().map(|row| row.get(0));
        let what = match there {
            Some(hash) if hash == seen.hash.as_bytes() => return Ok(held),
            Some(_) => format!("its entry {} is another than this worker has seen", seen.number),
            None => format!(
                "its journal ends after entry {}, but this worker has seen entry {}",
                held.head.number, seen.number
            ),
        };
        self.give_back(&held);
        let hash = seen.hash;
        let mend = "the database lost what it had confirmed; docs/store.md says what to do after a failover";
        Err(DbFault::proof(word, format!("{what} ({hash})\n  help: {mend}")))
    }

    /// How a match stands, whoever has it; nothing if there is none.
    ///
    /// # Errors
    /// If the server cannot be asked.
    pub(crate) fn standing(&self, word: &str) -> Result<Option<Standing>, DbFault> {
        let sql = "select state, head_number, head_hash, lease, lease_until > clock_timestamp(), \
                   coalesce(lease_by, ''), to_char(lease_until at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"') \
                   from @game where office = $1 and word = $2";
        let rows = self.ask(sql, &[(&self.settings.office, Type::TEXT), (&word, Type::TEXT)])?;
        let Some(row) = rows.first() else { return Ok(None) };
        let head = head(row.get(1), row.get(2))?;
        let until: Option<String> = row.get(6);
        Ok(Some(Standing {
            state: row.get(0),
            head,
            lease: row.get(3),
            is_held: row.get(4),
            by: row.get(5),
            until: until.unwrap_or_default(),
        }))
    }

    /// Makes a lease last from now on as long as a new one.
    ///
    /// # Errors
    /// If it is over, or somebody else has the match.
    pub(crate) fn renew(&self, word: &str, held: &mut Held) -> Result<(), DbFault> {
        let asked = Instant::now();
        let sql = "update @game set lease_until = clock_timestamp() + $3 * interval '1 ms' \
                   where id = $1 and lease = $2 and lease_until > clock_timestamp() returning id";
        let millis = self.lease_millis();
        let values =
            [(&held.id as _, Type::INT8), (&held.lease as _, Type::INT8), (&millis as _, Type::FLOAT8)];
        if self.ask(sql, &values)?.is_empty() {
            return Err(self.lost(word, held)?);
        }
        held.renewed = asked;
        Ok(())
    }

    /// Gives a match back before its lease is over. If that fails, it is over soon.
    pub(crate) fn give_back(&self, held: &Held) {
        if !self.is_connected() {
            return;
        }
        let sql = self.sql("update @game set lease_until = '-infinity' where id = $1 and lease = $2");
        let values = [(&held.id as _, Type::INT8), (&held.lease as _, Type::INT8)];
        _ = self.once(|client| client.execute_typed(&sql, &values));
    }

    /// Why a statement under a lease changed nothing.
    ///
    /// # Errors
    /// If the server cannot be asked.
    pub(crate) fn lost(&self, word: &str, held: &Held) -> Result<DbFault, DbFault> {
        self.check_server()?;
        let Some(it) = self.standing(word)? else {
            return Ok(DbFault::proof(word, "the match is not in the database any more"));
        };
        let lease = |what: String| DbFault::Lease { word: word.to_owned(), what };
        Ok(if it.lease != held.lease {
            lease(format!("the lease of this worker was over, and {} took the match", it.by))
        } else if !it.is_held {
            lease(format!("the lease of this worker ended at {}", it.until))
        } else {
            let (now, was) = (it.head.number, held.head.number);
            let what = format!("its newest entry is {now}, where it was {was}, though nobody had a lease");
            DbFault::proof(word, what)
        })
    }
}

impl Standing {
    /// Who has the match.
    pub(crate) fn held_by(&self) -> String {
        let Standing { by, until, .. } = self;
        format!("another process is working on this match ({by} has it until {until})")
    }
}

/// Who runs an office.
pub(crate) struct Holder {
    /// The worker's name.
    pub(crate) worker: String,
    /// Until when, in UTC.
    pub(crate) until: String,
}

impl Database {
    /// Makes sure that this worker has not lost the office while it ran it.
    ///
    /// # Errors
    /// If it has.
    fn runs(&self) -> Result<(), DbFault> {
        let run = self.run.get();
        let sql = "select lease = $2 and lease_until > clock_timestamp() from @office where id = $1";
        let values = [(&self.settings.office as _, Type::TEXT), (&run as _, Type::INT8)];
        if run == 0 || self.ask(sql, &values)?.first().is_some_and(|row| row.get(0)) {
            return Ok(());
        }
        self.lost.set(true);
        let what = "the lease of this run on the office is over".to_owned();
        Err(DbFault::Lease { word: self.settings.office.clone(), what })
    }

    /// Who runs the office now; nothing if nobody does.
    ///
    /// # Errors
    /// If the server cannot be asked.
    pub(crate) fn holder(&self) -> Result<Option<Holder>, DbFault> {
        let sql = "select coalesce(lease_by, ''), \
                   to_char(lease_until at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"') \
                   from @office where id = $1 and lease_until > clock_timestamp()";
        let rows = self.ask(sql, &[(&self.settings.office, Type::TEXT)])?;
        Ok(rows.first().map(|row| Holder { worker: row.get(0), until: row.get(1) }))
    }
}
