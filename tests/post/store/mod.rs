//! Matches of real games in PostgreSQL: played by workers that are killed, copied there and back, and the
//! commands of `docs/store.md`.

mod copied;
mod killed;
mod page;
mod played;
mod two_workers;

use std::path::Path;
use std::process::{Command, Output};
use std::rc::Rc;
use std::time::Duration;

use sealord_postgres::{Database, Heads, Patience, Settings};
use tempfile::TempDir;

use crate::server::{Server, server};

/// The program.
const SEALORD: &str = env!("CARGO_BIN_EXE_sealord");
/// The clock of all matches here.
const NOW: &str = "2026-11-21T20:00:00Z";

/// An office in a folder, and a database for it.
struct Office {
    server: &'static Server,
    database: String,
    folder: TempDir,
}

impl Office {
    /// An office whose database has its tables; nothing, with a word about it, where no server is installed.
    fn new() -> Option<Office> {
        let server = server()?;
        let office = Office { server, database: server.database(), folder: tempfile::tempdir().unwrap() };
        std::fs::create_dir(office.club()).unwrap();
        let text = "address: office@club.example\nstore: {postgres: {url: {env: SEALORD_DB}}}\n";
        std::fs::write(office.club().join("office.yaml"), text).unwrap();
        office.ok(&["store", "init", "club"]);
        Some(office)
    }

    fn club(&self) -> std::path::PathBuf {
        self.folder.path().join("club")
    }

    fn url(&self) -> String {
        self.server.url(&self.database)
    }

    fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(SEALORD);
        command.args(words).current_dir(self.folder.path());
        command.env("SEALORD_DB", self.url()).env("SEALORD_NOW", NOW);
        command
    }

    fn run(&self, words: &[&str]) -> Output {
        self.command(words).output().unwrap()
    }

    /// Begins a match in a folder, as if its office had no database yet.
    #[track_caller]
    fn begin(&self, words: &[&str]) {
        let (settings, aside) = (self.club().join("office.yaml"), self.club().join("aside.yaml"));
        std::fs::rename(&settings, &aside).unwrap();
        self.ok(&[&["new"], words].concat());
        std::fs::rename(&aside, &settings).unwrap();
    }

    /// Runs a command that must work, and gives what it prints.
    #[track_caller]
    fn ok(&self, words: &[&str]) -> String {
        let done = self.run(words);
        let told = String::from_utf8_lossy(&done.stderr).into_owned();
        assert!(done.status.success(), "{words:?}: {}\n{told}", done.status);
        String::from_utf8(done.stdout).unwrap()
    }

    /// Runs a command that must fail with a code, and gives what it says.
    #[track_caller]
    fn fails(&self, code: i32, words: &[&str]) -> String {
        let done = self.run(words);
        let told = String::from_utf8_lossy(&done.stderr).into_owned();
        assert_eq!(done.status.code(), Some(code), "{words:?}: {told}");
        told
    }
}

/// The database of an office for a worker of this program, whose leases last so long.
fn open(url: &str, club: &Path, worker: &str, lease: Duration) -> Rc<Database> {
    let settings = Settings {
        url: url.to_owned(),
        schema: "sealord".to_owned(),
        office: "office@club.example".to_owned(),
        key: club.join("office.key"),
        ca: None,
        sha256: sealord::digest::Digest::ZERO,
    };
    let heads = Heads::open(&club.join(format!("heads-{worker}.log"))).unwrap();
    let pause = Duration::from_millis(50);
    Database::open(settings, worker, heads, Patience { lease, busy: Duration::from_secs(2), tries: 6, pause })
        .unwrap()
}
