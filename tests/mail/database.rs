//! An office in PostgreSQL: the same letters lead to the same journals and the same mails as in a folder,
//! whatever becomes of the workers that run it.

mod dump;
mod full_disk;
mod logged;
mod many;
mod shared;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::{Child, Stdio};
use std::rc::Rc;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use sealord::kit::Kit;
use sealord::orders::write::{orders_file, write_answer};
use sealord::post::office::Office;
use sealord::post::shelf::{Shelf, ShelfDir};
use sealord::rules::systems;
use sealord::staff::StaffOfficer;
use sealord::view::Packet;
use sealord_postgres::{Database, Heads, OfficeShelf, Patience, Settings};
use serde_json::Value;

use crate::mail::club::{Club, Road};
use crate::mail::in_memory::masked;
use crate::mail::letter::{Letter, Style};
use crate::mail::metrics::number;
use crate::mail::read::Mail;
use crate::server::{Server, server};

/// A match of each game.
const MATCHES: [(&str, &str); 4] = [
    ("atlantic", "seas-of-thunder"),
    ("midway", "admirals-war"),
    ("pacific", "war-at-sea"),
    ("channel", "schiffskrieg"),
];
/// So many exchanges of each are played.
const EXCHANGES: u32 = 2;
/// The secret of the desk, so that all offices have the same code words.
const DESK: &[u8] = b"00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff\n";
const STORE: &str = "store: {postgres: {url: {file: db}}}\n";

/// An office, and who writes to it.
struct Table {
    club: Club,
    /// The words of its matches.
    words: Vec<String>,
    /// Where the database is, if the office is in one.
    database: Option<(&'static Server, String)>,
    letters: usize,
    read: usize,
}

impl Table {
    /// An office in a folder, or in a database of its own.
    fn new(server: Option<&'static Server>) -> Table {
        Table::of(server, MATCHES.map(|(word, system)| (word.to_owned(), system)).into())
    }

    /// The same with these matches: the word of each, and that of its game.
    fn of(server: Option<&'static Server>, matches: Vec<(String, &str)>) -> Table {
        let mut table = Table::empty(server);
        let mut lines = String::new();
        for (seed, (word, system)) in (1..).zip(matches) {
            let seed: u32 = seed;
            table.club.ok(&[
                "new",
                &word,
                "--system",
                system,
                "--seed",
                &seed.to_string(),
                "--deadline-hours",
                "48",
                "--missing",
                "staff",
            ]);
            lines += &format!("  - folder: {word}\n    players:\n");
            for party in table.parties(&word) {
                let address = table.club.address(&format!("{word}.{party}"));
                lines += &format!("      {party}: {{name: {word} {party}, address: {address}}}\n");
            }
            table.words.push(word);
        }
        table.settle(&lines);
        let shelf = table.shelf();
        let claim = shelf.claim().unwrap();
        shelf.keep_secret("desk.key", DESK).unwrap();
        drop(claim);
        table
    }

    /// The same before it has a match.
    fn empty(server: Option<&'static Server>) -> Table {
        let club = Club::new(Road::Folders);
        let database = server.map(|server| (server, server.database()));
        let table = Table { club, words: Vec::new(), database, letters: 0, read: 0 };
        table.settle("  []\n");
        if let Some((server, name)) = &table.database {
            let path = table.club.path("db");
            fs::write(&path, server.url(name)).unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
            table.club.ok(&["store", "init", "."]);
        }
        table
    }

    /// Writes the settings with these matches.
    fn settle(&self, matches: &str) {
        self.club.settle(matches);
        if self.database.is_some() {
            let path = self.club.path("office.yaml");
            let text = fs::read_to_string(&path).unwrap();
            fs::write(path, text + STORE).unwrap();
        }
    }

    fn parties(&self, word: &str) -> Vec<String> {
        let status: Value = serde_json::from_str(&self.club.ok(&["--json", "status", word])).unwrap();
        let orders = status["orders"].as_array().expect("an exchange is open");
        orders.iter().map(|it| it["side"].as_str().unwrap().to_owned()).collect()
    }

    fn shelf(&self) -> Box<dyn Shelf> {
        match self.open() {
            Some(database) => Box::new(OfficeShelf::new(&database)),
            None => Box::new(ShelfDir::new(self.club.path("."))),
        }
    }

    /// The database, opened anew.
    fn open(&self) -> Option<Rc<Database>> {
        let (server, name) = self.database.as_ref()?;
        let settings = Settings {
            url: server.url(name),
            schema: "sealord".to_owned(),
            office: self.club.office(),
            key: self.club.path("office.key"),
            ca: None,
            sha256: sealord::digest::Digest::ZERO,
        };
        Some(Database::open(settings, "test", Heads::none(), Patience::default()).unwrap())
    }

