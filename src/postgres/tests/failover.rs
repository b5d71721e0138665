//! Servers that take over, that were left behind, that lost something.

use std::time::Duration;

use club::matches::Store;
use postgres::{Client, NoTls};

use super::{Office, add, brisk, words};
use crate::server::{CARELESS, Server};
use crate::{Database, Heads, Match, init};

/// An office on a server of its own.
fn alone() -> Option<Office> {
    let shared = Office::new()?;
    let server: &'static Server = Box::leak(Box::new(Server::start()));
    let office = Office { server, database: server.database(), folder: tempfile::tempdir().unwrap() };
    drop(shared);
    init(office.settings(), false).unwrap();
    Some(office)
}

#[test]
fn a_failover_that_lost_entries_and_a_primary_that_was_left_behind_are_found() {
    let Some(office) = alone() else { return };
    let open = |url: &str, name: &str| office.remembering(url, name);
    let first = office.url();
    let one = open(&first, "one").unwrap();
    let mut log = Match::new(&one, "fjord").begin().unwrap();
    (0..2).for_each(|_| assert!(add(log.as_mut(), "on both").is_ok()));
    drop(log);
    let copy = office.server.copied();
    let mut log = Match::new(&one, "fjord").claim().unwrap();
    add(log.as_mut(), "on the first alone").unwrap();
    drop((log, one));

    std::fs::write(copy.join("data/standby.signal"), "").unwrap();
    let replica = Server::in_folder(&copy, &CARELESS);
    let second = replica.url(&office.database);
    let fault = words(open(&second, "one"));
    assert!(
        fault.starts_with("InputOutput nothing can be written to this server: it is a replica"),
        "{fault}"
    );
    let mut client = Client::connect(&second, NoTls).unwrap();
    client.batch_execute("select pg_promote(true, 30)").unwrap();

    // What it lost is named by whoever has seen it.
    let one = open(&second, "one").unwrap();
    let fault = words(Match::new(&one, "fjord").claim());
    assert!(
        fault.starts_with("Proof fjord: its journal ends after entry 2, but this worker has seen entry 3"),
        "{fault}"
    );
    assert!(words(Match::new(&one, "fjord").claim()).starts_with("Proof"), "and it stays so");
    // Nobody knows but who has seen it; what is written then is another entry 3.
    let two = open(&second, "two").unwrap();
    let mut log = Match::new(&two, "fjord").claim().unwrap();
    add(log.as_mut(), "on the second").unwrap();
    add(log.as_mut(), "on the second").unwrap();
    drop(log);
    let fault = words(Match::new(&one, "fjord").claim());
    assert!(fault.contains("fjord: its entry 3 is another than this worker has seen"), "{fault}");

    // The first server still runs: whoever has seen the second writes nothing there.
    let fault = words(open(&first, "two"));
    assert!(
        fault.starts_with("Proof this server is on timeline 00000001, but 00000002 was seen already"),
        "{fault}"
    );
    // Nor does a worker whose road led to the second and leads to the first now.
    let led_back = open(&first, "three").unwrap();
    let mut log = Match::new(&led_back, "fjord").claim().unwrap();
    led_back.heads().note_timeline("00000002");
    let fault = words(add(log.as_mut(), "left behind"));
    assert!(fault.starts_with("Proof this server is on timeline 00000001"), "{fault}");
    assert!(words(Match::new(&led_back, "fjord").claim()).contains("on timeline 00000001"));
}

#[test]
fn an_old_dump_is_found_by_whoever_has_seen_more() {
    let Some(office) = Office::new() else { return };
    let one = office.remembering(&office.url(), "one").unwrap();
    for word in ["fjord", "quiet"] {
        add(Match::new(&one, word).begin().unwrap().as_mut(), "first").unwrap();
    }
    let dump = office.server.run("pg_dump", &office.database, &[], b"");
    add(Match::new(&one, "fjord").claim().unwrap().as_mut(), "second").unwrap();
    drop(one);
    let restored = office.server.database();
    office.server.run("psql", &restored, &["-q", "-o", "/dev/null", "-v", "ON_ERROR_STOP=1"], &dump);
    let one = office.remembering(&office.server.url(&restored), "one").unwrap();
    let fault = words(Match::new(&one, "fjord").claim());
    assert!(
        fault.contains("fjord: its journal ends after entry 1, but this worker has seen entry 2"),
        "{fault}"
    );
    // The others go on.
    add(Match::new(&one, "quiet").claim().unwrap().as_mut(), "second").unwrap();

    // On another cluster an office starts only on purpose.
    let Some(other) = alone() else { return };
    let database = other.server.database();
    other.server.run("psql", &database, &["-q", "-o", "/dev/null", "-v", "ON_ERROR_STOP=1"], &dump);
    let moved = super::settings(&other.server.url(&database), office.folder.path());
    let open = || Database::open(moved.clone(), "two", Heads::none(), brisk());
    assert!(words(open()).contains("but the office belongs to"));
    assert!(words(init(moved.clone(), false)).contains("add --adopt"));
    init(moved.clone(), true).unwrap();
    add(Match::new(&open().unwrap(), "fjord").claim().unwrap().as_mut(), "second").unwrap();
}

#[test]
fn what_was_confirmed_outlives_a_server_that_is_killed() {
    if Office::new().is_none() {
        return;
    }
    let folder = crate::server::folder();
    let server: &'static Server = Box::leak(Box::new(Server::in_folder(&folder, &[])));
    let office = Office { server, database: server.database(), folder: tempfile::tempdir().unwrap() };
    init(office.settings(), false).unwrap();
    let patient = crate::Patience { tries: 10, ..brisk() };
    let database = Database::open(office.settings(), "one", Heads::none(), patient).unwrap();
    let it = Match::new(&database, "killed");
    let mut log = it.begin().unwrap();
    let mut kept = Vec::new();
    for round in 0..3 {
        let process = office.server.process();
        let port = office.server.port;
        let folder = folder.clone();
        let killer = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(40 + round * 17));
            super::kills::signal("-KILL", process);
            // Its children see that it has gone, and go too.
            std::thread::sleep(Duration::from_millis(300));
            for left in ["data/postmaster.pid".to_owned(), format!(".s.PGSQL.{port}.lock")] {
                std::fs::remove_file(folder.join(left)).unwrap();
            }
            Box::leak(Box::new(Server::again(&folder, &[], port)));
        });
        let begun = std::time::Instant::now();
        while begun.elapsed() < Duration::from_millis(150) || !killer.is_finished() {
            add(log.as_mut(), "an entry").unwrap();
            kept.push(log.head().unwrap());
        }
        killer.join().unwrap();
    }
    drop(log);
    let found = it.read().unwrap();
    assert_eq!(found.entries.len(), kept.len());
    assert!(kept.iter().zip(&found.entries).all(|(head, entry)| head.hash == entry.hash()));
}
