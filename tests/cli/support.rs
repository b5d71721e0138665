//! Matches in temporary folders, played by running the real program with an environment that holds nothing
//! but a clock, and the wish that all packets be kept.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use sealord::digest::Digest;
use sealord::orders::write::{orders_file, write_answer};
use sealord::party::Party;
use sealord::rules::two_sided::party::{ALLIES, AXIS};
use sealord::staff::StaffOfficer;
use sealord::view::Packet;
use serde_json::Value;

/// The program under attack.
pub const SEALORD: &str = env!("CARGO_BIN_EXE_sealord");
/// The clock of all matches.
pub const NOW: &str = "1941-05-24T05:52:00Z";
/// A salt as anybody may know it.
pub const SALT: &str = "5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a";
/// The parties of matches of two players.
pub const PARTIES: [Party; 2] = [AXIS, ALLIES];

/// A system whose matches are attacked.
pub struct System {
    /// Its word.
    pub id: &'static str,
    /// A ruling that can be made at any time.
    pub ruling: &'static [&'static str],
    /// Who is asked in the matches that are attacked.
    parties: &'static [Party],
    finished: OnceLock<Desk>,
}

impl System {
    /// Who is asked in the matches that are attacked.
    pub fn parties(&self) -> &'static [Party] {
        self.parties
    }
}

/// Seas of Thunder, the system that is played where none is named.
pub static SEAS_OF_THUNDER: System = System {
    id: "seas-of-thunder",
    ruling: &["points", "axis", "2"],
    parties: &PARTIES,
    finished: OnceLock::new(),
};

/// Admirals' War, whose counters all lie openly.
pub static ADMIRALS_WAR: System = System {
    id: "admirals-war",
    ruling: &["points", "axis", "2"],
    parties: &PARTIES,
    finished: OnceLock::new(),
};

/// Schiffskrieg, beside a real table.
pub static SCHIFFSKRIEG: System = System {
    id: "schiffskrieg",
    ruling: &["unit", "hood", "to", "sunk"],
    parties: sealord::rules::schiffskrieg::faction::PARTIES,
    finished: OnceLock::new(),
};

/// The War at Sea campaign, in which one file answers many questions.
pub static WAR_AT_SEA: System = System {
    id: "war-at-sea",
    ruling: &["points", "axis", "2"],
    parties: &PARTIES,
    finished: OnceLock::new(),
};

/// Every system that people play.
pub const SYSTEMS: [&System; 4] = [&SEAS_OF_THUNDER, &ADMIRALS_WAR, &SCHIFFSKRIEG, &WAR_AT_SEA];

/// Makes tests of functions that attack a system: one of each for each system of the list.
macro_rules! on_every_system {
    // The list.
    ($($attack:ident),+ $(,)?) => {
        crate::cli::support::on_every_system! { @systems [$($attack)+]
            seas_of_thunder: SEAS_OF_THUNDER,
            admirals_war: ADMIRALS_WAR,
        }
    };
    (@systems $attacks:tt $($name:ident: $system:ident,)+) => {
        $(crate::cli::support::on_every_system! { @tests $name $system $attacks })+
    };
    (@tests $name:ident $system:ident [$($attack:ident)+]) => {
        mod $name {
            $(#[test]
            fn $attack() {
                super::$attack(&crate::cli::support::$system);
            })+
        }
    };
}
pub(crate) use on_every_system;

/// A folder to play in.
pub struct Desk {
    folder: tempfile::TempDir,
    system: &'static System,
}

