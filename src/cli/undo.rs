//! `sealord undo`

use std::path::PathBuf;

use serde_json::json;

use super::Outcome;
use super::shared::{Shared, tell_recorded};
use crate::matches::publish::{publish_earlier, publish_recorded};
use crate::problem::ExitCode;

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

/// Runs `sealord undo`.
pub fn run(shared: &Shared, args: Args) -> Outcome {
    let mut host = shared.host(&args.dir)?;
    let dir = shared.store(&args.dir)?;
    let known = host.undone_already(args.to, &args.reason)?;
    if known.is_none() {
        publish_earlier(&*dir, &host, &shared.kit.templates)?;
        host.undo(args.to, &args.reason)?;
    }
    let files = publish_recorded(&*dir, &mut host, &shared.kit.templates)?;
    let (head, exchange) = (host.head()?, host.game.exchange());
    let done = match known {
        Some(entry) => format!("already taken back, by entry {entry}; nothing was added"),
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
