//! The disk of the database is full: what was being written is rolled back, and when there is room again all
//! is as if nothing had been.

use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::PathBuf;

use serde_json::Value;

use super::{MATCHES, Table, same, undisturbed};
use crate::server::{SMALL, Server};
use crate::skip::skip_without;

/// How large the disk is, in KB.
const SIZE: u64 = 48 << 10;
/// What is left of it in each round, in KB: a page of the database has eight.
const LITTLE: [u64; 3] = [0, 8, 32];
const NOTHING: [u64; 1] = [0];
/// What the server says when there is no room: `disk_full`.
const FULL: &str = "SQLSTATE 53100";

/// The small disk as it is seen from here.
struct Disk(PathBuf);

impl Disk {
    /// Fills it but for so many KB.
    fn fill(&self, left: u64) {
        let mut file = File::create(&self.0).unwrap();
        let piece = vec![7; 4096];
        loop {
            match file.write_all(&piece) {
                Ok(()) => {}
                Err(error) if error.kind() == ErrorKind::StorageFull => break,
                Err(error) => panic!("{error}"),
            }
        }
        let length = file.metadata().unwrap().len();
        file.set_len(length.saturating_sub(left << 10)).unwrap();
    }

    fn free(&self) {
        fs::remove_file(&self.0).unwrap();
    }
}

/// A server with a small disk, and on it what these statements put there.
fn small() -> Option<(&'static Server, Disk)> {
    let Some(server) = Server::with_small_disk(SIZE) else {
        skip_without("unshare -m mount -t tmpfs (as root), or postgres (Debian: postgresql),");
        return None;
    };
    // It ends with the program of the tests.
    let server: &'static Server = Box::leak(Box::new(server));
    let sql = format!("create tablespace small location '{SMALL}'");
    server.run("psql", "postgres", &["-q", "-c", &sql], b"");
    let seen = PathBuf::from(format!("/proc/{}/root{SMALL}", server.process()));
    Some((server, Disk(seen.parent().unwrap().join("filler"))))
}

/// Each journal has all entries up to its head, and none behind it.
fn is_whole(table: &Table) {
    let torn = "select g.word from sealord.game g left join sealord.entry e on e.game = g.id \
                group by g.id having g.head_number <> count(e.number) or g.head_number <> max(e.number)";
    assert_eq!(table.psql(torn), "");
}

/// Plays the exchanges. In each round the disk is full when the office runs, and has room again when it runs
/// once more in the same minute. Gives what the runs without room said.
fn play(table: &mut Table, disk: &Disk, left: &[u64]) -> Vec<(Option<Value>, String)> {
    let mut said = Vec::new();
    for round in 0.. {
        table.club.now += 60;
        disk.fill(left[round % left.len()]);
        let ran = table.club.run(&["--json", "fetch", "."]);
        let account = serde_json::from_slice(&ran.stdout).ok();
        said.push((account, String::from_utf8_lossy(&ran.stderr).into_owned()));
        is_whole(table);
        disk.free();
        // A run that could not even write that it has ended.
        table.leases_are_over();
        table.club.ok(&["fetch", "."]);
        let out = crate::mail::club::files(&table.club.path("outgoing")).len();
        table.club.collect(out - table.club.mails.len());
        if !table.answer() {
            break;
        }
    }
    said
}

fn is_as_undisturbed(table: &Table) {
    table.club.ok(&["store", "copy", ".", "--to", "folder"]);
    same(table, undisturbed());
    for (word, _) in MATCHES {
        table.club.ok(&["audit", word]);
    }
}

#[test]
fn an_office_whose_database_has_no_room_goes_on_when_it_has_some() {
    let Some((server, disk)) = small() else { return };
    let mut table = Table::new(Some(server));
    let (_, name) = table.database.as_ref().expect("a database");
    let sql = format!("alter database {name} set tablespace small");
    server.run("psql", "postgres", &["-q", "-c", &sql], b"");
    let said = play(&mut table, &disk, &LITTLE);
    let full = said.iter().filter(|(account, told)| {
        told.contains(FULL) || account.as_ref().is_some_and(|it| it.to_string().contains(FULL))
    });
    let full = full.count();
    println!("{full} of {} runs had no room", said.len());
    assert!(full > 1, "{said:#?}");
    is_as_undisturbed(&table);
}

#[test]
fn matches_whose_journals_have_no_room_wait_and_the_rest_goes_on() {
    let Some((server, disk)) = small() else { return };
    let mut table = Table::new(Some(server));
    table.psql("alter table sealord.entry set tablespace small");
    table.psql("alter index sealord.entry_pkey set tablespace small");
    let said = play(&mut table, &disk, &NOTHING);
    let (mut waited, mut went) = (0, 0);
    for (account, told) in &said {
        // The run itself ends as ever, and names the matches that wait.
        let account = &account.as_ref().unwrap_or_else(|| panic!("no account: {told}"))["account"];
        let troubles = account["troubles"].as_array().unwrap();
        let all = troubles.iter().all(|it| it.as_str().unwrap().contains(FULL));
        assert!(all && troubles.len() <= MATCHES.len(), "{account:#}");
        waited += troubles.len();
        went += account["taken"].as_u64().unwrap();
    }
    println!("{waited} times a match waited, {went} letters were taken all the same");
    assert!(waited > 0 && went > 0, "{said:#?}");
    is_as_undisturbed(&table);
}