/// How a command ended.
#[derive(Debug)]
pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Desk {
    pub fn new() -> Desk {
        Desk::of(&SEAS_OF_THUNDER)
    }

    /// A folder to play a system in.
    pub fn of(system: &'static System) -> Desk {
        Desk { folder: tempfile::tempdir().expect("a temporary folder"), system }
    }

    /// The same on a disk, where temporary folders may be in memory.
    pub fn on_disk(system: &'static System) -> Desk {
        let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a temporary folder");
        Desk { folder, system }
    }

    /// Who is asked in its matches.
    pub fn parties(&self) -> &'static [Party] {
        self.system.parties()
    }

    pub fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a file and gives back its name.
    pub fn write<'n>(&self, name: &'n str, bytes: impl AsRef<[u8]>) -> &'n str {
        std::fs::write(self.path(name), bytes).expect("writes");
        name
    }

    pub fn read(&self, name: impl AsRef<Path>) -> Vec<u8> {
        let path = self.path(name);
        std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(SEALORD);
        command.env_clear().env("SEALORD_NOW", NOW).current_dir(self.folder.path()).args(args);
        // Tests go back to the packets of any exchange; those of `disk` look at what is kept otherwise.
        command.env("SEALORD_KEEP", "all");
        // The habits of whoever runs the tests are no part of them.
        command.env("SEALORD_CONFIG", "");
        command
    }

    pub fn run(&self, args: &[&str]) -> Ran {
        finish(&mut self.command(args))
    }

    /// Runs a command at another time.
    pub fn at(&self, now: &str, args: &[&str]) -> Ran {
        finish(self.command(args).env("SEALORD_NOW", now))
    }

    /// Runs a command that must succeed, and gives its stdout.
    #[track_caller]
    pub fn ok(&self, args: &[&str]) -> String {
        self.expect(0, args).out
    }

    /// Runs a command that must end with a code.
    #[track_caller]
    pub fn expect(&self, code: i32, args: &[&str]) -> Ran {
        let ran = self.run(args);
        assert_eq!(ran.code, code, "{args:?}\n{}{}", ran.out, ran.err);
        ran
    }

    /// Runs a command with `--json` and reads what it says.
    #[track_caller]
    pub fn json(&self, code: i32, args: &[&str]) -> Value {
        let ran = self.expect(code, &[&["--json"], args].concat());
        serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{args:?}: {error}\n{}", ran.out))
    }

    /// Begins a match of a fixed seed.
    #[track_caller]
    pub fn begin(&self, dir: &str, more: &[&str]) {
        self.begin_seeded(dir, "3", more);
    }

    /// Begins a match of a seed.
    #[track_caller]
    pub fn begin_seeded(&self, dir: &str, seed: &str, more: &[&str]) {
        self.ok(&[&["new", dir, "--seed", seed, "--system", self.system.id], more].concat());
    }

    /// Makes the system's ruling.
    #[track_caller]
    pub fn rule(&self, dir: &str, reason: &str) {
        self.ok(&[&["rule", dir, "--reason", reason], self.system.ruling].concat());
    }

    /// The newest packet of a party.
    pub fn packet(&self, dir: &str, party: Party) -> Packet {
        let ending = format!("-{}.json", party.id());
        let files = std::fs::read_dir(self.path(dir).join("packets")).expect("packets");
        let names = files.map(|file| file.expect("an entry").file_name().into_string().expect("a name"));
        let newest = names.filter(|name| name.ends_with(&ending)).max().expect("a packet");
        serde_json::from_slice(&self.read(Path::new(dir).join("packets").join(newest))).expect("a packet")
    }

    /// Plain orders of everybody who is asked go in, then the exchange is resolved.
    #[track_caller]
    pub fn exchange(&self, dir: &str, boldness: u32) {
        self.hand_in(dir, boldness);
        self.ok(&["resolve", dir]);
    }

    /// Plain orders of everybody who is asked go in.
    #[track_caller]
    pub fn hand_in(&self, dir: &str, boldness: u32) {
        for &party in self.parties() {
            let packet = self.packet(dir, party);
            if packet.asked {
                self.write("orders.yaml", answers(&packet, boldness, 1));
                self.ok(&["receive", dir, "orders.yaml", "--salt", SALT]);
            }
        }
    }

    #[track_caller]
    pub fn status(&self, dir: &str) -> Value {
        self.json(0, &["status", dir])
    }
}

fn finish(command: &mut Command) -> Ran {
    let output = command.output().expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    Ran { code: output.status.code().unwrap_or(-1), out: text(output.stdout), err: text(output.stderr) }
}

/// An orders file that answers every open question; boldness 0 says what silence would.
pub fn answers(packet: &Packet, boldness: u32, seed: u64) -> String {
    let mut officer = StaffOfficer::new(seed, boldness);
    let mut text = String::new();
    for question in &packet.questions {
        let picks = officer.answer(question).expect("a legal answer");
        write_answer(&mut text, question, &picks);
    }
    orders_file((&packet.match_id, packet.exchange, packet.party), "written by a test", &text)
}

/// The hash of every file under a folder, except the lock and the bookmark.
pub fn hashes(dir: &Path) -> BTreeMap<PathBuf, Digest> {
    fn walk(dir: &Path, root: &Path, found: &mut BTreeMap<PathBuf, Digest>) {
        for file in std::fs::read_dir(dir).expect("a folder") {
            let path = file.expect("an entry").path();
            if path.is_dir() {
                walk(&path, root, found);
            } else if path.file_name().is_none_or(|name| name != "journal.lock" && name != "bookmark") {
                let name = path.strip_prefix(root).expect("below").to_owned();
                found.insert(name, Digest::of(&std::fs::read(&path).expect("reads")));
            }
        }
    }
    let mut found = BTreeMap::new();
    walk(dir, dir, &mut found);
    found
}

/// Copies a folder.
pub fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for file in std::fs::read_dir(from).expect("a folder") {
        let path = file.expect("an entry").path();
        let target = to.join(path.file_name().expect("a name"));
        if path.is_dir() {
            copy(&path, &target);
        } else {
            std::fs::copy(&path, &target).expect("copies");
        }
    }
}

/// A match of Seas of Thunder as [`finished_of`] makes it.
pub fn finished() -> &'static Desk {
    finished_of(&SEAS_OF_THUNDER)
}

/// A match taken back, ruled upon and played on by policy to its end, so that its journal has entries of
/// every kind. It lies in the folder `m` of the desk.
pub fn finished_of(system: &'static System) -> &'static Desk {
    system.finished.get_or_init(|| {
        let desk = Desk::of(system);
        desk.write("schedule.yaml", "zone: Europe/Berlin\nnone: true\n");
        desk.begin_seeded("m", "5", &["--missing", "staff", "--schedule", "schedule.yaml"]);
        desk.ok(&["clock", "m", "holiday", "1941-12-24..1941-12-26"]);
        (0..12).for_each(|_| desk.exchange("m", 35));
        let last = desk.status("m")["exchange"].as_u64().expect("a number");
        desk.ok(&["undo", "m", "--to", &(last - 1).to_string(), "--reason", "a misread port"]);
        desk.rule("m", "made good");
        while desk.status("m")["over"] == false {
            desk.ok(&["resolve", "m", "--close"]);
        }
        desk
    })
}

/// Small numbers that look random and are the same in every run.
pub struct Luck(u64);

impl Luck {
    pub fn new(seed: u64) -> Luck {
        Luck(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % limit.max(1)
    }

    /// One of several.
    pub fn pick<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }
}
