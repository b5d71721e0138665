//! The database of an office for somebody who looks.

use club::matches::MatchFault;
use postgres::types::Type;
use serde::Serialize;

use crate::database::Database;

/// What the database of an office holds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Status {
    /// The office.
    pub office: String,
    /// The cluster of servers.
    pub cluster: String,
    /// The timeline of the server, eight digits in hex: it goes up with each failover.
    pub timeline: String,
    /// Matches under way.
    pub under_way: i64,
    /// Matches that are over.
    pub over: i64,
    /// Matches that have moved away.
    pub moved: i64,
    /// Matches that are arriving: a copy that was cut short, or is going on.
    pub arriving: i64,
    /// Entries of all journals.
    pub entries: i64,
    /// Matches that somebody must look at now.
    pub due: i64,
    /// For how many seconds the one has waited that has waited longest.
    pub oldest_due_seconds: i64,
    /// Matches that a worker has.
    pub leases: i64,
    /// Who runs the office now.
    pub worker: Option<String>,
    /// Until when, if it is not renewed: a time in UTC.
    pub worker_until: Option<String>,
    /// Mails that wait to be sent.
    pub mails: i64,
    /// Letters that were put aside.
    pub aside: i64,
    /// How large the tables are, in bytes, with the matches of other offices in the schema.
    pub bytes: i64,
}

/// Looks at the database of an office.
///
/// # Errors
/// If the server cannot be asked.
pub fn status(database: &Database) -> Result<Status, MatchFault> {
    let sql = "select count(*) filter (where state < 2), count(*) filter (where state = 2), \
               count(*) filter (where state = 3), count(*) filter (where state = 4), \
               coalesce(sum(head_number), 0)::bigint, \
               count(*) filter (where state < 3 and due_at <= now()), \
               coalesce(max(extract(epoch from now() - due_at)) filter \
               (where state < 3 and due_at <= now()), 0)::bigint, \
               count(*) filter (where lease_until > now()), \
               (pg_total_relation_size('@game') + pg_total_relation_size('@entry') \
               + pg_total_relation_size('@small') + pg_total_relation_size('@published'))::bigint, \
               substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8), \
               (select count(*) from @mail where office = $1), (select count(*) from @aside where office = $1) \
               from @game where office = $1 and head_number > 0";
    let office = &database.settings.office;
    let rows = database.ask(sql, &[(office, Type::TEXT)])?;
    let row = rows.first().ok_or_else(|| MatchFault::Bug("a count has no row".to_owned()))?;
    let holder = database.holder()?;
    let (worker, worker_until) = holder.map(|it| (it.worker, it.until)).unzip();
    Ok(Status {
        office: office.clone(),
        cluster: database.cluster(),
        under_way: row.get(0),
        over: row.get(1),
        moved: row.get(2),
        arriving: row.get(3),
        entries: row.get(4),
        due: row.get(5),
        oldest_due_seconds: row.get(6),
        leases: row.get(7),
        bytes: row.get(8),
        timeline: row.get(9),
        mails: row.get(10),
        aside: row.get(11),
        worker,
        worker_until,
    })
}
