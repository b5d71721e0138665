//! The row of an office, and its lease: who runs the office, and until when. Whatever is the office's own is
//! written under it.

use std::io;
use std::rc::Rc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use club::matches::MatchFault;
use club::post::shelf::Away;
use postgres::types::Type;
use postgres::{Client, Row};

use crate::connect::Road;
use crate::database::{Database, Value};
use crate::fault::DbFault;
use crate::lease::GIVEN;

/// Who may write what is the office's own: whoever has its lease; without one, anybody as long as nobody has
/// it.
const FENCE: &str = "id = $1 and ((lease = $2 and lease_until > clock_timestamp()) \
                     or ($2 = 0 and lease_until < clock_timestamp()))";
/// The lease is renewed when this part of it is over.
const PART: u32 = 4;
/// Makes the lease last, from now on, as long as a new one.
const RENEW: &str = "update @office set lease_until = clock_timestamp() + $3 * interval '1 ms' \
                     where id = $1 and lease = $2 and lease_until > clock_timestamp() returning id";

/// What is the office's own has moved into a folder.
const GONE: i16 = 1;
/// It is being copied here.
const ARRIVING: i16 = 2;

/// Refuses to run an office that is not here.
fn refused(office: &str, away: Away) -> MatchFault {
    match away {
        Away::Gone => MatchFault::no(
            format!("{office}: this office has moved out of the database, into its folder"),
            "take `store` out of office.yaml, or bring the office back with `sealord store copy`",
        ),
        Away::Arriving => MatchFault::no(
            format!("{office}: this office is still being copied into the database"),
            "give the command `sealord store copy` again: it goes on where it stopped",
        ),
    }
}

/// The row of an office, for all handles of what belongs to it.
pub(super) struct OfficeRow {
    pub(super) database: Rc<Database>,
}

/// The lease while a run lives. Something of its own keeps it from running out, for a run may wait long for a
/// mail server.
struct Held {
    row: Rc<OfficeRow>,
    /// Dropped, it ends the renewing.
    _renewing: Sender<()>,
}

impl Drop for Held {
    fn drop(&mut self) {
        let lease = self.row.database.run.replace(0);
        self.row.database.give_office_back(lease);
    }
}

impl OfficeRow {
    pub(super) fn new(database: &Rc<Database>) -> Rc<OfficeRow> {
        Rc::new(OfficeRow { database: Rc::clone(database) })
    }

    /// The office's address.
    pub(super) fn office(&self) -> &String {
        &self.database.settings.office
    }

    /// Takes the lease, and renews it as long as what is given lives.
    ///
    /// # Errors
    /// [`MatchFault::Waiting`] if another run has it; if the office has moved away, or is arriving, and
    /// whoever asks is not `moving` it; or if the database says no.
    pub(super) fn claim(
        self: &Rc<OfficeRow>,
        moving: bool,
    ) -> Result<impl std::any::Any + use<>, MatchFault> {
        let right = Database::on_right_server(4, 5);
        let sql = format!(
            "update @office set {GIVEN} where id = $1 and lease_until < clock_timestamp() \
             and (away = 0 or $6) and {right} returning lease"
        );
        let Some((row, _)) = self.database.give(&sql, &[(&moving, Type::BOOL)])? else {
            self.database.check_server()?;
            if let Some(away) = self.away()?.filter(|_| !moving) {
                return Err(refused(self.office(), away));
            }
            let what = format!("another run is busy in {}{}", self.office(), self.held_by()?);
            return Err(MatchFault::Waiting(what));
        };
        let lease = row.get(0);
        self.database.run.set(lease);
        let (sender, stop) = channel();
        let renewing = Renewing {
            road: self.database.road().clone(),
            sql: self.database.sql(RENEW),
            office: self.office().clone(),
            lease,
            lasts: self.database.patience.lease,
        };
        std::thread::spawn(move || renewing.until(&stop));
        Ok(Held { row: Rc::clone(self), _renewing: sender })
    }

    /// Whether what is the office's own has left the database or is just arriving.
    ///
    /// # Errors
    /// If the database says no.
    pub(super) fn away(&self) -> Result<Option<Away>, DbFault> {
        let rows = self.look("select away from @office where id = $1", &[])?;
        Ok(match rows.first().map_or(0, |row| row.get::<_, i16>(0)) {
            0 => None,
            ARRIVING => Some(Away::Arriving),
            _ => Some(Away::Gone),
        })
    }

    /// Notes that it has, is, or does neither.
    ///
    /// # Errors
    /// If another run has the office, or the database says no.
    pub(super) fn set_away(&self, away: Option<Away>) -> Result<(), DbFault> {
        let state = match away {
            None => 0,
            Some(Away::Gone) => GONE,
            Some(Away::Arriving) => ARRIVING,
        };
        let sql = format!("update @office set away = $3 where {FENCE} returning id");
        let changed = self.under(&sql, &[(&state, Type::INT2)])?;
        if changed.is_empty() { Err(self.lost()?) } else { Ok(()) }
    }

