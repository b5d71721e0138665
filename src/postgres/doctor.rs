//! What is wrong with the database of an office.

use club::matches::MatchFault;
use jiff::Timestamp;
use postgres::Row;
use postgres::types::Type;
use serde::Serialize;

use crate::database::{Database, Patience};
use crate::heads::Heads;
use crate::key::OfficeKey;
use crate::migrate;
use crate::settings::Settings;

/// The oldest server that will do.
const OLDEST: i32 = 150_000;
/// How far the clocks of a worker and its server may lie apart, in seconds.
const APART: f64 = 5.0;
/// What a power cut at the server must not take back.
const DURABLE: [&str; 3] = ["fsync", "full_page_writes", "synchronous_commit"];
/// The tables, and what workers do to them.
const TABLES: [(&str, &str); 14] = [
    ("office", "SELECT, UPDATE"),
    ("game", "SELECT, INSERT, UPDATE"),
    ("entry", "SELECT, INSERT"),
    ("small", "SELECT, INSERT, UPDATE, DELETE"),
    ("published", "SELECT, INSERT, UPDATE, DELETE"),
    ("fact", "SELECT, INSERT, DELETE"),
    ("put_by", "SELECT, INSERT, UPDATE"),
    ("heard", "SELECT, INSERT, UPDATE, DELETE"),
    ("mail", "SELECT, INSERT, UPDATE, DELETE"),
    ("aside", "SELECT, INSERT, UPDATE"),
    ("thing", "SELECT, INSERT, UPDATE"),
    ("noted", "SELECT, INSERT, UPDATE, DELETE"),
    ("chore", "SELECT, INSERT, UPDATE, DELETE"),
    ("worker", "SELECT, INSERT, UPDATE, DELETE"),
];

/// Something that was looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// What was looked at.
    pub what: &'static str,
    /// True if it will do.
    pub good: bool,
    /// How it is, or what would help.
    pub words: String,
}

fn finding(what: &'static str, good: bool, words: impl Into<String>) -> Finding {
    Finding { what, good, words: words.into() }
}

/// Looks at the database of an office. `now` is the worker's own time.
pub fn examine(settings: Settings, now: Timestamp) -> Vec<Finding> {
    let mut findings = Vec::new();
    findings.push(match OfficeKey::read(&settings.key) {
        Ok(_) => finding("key of the office", true, settings.key.display().to_string()),
        Err(fault) => finding("key of the office", false, fault.to_string()),
    });
    let patience = Patience { tries: 0, ..Patience::default() };
    let database = match Database::bare(settings, "doctor", Heads::none(), patience) {
        Ok(database) => database,
        Err(fault) => {
            findings.push(finding("database", false, fault.to_string()));
            return findings;
        }
    };
    if let Err(fault) = database.check_server() {
        findings.push(finding("database", false, MatchFault::from(fault).to_string()));
        return findings;
    }
    findings.extend(server(&database, now).unwrap_or_else(|fault| vec![not_asked(&fault)]));
    match migrate::current(&database) {
        Ok(()) => {
            findings.push(finding("tables", true, format!("schema {}", database.settings.schema)));
            findings.extend(rights(&database).unwrap_or_else(|fault| vec![not_asked(&fault)]));
        }
        Err(fault) => findings.push(finding("tables", false, fault.to_string())),
    }
    findings
}

fn not_asked(fault: &MatchFault) -> Finding {
    finding("database", false, fault.to_string())
}

fn first(rows: &[Row]) -> Result<&Row, MatchFault> {
    rows.first().ok_or_else(|| MatchFault::Bug("the database gave no row".to_owned()))
}

/// Version, durability, clock, and the way there.
fn server(database: &Database, now: Timestamp) -> Result<Vec<Finding>, MatchFault> {
    let rows = database.ask(
        "select current_setting('server_version_num')::int4, current_setting('server_version'), \
         extract(epoch from clock_timestamp())::float8, \
         coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false), \
         coalesce(host(inet_client_addr()), '')",
        &[],
    )?;
    let row = first(&rows)?;
    let (number, version): (i32, String) = (row.get(0), row.get(1));
    let mut findings = vec![match number >= OLDEST {
        true => finding("version of the server", true, version),
        false => finding("version of the server", false, format!("{version}; take 15 or a newer one")),
    }];
    for name in DURABLE {
        let rows = database.ask("select current_setting($1)", &[(&name, Type::TEXT)])?;
        let value: String = first(&rows)?.get(0);
        // `local` waits for the disk of this server, which is as much as a folder does.
        let good = value != "off";
        let words = if good {
            value
        } else {
            format!("{value}: a power cut can take back what was confirmed; set it to on")
        };
        findings.push(finding(name, good, words));
    }
    let apart = row.get::<_, f64>(2) - now.as_millisecond() as f64 / 1000.0;
    let words = format!("{apart:+.1} s from this machine's");
    findings.push(match apart.abs() <= APART {
        true => finding("clock of the server", true, words),
        false => finding("clock of the server", false, format!("{words}; let both follow a time server")),
    });
    let (is_tls, from): (bool, String) = (row.get(3), row.get(4));
    let is_near = from.is_empty() || from.starts_with("127.") || from == "::1";
    findings.push(match (is_tls, is_near) {
        (true, _) => finding("way to the server", true, "TLS"),
        (false, true) => finding("way to the server", true, "on this machine, or through a tunnel"),
        (false, false) => finding(
            "way to the server",
            false,
            "in the clear; add sslmode=require to the address, or use a tunnel",
        ),
    });
    Ok(findings)
}

/// What this user may do, and whether the office is known.
fn rights(database: &Database) -> Result<Vec<Finding>, MatchFault> {
    let mut missing = Vec::new();
    for (table, all) in TABLES {
        for right in all.split(", ") {
            let name = database.sql(&format!("@{table}"));
            let values = [(&name as _, Type::TEXT), (&right as _, Type::TEXT)];
            let rows = database.ask("select has_table_privilege($1, $2)", &values)?;
            if !first(&rows)?.get::<_, bool>(0) {
                missing.push(format!("{right} on {name}"));
            }
        }
    }
    let sequence = database.sql("@lease_number");
    let rows = database.ask("select has_sequence_privilege($1, 'USAGE')", &[(&sequence, Type::TEXT)])?;
    if !first(&rows)?.get::<_, bool>(0) {
        missing.push(format!("USAGE on {sequence}"));
    }
    let mut findings = vec![match missing.is_empty() {
        true => finding("rights", true, "all that workers need"),
        false => finding("rights", false, format!("grant {}", missing.join(", "))),
    }];
    let office = &database.settings.office;
    let rows = database.ask(
        "select system_id = (select system_identifier::text from pg_control_system()), settings_sha256 \
         from @office where id = $1",
        &[(office, Type::TEXT)],
    )?;
    let sha256 = database.settings.sha256;
    findings.push(match rows.first() {
        None => finding("office", false, format!("{office} is not known; run `sealord store init`")),
        Some(row) if !row.get::<_, bool>(0) => {
            let words = format!(
                "{office} belongs to another cluster; after a dump was restored: `sealord store init --adopt`"
            );
            finding("office", false, words)
        }
        Some(row) if row.get::<_, Vec<u8>>(1) != sha256.as_bytes() => {
            let words = "office.yaml is not the one with which `sealord store init` was run last; \
                         workers should all have the same: run it again";
            finding("office", false, words)
        }
        Some(_) => finding("office", true, office.clone()),
    });
    Ok(findings)
}
