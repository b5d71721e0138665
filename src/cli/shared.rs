//! What commands share: the data, the time, opening matches and packets, and how faults are told.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use fs_err as fs;
use serde_json::{Value, json};

use crate::games::Games;
use crate::journal::{Head, Journal, Snapshot};
use crate::matches::folder::MatchDir;
use crate::matches::{Game, Host, MatchFault, Settings};
use crate::problem::{ExitCode, quote, visible};
use crate::report::Templates;
use crate::rules::{Rulebook, load, load_for, systems};
use crate::side::Side;
use crate::view::Packet;

/// The largest packet that is read.
const PACKET_LIMIT: u64 = 16 << 20;

/// What every command has at hand.
pub struct Shared {
    /// The games' data.
    pub games: Games,
    /// True if one JSON value is wanted.
    pub json: bool,
    /// The reports' templates.
    pub templates: Rc<Templates>,
    /// The folder of templates that was named.
    #[cfg(feature = "mail")]
    pub(super) own_templates: Option<PathBuf>,
    now: Option<String>,
}

impl Shared {
    /// Reads what the global options name.
    ///
    /// # Errors
    /// If the folder of game data cannot be read.
    pub fn new(
        games: Option<PathBuf>,
        templates: Option<PathBuf>,
        json: bool,
        now: Option<String>,
    ) -> Result<Shared, MatchFault> {
        let games = match games {
            Some(dir) => Games::with_dir(&dir).map_err(|fault| MatchFault::Io(fault.to_string()))?,
            None => Games::builtin(),
        };
        let read = match &templates {
            Some(dir) => Templates::with_dir(dir)?,
            None => Templates::builtin(),
        };
        let now = now.map(|time| {
            let parsed: Result<jiff::Timestamp, _> = time.parse();
            let refused = |error| {
                MatchFault::usage(format!("--now {time}: {error}"), "write it as 2026-11-21T20:00:00Z")
            };
            parsed.map(|instant| instant.to_string()).map_err(refused)
        });
        let now = now.transpose()?;
        Ok(Shared {
            games,
            json,
            templates: Rc::new(read),
            #[cfg(feature = "mail")]
            own_templates: templates,
            now,
        })
    }

    /// The same with another clock.
    pub fn at(&self, time: &str) -> Shared {
        Shared {
            games: self.games.clone(),
            json: self.json,
            templates: Rc::clone(&self.templates),
            #[cfg(feature = "mail")]
            own_templates: self.own_templates.clone(),
            now: Some(time.to_owned()),
        }
    }

    /// The present time, in whole seconds of UTC: the one place that reads a clock.
    #[allow(clippy::disallowed_methods)]
    pub fn now(&self) -> String {
        self.now.clone().unwrap_or_else(|| {
            let seconds = jiff::Timestamp::now().as_second();
            jiff::Timestamp::from_second(seconds).map(|now| now.to_string()).unwrap_or_default()
        })
    }

    /// Plays a match on as its umpire.
    ///
    /// # Errors
    /// As [`Host::take_up`].
    pub fn host<S: Rulebook>(&self, taken: Taken) -> Result<Host<S>, MatchFault> {
        let load = |settings: &Settings| load_for(&self.games, settings);
        let host = Host::take_up(&taken.dir, taken.journal, load, &self.now())?;
        notes(host.notices());
        Ok(host)
    }

    /// Tells where a match that was read stands.
    ///
    /// # Errors
    /// If its journal makes no sense, or the seed that lies beside it is another match's.
    pub fn game<S: Rulebook>(&self, kept: &Kept) -> Result<(Game<S>, Head), MatchFault> {
        let system = load_for(&self.games, &kept.settings)?;
        let seed = kept.dir.seed()?;
        if seed.as_ref().is_some_and(|seed| seed.commitment() != kept.settings.seed_commitment) {
            let what = "secret/seed is not the seed committed to".to_owned();
            return Err(MatchFault::Proof { entry: Some(1), what });
        }
        notes(&kept.snapshot.notices);
        let mut game = Game::replay(system, &kept.snapshot.entries, seed)?;
        game.ask()?;
        Ok((game, kept.head))
    }