    /// Who runs the office, in words; nothing if nobody does any more.
    fn held_by(&self) -> Result<String, DbFault> {
        let holder = self.database.holder()?;
        Ok(holder.map(|it| format!(" ({} has it until {})", it.worker, it.until)).unwrap_or_default())
    }

    /// Sends a statement that changes nothing, with the office as `$1`.
    ///
    /// # Errors
    /// If the database says no.
    pub(super) fn look(&self, sql: &str, more: &[Value<'_>]) -> Result<Vec<Row>, DbFault> {
        let mut values: Vec<Value<'_>> = vec![(self.office(), Type::TEXT)];
        values.extend_from_slice(more);
        self.database.ask(sql, &values)
    }

    /// Sends a statement that writes, with the office as `$1` and the lease as `$2`. `it` is the office's
    /// row there, or no row where this worker may not write.
    ///
    /// # Errors
    /// If the database says no.
    pub(super) fn write(&self, sql: &str, more: &[Value<'_>]) -> Result<Vec<Row>, DbFault> {
        let sql = format!("with it as (select id from @office where {FENCE} for share) {sql}");
        self.under(&sql, more)
    }

    /// Sends a statement that writes and must give a row, as [`OfficeRow::write`].
    ///
    /// # Errors
    /// If it gives none, for another run has the office; or if the database says no.
    pub(super) fn fenced(&self, sql: &str, more: &[Value<'_>]) -> Result<Vec<Row>, DbFault> {
        let rows = self.write(sql, more)?;
        if rows.is_empty() { Err(self.lost()?) } else { Ok(rows) }
    }

    /// Sends a statement with the office as `$1` and the lease as `$2`.
    ///
    /// # Errors
    /// If the database says no.
    pub(super) fn under(&self, sql: &str, more: &[Value<'_>]) -> Result<Vec<Row>, DbFault> {
        let lease = self.database.run.get();
        let mut values: Vec<Value<'_>> = vec![(self.office(), Type::TEXT), (&lease, Type::INT8)];
        values.extend_from_slice(more);
        self.database.ask(sql, &values)
    }

    /// Why a statement under the lease wrote nothing.
    ///
    /// # Errors
    /// If the server cannot be asked.
    pub(super) fn lost(&self) -> Result<DbFault, DbFault> {
        self.database.check_server()?;
        self.database.lost.set(self.database.run.get() != 0);
        let what = match (self.database.run.get(), self.held_by()?) {
            (0, by) => format!("another run is busy with this office{by}"),
            (_, by) if by.is_empty() => "the lease of this run on the office is over".to_owned(),
            (_, by) => format!("the lease of this run on the office was over, and another has begun{by}"),
        };
        Ok(DbFault::Lease { word: self.office().clone(), what })
    }

    /// Encrypts bytes to the key of the office.
    ///
    /// # Errors
    /// Only by a defect.
    pub(super) fn seal(&self, bytes: &[u8]) -> Result<Vec<u8>, MatchFault> {
        self.database.key()?.seal(bytes)
    }

    /// Decrypts what people call by this name.
    ///
    /// # Errors
    /// If it was encrypted to another key.
    pub(super) fn open(&self, name: &str, bytes: &[u8]) -> Result<Vec<u8>, MatchFault> {
        Ok(self.database.key()?.open(&format!("{}/{name}", self.office()), bytes)?.to_vec())
    }
}

/// A fault where only those of files are expected.
pub(super) fn io(fault: impl std::fmt::Display) -> io::Error {
    io::Error::other(fault.to_string())
}

impl Database {
    /// Gives the office back before its lease is over. If that fails, it is over soon.
    fn give_office_back(&self, lease: i64) {
        if !self.is_connected() {
            return;
        }
        let sql = self.sql("update @office set lease_until = '-infinity' where id = $1 and lease = $2");
        let values = [(&self.settings.office as _, Type::TEXT), (&lease as _, Type::INT8)];
        _ = self.once(|client| client.execute_typed(&sql, &values));
    }
}

/// What renews a lease, over a connection of its own.
struct Renewing {
    road: Road,
    sql: String,
    office: String,
    lease: i64,
    lasts: Duration,
}

impl Renewing {
    /// Renews the lease until whoever waits for it is gone, or it is lost: then nothing can bring it back,
    /// and the run finds out when it writes.
    fn until(self, stop: &Receiver<()>) {
        let mut client = None;
        while stop.recv_timeout(self.lasts / PART) == Err(RecvTimeoutError::Timeout) {
            let Some(mut open) = client.take().or_else(|| self.road.connect().ok()) else { continue };
            match self.renewed(&mut open) {
                Ok(true) => client = Some(open),
                Ok(false) => return,
                // Once more over a new connection.
                Err(_) => {}
            }
        }
    }

    fn renewed(&self, client: &mut Client) -> Result<bool, postgres::Error> {
        let millis = self.lasts.as_secs_f64() * 1000.0;
        let values: [Value<'_>; 3] =
            [(&self.office, Type::TEXT), (&self.lease, Type::INT8), (&millis, Type::FLOAT8)];
        Ok(!client.query_typed(&self.sql, &values)?.is_empty())
    }
}
