//! `sealord end`

use std::path::PathBuf;

use serde_json::json;

use super::Outcome;
use super::shared::{Shared, tell_recorded};
use crate::matches::publish::{publish_earlier, publish_recorded};
use crate::problem::ExitCode;

/// End a match before its time, by a draw, a concession or a league's clock; its dice seed is disclosed, so
/// it cannot be taken back
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The match folder
    pub dir: PathBuf,
    /// All sides agree to a draw
    #[arg(long, conflicts_with_all = ["concede", "out_of_time"], required_unless_present_any = ["concede", "out_of_time"])]
    pub draw: bool,
    /// The side that gives up
    #[arg(long, value_name = "SIDE")]
    pub concede: Option<String>,
    /// The side whose time ran out, by the clocks of its league
    #[arg(long, value_name = "SIDE", conflicts_with = "concede")]
    pub out_of_time: Option<String>,
    /// Why
    #[arg(long)]
    pub reason: String,
}

/// Runs `sealord end`.
pub fn run(shared: &Shared, args: Args) -> Outcome {
    let mut host = shared.host(&args.dir)?;
    let dir = shared.kit.dir(&args.dir);
    let conceded = args.concede.as_deref();
    let out_of_time = args.out_of_time.as_deref();
    let again = match out_of_time {
        Some(side) => host.clocked_out_already(side, &args.reason),
        None => host.agreed_already(conceded, &args.reason),
    };
    if !again {
        publish_earlier(&dir, &host, &shared.kit.templates)?;
        match out_of_time {
            Some(side) => host.end_by_clock(side, &args.reason)?,
            None => host.end_by_agreement(conceded, &args.reason)?,
        }
    }
    let files = publish_recorded(&dir, &mut host, &shared.kit.templates)?;
    let head = host.head()?;
    let how = host.game.agreed_words().unwrap_or_default();
    let done = if again { "it ended so already; nothing was added\n" } else { "" };
    let winner = host.game.winner();
    let won = winner.map_or("nobody has won".to_owned(), |side| format!("the {} win", side.name()));
    let text = format!("{how}\n{done}{won}\njournal entry {}, head {}\n", head.number, head.hash);
    let json = json!({
        "ok": true, "again": again, "winner": winner.map(|side| side.id()), "agreed": host.game.agreed_words(),
        "entry": head.number, "head": head.hash, "files": files,
    });
    tell_recorded(shared, head.number, &text, &json)?;
    Ok(ExitCode::Done)
}