    /// The rules of a packet's match.
    ///
    /// # Errors
    /// If this program does not carry them in that edition, or has other data than the match.
    pub fn system_of<S: Rulebook>(&self, packet: &Packet) -> Result<S, MatchFault> {
        packet
            .options
            .check(S::OPTIONS)
            .map_err(|what| MatchFault::no(what, "ask the umpire for the packet again"))?;
        let system: S = load(&self.games, Some(&packet.scenario), &packet.options)?;
        packet
            .team
            .check(packet.side, system.tag_words())
            .map_err(|fault| MatchFault::no(fault.what, "ask the umpire for the packet again"))?;
        if packet.edition != system.edition() {
            let (own, theirs) = (system.edition(), packet.edition);
            let what = format!("the match is played by edition {theirs}; this program carries edition {own}");
            return Err(MatchFault::no(what, "use the version of sealord that the umpire uses"));
        }
        let data = self.games.fingerprint(&packet.system);
        if packet.verify.data != data {
            let theirs = quote(&packet.verify.data);
            let what = format!("the match is played with the data {theirs}; these are {}", quote(&data));
            return Err(MatchFault::no(
                what,
                "say --games with the folder of data that the umpire uses, or leave it out if there is none",
            ));
        }
        Ok(system)
    }

    /// A packet from a file, or of a side from a match folder.
    ///
    /// # Errors
    /// If there is none, if it is the other side's, or if a folder cannot tell what is asked.
    pub fn packet(&self, path: &Path, side: Option<Side>) -> Result<Packet, MatchFault> {
        if path.is_dir() {
            let side = side.ok_or_else(|| {
                MatchFault::usage(
                    "a match folder holds the packets of all sides",
                    "say --side axis or --side allies",
                )
            })?;
            let kept = Kept::read(path)?;
            return systems!(with [kept.system(), S => self.packet_now::<S>(&kept, side)]);
        }
        let packet = packet_file(path)?;
        if let Some(side) = side.filter(|side| *side != packet.side) {
            let what = format!("{} is a packet of the {}, not of the {side}", path.display(), packet.side);
            return Err(MatchFault::no(what, "leave --side out, or name the other packet"));
        }
        Ok(packet)
    }

    fn packet_now<S: Rulebook>(&self, kept: &Kept, side: Side) -> Result<Packet, MatchFault> {
        let (game, head) = self.game::<S>(kept)?;
        if game.seed.is_none() && !game.checkpoint.over {
            let root = kept.dir.root().display();
            let what = format!("{root} has no secret/seed, so nobody can tell what is asked");
            return Err(MatchFault::no(what, "use the packet, the .json file that came with the report"));
        }
        game.packet(side, head)
    }
}

/// A match taken up by its umpire, whose rules are still to be loaded.
pub struct Taken {
    dir: MatchDir,
    journal: Journal,
    system: String,
}

impl Taken {
    /// Opens the journal, so that no other process can.
    ///
    /// # Errors
    /// If it fails a check, or another process holds it.
    pub fn up(dir: &Path) -> Result<Taken, MatchFault> {
        let dir = MatchDir::new(dir);
        let journal = Journal::open(dir.root())?;
        let system = Settings::of(journal.entries())?.system;
        Ok(Taken { dir, journal, system })
    }

    /// The system's word.
    pub fn system(&self) -> &str {
        &self.system
    }
}

/// A match as it was read, whose rules are still to be loaded.
pub struct Kept {
    dir: MatchDir,
    snapshot: Snapshot,
    settings: Settings,
    head: Head,
}

