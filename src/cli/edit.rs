//! `sealord edit`: orders from the form to the seal, in the user's own editor.

use std::ffi::OsString;
use std::io::{BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use fs_err as fs;
use serde_json::json;

use super::check::understand;
use super::seal::{free_name, sealed_orders};
use super::shared::{ORDERS_LIMIT, Shared, fail, party, print, print_json, put, read, say, tell_done};
use super::{Outcome, terminal};
use crate::matches::MatchFault;
use crate::orders::form::{Lines, form_with};
use crate::party::Party;
use crate::problem::{ExitCode, Problems, quote};
use crate::view::Packet;

/// Write orders in your own editor: the form opens, is checked when you close it, comes back at the faulty
/// line, and is sealed at the end
#[derive(Debug, clap::Args)]
#[command(
    after_help = "The editor is the command in $VISUAL, else in $EDITOR, else `editor` of the config file.
The form is a file beside the packet; it is never overwritten and never deleted, so that whatever you
have typed is still there when you come back with the same command."
)]
pub struct Args {
    /// The packet that came with the report, or a match folder
    pub packet: PathBuf,
    /// The side, if a match folder is given
    #[arg(long = "side", value_name = "SIDE", value_parser = party)]
    pub party: Option<Party>,
    /// The orders file (default: beside the packet, its name with -orders.yaml); one that exists is gone on
    /// with
    #[arg(short, long, value_name = "FILE")]
    pub orders: Option<PathBuf>,
    /// Leave the lines out of a new form that may stay as they are
    #[arg(long)]
    pub short: bool,
    /// Stop when the orders are legal, and seal nothing
    #[arg(long)]
    pub no_seal: bool,
}

/// Runs `sealord edit`.
pub fn run(shared: &Shared, args: Args) -> Outcome {
    let packet = shared.packet(&args.packet, args.party)?;
    if packet.over {
        let what = format!("the match {} is over: nobody is asked anything", quote(&packet.match_id));
        return Err(MatchFault::no(what, "read its end with `sealord report`"));
    }
    let editor = Editor::of_user(shared.editor.as_deref())?;
    let path = args.orders.unwrap_or_else(|| beside(&args.packet, &packet));
    if !path.exists() {
        let lines = if args.short { Lines::Needed } else { Lines::All };
        put(Some(&path), &form_with(&packet, Some(&packet.doctrine), lines))?;
    }
    legal(shared, &packet, &path, &editor)?;
    if args.no_seal {
        return told(shared, &path, None);
    }
    let out = free_name(&path);
    let commitment = sealed_orders(shared, &packet, (&path, read(&path, ORDERS_LIMIT)?), None, &out)?;
    told(shared, &path, Some((&out, &commitment.digest().to_string())))
}

/// Where orders for a packet stand if nobody says it.
fn beside(path: &Path, packet: &Packet) -> PathBuf {
    if path.is_dir() {
        return PathBuf::from(format!("{:03}-{}-orders.yaml", packet.exchange, packet.party.id()));
    }
    let mut name = path.file_stem().map_or_else(|| OsString::from("packet"), OsString::from);
    name.push("-orders.yaml");
    path.with_file_name(name)
}

/// Opens the orders until they are legal. If an editor leaves faulty orders as they were, that is the end of
/// it, and they stay in their file.
fn legal(shared: &Shared, packet: &Packet, path: &Path, editor: &Editor) -> Result<(), MatchFault> {
    let mut line = 1;
    loop {
        let before = fs::read(path)?;
        editor.open(path, line)?;
        let orders = read(path, ORDERS_LIMIT)?;
        let fault = match understand(shared, packet, path, &orders) {
            Ok(_) => return Ok(()),
            Err(fault) => fault,
        };
        let MatchFault::Refused { problems, .. } = &fault else { return Err(fault) };
        if orders == before || shared.json {
            return Err(fault);
        }
        line = first_line(problems);
        fail(false, &fault);
        if !again(path)? {
            let what = format!("the orders are not legal yet; they are kept in {}", path.display());
            return Err(MatchFault::no(what, "the same command opens them again"));
        }
    }
}

/// The line to come back to.
fn first_line(problems: &Problems) -> u32 {
    problems.iter().filter_map(|it| it.place.as_ref()).map(|place| place.line).min().unwrap_or(1)
}

/// Whether the user wants to go back to the editor; without a terminal, yes.
fn again(path: &Path) -> Result<bool, MatchFault> {
    if !std::io::stdin().is_terminal() {
        return Ok(true);
    }
    write!(std::io::stderr().lock(), "Enter opens {} again, q leaves it for later: ", path.display())?;
    let mut answer = String::new();
    let read = std::io::stdin().lock().read_line(&mut answer)?;
    Ok(read > 0 && !answer.trim().eq_ignore_ascii_case("q"))
}