    /// Everybody who was asked since answers by mail. Gives whether anybody was.
    fn answer(&mut self) -> bool {
        let mails = self.club.mails[self.read..].to_vec();
        self.read = self.club.mails.len();
        let before = self.letters;
        for mail in &mails {
            let packet = mail.packet().filter(|packet| packet.asked && packet.exchange <= EXCHANGES);
            if let Some(packet) = packet {
                let text = orders(mail, &packet);
                self.write(&format!("{}.{}", packet.match_id, packet.party.id()), mail, &text);
            }
        }
        self.letters > before
    }

    fn write(&mut self, from: &str, answers: &Mail, text: &str) {
        let letter = self.letter(from, answers, text);
        self.club.deliver(&letter.write(Style::Plain));
    }

    /// A letter that answers a mail.
    fn letter(&mut self, from: &str, answers: &Mail, text: &str) -> Letter {
        self.letters += 1;
        let address = self.club.address(from);
        Letter {
            id: format!("<{}.{address}>", self.letters),
            from: format!("{from} <{address}>"),
            to: answers.head("Reply-To"),
            subject: format!("Re: {}", answers.head("Subject")),
            answers: Some((answers.id(), answers.head("References"))),
            more: Vec::new(),
            text: text.to_owned(),
            files: Vec::new(),
        }
    }

    /// The bytes of all journals, which lie in folders.
    fn journals(&self) -> Vec<Vec<u8>> {
        let journal = |word: &String| fs::read(self.club.path(word).join("journal.jsonl")).unwrap();
        self.words.iter().map(journal).collect()
    }

    /// All mails without the keys of envelopes, which are made by chance, and what follows from them.
    fn mails(&self) -> Vec<String> {
        let plain = |mail: &Mail| {
            let lines = mail.everything();
            lines.lines().filter(|line| !line.contains("age1")).map(masked).collect::<Vec<_>>().join("\n")
        };
        let mut mails: Vec<String> = self.club.mails.iter().map(plain).collect();
        mails.sort_unstable();
        mails
    }

    fn psql(&self, sql: &str) -> String {
        let (server, name) = self.database.as_ref().expect("a database");
        String::from_utf8(server.run("psql", name, &["-Atqc", sql], b"")).unwrap().trim().to_owned()
    }

    fn dump(&self) -> String {
        let (server, name) = self.database.as_ref().expect("a database");
        String::from_utf8(server.run("pg_dump", name, &[], b"")).unwrap()
    }

    /// A program that was killed has what it held until its lease is over: now.
    fn leases_are_over(&self) {
        self.psql(
            "update sealord.game set lease_until = '-infinity'; \
             update sealord.office set lease_until = '-infinity'",
        );
    }
}

fn orders(mail: &Mail, packet: &Packet) -> String {
    let (mut answers, mut officer) = (String::new(), StaffOfficer::new(u64::from(packet.exchange), 35));
    for question in &packet.questions {
        let picks = officer.answer(question).expect("a legal answer");
        write_answer(&mut answers, question, &picks);
    }
    let file = orders_file((&packet.match_id, packet.exchange, packet.party), "by an officer", &answers);
    let code = mail.code().expect("a code word");
    format!("# code: {code}\n# === begin orders ===\n{file}# === end orders ===\n")
}

/// The journals and the mails of an office.
type Played = (Vec<Vec<u8>>, Vec<String>);

/// Plays the exchanges in an office in a folder, once for all tests.
fn undisturbed() -> &'static Played {
    static PLAYED: OnceLock<Played> = OnceLock::new();
    PLAYED.get_or_init(|| {
        let mut table = Table::new(None);
        loop {
            let account = table.club.fetch();
            assert_eq!(account["troubles"].as_array().map(Vec::len), Some(0), "{account}");
            assert_eq!(account["refused"], 0, "{account}");
            if !table.answer() {
                break;
            }
        }
        (table.journals(), table.mails())
    })
}

fn same(table: &Table, (journals, mails): &Played) {
    for (word, (one, other)) in table.words.iter().zip(table.journals().iter().zip(journals)) {
        assert!(one == other, "{word} has another journal than in a folder");
    }
    let own = table.mails();
    assert_eq!(own.len(), mails.len());
    for (one, other) in own.iter().zip(mails) {
        assert_eq!(one, other);
    }
}

