//! The database of an office, as one worker sees it.

use std::cell::{Cell, RefCell, RefMut};
use std::collections::BTreeMap;
use std::path::Path;
use std::rc::{Rc, Weak};
use std::thread::sleep;
use std::time::Duration;

use club::matches::MatchFault;
use postgres::types::{ToSql, Type};
use postgres::{Client, Row};

use crate::connect::Road;
use crate::fault::DbFault;
use crate::heads::Heads;
use crate::key::OfficeKey;
use crate::lease::Held;
use crate::log::Lease;
use crate::migrate;
use crate::settings::Settings;

/// What a server says of itself: whether it is a replica, which cluster it is, and its timeline.
const SERVER: &str = "select pg_is_in_recovery(), (select system_identifier::text from pg_control_system()), \
    case when pg_is_in_recovery() then '' \
    else substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8) end";

/// A value of a statement, and what the server is to take it for.
pub(crate) type Value<'v> = (&'v (dyn ToSql + Sync), Type);

/// How long things may take.
#[derive(Clone, Debug)]
pub struct Patience {
    /// How long a lease lasts.
    pub lease: Duration,
    /// How long somebody waits for a match that another worker has.
    pub busy: Duration,
    /// How often a lost connection is made again, after a pause and then after twice that each time.
    pub tries: u32,
    /// The first of these pauses.
    pub pause: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        let seconds = Duration::from_secs;
        Patience { lease: seconds(120), busy: seconds(5), tries: 4, pause: seconds(1) }
    }
}

/// How often a statement that the server rolled back is sent again.
const AGAIN: u32 = 3;
/// The first pause before that.
const AGAIN_PAUSE: Duration = Duration::from_millis(50);

/// The database of an office, as one worker sees it. It is for one thread; each has its own.
pub struct Database {
    pub(crate) settings: Settings,
    pub(crate) worker: String,
    pub(crate) patience: Patience,
    key: Option<OfficeKey>,
    heads: RefCell<Heads>,
    road: Road,
    client: RefCell<Option<Client>>,
    /// The cluster of the office; nothing before that is known.
    cluster: RefCell<Option<String>>,
    sent: Cell<u64>,
    /// The lease under which this worker runs the office; 0 while it does not.
    pub(crate) run: Cell<i64>,
    /// Whether it found that it has lost the office since somebody asked for that.
    pub(crate) lost: Cell<bool>,
    /// By what the matches are held of which somebody has a handle, so that all handles write under it.
    leases: RefCell<BTreeMap<String, Weak<RefCell<Option<Held>>>>>,
}

impl Database {
    /// Opens the database of an office, for a worker of this name; `heads` is where it remembers what it
    /// has seen.
    ///
    /// # Errors
    /// If the server cannot be reached, is a replica or another cluster than the office's, or if its tables
    /// are not those of this program.
    pub fn open(
        settings: Settings,
        worker: &str,
        heads: Heads,
        patience: Patience,
    ) -> Result<Rc<Database>, MatchFault> {
        let key = OfficeKey::read(&settings.key)?;
        let mut database = Database::bare(settings, worker, heads, patience)?;
        database.key = Some(key);
        migrate::current(&database)?;
        let sql = "select system_id from @office where id = $1";
        let rows = database.ask(sql, &[(&database.settings.office, Type::TEXT)])?;
        let Some(row) = rows.first() else {
            let office = &database.settings.office;
            let what = format!("the database does not know the office {office}");
            return Err(MatchFault::no(what, "run `sealord store init` first"));
        };
        database.belongs(row.get(0))?;
        Ok(Rc::new(database))
    }

    /// Whether it was opened by these settings.
    pub fn is_of(&self, settings: &Settings) -> bool {
        self.settings.sha256 == settings.sha256 && self.settings.url == settings.url
    }

    /// A database of which nothing is known yet, not even that it has tables.
    ///
    /// # Errors
    /// If its address cannot be read.
    pub(crate) fn bare(
        settings: Settings,
        worker: &str,
        heads: Heads,
        patience: Patience,
    ) -> Result<Database, MatchFault> {
        let road = Road::new(&settings, worker)?;
        Ok(Database {
            settings,
            worker: worker.to_owned(),
            patience,
            key: None,
            heads: RefCell::new(heads),
            road,
            client: RefCell::default(),
            cluster: RefCell::default(),
            sent: Cell::new(0),
            run: Cell::new(0),
            lost: Cell::new(false),
            leases: RefCell::default(),
        })
    }

    /// From now on, only servers of this cluster will do.
    fn belongs(&self, cluster: String) -> Result<(), DbFault> {
        *self.cluster.borrow_mut() = Some(cluster);
        self.check_server()
    }

    /// The key of the office.
    ///
    /// # Errors
    /// Only by a defect: whoever works with matches has it.
    pub(crate) fn key(&self) -> Result<&OfficeKey, MatchFault> {
        self.key.as_ref().ok_or_else(|| MatchFault::Bug("there is no key of the office".to_owned()))
    }

    /// How the server is reached.
    #[cfg(feature = "mail")]
    pub(crate) fn road(&self) -> &Road {
        &self.road
    }

