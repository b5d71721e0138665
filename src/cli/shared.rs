//! What commands share: the data, the time, opening matches and packets, and how faults are told.

use std::io::Write;
use std::path::Path;

use fs_err as fs;
use serde_json::{Value, json};

use super::place::Places;
use super::terminal::{self, Verdict, painted};
use crate::journal::Head;
use crate::kit::{Kit, no_longer_kept, open_reader, packet_file, read_whole, shown_then};
use crate::matches::folder::MatchDir;
use crate::matches::{Game, Host, MatchFault, Store};
use crate::memory::remember;
use crate::party::Party;
use crate::problem::{ExitCode, escaped, list_or, quote, visible, visible_lines};
use crate::side::Side;
use crate::view::Packet;

pub use crate::kit::read;
pub use crate::registry::party;

/// What every command has at hand.
pub struct Shared {
    /// Data, templates and the time.
    pub kit: Kit,
    /// True if one JSON value is wanted.
    pub json: bool,
    /// True if packets that are opened are remembered beside them.
    pub memory: bool,
    /// The command with which orders are opened, where the environment names none.
    pub editor: Option<String>,
    /// Where matches and offices are kept.
    pub places: Places,
}

impl Shared {
    /// The same with another clock.
    pub fn at(&self, time: &str) -> Shared {
        let (editor, places) = (self.editor.clone(), self.places.clone());
        Shared { kit: self.kit.at(time), editor, places, ..*self }
    }

    /// The place of a match that is named by its folder.
    ///
    /// # Errors
    /// If it is in a database that is out of reach.
    pub fn store(&self, dir: &Path) -> Result<Box<dyn Store>, MatchFault> {
        self.places.store(&self.kit, dir)
    }

    /// Whether a path names a match rather than a file.
    pub fn is_match(&self, path: &Path) -> bool {
        path.is_dir() || self.places.is_elsewhere(path)
    }

    /// Plays a match on as its umpire; what was set right in its journal is said.
    ///
    /// # Errors
    /// As [`Kit::host`].
    pub fn host(&self, dir: &Path) -> Result<Host, MatchFault> {
        let host = self.kit.host(&*self.store(dir)?)?;
        notes(host.notices());
        Ok(host)
    }

    /// Where a match stands that nobody claims, with its newest entry.
    ///
    /// # Errors
    /// As [`open_reader`] and [`MatchReader::game`].
    pub fn game(&self, dir: &Path) -> Result<(Game, Head), MatchFault> {
        let reader = open_reader(&*self.store(dir)?)?;
        notes(reader.notices());
        Ok((reader.game(&self.kit.rules())?, reader.head()))
    }

    /// The same with all that was told and sent before.
    ///
    /// # Errors
    /// As [`Shared::game`].
    pub fn whole_game(&self, dir: &Path) -> Result<Game, MatchFault> {
        let reader = read_whole(&*self.store(dir)?)?;
        notes(reader.notices());
        reader.game(&self.kit.rules())
    }

    /// A packet from a file, or of a party from a match folder.
    ///
    /// # Errors
    /// If there is none, if it is another party's, or if a folder cannot tell what is asked.
    pub fn packet(&self, path: &Path, party: Option<Party>) -> Result<Packet, MatchFault> {
        if self.is_match(path) {
            return self.packet_now(path, party.ok_or_else(|| self.whose(path))?);
        }
        let packet = self.packet_file(path)?;
        if let Some(party) = party.filter(|party| *party != packet.party) {
            let what = format!("{} is a packet of the {}, not of the {party}", path.display(), packet.party);
            return Err(MatchFault::no(what, "leave --side out, or name the other packet"));
        }
        Ok(packet)
    }

