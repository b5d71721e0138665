//! `sealord store`: an office and its matches in PostgreSQL.

use std::path::{Path, PathBuf};
use std::rc::Rc;

#[cfg(feature = "mail")]
use sealord_postgres::copy_office;
use sealord_postgres::{
    Auditor, Copied, Database, Direction, Migrated, Patience, Settings, copy, init, migrate, movable, status,
};
use serde_json::{Value, json};

use super::Outcome;
#[cfg(feature = "mail")]
use super::shared::print_plain;
use super::shared::{Shared, print, print_json, say};
use crate::audit::audit;
use crate::dice::Seed;
use crate::entry::Entry;
use crate::matches::MatchFault;
use crate::problem::{ExitCode, count};

/// Keep an office and its matches in PostgreSQL, for several machines
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, clap::Subcommand)]
enum Verb {
    Init(InitArgs),
    /// Bring the tables up to this program
    Migrate(OfficeArgs),
    /// Show what the database holds
    Status(OfficeArgs),
    Copy(CopyArgs),
    #[cfg(feature = "mail")]
    Letter(LetterArgs),
}

/// Make the tables, the office in them, and its key if there is none
#[derive(Debug, clap::Args)]
struct InitArgs {
    /// The office's folder, whose `office.yaml` says where the database is
    office: PathBuf,
    /// The office belongs from now on to the server that answers: after its dump was restored there
    #[arg(long)]
    adopt: bool,
}

/// An office that keeps its matches in a database.
#[derive(Debug, clap::Args)]
struct OfficeArgs {
    /// The office's folder, whose `office.yaml` says where the database is
    office: PathBuf,
}

/// Move an office and its matches from their folders into the database, or back
#[derive(Debug, clap::Args)]
#[command(
    after_help = "A copy that was cut short goes on when the command is given again. Each match is audited \
where it arrived, and can then be played on there alone."
)]
struct CopyArgs {
    /// The office's folder, whose `office.yaml` says where the database is
    office: PathBuf,
    /// Where they are to be
    #[arg(long, value_name = "postgres|folder", value_parser = direction)]
    to: Direction,
    /// This match alone: its folder, from the office's
    #[arg(long = "match", value_name = "WORD")]
    word: Option<String>,
}

/// Print a letter that was put aside
#[cfg(feature = "mail")]
#[derive(Debug, clap::Args)]
struct LetterArgs {
    /// The office's folder, whose `office.yaml` says where the database is
    office: PathBuf,
    /// The word of the letter: what stands behind `aside/` in the mail about it
    word: String,
}

fn direction(word: &str) -> Result<Direction, String> {
    match word {
        "postgres" => Ok(Direction::Postgres),
        "folder" => Ok(Direction::Folder),
        _ => Err("write postgres or folder".to_owned()),
    }
}

/// Runs `sealord store`.
pub fn run(shared: &Shared, args: Args) -> Outcome {
    match args.verb {
        Verb::Init(args) => {
            let settings = Settings::needed(&args.office)?;
            let key = settings.key.clone();
            let is_new = !key.exists();
            let done = init(settings, args.adopt)?;
            if is_new {
                say(&format!(
                    "note: {} is the key of the office: keep a copy apart from the database, and give it to each worker",
                    key.display()
                ));
            }
            made(shared, done)
        }
        Verb::Migrate(args) => made(shared, migrate(Settings::needed(&args.office)?)?),
        Verb::Status(args) => seen(shared, &args.office),
        Verb::Copy(args) => moved(shared, &args),
        #[cfg(feature = "mail")]
        Verb::Letter(args) => letter(&args),
    }
}

/// Prints a letter that was put aside.
#[cfg(feature = "mail")]
fn letter(args: &LetterArgs) -> Outcome {
    let shelf = sealord_postgres::OfficeShelf::new(&open(&args.office)?);
    let word = args.word.strip_prefix("aside/").unwrap_or(&args.word);
    let Some(bytes) = shelf.letter(word)? else {
        let what = format!("no letter is put aside under the word {}", crate::problem::quote(word));
        return Err(MatchFault::no(what, "`sealord status` lists those that are"));
    };
    print_plain(&String::from_utf8_lossy(&bytes))?;
    Ok(ExitCode::Done)
}