#[test]
fn an_office_in_a_database_does_what_one_in_a_folder_does() {
    let Some(server) = server() else { return };
    let mut table = Table::new(Some(server));
    // What waits to be sent lies in the database, and nobody reads it there.
    fs::write(table.club.path("outgoing"), "in the way").unwrap();
    table.club.run(&["fetch", "."]);
    assert!(table.psql("select count(*) from sealord.mail").parse::<usize>().unwrap() >= 8);
    let waiting = table.dump();
    let status: Value = serde_json::from_str(&table.club.ok(&["--json", "status", "."])).unwrap();
    assert!(status["store"]["mails"].as_u64().unwrap() >= 8, "{status}");
    assert_eq!(status["metrics"]["outbox"]["waiting"], status["store"]["mails"]);
    assert_eq!(status["metrics"]["matches"]["due"], 0);
    drop(table);

    let expected = undisturbed();
    table = Table::new(Some(server));
    loop {
        let account = table.club.fetch();
        assert_eq!(account["troubles"].as_array().map(Vec::len), Some(0), "{account}");
        assert_eq!(account["refused"], 0, "{account}");
        if !table.answer() {
            break;
        }
    }
    assert!(!table.club.path("post").exists(), "nothing of it lies in the folder");
    assert_eq!(table.club.fetch()["sent"], 0);
    let site = table.club.path("pages");
    table.club.ok(&["site", ".", "--out", site.to_str().unwrap()]);
    table.club.ok(&["audit", "midway"]);
    let told = table.club.ok(&["status", "midway"]);
    assert!(told.contains("exchange 3 is open"), "{told}");
    let doctor = table.club.run(&["doctor", "."]);
    let found = String::from_utf8_lossy(&doctor.stdout).into_owned();
    assert!(found.contains("umpire's desk") && found.contains("match midway"), "{found}");
    let desk = found.split("writes \"code: ").nth(1).and_then(|rest| rest.split('"').next());
    let desk = desk.expect("a code word").to_owned();

    // There and back, and there again; nobody gets a mail twice.
    let dump = table.dump();
    let told = table.club.ok(&["store", "copy", ".", "--to", "folder"]);
    assert!(told.contains("the office's own: "), "{told}");
    same(&table, expected);
    let refused = table.club.run(&["fetch", "."]);
    let told = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(told.contains("this office was run from its folder, and has not moved"), "{told}");
    let path = table.club.path("office.yaml");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace(STORE, "")).unwrap();
    assert_eq!(table.club.fetch()["sent"], 0);
    fs::write(&path, &text).unwrap();
    let told = String::from_utf8_lossy(&table.club.run(&["fetch", "."]).stderr).into_owned();
    assert!(told.contains("has moved out of the database") || told.contains("has not moved"), "{told}");
    table.club.ok(&["store", "copy", ".", "--to", "postgres"]);
    assert_eq!(table.club.fetch()["sent"], 0);
    fs::write(&path, text.replace(STORE, "")).unwrap();
    let told = String::from_utf8_lossy(&table.club.run(&["fetch", "."]).stderr).into_owned();
    assert!(told.contains("this office has moved into a database"), "{told}");

    // What nobody reads in a dump.
    let mut secrets: Vec<String> = MATCHES
        .map(|(word, _)| fs::read_to_string(table.club.path(word).join("secret/seed")).unwrap())
        .into();
    secrets.extend(table.club.mails.iter().filter_map(Mail::code));
    secrets.extend([desk, String::from_utf8_lossy(DESK).into_owned()]);
    let hex = |text: &str| text.bytes().map(|byte| format!("{byte:02x}")).collect::<String>();
    for secret in secrets.iter().map(|secret| secret.trim()) {
        assert!(secret.len() > 4, "{secret:?} is no secret");
        for dump in [&waiting, &dump, &table.dump()] {
            assert!(!dump.contains(secret) && !dump.contains(&hex(secret)), "{secret}");
        }
    }
    assert!(dump.contains(&hex("\"kind\":\"genesis\"")), "journals are shown");
}

/// Small numbers that look random and are the same in every run.
struct Luck(u64);

impl Luck {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % limit
    }
}

fn signal(child: &Child, signal: &str) {
    let done = std::process::Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    assert!(done.success());
}