    /// The same as a party of a match was shown it in an exchange, if one is named.
    ///
    /// # Errors
    /// As [`Shared::packet`] and [`shown_then`]; and if the packet of a file is to be another.
    pub fn packet_then(
        &self,
        path: &Path,
        party: Option<Party>,
        exchange: Option<u32>,
    ) -> Result<Packet, MatchFault> {
        let Some(exchange) = exchange else { return self.packet(path, party) };
        if !self.is_match(path) {
            let what = format!("{} is the packet of one exchange", path.display());
            return Err(MatchFault::usage(what, "leave --exchange out, or name a match folder"));
        }
        let party = party.ok_or_else(|| self.whose(path))?;
        shown_then(&self.kit.rules(), &*self.store(path)?, exchange, party)
    }

    /// That a folder has what all parties know.
    fn whose(&self, dir: &Path) -> MatchFault {
        let mend = format!("say {}", self.party_flags(dir));
        MatchFault::usage("a match folder has the packets of all sides", mend)
    }

    /// A packet from a file, which is remembered; if it disagrees with one that was opened before, that is
    /// said. One that the folder of its match no longer keeps is made again.
    ///
    /// # Errors
    /// As [`packet_file`] and [`shown_then`].
    pub fn packet_file(&self, path: &Path) -> Result<Packet, MatchFault> {
        if let Some((dir, exchange, party)) = no_longer_kept(path) {
            return shown_then(&self.kit.rules(), &MatchDir::new(dir), exchange, party);
        }
        let packet = packet_file(path)?;
        if self.memory {
            remember(path, &packet).iter().for_each(|warning| say(warning));
        }
        Ok(packet)
    }

    /// How the parties of a match are named on the command line: `--side axis or --side allies`.
    pub fn party_flags(&self, dir: &Path) -> String {
        let reader = self.store(dir).and_then(|store| open_reader(&*store));
        let game = reader.and_then(|reader| reader.game(&self.kit.rules()));
        let parties = game.map_or(&[][..], |game| game.parties());
        let flags: Vec<String> = parties.iter().map(|party| format!("--side {}", party.id())).collect();
        if flags.is_empty() { "--side".to_owned() } else { list_or(&flags) }
    }

    fn packet_now(&self, dir: &Path, party: Party) -> Result<Packet, MatchFault> {
        let reader = open_reader(&*self.store(dir)?)?;
        notes(reader.notices());
        let game = reader.game(&self.kit.rules())?;
        if !game.parties().contains(&party) {
            let what = format!("the {party} does not play in this match");
            return Err(MatchFault::usage(what, format!("say {}", self.party_flags(dir))));
        }
        if game.seed.is_none() && !game.is_over() {
            let what = format!("{} has no secret/seed, so nobody can tell what is asked", dir.display());
            return Err(MatchFault::no(what, "use the packet, the .json file that came with the report"));
        }
        game.packet(party, reader.visible_head(party)?)
    }
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
        let mend = "\n  help: give -o another name; an existing file is not overwritten";
        MatchFault::Io(format!("{error}{}", if taken { mend } else { "" }))
    })?;
    Ok(file.write_all(text.as_bytes())?)
}

/// Refuses the name of a file that ends as if something else stood in it than `what`, which has one of these
/// endings.
///
/// # Errors
/// With the endings that fit.
pub fn ends_as(out: Option<&Path>, what: &str, endings: &[&str]) -> Result<(), MatchFault> {
    let Some((out, ending)) = out.and_then(|out| Some((out, out.extension()?))) else { return Ok(()) };
    let ending = ending.to_string_lossy();
    if endings.iter().any(|it| it.eq_ignore_ascii_case(&ending)) {
        return Ok(());
    }
    let fit: Vec<String> = endings.iter().map(|it| format!(".{it}")).collect();
    let wrong = format!("{}: {what} is not written as {}", out.display(), quote(&ending));
    Err(MatchFault::usage(wrong, format!("end the name in {}", list_or(&fit))))
}

/// The largest orders file, sealed file or report that is read.
pub const ORDERS_LIMIT: u64 = 2 << 20;

