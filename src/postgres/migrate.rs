//! The tables, and how they came to be: a file of SQL for each step, applied once and never changed.

use std::path::Path;

use club::matches::MatchFault;
use engine::digest::Digest;
use postgres::types::Type;
use postgres::{Client, Error};
use serde::Serialize;

use crate::database::{Database, Patience};
use crate::fault::DbFault;
use crate::heads::Heads;
use crate::key::OfficeKey;
use crate::settings::Settings;

/// The steps, the first being number 1.
pub(crate) const STEPS: [&str; 3] = [
    include_str!("sql/001-matches.sql"),
    include_str!("sql/002-office.sql"),
    include_str!("sql/003-chores.sql"),
];
/// There is no such table.
const NO_TABLE: &str = "42P01";
/// There is no such schema.
const NO_SCHEMA: &str = "3F000";
/// Whoever migrates holds this lock, of which there is one in a database.
const LOCK: &str = "select pg_advisory_xact_lock(7355608)";

/// The steps that were applied: number and hash of each.
type Applied = Vec<(i32, Vec<u8>)>;

/// What was done to the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Migrated {
    /// How many steps were applied before.
    pub before: usize,
    /// How many are now.
    pub now: usize,
}

/// Makes the tables, the key if there is none, and the office in the database. Done twice, it does nothing
/// more. With `adopt`, the office belongs from now on to the cluster that answers: after a dump was
/// restored.
///
/// # Errors
/// If the server cannot be reached, the tables are of another program, or the office belongs to another
/// cluster.
pub fn init(settings: Settings, adopt: bool) -> Result<Migrated, MatchFault> {
    let database = Database::bare(settings, "init", Heads::none(), Patience::default())?;
    database.check_server()?;
    let done = migrated(&database, &STEPS)?;
    let settings = &database.settings;
    let sql = "insert into @office as o (id, system_id, settings_sha256) \
               select $1, system_identifier::text, $2 from pg_control_system() \
               on conflict (id) do update set settings_sha256 = excluded.settings_sha256, \
               system_id = case when $3 then excluded.system_id else o.system_id end \
               returning system_id = (select system_identifier::text from pg_control_system())";
    let (hash, office) = (&settings.sha256.as_bytes()[..], &settings.office);
    let values = [(office as _, Type::TEXT), (&hash as _, Type::BYTEA), (&adopt as _, Type::BOOL)];
    let rows = database.ask(sql, &values)?;
    if !rows.first().is_some_and(|row| row.get(0)) {
        let what = format!("the office {office} belongs to another cluster of servers");
        return Err(MatchFault::no(what, "if this one was restored from its dump on purpose, add --adopt"));
    }
    if !settings.key.exists() {
        OfficeKey::make(&settings.key)?;
    }
    Ok(done)
}

/// Brings the tables to what this program knows.
///
/// # Errors
/// As [`init`].
pub fn migrate(settings: Settings) -> Result<Migrated, MatchFault> {
    let database = Database::bare(settings, "migrate", Heads::none(), Patience::default())?;
    database.check_server()?;
    migrated(&database, &STEPS)
}

/// Applies the steps that are missing, each in a transaction of its own.
///
/// # Errors
/// If one was applied that is unknown here or was another then, or if one fails; those before it stand.
pub(crate) fn migrated(database: &Database, steps: &[&str]) -> Result<Migrated, MatchFault> {
    let schema = database.settings.schema.clone();
    let mut before = None;
    loop {
        let applied = database.once(|client| step(client, &schema, steps))?;
        let applied = applied.map_err(|what| unknown(database, &what))?;
        let first = *before.get_or_insert(applied);
        if applied == steps.len() {
            return Ok(Migrated { before: first, now: applied });
        }
    }
}

