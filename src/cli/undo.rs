//! `sealord undo`

use std::path::PathBuf;

use serde_json::json;

use super::Outcome;
use super::publish::{publish_earlier, publish_recorded};
use super::shared::{Shared, Taken, newest, paths, tell_recorded};
use crate::matches::Host;
use crate::matches::folder::MatchDir;
use crate::problem::ExitCode;
use crate::rules::{Rulebook, load_for, systems};

/// Take the match back to the opening of an exchange; the journal keeps what was taken back
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The match folder
    pub dir: PathBuf,
    /// The exchange to go back to
    #[arg(long, value_name = "EXCHANGE")]
    pub to: u32,
    /// Why
    #[arg(long)]
    pub reason: String,
}

pub fn run(shared: &Shared, args: Args) -> Outcome {
    let taken = Taken::up(&args.dir)?;
    systems!(with [taken.system(), S => undo::<S>(shared, shared.host(taken)?, &args)])
}

fn undo<S: Rulebook>(shared: &Shared, mut host: Host<S>, args: &Args) -> Outcome {
    let dir = MatchDir::new(&args.dir);
    let known = host.undone_already(args.to, &args.reason)?;
    if known.is_none() {
        publish_earlier(&dir, &host, &shared.templates)?;
        host.undo(args.to, &args.reason, |settings| load_for(&shared.games, settings))?;
    }
    let files = paths(&publish_recorded(&dir, &host, &shared.templates)?);
    let (head, exchange) = (host.head()?, newest(&host));
    let done = match known {
        Some(entry) => format!("taken back already, by entry {entry}; nothing was added"),
        None => format!("taken back to exchange {}, which is now exchange {exchange}", args.to),
    };
    let text = format!("{done}\njournal entry {}, head {}\n", head.number, head.hash);
    let json = json!({
        "ok": true, "again": known.is_some(), "exchange": exchange, "entry": head.number, "head": head.hash,
        "files": files,
    });
    tell_recorded(shared, head.number, &text, &json)?;
    Ok(ExitCode::Done)
}