impl Kept {
    /// Reads the journal without touching it.
    ///
    /// # Errors
    /// If it fails a check.
    pub fn read(dir: &Path) -> Result<Kept, MatchFault> {
        let dir = MatchDir::new(dir);
        let snapshot = Journal::read(dir.root())?;
        let settings = Settings::of(&snapshot.entries)?;
        let last = snapshot.entries.last().expect("it has a genesis");
        let head = Head { number: last.header().number, hash: last.hash() };
        Ok(Kept { dir, snapshot, settings, head })
    }

    /// The system's word.
    pub fn system(&self) -> &str {
        &self.settings.system
    }

    /// What of the match's mail did not arrive, a line each; nothing for a match that is not played by mail.
    pub fn troubles(&self) -> Vec<String> {
        let text = fs::read_to_string(self.dir.troubles()).unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    }

    /// The match's word.
    #[cfg(feature = "mail")]
    pub fn match_id(&self) -> &str {
        &self.settings.match_id
    }
}

/// Reads a packet from a file.
///
/// # Errors
/// If it is none, is of another format, or is damaged.
pub fn packet_file(path: &Path) -> Result<Packet, MatchFault> {
    let text = String::from_utf8(read(path, PACKET_LIMIT)?)
        .map_err(|_| MatchFault::Io(format!("{} is not UTF-8", path.display())))?;
    let packet: Packet = serde_json::from_str(&text).map_err(|error| {
        MatchFault::no(
            format!("{} is no packet: {error}", path.display()),
            "use the .json file that came with the report",
        )
    })?;
    if packet.format != crate::view::packet::FORMAT {
        return Err(MatchFault::no(
            format!("{} is of format {}", path.display(), crate::problem::quote(&packet.format)),
            "use a version of sealord that writes this format",
        ));
    }
    if !packet.is_sound() {
        let what = format!("{} was damaged: a question points at nothing", path.display());
        return Err(MatchFault::no(what, "use the .json file as it came with the report"));
    }
    Ok(packet)
}

/// Writes text to a new file; stdout where none is named. Nothing is overwritten.
///
/// # Errors
/// If it cannot be written, or a file of that name is there.
pub fn put(out: Option<&Path>, text: &str) -> Result<(), MatchFault> {
    let Some(path) = out else { return print(text) };
    let mut options = fs::OpenOptions::new();
    let mut file = options.write(true).create_new(true).open(path).map_err(|error| {
        let taken = error.kind() == std::io::ErrorKind::AlreadyExists;
        let mend = "\n  mend: say -o with another name; a file that is there is not overwritten";
        MatchFault::Io(format!("{error}{}", if taken { mend } else { "" }))
    })?;
    Ok(file.write_all(text.as_bytes())?)
}

/// Reads a file, refusing before reading what is larger than `limit`; `-` is stdin.
///
/// # Errors
/// If it cannot be read or is too large.
pub fn read(path: &Path, limit: u64) -> Result<Vec<u8>, MatchFault> {
    use std::io::Read;
    let mut bytes = Vec::new();
    if path == Path::new("-") {
        std::io::stdin().lock().take(limit + 1).read_to_end(&mut bytes)?;
    } else {
        fs::File::open(path)?.take(limit + 1).read_to_end(&mut bytes)?;
    }
    if bytes.len() as u64 > limit {
        let what = format!("{} is larger than {} MiB", path.display(), limit >> 20);
        return Err(MatchFault::no(what, "send the orders alone"));
    }
    Ok(bytes)
}

/// The largest orders file, sealed file or report that is read.
pub const ORDERS_LIMIT: u64 = 2 << 20;

/// Parses a side given on the command line.
///
/// # Errors
/// If it is none, in words for clap.
pub fn side(word: &str) -> Result<Side, String> {
    Side::parse(word).ok_or_else(|| "write axis or allies".to_owned())
}

/// Prints to stdout; a closed pipe is no fault.
///
/// # Errors
/// If stdout cannot be written.
pub fn print(text: &str) -> Result<(), MatchFault> {
    let result = std::io::stdout().lock().write_all(text.as_bytes());
    match result {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        other => other.map_err(MatchFault::from),
    }
}