fn told(shared: &Shared, path: &Path, sealed: Option<(&Path, &str)>) -> Outcome {
    if shared.json {
        let (file, commitment) =
            sealed.map(|(out, digest)| (out.display().to_string(), digest.to_owned())).unzip();
        let orders = path.display().to_string();
        print_json(&json!({ "ok": true, "orders": orders, "file": file, "commitment": commitment }))?;
        return Ok(ExitCode::Done);
    }
    let legal = format!("the orders in {} are legal\n", path.display());
    tell_done(&terminal::with_verdict(terminal::Verdict::Good, &legal, terminal::paints_stdout()))?;
    match sealed {
        None => say(&format!("seal them with: sealord seal {} -p PACKET", path.display())),
        Some((out, digest)) => print(&format!("{digest}  {}\n", out.display()))?,
    }
    Ok(ExitCode::Done)
}

/// A user's editor: a program with words that go before the file.
#[derive(Debug)]
struct Editor {
    words: Vec<String>,
}

/// Programs that take `+LINE` before the file.
const BY_PLUS: [&str; 14] = [
    "vi",
    "vim",
    "nvim",
    "gvim",
    "view",
    "nano",
    "emacs",
    "emacsclient",
    "joe",
    "jed",
    "kak",
    "micro",
    "ne",
    "mcedit",
];
/// Programs that take `FILE:LINE`, with the word that must go before it, if one must.
const BY_COLON: [(&str, Option<&str>); 7] = [
    ("code", Some("--goto")),
    ("codium", Some("--goto")),
    ("hx", None),
    ("helix", None),
    ("subl", None),
    ("zed", None),
    ("zeditor", None),
];

impl Editor {
    /// The command in `VISUAL`, else in `EDITOR`, else `configured`.
    ///
    /// # Errors
    /// If none of them names one, or its quotation marks do not match.
    fn of_user(configured: Option<&str>) -> Result<Editor, MatchFault> {
        let given = |name: &str| std::env::var(name).ok().filter(|words| !words.trim().is_empty());
        let words = given("VISUAL").or_else(|| given("EDITOR")).or_else(|| configured.map(str::to_owned));
        let Some(words) = words else {
            let mend =
                "set EDITOR, as in `EDITOR=nano sealord edit …`, or `editor = \"nano\"` in the config file";
            return Err(MatchFault::usage("nobody says which editor is to be opened", mend));
        };
        Editor::parse(&words)
    }

    fn parse(words: &str) -> Result<Editor, MatchFault> {
        let parts = shlex::split(words).filter(|parts| !parts.is_empty());
        let mend = "write a program and its options, as a shell reads them: \"code --wait\"";
        let what = || format!("{} is no command", quote(words));
        Ok(Editor { words: parts.ok_or_else(|| MatchFault::usage(what(), mend))? })
    }

    /// The words of the command that opens a file at a line.
    fn command(&self, path: &Path, line: u32) -> Vec<OsString> {
        let mut words: Vec<OsString> = self.words.iter().map(OsString::from).collect();
        let program = Path::new(&self.words[0]).file_stem().unwrap_or_default().to_string_lossy();
        let colon = BY_COLON.iter().find(|(name, _)| *name == program);
        if line > 1 && BY_PLUS.contains(&&*program) {
            words.push(format!("+{line}").into());
        }
        match colon.filter(|_| line > 1) {
            Some((_, before)) => {
                words.extend(before.map(OsString::from));
                let mut at = path.as_os_str().to_owned();
                at.push(format!(":{line}"));
                words.push(at);
            }
            None => words.push(path.into()),
        }
        words
    }

    /// Opens a file at a line, and waits until the editor is closed.
    ///
    /// # Errors
    /// If the editor cannot be started, or says that it failed.
    fn open(&self, path: &Path, line: u32) -> Result<(), MatchFault> {
        let words = self.command(path, line);
        let kept = format!("the orders are kept in {}", path.display());
        let ended = Command::new(&words[0]).args(&words[1..]).status().map_err(|error| {
            MatchFault::Io(format!("the editor {} could not be started: {error}; {kept}", self.words[0]))
        })?;
        if ended.success() {
            return Ok(());
        }
        Err(MatchFault::Io(format!("the editor {} ended with {ended}; {kept}", self.words[0])))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(words: &str, line: u32) -> String {
        let words = Editor::parse(words).unwrap().command(Path::new("a b.yaml"), line);
        words.iter().map(|word| word.to_string_lossy()).collect::<Vec<_>>().join("|")
    }

    #[test]
    fn editors_come_back_at_the_line_in_their_own_way() {
        assert_eq!(command("nano", 1), "nano|a b.yaml");
        assert_eq!(command("/usr/bin/vim -u NONE", 12), "/usr/bin/vim|-u|NONE|+12|a b.yaml");
        assert_eq!(command("code --wait", 12), "code|--wait|--goto|a b.yaml:12");
        assert_eq!(command("'/opt/my editor/hx'", 3), "/opt/my editor/hx|a b.yaml:3");
        assert_eq!(command("gedit", 12), "gedit|a b.yaml");
        assert!(Editor::parse("vi 'x").is_err());
    }
}
