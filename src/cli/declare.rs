//! `sealord declare`

use std::path::{Path, PathBuf};

use serde_json::json;

use super::Outcome;
use super::shared::{ORDERS_LIMIT, Shared, party, print, print_json, read, tell_recorded};
use crate::declare::{Batch, FactLine};
use crate::matches::publish::{is_published, publish_earlier, publish_recorded};
use crate::matches::{Host, MatchFault};
use crate::party::Party;
use crate::problem::ExitCode;

/// Declare what the game on a real table decides, in a match that goes with one
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The match folder
    pub dir: PathBuf,
    /// A fact and its value, several as FACT=VALUE, or a file of them
    #[arg(required_unless_present_any = ["list", "draft"], allow_negative_numbers = true)]
    pub what: Vec<String>,
    /// Why, for those who may know the facts; a file may say it as `reason:`
    #[arg(long)]
    pub reason: Option<String>,
    /// Declare although an exchange is open: it is closed unresolved, and its questions are asked anew
    #[arg(long)]
    pub reopen: bool,
    /// List every fact with what its value may be, and what stands; words behind it narrow the list
    #[arg(long, conflicts_with_all = ["reason", "reopen", "draft"])]
    pub list: bool,
    /// Write what is to be declared as a file to start from, with the values of history
    #[arg(long, conflicts_with_all = ["reason", "reopen"])]
    pub draft: bool,
    /// With --list, show what this side may know
    #[arg(long, value_parser = party, requires = "list")]
    pub side: Option<Party>,
}

const EXAMPLES: &str = "Examples:
  sealord declare m war-state.tk limited-war --reason \"Germany attacks Poland\"
  sealord declare m segment=support phasing-faction=axis --reason \"Axis support\"
  sealord declare m facts.yaml
  sealord declare m --list ports

A file holds a batch, which is one moment: all of it is taken up, or nothing.
  reason: Oslo falls
  facts:
    hex-control.oslo: axis
    ground-unit-in-hex.oslo: germany";

/// Runs `sealord declare`.
pub fn run(shared: &Shared, args: Args) -> Outcome {
    if args.list {
        return list(shared, &args);
    }
    if args.draft {
        let (game, _) = shared.game(&args.dir)?;
        let draft = game.rules.draft();
        print(&draft)?;
        return Ok(ExitCode::Done);
    }
    let batch = batch(&args)?;
    let reason = args.reason.clone().or_else(|| batch.reason.clone()).ok_or_else(|| {
        MatchFault::usage("a declaration needs a reason", "add --reason, or `reason:` in the file")
    })?;
    let mut host = shared.host(&args.dir)?;
    let dir = shared.store(&args.dir)?;
    let published = is_published(&*dir, &host);
    let known = host.declared_already(&reason, &batch)?;
    if known.is_none() {
        if !published {
            publish_earlier(&*dir, &host, &shared.kit.templates)?;
        }
        host.declare(&reason, &batch, args.reopen)?;
    }
    let files = publish_recorded(&*dir, &mut host, &shared.kit.templates)?;
    tell(shared, &host, known, &files)?;
    Ok(ExitCode::Done)
}

/// What is declared, as a batch.
fn batch(args: &Args) -> Result<Batch, MatchFault> {
    match &args.what[..] {
        [file] if !file.contains('=') => {
            let path = Path::new(file);
            let bytes = read(path, ORDERS_LIMIT)?;
            Batch::parse(file, &bytes).map_err(|problems| MatchFault::Refused {
                problems,
                source: String::from_utf8_lossy(&bytes).into_owned(),
            })
        }
        [fact, value] if !fact.contains('=') => Ok(Batch::of_words(&[format!("{fact}={value}")])),
        words => match words.iter().find(|word| !word.contains('=')) {
            None => Ok(Batch::of_words(words)),
            Some(word) => {
                let what = format!("`{word}` is no declaration");
                Err(MatchFault::usage(what, "write FACT VALUE, or several as FACT=VALUE, or one file"))
            }
        },
    }
}

fn tell(shared: &Shared, host: &Host, known: Option<u64>, files: &[String]) -> Result<(), MatchFault> {
    let (head, wanted) = (host.head()?, host.game.rules.wanted());
    let standing = host.game.rules.standing().name;
    let mut text = match known {
        Some(entry) => format!("this was already declared, as entry {entry}; nothing was added\n"),
        None => format!("declared: {standing}\n"),
    };
    match host.game.open {
        true => text += &format!("exchange {} is open\n", host.game.exchange()),
        false => wanted.iter().for_each(|line| text += &format!("waits for the table: {line}\n")),
    }
    text += &format!("journal entry {}, head {}\n", head.number, head.hash);
    let json = json!({
        "ok": true, "again": known.is_some(), "standing": standing, "open": host.game.open,
        "exchange": host.game.exchange(), "wanted": wanted, "entry": head.number, "head": head.hash, "files": files,
    });
    tell_recorded(shared, head.number, &text, &json)
}

/// Every fact, or those whose words name what is looked for.
fn list(shared: &Shared, args: &Args) -> Outcome {
    let (game, _) = shared.game(&args.dir)?;
    let mut facts = game.rules.facts(args.side);
    if facts.is_empty() {
        let what = "nothing is declared in this match: its rules decide everything";
        return Err(MatchFault::no(what, "a companion match is begun with --option mode=companion"));
    }
    let all = facts.len();
    let wanted = |fact: &FactLine| {
        let fits = |word: &String| {
            let word = word.to_lowercase();
            fact.form.to_lowercase().contains(&word)
                || fact.about.to_lowercase().contains(&word)
                || fact.standing.iter().any(|line| line.fact.contains(&word))
        };
        args.what.is_empty() || args.what.iter().any(fits)
    };
    facts.retain(wanted);
    if shared.json {
        print_json(&json!({ "facts": facts }))?;
        return Ok(ExitCode::Done);
    }
    let mut text = String::new();
    facts.iter().for_each(|fact| text += &in_words(fact));
    text += &format!("{} of {all} facts\n", facts.len());
    print(&text)?;
    Ok(ExitCode::Done)
}

/// A fact with what it may be and what stands of it.
fn in_words(fact: &FactLine) -> String {
    let happens = if fact.happens { ", happens" } else { "" };
    let veil = fact.veil.map_or(String::new(), |veil| format!(", {veil}"));
    let mut text = format!("{}: {} ({}{happens}{veil})\n", fact.form, fact.about, fact.who);
    text += &format!("    may be: {}\n", fact.allowed.join(", "));
    fact.standing.iter().for_each(|line| text += &format!("    {} = {}\n", line.fact, line.value));
    text
}
