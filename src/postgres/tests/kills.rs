//! Workers that are killed or frozen at any instant. They are programs of their own: this one, told by a
//! variable to be a worker.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{sleep, spawn};
use std::time::{Duration, Instant};

use club::journal::verify;
use club::matches::Store;

use super::{Office, add, brisk, settings};
use crate::{Database, Heads, Match, Patience};

/// Says what a worker is to do: an address, the folder of the office, a name, and its work.
const WORKER: &str = "SEALORD_TEST_WORKER";
/// How long a worker has a match that it was killed over.
const LEASE: Duration = Duration::from_millis(500);
/// How many matches they share.
const MATCHES: usize = 12;

/// Sends a signal to a process of this test.
pub fn signal(name: &str, process: u32) {
    assert!(Command::new("kill").args([name, &process.to_string()]).status().unwrap().success());
}

/// Starts a worker, whose lines come in by `said`.
fn worker(office: &Office, name: &str, work: &str, said: &Sender<String>) -> Child {
    let folder = office.folder.path().display();
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "tests::kills::a_worker", "--nocapture", "--test-threads=1"])
        .env(WORKER, format!("{}|{folder}|{name}|{work}", office.url()))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let (mut lines, said) = (BufReader::new(child.stdout.take().unwrap()), said.clone());
    spawn(move || {
        let mut line = String::new();
        // Half a line was not said.
        while lines.read_line(&mut line).is_ok_and(|length| length > 0) && line.ends_with('\n') {
            _ = said.send(line.trim_end().to_owned());
            line.clear();
        }
    });
    child
}

fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    out.write_all(format!("\n{line}\n").as_bytes()).unwrap();
    out.flush().unwrap();
}

/// The worker; without the variable there is nothing to do.
#[test]
fn a_worker() {
    let Ok(told) = std::env::var(WORKER) else { return };
    engine::rulebook::two_sided::declare();
    let [url, folder, name, work] = told.split('|').collect::<Vec<_>>()[..] else { panic!("{told}") };
    let patience = Patience { lease: LEASE, ..brisk() };
    let heads = Heads::open(&std::path::Path::new(folder).join(format!("heads-{name}.log"))).unwrap();
    let database = Database::open(settings(url, folder.as_ref()), name, heads, patience).unwrap();
    if work == "frozen" {
        let mut log = Match::new(&database, "frozen").claim().unwrap();
        loop {
            if let Err(fault) = add(log.as_mut(), "by the worker") {
                say(&format!("fault {}", fault.to_string().lines().next().unwrap()));
                return;
            }
            say("ack");
            sleep(Duration::from_millis(20));
        }
    }
    for round in 0.. {
        let Some(it) = Match::due(&database).unwrap() else {
            sleep(Duration::from_millis(5));
            continue;
        };
        let mut log = it.claim().unwrap();
        if round % 2 == 0 {
            log.hold();
        }
        for _ in 0..=round % 4 {
            add(log.as_mut(), name).unwrap();
        }
        log.release().unwrap();
        let head = log.head().unwrap();
        log.keep(b"a bookmark").unwrap();
        say(&format!("ack {} {} {}", it.word(), head.number, head.hash));
        it.note(Some("2020-01-01T00:00:00Z".parse().unwrap())).unwrap();
    }
}

/// How often workers are killed: a hundred times, and more if somebody asks for it.
fn kills() -> usize {
    std::env::var("SEALORD_KILLS")
        .ok()
        .and_then(|word| word.parse().ok())
        .map_or(100, |times: usize| times * 100)
}

fn acknowledged(said: &Receiver<String>) -> BTreeMap<String, Vec<(usize, String)>> {
    let mut all: BTreeMap<String, Vec<(usize, String)>> = BTreeMap::new();
    for line in said.try_iter() {
        if let ["ack", word, number, hash] = line.split(' ').collect::<Vec<_>>()[..] {
            all.entry(word.to_owned()).or_default().push((number.parse().unwrap(), hash.to_owned()));
        }
    }
    all
}

#[test]
fn workers_that_are_killed_lose_nothing_that_they_confirmed() {
    let Some(office) = Office::new() else { return };
    let umpire = office.worker("umpire");
    for at in 0..MATCHES {
        let it = Match::new(&umpire, &format!("match-{at}"));
        let mut log = it.begin().unwrap();
        add(log.as_mut(), "first").unwrap();
        it.note(Some("2020-01-01T00:00:00Z".parse().unwrap())).unwrap();
    }
    let (sender, said) = channel();
    let start = |at: usize| worker(&office, ["one", "two", "three"][at], "tend", &sender);
    let mut workers: Vec<Child> = (0..3).map(start).collect();
    // The same pauses in every run, as far as the machine keeps to them.
    let mut lot: u64 = 38;
    for kill in 0..kills() {
        lot = lot.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        sleep(Duration::from_micros(20_000 + (lot >> 33) % 60_000));
        let at = kill % workers.len();
        workers[at].kill().unwrap();
        workers[at].wait().unwrap();
        workers[at] = start(at);
    }
    for worker in &mut workers {
        worker.kill().unwrap();
        worker.wait().unwrap();
    }
    sleep(LEASE + Duration::from_millis(200));
    let (all, mut entries, mut acks) = (acknowledged(&said), 0, 0);
    for at in 0..MATCHES {
        let word = format!("match-{at}");
        let log = Match::new(&umpire, &word).claim().unwrap();
        let found = log.all().unwrap();
        assert_eq!(verify(&club::journal::lines(&found), log.head()).unwrap(), *found);
        for (number, hash) in all.get(&word).map_or(&[][..], |acks| acks) {
            assert_eq!(found[number - 1].hash().to_string(), *hash, "{word}, entry {number}");
            acks += 1;
        }
        entries += found.len();
    }
    say(&format!("{} kills, {acks} confirmed appends, {entries} entries in {MATCHES} matches", kills()));
    assert!(acks >= kills() / 10, "they hardly worked: {acks}");
}

#[test]
fn a_worker_that_was_frozen_past_its_lease_drops_its_work() {
    let Some(office) = Office::new() else { return };
    let umpire = office.worker("umpire");
    let it = Match::new(&umpire, "frozen");
    add(it.begin().unwrap().as_mut(), "first").unwrap();
    let (sender, said) = channel();
    let mut frozen = worker(&office, "frozen", "frozen", &sender);
    let heard = |wanted: &str| {
        let begun = Instant::now();
        loop {
            let left = Duration::from_secs(20).saturating_sub(begun.elapsed());
            let line = said.recv_timeout(left).unwrap();
            if line.starts_with(wanted) {
                return line;
            }
        }
    };
    heard("ack");
    signal("-STOP", frozen.id());
    sleep(LEASE + Duration::from_millis(100));
    let mut log = it.claim().unwrap();
    add(log.as_mut(), "by somebody else").unwrap();
    drop(log);
    let entries = it.read().unwrap().entries.len();
    signal("-CONT", frozen.id());
    let fault = heard("fault");
    assert!(fault.contains("the lease of this worker was over, and umpire took the match"), "{fault}");
    frozen.wait().unwrap();
    assert_eq!(it.read().unwrap().entries.len(), entries);
}