/// Prints a JSON value.
///
/// # Errors
/// As [`print`].
pub fn print_json(value: &Value) -> Result<(), MatchFault> {
    print(&format!("{value:#}\n"))
}

/// Says something on stderr, with everything hidden made visible. Who cannot be told there cannot be told at all, so a
/// stderr that is full or closed is passed over.
pub fn say(text: &str) {
    let lines: Vec<String> = text.lines().map(visible).collect();
    _ = writeln!(std::io::stderr().lock(), "{}", lines.join("\n"));
}

/// Tells notices on stderr.
pub fn notes(notices: &[String]) {
    notices.iter().for_each(|notice| say(&format!("note: {notice}")));
}

/// The number of the newest exchange in effect.
pub fn newest<S: Rulebook>(host: &Host<S>) -> u32 {
    host.game.exchanges.last().map_or(0, |exchange| exchange.number)
}

/// Tells what was recorded and published; if nobody can be told, the fault says that it was done nevertheless.
///
/// # Errors
/// As [`print`].
pub fn tell_recorded(shared: &Shared, entry: u64, text: &str, json: &Value) -> Result<(), MatchFault> {
    let told = if shared.json { print_json(json) } else { print(text) };
    told.map_err(|fault| {
        MatchFault::Io(format!("recorded as entry {entry} and published, but the answer was lost: {fault}"))
    })
}

/// The points of each side in a position.
pub fn points<S: Rulebook>(game: &Game<S>) -> Value {
    let points = |side: &Side| (side.id().to_owned(), game.system.points(&game.present, *side).into());
    Value::Object(game.system.sides().iter().map(points).collect())
}

/// Paths as JSON writes them.
pub fn paths(written: &[PathBuf]) -> Vec<String> {
    written.iter().map(|path| path.display().to_string()).collect()
}

/// Tells a fault on stderr, or as JSON on stdout, and gives its exit code.
pub fn fail(json: bool, fault: &MatchFault) -> ExitCode {
    if json {
        _ = print_json(&fault_json(fault));
        return fault.code();
    }
    let colour = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    match fault {
        MatchFault::Refused { problems, source } => {
            _ = write!(std::io::stderr().lock(), "{}", problems.render(source, colour));
        }
        MatchFault::RefusedTogether { problems, sources } => {
            _ = write!(std::io::stderr().lock(), "{}", problems.render_together(sources, colour));
        }
        _ => say(&plain(fault)),
    }
    fault.code()
}

/// A fault for programs: the error and its mend apart, the problems of a file, and the journal entry that fails.
pub fn fault_json(fault: &MatchFault) -> Value {
    let (what, problems) = match fault {
        MatchFault::Refused { problems, .. } | MatchFault::RefusedTogether { problems, .. } => {
            (plain(fault), problems.to_json())
        }
        _ => (fault.to_string(), Value::Null),
    };
    let (what, mend) = match what.split_once(MEND) {
        Some((what, mend)) => (what, Some(mend)),
        None => (what.as_str(), None),
    };
    let entry = if let MatchFault::Proof { entry, .. } = fault { *entry } else { None };
    json!({
        "ok": false, "exit": fault.code() as u8, "error": what, "mend": mend, "problems": problems, "entry": entry,
    })
}

/// What stands in a fault's words before its remedy.
const MEND: &str = "\n  mend: ";

/// A fault in words, for people.
pub fn plain(fault: &MatchFault) -> String {
    match fault {
        MatchFault::Refused { problems, .. } | MatchFault::RefusedTogether { problems, .. } => {
            let refused = problems.iter().map(|problem| problem.what.as_str()).collect::<Vec<_>>();
            refused.join("; ")
        }
        MatchFault::Proof { .. } => format!("proof failed: {fault}"),
        MatchFault::No { .. } | MatchFault::Usage { .. } | MatchFault::Io(_) | MatchFault::Bug(_) => {
            format!("error: {fault}")
        }
        MatchFault::Waiting(_) => fault.to_string(),
    }
}
