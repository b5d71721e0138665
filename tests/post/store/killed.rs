//! Real matches that workers play on and are killed over: they end with the same bytes as undisturbed ones in
//! folders. A worker is this program, told by a variable.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use sealord::journal::lines;
use sealord::kit::Kit;
use sealord::matches::folder::MatchDir;
use sealord::matches::publish::publish;
use sealord::matches::{Claim, Store};
use sealord::rules::systems;
use sealord_postgres::Match;

use super::{NOW, Office, open};

const WORKER: &str = "SEALORD_TEST_STORE_WORKER";
/// How long a worker has a match that it was killed over.
const LEASE: Duration = Duration::from_millis(1500);
/// How many kills at the most: the matches end some time.
const KILLS: usize = 400;
/// The matches: a folder, and with which options it is begun. Silent sides are answered for by the staff.
const MATCHES: [(&str, &str); 4] = [
    ("raid", "--system seas-of-thunder --scenario raider-warfare --seed 1"),
    ("midway", "--system admirals-war --scenario midway --seed 2"),
    ("pacific", "--system war-at-sea --scenario pacific-1942 --seed 3"),
    ("other-raid", "--system seas-of-thunder --scenario raider-warfare --seed 4"),
];

fn kit() -> Kit {
    Kit::new(systems(), None, None, Some(NOW)).unwrap()
}

/// The worker; without the variable there is nothing to do.
#[test]
fn a_worker_of_the_store() {
    let Ok(told) = std::env::var(WORKER) else { return };
    let [url, club, name] = told.split('|').collect::<Vec<_>>()[..] else { panic!("{told}") };
    let database = open(url, Path::new(club), name, LEASE);
    let kit = kit();
    loop {
        let Some(it) = Match::due(&database).unwrap() else {
            std::thread::sleep(Duration::from_millis(20));
            continue;
        };
        let claim = Claim::of(&it).unwrap();
        let mut host = claim.host(&kit.rules(), NOW).unwrap();
        if host.game.is_over() {
            it.note(None).unwrap();
            continue;
        }
        host.resolve(true).unwrap();
        if host.game.exchange().is_multiple_of(4) {
            publish(&it, &host, &kit.templates).unwrap();
        }
        let head = host.head().unwrap();
        let mut out = std::io::stdout().lock();
        writeln!(out, "\nack {} {} {}", it.word(), head.number, head.hash).unwrap();
    }
}

fn worker(office: &Office, name: &str) -> Child {
    let log =
        fs::OpenOptions::new().create(true).append(true).open(office.folder.path().join("acks")).unwrap();
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "store::killed::a_worker_of_the_store", "--nocapture", "--test-threads=1"])
        .env(WORKER, format!("{}|{}|{name}", office.url(), office.club().display()))
        .stdout(log)
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

#[test]
fn matches_whose_workers_are_killed_end_as_undisturbed_ones() {
    let Some(office) = Office::new() else { return };
    for (word, options) in MATCHES {
        let folder = format!("club/{word}");
        let mut words = vec![&*folder, "--missing", "staff"];
        words.extend(options.split(' '));
        office.begin(&words);
        // The same in a folder, undisturbed.
        let twin = office.folder.path().join(word);
        let copied =
            Command::new("cp").arg("-r").args([office.folder.path().join(&folder), twin.clone()]).status();
        assert!(copied.unwrap().success());
        let mut host = kit().host(&MatchDir::new(&twin)).unwrap();
        while !host.game.is_over() {
            host.resolve(true).unwrap();
        }
    }
    office.ok(&["store", "copy", "club", "--to", "postgres"]);
    let database = open(&office.url(), &office.club(), "umpire", LEASE);
    let all_over = || {
        let due = "select count(*) from sealord.game where due_at is not null";
        office.server.run("psql", &office.database, &["-At", "-c", due], b"").trim_ascii() == b"0"
    };
    let names = ["one", "two", "three"];
    let mut workers: Vec<Child> = names.iter().map(|name| worker(&office, name)).collect();
    let (mut lot, mut kills): (u64, usize) = (38, 0);
    for round in 0..KILLS * 10 {
        if all_over() {
            break;
        }
        lot = lot.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        std::thread::sleep(Duration::from_millis(60 + (lot >> 33) % 250));
        if kills < KILLS {
            let at = round % workers.len();
            workers[at].kill().unwrap();
            workers[at].wait().unwrap();
            workers[at] = worker(&office, names[at]);
            kills += 1;
        }
    }
    workers.iter_mut().for_each(|worker| worker.kill().and_then(|()| worker.wait().map(drop)).unwrap());
    assert!(all_over(), "they did not come to an end in {kills} kills");
    std::thread::sleep(LEASE);
    let acks = fs::read_to_string(office.folder.path().join("acks")).unwrap();
    let mut confirmed = 0;
    for (word, _) in MATCHES {
        let found = Match::new(&database, word).read().unwrap();
        let twin = fs::read(office.folder.path().join(word).join("journal.jsonl")).unwrap();
        assert!(lines(&found.entries) == twin, "{word} is not what it is undisturbed");
        for ack in acks.lines().filter_map(|line| line.strip_prefix(&format!("ack {word} "))) {
            let Some((number, hash)) = ack.split_once(' ').filter(|(_, hash)| hash.len() == 64) else {
                continue;
            };
            let number: usize = number.parse().unwrap();
            assert_eq!(found.entries[number - 1].hash().to_string(), hash, "{word}, entry {number}");
            confirmed += 1;
        }
    }
    println!(
        "{kills} kills, {confirmed} confirmed exchanges, {} matches with the bytes of undisturbed ones",
        MATCHES.len()
    );
    assert!(kills > 20 && confirmed > 20);
    // Back in their folders they pass the audit.
    office.ok(&["store", "copy", "club", "--to", "folder"]);
    for (word, _) in MATCHES {
        office.ok(&["audit", &format!("club/{word}")]);
    }
}