/// Applies the next step, and gives how many were applied before it.
fn step(client: &mut Client, schema: &str, steps: &[&str]) -> Result<Result<usize, String>, Error> {
    let mut work = client.transaction()?;
    work.query_typed(LOCK, &[])?;
    // Who may not make schemas may still work in one that was made for him.
    let there =
        work.query_typed("select 1 from pg_namespace where nspname = $1", &[(&schema, Type::TEXT)])?;
    if there.is_empty() {
        work.batch_execute(&format!("create schema {schema}"))?;
    }
    work.batch_execute(&format!(
        "set local search_path to {schema}; \
         create table if not exists version (number int primary key, sha256 bytea not null, \
         at timestamptz not null default now())"
    ))?;
    let rows = work.query_typed("select number, sha256 from version order by number", &[])?;
    let found: Vec<(i32, Vec<u8>)> = rows.iter().map(|row| (row.get(0), row.get(1))).collect();
    if let Err(what) = compared(&found, steps) {
        return Ok(Err(what));
    }
    let applied = found.len();
    if let Some(sql) = steps.get(applied) {
        work.batch_execute(sql)?;
        let number = i32::try_from(applied + 1).unwrap_or(i32::MAX);
        let sha256 = Digest::of(sql.as_bytes());
        let hash = &sha256.as_bytes()[..];
        let values = [(&number as _, Type::INT4), (&hash as _, Type::BYTEA)];
        work.execute_typed("insert into version (number, sha256) values ($1, $2)", &values)?;
    }
    work.commit()?;
    Ok(Ok(applied))
}

/// Holds the steps that were applied against those that are known.
fn compared(found: &[(i32, Vec<u8>)], steps: &[&str]) -> Result<(), String> {
    for (at, (number, sha256)) in found.iter().enumerate() {
        let Some(sql) = steps.get(at).filter(|_| usize::try_from(*number) == Ok(at + 1)) else {
            return Err(format!("step {number} of its tables is unknown to this program"));
        };
        if Digest::of(sql.as_bytes()).as_bytes()[..] != sha256[..] {
            return Err(format!("step {number} of its tables was another when it was applied"));
        }
    }
    Ok(())
}

fn unknown(database: &Database, what: &str) -> MatchFault {
    let what = format!("the schema {}: {what}", database.settings.schema);
    MatchFault::no(what, "use the program that made the tables, or a newer one")
}

/// The steps that were applied; nothing if there are no tables.
///
/// # Errors
/// If the server cannot be asked.
fn applied(database: &Database) -> Result<Option<Applied>, DbFault> {
    match database.ask("select number, sha256 from @version order by number", &[]) {
        Ok(rows) => Ok(Some(rows.iter().map(|row| (row.get(0), row.get(1))).collect())),
        Err(fault) if fault.says(NO_TABLE) || fault.says(NO_SCHEMA) => Ok(None),
        Err(fault) => Err(fault),
    }
}

/// Makes sure that the tables are those of this program.
///
/// # Errors
/// If they are not.
pub(crate) fn current(database: &Database) -> Result<(), MatchFault> {
    let Some(found) = applied(database)? else {
        let what = format!("the database has no schema {} with tables", database.settings.schema);
        return Err(MatchFault::no(what, "run `sealord store init`"));
    };
    compared(&found, &STEPS).map_err(|what| unknown(database, &what))?;
    if found.len() < STEPS.len() {
        let what = format!("its tables are at step {} of {}", found.len(), STEPS.len());
        return Err(MatchFault::no(
            what,
            "run `sealord store migrate`, while no worker of an older program runs",
        ));
    }
    Ok(())
}

/// How many steps were applied, of how many that this program knows.
///
/// # Errors
/// If the server cannot be reached.
pub fn versions(office: &Path) -> Result<Migrated, MatchFault> {
    let settings = Settings::needed(office)?;
    let database = Database::bare(settings, "status", Heads::none(), Patience::default())?;
    let before = applied(&database)?.map_or(0, |found| found.len());
    Ok(Migrated { before, now: STEPS.len() })
}