fn made(shared: &Shared, done: Migrated) -> Outcome {
    if shared.json {
        print_json(&json!({"ok": true, "tables": done}))?;
    } else {
        let Migrated { before, now } = done;
        let was =
            if before == now { "they were already".to_owned() } else { format!("they were at {before}") };
        print(&format!("the tables are at step {now}; {was}\n"))?;
    }
    Ok(ExitCode::Done)
}

/// Opens the database of an office for the command line.
fn open(office: &Path) -> Result<Rc<Database>, MatchFault> {
    let worker = format!("the command line, process {}", std::process::id());
    Database::open(Settings::needed(office)?, &worker, Database::heads_of(office)?, Patience::default())
}

fn seen(shared: &Shared, office: &Path) -> Outcome {
    let database = open(office)?;
    let seen = status(&database)?;
    if shared.json {
        print_json(&json!({"ok": true, "store": seen, "matches": database.words()?}))?;
        return Ok(ExitCode::Done);
    }
    let runs = match seen.worker.as_deref().zip(seen.worker_until.as_deref()) {
        Some((worker, until)) => format!("{worker} runs the office, until {until} at least"),
        None => "nobody runs the office just now".to_owned(),
    };
    let matches = |many: i64| count(usize::try_from(many).unwrap_or_default(), "match");
    print(&format!(
        "{}: {} under way, {} over, {} moved away, {} arriving; {} entries, {} MB\n\
         {} to be looked at now, the oldest for {} s; {} held by workers\n\
         {}; {} to be sent, {} put aside\n\
         cluster {}, timeline {}\n",
        seen.office,
        matches(seen.under_way),
        seen.over,
        seen.moved,
        seen.arriving,
        seen.entries,
        seen.bytes / 1_000_000,
        matches(seen.due),
        seen.oldest_due_seconds,
        seen.leases,
        runs,
        count(usize::try_from(seen.mails).unwrap_or_default(), "mail"),
        count(usize::try_from(seen.aside).unwrap_or_default(), "letter"),
        seen.cluster,
        seen.timeline,
    ))?;
    Ok(ExitCode::Done)
}

/// Moves what is the office's own, if all of the office moves.
#[cfg(feature = "mail")]
fn own(shared: &Shared, database: &Rc<Database>, args: &CopyArgs) -> Result<Value, MatchFault> {
    let whole = args.word.is_none();
    let copied = whole.then(|| copy_office(database, &args.office, args.to)).transpose()?.flatten();
    let Some(done) = copied else { return Ok(Value::Null) };
    if !shared.json {
        print(&format!(
            "the office's own: {} of its logs, {} to be sent, {} put aside\n",
            count(done.facts, "line"),
            count(done.mails, "mail"),
            count(done.letters, "letter"),
        ))?;
    }
    Ok(json!(done))
}

/// Without mail there is no office.
#[cfg(not(feature = "mail"))]
fn own(_: &Shared, _: &Rc<Database>, _: &CopyArgs) -> Result<Value, MatchFault> {
    Ok(Value::Null)
}

fn moved(shared: &Shared, args: &CopyArgs) -> Outcome {
    let database = open(&args.office)?;
    let words = match &args.word {
        Some(word) => vec![word.clone()],
        None => movable(&database, &args.office, args.to)?,
    };
    let rules = shared.kit.rules();
    let audited = |entries: &[Entry], seed: Option<Seed>| audit(entries, seed, &rules).map(drop);
    let auditor: Auditor<'_> = &audited;
    let mut all: Vec<Copied> = Vec::new();
    for word in &words {
        let done = copy(&database, &args.office, word, args.to, auditor)?;
        for name in &done.left {
            say(&format!("note: {word}/{name} is no file of a match, and stays where it is"));
        }
        if !shared.json {
            let how =
                if done.copied == 0 { "was there".to_owned() } else { format!("{} copied", done.copied) };
            print(&format!("{word}: {} ({how}), audited\n", count(done.entries as usize, "entry")))?;
        }
        all.push(done);
    }
    let own = own(shared, &database, args)?;
    if shared.json {
        print_json(&json!({"ok": true, "matches": all, "office": own}))?;
    } else if words.is_empty() && own.is_null() {
        print("there is nothing to copy\n")?;
    }
    Ok(ExitCode::Done)
}
