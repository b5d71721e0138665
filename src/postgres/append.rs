//! How entries reach the journal: in one statement, all that were held or none, under the lease, and only
//! behind the entry that was the newest.

use std::thread::sleep;
use std::time::{Duration, Instant};

use club::journal::Head;
use engine::digest::Digest;
use engine::entry::{Entry, Kind};
use postgres::types::Type;

use crate::database::Database;
use crate::fault::DbFault;
use crate::lease::{Held, number};

/// How often entries that the server rolled back are sent again, and the first pause before that.
const AGAIN: (u32, Duration) = (3, Duration::from_millis(50));
/// There is an entry of this number already.
const THERE: &str = "23505";

/// What becomes of a match with an entry of a kind, as the column `state` has it.
fn state(entries: &[Entry]) -> Option<i16> {
    entries.iter().rev().find_map(|entry| match entry.header().kind {
        Kind::Ended => Some(2),
        Kind::Genesis | Kind::Opened | Kind::Superseded => Some(1),
        _ => None,
    })
}

/// The game that a match is played by, if these are its first entries.
fn system(entries: &[Entry]) -> Option<String> {
    let genesis = entries.first().filter(|first| first.header().kind == Kind::Genesis)?;
    genesis.body().get("system")?.as_str().map(str::to_owned)
}

impl Database {
    /// Appends entries, all or none; renews the lease with it. When this returns, the server has confirmed
    /// them.
    ///
    /// # Errors
    /// If the lease is over, another entry is the newest, or the server cannot do it; then nothing was
    /// written, except after [`DbFault::Lost`], when nobody knows.
    pub(crate) fn append(&self, word: &str, held: &mut Held, entries: &[Entry]) -> Result<(), DbFault> {
        let Some(last) = entries.last() else { return Ok(()) };
        let head = Head { number: last.header().number, hash: last.hash() };
        let (mut lost, mut again) = (0, 0);
        loop {
            let asked = Instant::now();
            match self.send(held, entries, head) {
                Ok(true) => {
                    (held.head, held.renewed) = (head, asked);
                    self.heads().note(word, head);
                    return Ok(());
                }
                // An answer may have been lost: what was sent first is there then, and nothing else can be.
                Ok(false) if self.is_newest(word, held, head)? => {
                    (held.head, held.renewed) = (head, asked);
                    self.heads().note(word, head);
                    return Ok(());
                }
                Ok(false) => return Err(self.lost(word, held)?),
                Err(fault) if fault.says(THERE) => {
                    let what = format!(
                        "there are entries behind entry {} that its head leaves out",
                        held.head.number
                    );
                    return Err(DbFault::proof(word, what));
                }
                Err(DbFault::Lost(_)) if lost < self.patience.tries => {
                    sleep(self.patience.pause * (1 << lost.min(6)));
                    lost += 1;
                }
                Err(DbFault::Again { .. }) if again < AGAIN.0 => {
                    sleep(AGAIN.1 * (1 << again));
                    again += 1;
                }
                Err(fault) => return Err(fault),
            }
        }
    }

    /// Whether this is the newest entry of the match, under the same lease.
    fn is_newest(&self, word: &str, held: &Held, head: Head) -> Result<bool, DbFault> {
        Ok(self.standing(word)?.is_some_and(|it| it.head == head && it.lease == held.lease))
    }

    /// Sends entries once; false if the lease or the head was another.
    fn send(&self, held: &Held, entries: &[Entry], head: Head) -> Result<bool, DbFault> {
        let right = Database::on_right_server(12, 13);
        let sql = self.sql(&format!(
            "with it as (update @game set head_number = $5, head_hash = $6, \
             lease_until = clock_timestamp() + $7 * interval '1 ms', system = coalesce($8, system), \
             state = case when state < 3 then coalesce($14, state) else state end \
             where id = $1 and lease = $2 and lease_until > clock_timestamp() \
             and head_number = $3 and head_hash = $4 and {right} returning id) \
             insert into @entry (game, number, hash, line) \
             select it.id, e.number, e.hash, e.line from it, unnest($9, $10, $11) as e (number, hash, line)"
        ));
        let (was, is) = (number(held.head.number), number(head.number));
        let (was_hash, is_hash) = (&held.head.hash.as_bytes()[..], &head.hash.as_bytes()[..]);
        let millis = self.lease_millis();
        let (system, state) = (system(entries), state(entries));
        let numbers: Vec<i64> = entries.iter().map(|entry| number(entry.header().number)).collect();
        let hashes: Vec<Digest> = entries.iter().map(Entry::hash).collect();
        let hashes: Vec<&[u8]> = hashes.iter().map(|hash| &hash.as_bytes()[..]).collect();
        let lines: Vec<Vec<u8>> = entries.iter().map(Entry::line).collect();
        let (cluster, timeline) = (self.cluster(), self.heads().timeline().to_owned());
        let written = self.once(|client| {
            client.execute_typed(
                &sql,
                &[
                    (&held.id, Type::INT8),
                    (&held.lease, Type::INT8),
                    (&was, Type::INT8),
                    (&was_hash, Type::BYTEA),
                    (&is, Type::INT8),
                    (&is_hash, Type::BYTEA),
                    (&millis, Type::FLOAT8),
                    (&system, Type::TEXT),
                    (&numbers, Type::INT8_ARRAY),
                    (&hashes, Type::BYTEA_ARRAY),
                    (&lines, Type::BYTEA_ARRAY),
                    (&cluster, Type::TEXT),
                    (&timeline, Type::TEXT),
                    (&state, Type::INT2),
                ],
            )
        })?;
        Ok(written > 0)
    }
}
