//! Three workers at one office, killed at random instants: whatever they were doing, the matches and the mails
//! are those of an office in a folder that nobody disturbed.
//!
//! `SEALORD_WORKERS=500` kills them five hundred times over thirty matches and six hundred letters; without it
//! a few matches are played a little while.

mod post;

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::os::unix::fs::PermissionsExt;
use std::process::{Child, Stdio};
use std::rc::Rc;
use std::thread::sleep;
use std::time::{Duration, Instant};

use jiff::Timestamp;
use sealord_postgres::{Database, status};
use serde_json::Value;

use self::post::Post;
use super::{Luck, MATCHES, Played, Table, orders, same, signal};
use crate::mail::club::files;
use crate::mail::letter::Style;
use crate::mail::read::Mail;
use crate::server::server;

/// The folders of the workers.
const WORKERS: [&str; 3] = ["one", "two", "three"];
/// How often the test looks whether something has happened.
const LOOK: Duration = Duration::from_millis(10);
/// So long an office may take to come to rest.
const REST: Duration = Duration::from_secs(240);

/// How much is played.
struct Size {
    kills: usize,
    matches: usize,
    letters: usize,
}

impl Size {
    fn wanted() -> Size {
        let kills = std::env::var("SEALORD_WORKERS").ok().and_then(|kills| kills.parse().ok());
        let full = |kills| Size { kills, matches: 30, letters: 600 };
        kills.map_or(Size { kills: 16, matches: 4, letters: 24 }, full)
    }

    /// The words of matches, and the games that they are of.
    fn matches(&self) -> Vec<(String, &'static str)> {
        let named = |(number, (word, system)): (usize, (&str, &'static str))| {
            (format!("{word}-{}", number / MATCHES.len() + 1), system)
        };
        MATCHES.into_iter().cycle().take(self.matches).enumerate().map(named).collect()
    }
}

/// A letter as it was sent.
struct Posted {
    id: String,
    bytes: Vec<u8>,
    at: Timestamp,
}

/// Plays in an office in a folder until so many letters were written. Gives those of each minute, and what
/// became of them.
fn undisturbed(size: &Size) -> (Vec<Vec<Posted>>, Played) {
    let mut table = Table::of(None, size.matches());
    let (mut minutes, mut read) = (vec![Vec::new()], 0);
    loop {
        let account = table.club.fetch();
        assert_eq!(account["troubles"].as_array().map(Vec::len), Some(0), "{account}");
        assert_eq!(account["refused"], 0, "{account}");
        let mails = table.club.mails.split_off(read);
        let letters = if table.letters < size.letters { answers(&mut table, &mails) } else { Vec::new() };
        table.club.mails.extend(mails);
        read = table.club.mails.len();
        if letters.is_empty() {
            return (minutes, (table.journals(), table.mails()));
        }
        letters.iter().for_each(|letter| table.club.deliver(&letter.bytes));
        minutes.push(letters);
    }
}

/// Everybody who is asked answers; some ask first how things stand, and some send their orders twice.
fn answers(table: &mut Table, mails: &[Mail]) -> Vec<Posted> {
    let mut waves: BTreeMap<usize, Vec<Posted>> = BTreeMap::new();
    let mut seats: BTreeMap<String, usize> = BTreeMap::new();
    for mail in mails {
        let Some(packet) = mail.packet().filter(|packet| packet.asked && mail.kind() == "report") else {
            continue;
        };
        let from = format!("{}.{}", packet.match_id, packet.party.id());
        let seat = seats.entry(packet.match_id.clone()).or_default();
        // What one match is sent comes one after the other, with letters to others between: so its order is
        // the same however closely workers look. Its last letter brings orders, for they close the exchange.
        let mut post = |wave: usize, text: &str| {
            let letter = table.letter(&from, mail, text);
            let (id, bytes) = (letter.id.clone(), letter.write(Style::Plain));
            waves.entry(wave).or_default().push(Posted { id, bytes, at: table.club.clock() });
        };
        if *seat == 0 && packet.exchange % 3 == 1 {
            post(0, &format!("status\n\ncode: {}\n", mail.code().expect("a code word")));
        }
        *seat += 1;
        post(*seat, &orders(mail, &packet));
    }
    let mut letters: Vec<Posted> = waves.into_values().flatten().collect();
    let same = |it: &Posted| Posted { id: it.id.clone(), bytes: it.bytes.clone(), at: it.at };
    let again: Vec<Posted> = letters.iter().step_by(7).map(same).collect();
    letters.extend(again);
    letters
}

/// A worker that runs.
struct Worker {
    place: &'static str,
    /// No two have the same, even if one follows the other at its place.
    name: String,
    child: Child,
}

/// An office in a database, and three workers that run it.
struct Office {
    table: Table,
    database: Rc<Database>,
    post: Post,
    workers: Vec<Worker>,
    luck: Luck,
    delivered: usize,
    started: usize,
    killed: usize,
    /// How many of them ran the office when they were killed.
    busy: usize,
    /// The milliseconds within which a run is stopped. They follow the speed of the machine.
    within: f64,
}

impl Office {
    fn new(table: Table) -> Office {
        let (post, database) = (Post::start(), table.open().expect("a database"));
        let (inbox, path) = (table.club.path("in"), table.club.path("office.yaml"));
        let text = fs::read_to_string(&path).unwrap();
        let text = text.replace("{path: in}", &format!("{{path: {}}}", inbox.display())).replace(
            "{folder: {path: outgoing}}",
            &format!("{{smtp: {{host: 127.0.0.1, port: {}, tls: none}}}}", post.port),
        );
        fs::write(&path, text).unwrap();
        for worker in WORKERS {
            let folder = table.club.path(worker);
            fs::create_dir(&folder).unwrap();
            for name in ["office.yaml", "office.key", "db"] {
                fs::copy(table.club.path(name), folder.join(name)).unwrap();
                fs::set_permissions(folder.join(name), fs::Permissions::from_mode(0o600)).unwrap();
            }
        }
        let (luck, workers) = (Luck(1939), Vec::new());
        Office {
            table,
            database,
            post,
            workers,
            luck,
            delivered: 0,
            started: 0,
            killed: 0,
            busy: 0,
            within: 600.0,
        }
    }