#[test]
fn workers_that_are_killed_or_frozen_leave_what_an_undisturbed_office_leaves() {
    let Some(server) = server() else { return };
    let expected = undisturbed();
    let mut table = Table::new(Some(server));
    let (mut luck, mut killed, mut frozen) = (Luck(38), 0, Vec::new());
    // The milliseconds within which a run is stopped: they follow the speed of the machine.
    let mut within = 3000;
    loop {
        table.club.now += 60;
        for stop in 0..8 {
            let mut worker = table.club.command(&["fetch", "."]);
            let worker = worker.stdout(Stdio::null()).stderr(Stdio::null());
            let mut worker = worker.spawn().unwrap();
            std::thread::sleep(Duration::from_millis(20 + luck.below(within)));
            if worker.try_wait().unwrap().is_some() {
                break;
            }
            // Every third is frozen instead, and wakes when another has the office.
            if stop % 3 == 2 {
                signal(&worker, "-STOP");
                frozen.push(worker);
            } else {
                worker.kill().unwrap();
                worker.wait().unwrap();
                killed += 1;
            }
            table.leases_are_over();
        }
        let mut last = table.club.command(&["fetch", "."]);
        let last = last.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(luck.below(within)));
        frozen.iter().for_each(|worker: &Child| signal(worker, "-CONT"));
        // One of those that wake may have been the first.
        let told = String::from_utf8_lossy(&last.wait_with_output().unwrap().stderr).into_owned();
        assert!(!told.contains("defect"), "{told}");
        for mut worker in frozen.drain(..) {
            worker.wait().unwrap();
        }
        // What was only begun in this minute is ended in it.
        table.leases_are_over();
        let begun = Instant::now();
        table.club.ok(&["fetch", "."]);
        within = (begun.elapsed().as_millis() as u64 * 2).clamp(500, 20_000);
        let out = crate::mail::club::files(&table.club.path("outgoing")).len();
        table.club.collect(out - table.club.mails.len());
        if !table.answer() {
            break;
        }
    }
    println!("{killed} workers were killed");
    assert!(killed > 3);
    table.club.ok(&["store", "copy", ".", "--to", "folder"]);
    same(&table, expected);
    for (word, _) in MATCHES {
        table.club.ok(&["audit", word]);
    }
}

/// What machines watch of an office that worker one has, while two stands by.
#[allow(clippy::disallowed_methods, reason = "the clock of this machine is held against the server's")]
fn watched(table: &Table) {
    table.psql("update sealord.game set lease_until = now() + interval '1 minute' where word = 'midway'");
    let page = table.club.ok(&["status", ".", "--prometheus"]);
    let seen = |name: &str| number(&page, &format!("sealord_{name}"));
    let due = MATCHES.len() as f64;
    assert_eq!((seen("matches_held"), seen("matches_due")), (Some(1.0), Some(due)), "{page}");
    assert_eq!((seen("office_held"), seen("office_worker")), (Some(1.0), Some(1.0)));
    assert!(page.contains(",worker=\"one\"} 1\n") && !page.contains('@'), "{page}");
    let until = seen("office_lease_until_timestamp_seconds").unwrap();
    let left = until - jiff::Timestamp::now().as_second() as f64;
    assert!((3000.0..=3600.0).contains(&left), "{left}");
    let status: Value = serde_json::from_str(&table.club.ok(&["--json", "status", "."])).unwrap();
    assert_eq!(status["metrics"]["run"]["worker"], "one");
    assert_eq!(status["metrics"]["run"]["until"], status["store"]["worker_until"]);
    table.psql("update sealord.game set lease_until = '-infinity'");
}

#[test]
fn a_worker_stands_by_while_another_has_the_office_and_then_takes_it() {
    let Some(server) = server() else { return };
    let table = Table::new(Some(server));
    table.psql(
        "update sealord.office set lease = nextval('sealord.lease_number'), lease_by = 'one', \
         lease_until = clock_timestamp() + interval '1 hour'",
    );
    let mut command = table.club.command(&["serve-mail", ".", "--worker", "two", "--every", "1"]);
    let worker = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_secs(5));
    assert!(crate::mail::club::files(&table.club.path("outgoing")).is_empty());
    let told = table.club.ok(&["store", "status", "."]);
    assert!(told.contains("one runs the office, until 2"), "{told}");
    watched(&table);
    table.leases_are_over();
    for _ in 0..600 {
        if crate::mail::club::files(&table.club.path("outgoing")).len() >= 8 {
            break;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    assert!(crate::mail::club::files(&table.club.path("outgoing")).len() >= 8);
    signal(&worker, "-TERM");
    let ended = worker.wait_with_output().unwrap();
    let told = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert_eq!(ended.status.code(), Some(0), "{told}");
    assert_eq!(told.matches("standing by").count(), 1, "{told}");
    assert!(told.contains("(one has it until 2"), "{told}");
    // In a folder there is nobody to stand by for.
    let folder = Table::new(None);
    let refused = folder.club.run(&["serve-mail", ".", "--worker", "one"]);
    assert_eq!(refused.status.code(), Some(2));
}

#[test]
fn a_program_that_reaches_no_database_does_not_take_the_folder_instead() {
    let club = Club::new(Road::Folders);
    club.settle("  []\n");
    let path = club.path("office.yaml");
    let text = fs::read_to_string(&path).unwrap();
    let kit = Kit::new(systems(), None, None, None).unwrap();
    assert!(Office::open(&kit, club.path(".").as_path()).is_ok());
    fs::write(&path, text + STORE).unwrap();
    let Err(fault) = Office::open(&kit, club.path(".").as_path()) else { panic!("it was opened") };
    assert!(fault.to_string().contains("which this program cannot reach"), "{fault}");
}
