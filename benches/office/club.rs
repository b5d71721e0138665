//! An office with many matches, each with a journal of its own.

use std::fmt::Write;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::rc::Rc;

use sealord::adjudicator::Ruled;
use sealord::dice::Seed;
use sealord::digest::{Digest, Salt};
use sealord::games::Games;
use sealord::matches::{Host, Missing, Settings, Submission};
use sealord::post::office::Yard;
use sealord::post::shelf::Shelf;
use sealord::rules::seas_of_thunder::SeasOfThunder;
use sealord::rules::{Choices, load};
use sealord::staff::StaffOfficer;
use sealord_postgres::{Database, Heads, OfficeShelf, OfficeYard, Patience};

use crate::server::Server;
use crate::support::{NOW, PARTIES, PROGRAM, orders};

const SCENARIO: &str = "raider-warfare";
/// The office's address.
pub const OFFICE: &str = "referee@club.example";

/// A server, and the folder of an office.
pub struct Club {
    server: Server,
    database: String,
    root: tempfile::TempDir,
}

/// The words of so many matches.
pub fn words(matches: std::ops::Range<usize>) -> impl Iterator<Item = String> {
    matches.map(|number| format!("m{number:05}"))
}

impl Club {
    pub fn new(server: Server) -> Club {
        let (database, root) = (server.database(), tempfile::tempdir().expect("a folder"));
        Club { server, database, root }
    }

    pub fn folder(&self) -> &Path {
        self.root.path()
    }

    /// Writes what an office needs into a folder: settings with these matches, and the way to the database.
    pub fn settle(&self, folder: &Path, address: &str, matches: std::ops::Range<usize>) {
        for part in ["new", "cur", "tmp"] {
            fs::create_dir_all(folder.join("in").join(part)).expect("a Maildir");
        }
        let url = folder.join("db");
        fs::write(&url, self.server.url(&self.database)).expect("written");
        fs::set_permissions(&url, fs::Permissions::from_mode(0o600)).expect("marked");
        let mut text = format!(
            "name: Referee\naddress: {address}\numpire: {{name: Uma, address: uma.{address}}}\n\
             digest: {{at: \"08:00\"}}\nmail:\n  in: {{maildir: {{path: in}}}}\n  out: {{folder: {{path: outgoing}}}}\n\
             store: {{postgres: {{url: {{file: db}}}}}}\nmatches:\n"
        );
        for word in words(matches) {
            let player = |party| format!("{party}: {{name: P, address: {party}.{word}@example.org}}");
            let players: Vec<String> = PARTIES.iter().map(|party| player(party.id())).collect();
            _ = writeln!(text, "  - {{folder: {word}, players: {{{}}}}}", players.join(", "));
        }
        fs::write(folder.join("office.yaml"), text).expect("written");
    }

    /// Begins so many matches in the database, and plays one in so many until it has so many entries. Gives how
    /// many all have.
    pub fn begin(&self, matches: usize, (deep, least): (usize, u64), deadline_hours: Option<u32>) -> u64 {
        self.settle(self.folder(), OFFICE, 0..matches);
        self.sealord(self.folder(), NOW, &["store", "init", "."]);
        let (database, games) = (self.open(), sealord::rules::games());
        let shelf = OfficeShelf::new(&database);
        let claim = shelf.claim().expect("the office is free");
        let yard = OfficeYard::of(&shelf);
        let mut entries = 0;
        for (number, word) in words(0..matches).enumerate() {
            let mut host = begun(&yard, &games, (&word, number as u64), deadline_hours);
            if number % deep == 0 {
                play(&mut host, number as u64, least);
            }
            entries += host.head().expect("a journal").number;
        }
        drop(claim);
        self.psql("analyze");
        entries
    }

    /// The database, opened anew.
    pub fn open(&self) -> Rc<Database> {
        self.open_as("bench")
    }

    /// The same for a worker of this name.
    pub fn open_as(&self, worker: &str) -> Rc<Database> {
        let settings =
            sealord_postgres::Settings::read(self.folder()).expect("settings").expect("a database");
        Database::open(settings, worker, Heads::none(), Patience::default()).expect("opened")
    }

    pub fn psql(&self, sql: &str) -> String {
        let said = self.server.run("psql", &self.database, &["-Atqc", sql], b"");
        String::from_utf8_lossy(&said).trim().to_owned()
    }

    /// A run of the office at a time; the peak of its memory in kilobytes, if it can be read, and what it said.
    pub fn fetch(&self, folder: &Path, now: &str) -> (Option<u64>, String) {
        self.sealord(folder, now, &["fetch", "."])
    }

    /// Runs the program in a folder at a time.
    pub fn sealord(&self, folder: &Path, now: &str, args: &[&str]) -> (Option<u64>, String) {
        let time = PathBuf::from("/usr/bin/time");
        let timed = time.exists();
        let mut command = Command::new(if timed { time } else { PROGRAM.into() });
        if timed {
            command.args(["-f", "%M", PROGRAM]);
        }
        let output =
            command.args(args).current_dir(folder).env("SEALORD_NOW", now).output().expect("it runs");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{args:?}: {said}");
        let memory = said.lines().last().and_then(|line| line.trim().parse().ok()).filter(|_| timed);
        (memory, String::from_utf8_lossy(&output.stdout).into_owned())
    }
}

/// A match that begins.
fn begun(yard: &OfficeYard, games: &Games, (word, number): (&str, u64), deadline_hours: Option<u32>) -> Host {
    let seed = Seed::practice(number);
    let system: SeasOfThunder = load(games, Some(SCENARIO), &Choices::default()).expect("built in");
    let rules = Ruled::boxed(system);
    let plain = Settings::plain(word, &*rules, games, &seed);
    let settings = Settings { missing: Missing::Staff, deadline_hours, ..plain };
    let store = yard.begin(word).expect("a place");
    Host::create(&*store, rules, settings, seed, NOW).expect("a match")
}

/// Plays a match until it has so many entries, or is over.
fn play(host: &mut Host, number: u64, least: u64) {
    let mut officer = StaffOfficer::new(number, 35);
    while host.head().expect("a journal").number < least && !host.game.is_over() {
        for party in PARTIES.iter().copied() {
            let packet = host.packet(party).expect("a packet");
            if packet.asked {
                let text = orders(&mut officer, &packet);
                let mark = Digest::of(text.as_bytes());
                let file = Submission::unsigned("orders.yaml", text.as_bytes());
                host.receive(file, Some(party), Salt::from_bytes(*mark.as_bytes())).expect("taken");
            }
        }
        host.resolve(false).expect("resolved");
    }
}