    fn start(&mut self, place: &'static str) {
        self.started += 1;
        let name = format!("{place}-{}", self.started);
        let mut command = self.table.club.command(&["serve-mail", place, "--worker", &name, "--every", "1"]);
        let log = File::options().create(true).append(true).open(self.log(place)).unwrap();
        let child = command.stdout(Stdio::null()).stderr(log).spawn().unwrap();
        self.workers.push(Worker { place, name, child });
    }

    fn log(&self, place: &str) -> std::path::PathBuf {
        self.table.club.path(format!("{place}.log"))
    }

    /// Who runs the office now, by the place among those that live; nothing if nobody does.
    fn at_work(&self) -> Option<usize> {
        let name = status(&self.database).expect("looked at").worker?;
        self.workers.iter().position(|worker| worker.name == name)
    }

    /// A letter comes in, and is whole when it can be seen.
    fn deliver(&mut self, letter: &Posted) {
        self.delivered += 1;
        let name = format!("{}.{}.home", 1_700_000_000 + self.delivered, self.delivered);
        let [part, path] = ["tmp", "new"].map(|part| self.table.club.path("in").join(part).join(&name));
        fs::write(&part, &letter.bytes).unwrap();
        File::options().append(true).open(&part).unwrap().set_modified(letter.at.into()).unwrap();
        fs::rename(part, path).unwrap();
    }

    /// A worker dies at a random instant, mostly the one that runs the office; another takes its place.
    fn kill(&mut self) {
        let waited = Instant::now();
        let mut at_work = self.at_work();
        while at_work.is_none() && waited.elapsed() < Duration::from_secs(2) {
            sleep(LOOK);
            at_work = self.at_work();
        }
        let within = self.within as u64;
        sleep(Duration::from_micros(self.luck.below(within * 1000)));
        let any = self.luck.below(self.workers.len() as u64) as usize;
        let at = at_work.filter(|_| self.luck.below(4) > 0).unwrap_or(any);
        let mut worker = self.workers.remove(at);
        assert!(worker.child.try_wait().unwrap().is_none(), "{} ended of itself", worker.name);
        worker.child.kill().unwrap();
        worker.child.wait().unwrap();
        self.killed += 1;
        let was_busy = self.is_over(&worker.name);
        self.busy += usize::from(was_busy);
        if Some(at) == at_work {
            self.within = (self.within * if was_busy { 1.04 } else { 0.9 }).clamp(50.0, 5000.0);
        }
        self.start(worker.place);
    }

