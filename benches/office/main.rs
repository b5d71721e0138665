//! What a large office in PostgreSQL costs. `cargo bench --features postgres --bench office`; with `-- --matches 10000` at
//! full size, which takes a quarter of an hour; with `-- --shared` only what several workers do.
//!
//! Prints a line for each target, as the bench `process` does; `--strict` is meant as there. One match in twenty is deep:
//! it has been played for some hundred entries. The server is the bench's own, on loopback, with its files in memory.

#[allow(dead_code, reason = "each bench uses its part")]
#[path = "../support/mod.rs"]
mod support;
#[allow(dead_code, reason = "it is the server of the tests, too")]
#[path = "../../tests/support/postgres.rs"]
mod server;
#[path = "../../tests/support/skip.rs"]
mod skip;
mod club;
mod shared;
mod umpires;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use sealord::digest::{Digest, Salt};
use sealord::entry::Kind;
use sealord::kit::Kit;
use sealord::matches::{Line, Store};
use sealord::post::office::Office;
use sealord_postgres::{Match, premises};
use serde_json::json;

use club::Club;
use support::{NOW, main_of, mb, verdict};

/// The allocator of the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Matches, where nobody says how many.
const MATCHES: usize = 1000;
/// One in so many is deep.
const DEEP: usize = 20;
/// A deep match has at least so many entries.
const ENTRIES: u64 = 300;
/// How often a tick, a claim and an append are measured.
const TICKS: usize = 11;
const CLAIMS: usize = 200;

/// What they are to cost at most.
const TICK: (f64, f64) = (20.0, 3.0);
const STEP: f64 = 5.0;
const MEMORY: f64 = 200.0;

fn main() -> ExitCode {
    main_of(measure_all)
}

fn measure_all() {
    if server::programs().is_none() {
        println!("no PostgreSQL server is installed (Debian: postgresql)");
        return support::MISSED.store(true, std::sync::atomic::Ordering::Relaxed);
    }
    if std::env::args().any(|arg| arg == "--shared") {
        return shared::measure();
    }
    let mut args = std::env::args().skip_while(|arg| arg != "--matches").skip(1);
    let matches = args.next().and_then(|count| count.parse().ok()).unwrap_or(MATCHES);
    let club = Club::new(server::Server::in_folder(&server::folder(), &[]));
    let begun = Instant::now();
    let entries = club.begin(matches, (DEEP, ENTRIES), None);
    let took = begun.elapsed().as_secs_f64();
    println!("{matches} matches begun, one in {DEEP} played, {entries} entries in all: {took:.0} s");
    memory(&club, "a run that looks at all matches for the first time", "2026-09-03T12:00:00Z");
    memory(&club, "a run in which nothing happens", "2026-09-03T12:01:00Z");
    ticks(&club);
    steps(&club);
    umpires::measure(&club, matches);
    shared::measure();
}

fn seconds(of: Duration) -> f64 {
    of.as_secs_f64()
}

/// Prints a figure beside its goal.
fn told(what: &str, unit: &str, limit: f64, found: f64) {
    println!(
        "{what:<60} limit {limit:>8.1} {unit:<2} found {found:>9.1} {unit:<2} {}",
        verdict(found, limit)
    );
}

fn median(mut times: Vec<Duration>) -> f64 {
    times.sort_unstable();
    seconds(times[times.len() / 2]) * 1e3
}

/// A run of the program, and the most memory that it had.
fn memory(club: &Club, what: &str, now: &str) {
    let begun = Instant::now();
    let (kilobytes, said) = club.fetch(club.folder(), now);
    println!("{what}: {:.2} s; {}", seconds(begun.elapsed()), said.trim());
    match kilobytes {
        Some(kilobytes) => told("  its memory", "MB", MEMORY, mb(kilobytes)),
        None => println!("  its memory is not measured: there is no /usr/bin/time"),
    }
}

/// What a worker does again and again while nothing happens: after a run that found nothing to do it only looks.
fn ticks(club: &Club) {
    let database = club.open();
    let kit = Kit::new(sealord::rules::systems(), None, None, Some("2026-09-03T12:02:00Z")).expect("a kit");
    let premises = || premises(club.folder(), &database).expect("an office");
    let (mut runs, mut ticks, mut statements) = (Vec::new(), Vec::new(), [0, 0]);
    for _ in 0..TICKS {
        let (begun, before) = (Instant::now(), database.statements());
        let mut office = Office::open(&kit, premises()).expect("opened");
        let mut road = office.road_in().expect("a road");
        let account = office.run(Some(road.as_mut())).expect("a run");
        let rest = office.rest(&account).expect("nothing was done");
        drop(office);
        runs.push(begun.elapsed());
        statements[0] = database.statements() - before;
        let (at, now) = (premises(), kit.now().parse().expect("a time"));
        let (begun, before) = (Instant::now(), database.statements());
        assert!(rest.lasts(&at, now).expect("looked at"));
        ticks.push(begun.elapsed());
        statements[1] = database.statements() - before;
    }
    println!("a run that finds nothing to do: {:.1} ms, {} statements", median(runs), statements[0]);
    told("a tick of an office that rests", "ms", TICK.0, median(ticks));
    told("  its statements", "", TICK.1, statements[1] as f64);
}

/// A claim of the match that is due, and an append to it.
fn steps(club: &Club) {
    let database = club.open();
    let quick = Match::new(&database, "quick");
    append(&mut *quick.begin().expect("begun"), 1);
    club.psql("update sealord.game set due_at = '2020-01-01' where word = 'quick'; analyze");
    let (mut claims, mut appends) = (Vec::new(), Vec::new());
    for number in 0..CLAIMS {
        let begun = Instant::now();
        let it = Match::due(&database).expect("looked for").expect("it is due");
        let mark = it.mark().expect("looked at").expect("begun");
        let mut log = it.claim_at(&mark).expect("claimed").expect("as it was");
        claims.push(begun.elapsed());
        let begun = Instant::now();
        append(&mut *log, number as u64 + 2);
        appends.push(begun.elapsed());
    }
    told("claim a match that is due", "ms", STEP, median(claims));
    told("append an entry", "ms", STEP, median(appends));
    club.psql(
        "delete from sealord.entry where game = (select id from sealord.game where word = 'quick'); \
         delete from sealord.game where word = 'quick'",
    );
}

fn append(log: &mut dyn sealord::matches::Log, number: u64) {
    let kind = if number == 1 { Kind::Genesis } else { Kind::Note };
    let body = json!({"system": "seas-of-thunder", "text": "an entry", "number": number});
    let salt = Salt::from_bytes(*Digest::of(&number.to_be_bytes()).as_bytes());
    let line = Line { kind, exchange: None, party: None, time: NOW, body, salt };
    log.append(line).expect("appended");
}