    /// What this worker remembers.
    pub(crate) fn heads(&self) -> RefMut<'_, Heads> {
        self.heads.borrow_mut()
    }

    /// By what a match is held, the same for all its handles.
    pub(crate) fn lease_of(&self, word: &str) -> Lease {
        let mut leases = self.leases.borrow_mut();
        if let Some(lease) = leases.get(word).and_then(Weak::upgrade) {
            return lease;
        }
        // Now and then those are forgotten of which nobody has a handle any more.
        if leases.len().is_power_of_two() {
            leases.retain(|_, lease| lease.strong_count() > 0);
        }
        let lease = Lease::default();
        leases.insert(word.to_owned(), Rc::downgrade(&lease));
        lease
    }

    /// The name of this worker.
    pub fn worker(&self) -> &str {
        &self.worker
    }

    /// Whether a run of this worker found that it has lost the office, since this was asked last.
    pub fn has_lost_office(&self) -> bool {
        self.lost.take()
    }

    /// How many statements were sent so far.
    pub fn statements(&self) -> u64 {
        self.sent.get()
    }

    /// The cluster of the office, or nothing that any server is.
    pub(crate) fn cluster(&self) -> String {
        self.cluster.borrow().clone().unwrap_or_default()
    }

    /// A statement with the names of tables as they are: `@game` stands for the table `game` of the schema.
    pub(crate) fn sql(&self, text: &str) -> String {
        text.replace('@', &format!("{}.", self.settings.schema))
    }

    /// Sends a statement that may be sent twice, and gives its rows.
    ///
    /// # Errors
    /// If the server says no, or cannot be reached after several tries.
    pub(crate) fn ask(&self, sql: &str, values: &[Value<'_>]) -> Result<Vec<Row>, DbFault> {
        let sql = self.sql(sql);
        let (mut lost, mut again) = (0, 0);
        loop {
            match self.once(|client| client.query_typed(&sql, values)) {
                Err(DbFault::Lost(_)) if lost < self.patience.tries => {
                    sleep(self.patience.pause * (1 << lost.min(6)));
                    lost += 1;
                }
                Err(DbFault::Again { .. }) if again < AGAIN => {
                    sleep(AGAIN_PAUSE * (1 << again));
                    again += 1;
                }
                done => return done,
            }
        }
    }

    /// Sends something once.
    ///
    /// # Errors
    /// If the server says no, or the connection is lost.
    pub(crate) fn once<T>(
        &self,
        sending: impl FnOnce(&mut Client) -> Result<T, postgres::Error>,
    ) -> Result<T, DbFault> {
        let mut place = self.client.borrow_mut();
        let mut client = match place.take().filter(|client| !client.is_closed()) {
            Some(client) => client,
            None => self.connected()?,
        };
        self.sent.set(self.sent.get() + 1);
        match sending(&mut client) {
            Ok(done) => {
                *place = Some(client);
                Ok(done)
            }
            Err(error) => {
                let fault = DbFault::of(&error);
                // What a lost connection left behind is not used again.
                if !matches!(fault, DbFault::Lost(_)) {
                    *place = Some(client);
                }
                Err(fault)
            }
        }
    }

    /// Whether there is a connection that was not lost.
    pub(crate) fn is_connected(&self) -> bool {
        self.client.borrow().as_ref().is_some_and(|client| !client.is_closed())
    }

    fn connected(&self) -> Result<Client, DbFault> {
        let mut client = self.road.connect()?;
        self.is_right(&mut client)?;
        Ok(client)
    }

    /// Makes sure that the server is the office's, whoever answers now behind the same address.
    ///
    /// # Errors
    /// If it is a replica, another cluster, or a server that was left behind by a failover.
    pub(crate) fn check_server(&self) -> Result<(), DbFault> {
        let mut place = self.client.borrow_mut();
        match place.as_mut().filter(|client| !client.is_closed()) {
            Some(client) => self.is_right(client),
            None => {
                *place = Some(self.connected()?);
                Ok(())
            }
        }
    }

    fn is_right(&self, client: &mut Client) -> Result<(), DbFault> {
        let row = client.query_typed(SERVER, &[]).map_err(|error| DbFault::of(&error))?;
        let row = row.first().ok_or_else(|| DbFault::Lost("no answer".to_owned()))?;
        let (is_replica, cluster, timeline): (bool, String, String) = (row.get(0), row.get(1), row.get(2));
        if is_replica {
            return Err(DbFault::Server("it is a replica".to_owned()));
        }
        if let Some(own) = self.cluster.borrow().as_ref().filter(|own| **own != cluster) {
            let what = format!("this server is the cluster {cluster}, but the office belongs to {own}");
            let mend = "if it was restored from a dump on purpose, run `sealord store init --adopt`";
            return Err(DbFault::Proof { word: None, what: format!("{what}\n  help: {mend}") });
        }
        let mut heads = self.heads();
        if timeline.as_str() < heads.timeline() {
            let what = format!(
                "this server is on timeline {timeline}, but {} was seen already: a failover has left it behind",
                heads.timeline()
            );
            let mend = "stop it, and name the new primary; docs/store.md says what to do after a failover";
            return Err(DbFault::Proof { word: None, what: format!("{what}\n  help: {mend}") });
        }
        if self.cluster.borrow().is_some() {
            heads.note_timeline(&timeline);
        }
        Ok(())
    }

    /// What a server must be for a statement that writes, as `WHERE` has it: the cluster and the timeline are
    /// the values of these numbers.
    pub(crate) fn on_right_server(cluster: u8, timeline: u8) -> String {
        format!(
            "(select system_identifier::text from pg_control_system()) = ${cluster} \
             and substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8) >= ${timeline}"
        )
    }

    /// The file in which a worker remembers what it has seen, in the folder of its office.
    ///
    /// # Errors
    /// If it cannot be read or written.
    pub fn heads_of(office: &Path) -> Result<Heads, MatchFault> {
        Ok(Heads::open(&office.join("heads.log"))?)
    }
}