    /// A program that was killed has what it held until its leases are over: now. Gives whether it ran the
    /// office.
    fn is_over(&self, name: &str) -> bool {
        let sql = format!(
            "update sealord.game set lease_until = '-infinity' where lease_by = '{name}'; update sealord.chore \
             set token_until = '-infinity' where token_by = '{name}'; update sealord.office \
             set lease_until = '-infinity' where lease_by = '{name}' and lease_until > clock_timestamp() returning 1"
        );
        !self.table.psql(&sql).is_empty()
    }

    /// Waits until all letters are answered and nothing waits to be sent.
    fn rest(&mut self) {
        let begun = Instant::now();
        loop {
            let found = status(&self.database).expect("looked at");
            let name = found.worker.unwrap_or_default();
            if name.is_empty() && found.mails == 0 && files(&self.table.club.path("in/new")).is_empty() {
                return;
            }
            // The server may have given a lease to a worker that died before it was told.
            if !name.is_empty() && self.workers.iter().all(|worker| worker.name != name) {
                self.is_over(&name);
            }
            assert!(begun.elapsed() < REST, "the office does not come to rest: {}", self.told());
            sleep(LOOK);
        }
    }

    /// A minute of the office, with these letters and so many kills.
    fn minute(&mut self, letters: &[Posted], kills: usize) {
        self.table.club.now += 60;
        WORKERS.into_iter().for_each(|place| self.start(place));
        let until = |number: usize| letters.len() * number / kills;
        for number in 0..kills {
            letters[until(number)..until(number + 1)].iter().for_each(|letter| self.deliver(letter));
            self.kill();
        }
        self.rest();
        for mut worker in self.workers.drain(..) {
            signal(&worker.child, "-TERM");
            assert!(worker.child.wait().unwrap().success(), "{} failed", worker.name);
        }
        let said: Value = serde_json::from_str(&self.table.club.ok(&["--json", "fetch", "."])).unwrap();
        let account = &said["account"];
        for nothing in ["received", "resolved", "sent", "waiting"] {
            assert_eq!(account[nothing], 0, "{account}");
        }
        assert_eq!(account["troubles"].as_array().map(Vec::len), Some(0), "{account}");
    }

    /// What the workers said.
    fn told(&self) -> String {
        WORKERS.map(|place| fs::read_to_string(self.log(place)).unwrap()).concat()
    }

    /// Takes up all mails, each once. Gives how many came a second time.
    fn collect(&mut self) -> usize {
        let mut mails: BTreeMap<String, Mail> = BTreeMap::new();
        let kept = self.post.kept();
        let count = kept.len();
        for mail in kept.into_iter().map(Mail::read) {
            let id = mail.id();
            let before = mails.insert(id.clone(), mail);
            assert!(before.is_none_or(|it| it.bytes == mails[&id].bytes), "{id} went out in two forms");
        }
        self.table.club.mails = mails.into_values().collect();
        count - self.table.club.mails.len()
    }
}

#[test]
fn three_workers_that_are_killed_leave_what_an_undisturbed_office_leaves() {
    let Some(server) = server() else { return };
    let (size, begun) = (Size::wanted(), Instant::now());
    let (minutes, expected) = undisturbed(&size);
    let mut office = Office::new(Table::of(Some(server), size.matches()));
    for (number, letters) in minutes.iter().enumerate() {
        let kills = size.kills.saturating_sub(office.killed).div_ceil(minutes.len() - number).max(1);
        office.minute(letters, kills);
    }
    let twice = office.collect();
    let mut answers: BTreeMap<String, usize> = BTreeMap::new();
    for mail in &office.table.club.mails {
        *answers.entry(mail.head("In-Reply-To")).or_default() += 1;
    }
    for letter in minutes.iter().flatten() {
        assert_eq!(answers.get(&letter.id), Some(&1), "{} has one answer", letter.id);
    }
    let told = office.told();
    assert!(!told.contains("defect") && !told.contains("proof failed"), "{told}");
    office.table.club.ok(&["store", "copy", ".", "--to", "folder"]);
    same(&office.table, &expected);
    for word in &office.table.words {
        office.table.club.ok(&["audit", word]);
    }
    assert!(office.killed >= size.kills && office.busy * 8 > office.killed);
    println!(
        "{} kills, {} of them of the worker that ran the office; {} matches, {} letters, {} mails, {twice} of them \
         sent twice; {:.1} minutes",
        office.killed,
        office.busy,
        office.table.words.len(),
        office.delivered,
        office.table.club.mails.len(),
        begun.elapsed().as_secs_f64() / 60.0
    );
}