/// Prints to stdout; a closed pipe is no fault.
///
/// # Errors
/// If stdout cannot be written.
pub fn print(text: &str) -> Result<(), MatchFault> {
    let result = terminal::beside(|| std::io::stdout().lock().write_all(text.as_bytes()));
    match result {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        other => other.map_err(MatchFault::from),
    }
}

/// Prints what was done or found to be in order, of which a quiet program says nothing.
///
/// # Errors
/// As [`print`].
pub fn tell_done(text: &str) -> Result<(), MatchFault> {
    if terminal::is_quiet() { Ok(()) } else { print(text) }
}

/// The same with a first line in the colour of good news, and everything hidden made visible.
///
/// # Errors
/// As [`print`].
pub fn tell_good(text: &str) -> Result<(), MatchFault> {
    tell_done(&terminal::with_verdict(Verdict::Good, &visible_lines(text), terminal::paints_stdout()))
}

/// Prints text in which words of a file may stand, with everything hidden made visible.
///
/// # Errors
/// As [`print`].
pub fn print_plain(text: &str) -> Result<(), MatchFault> {
    print(&visible_lines(text))
}

/// Prints a JSON value, with everything hidden escaped.
///
/// # Errors
/// As [`print`].
pub fn print_json(value: &Value) -> Result<(), MatchFault> {
    print(&escaped(&format!("{value:#}\n")))
}

/// Says something on stderr, with everything hidden made visible. Who cannot be told there cannot be told at
/// all, so a stderr that is full or closed is passed over.
pub fn say(text: &str) {
    let lines: Vec<String> = text.lines().map(visible).collect();
    warn(&lines.join("\n"));
}

/// Writes lines on stderr as they are.
pub fn warn(lines: &str) {
    _ = terminal::beside(|| writeln!(std::io::stderr().lock(), "{lines}"));
}

/// Tells notices on stderr, unless the program is quiet.
pub fn notes(notices: &[String]) {
    if terminal::is_quiet() {
        return;
    }
    notices.iter().for_each(|notice| say(&format!("note: {notice}")));
}

/// Tells what was recorded and published; if nobody can be told, the fault says that it was done
/// nevertheless.
///
/// # Errors
/// As [`print`].
pub fn tell_recorded(shared: &Shared, entry: u64, text: &str, json: &Value) -> Result<(), MatchFault> {
    let told = if shared.json { print_json(json) } else { tell_done(text) };
    told.map_err(|fault| {
        MatchFault::Io(format!("recorded as entry {entry} and published, but the answer was lost: {fault}"))
    })
}

/// The points of each side in a position.
pub fn points(game: &Game) -> Value {
    let points = |side: &Side| (side.id().to_owned(), game.rules.points(*side).into());
    Value::Object(game.sides().iter().map(points).collect())
}

/// Tells a fault on stderr, or as JSON on stdout, and gives its exit code.
pub fn fail(json: bool, fault: &MatchFault) -> ExitCode {
    if json {
        _ = print_json(&fault_json(fault));
        return fault.code();
    }
    let colour = terminal::paints_stderr();
    match fault {
        MatchFault::Refused { problems, source } => {
            warn(problems.render(source, colour).trim_end_matches('\n'));
        }
        MatchFault::RefusedTogether { problems, sources } => {
            warn(problems.render_together(sources, colour).trim_end_matches('\n'));
        }
        _ => warn(&with_mark(&visible_lines(&plain(fault)), colour)),
    }
    fault.code()
}

/// A fault whose first word, up to the colon, has the colour of its gravity.
fn with_mark(words: &str, colour: bool) -> String {
    match words.split_once(": ") {
        Some((mark @ ("error" | "proof failed"), rest)) if colour => {
            format!("{} {rest}", painted(Verdict::Bad, &format!("{mark}:")))
        }
        _ => words.to_owned(),
    }
}

/// A fault for programs: the error and its mend apart, the problems of a file, and the journal entry that
/// fails.
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
const MEND: &str = "\n  help: ";

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
