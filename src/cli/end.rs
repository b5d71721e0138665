//! `sealord end`

use std::path::PathBuf;

use serde_json::json;

use super::Outcome;
use super::shared::{Shared, tell_recorded};
use crate::digest::Digest;
use crate::matches::EarlyEnd;
use crate::matches::publish::{publish_earlier, publish_recorded};
use crate::matches::record::Judged;
use crate::problem::ExitCode;

/// End a match before its time, by a draw, a concession, the verdict of a panel or a league's clock; its dice
/// seed is disclosed, so it cannot be taken back
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The match folder
    pub dir: PathBuf,
    /// All sides agree to a draw, or with --panel a panel found one
    #[arg(long, required_unless_present_any = ["concede", "award", "out_of_time"])]
    pub draw: bool,
    /// The side that gives up
    #[arg(long, value_name = "SIDE", conflicts_with_all = ["draw", "award", "panel"])]
    pub concede: Option<String>,
    /// The side to which a panel awards the match
    #[arg(long, value_name = "SIDE", requires = "panel", conflicts_with = "draw")]
    pub award: Option<String>,
    /// Where the verdict of the panel stands in the club's book, as `sealord league verdict` prints it
    #[arg(long, value_name = "ENTRY:HASH", value_parser = judged)]
    pub panel: Option<Judged>,
    /// The side whose time ran out, by the clocks of its league
    #[arg(long, value_name = "SIDE", conflicts_with_all = ["draw", "concede", "award", "panel"])]
    pub out_of_time: Option<String>,
    /// Why
    #[arg(long)]
    pub reason: String,
}

/// Runs `sealord end`.
pub fn run(shared: &Shared, args: Args) -> Outcome {
    let mut host = shared.host(&args.dir)?;
    let dir = shared.store(&args.dir)?;
    let end = match (&args.out_of_time, args.panel) {
        (Some(side), _) => EarlyEnd::OutOfTime(side),
        (None, Some(panel)) => EarlyEnd::Judged(args.award.as_deref(), panel),
        (None, None) => EarlyEnd::Agreed(args.concede.as_deref()),
    };
    let again = host.has_ended_so(end, &args.reason);
    if !again {
        publish_earlier(&*dir, &host, &shared.kit.templates)?;
        host.end_early(end, &args.reason)?;
    }
    let files = publish_recorded(&*dir, &mut host, &shared.kit.templates)?;
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

/// An entry of a club's book with its hash: `57:5f70…`.
fn judged(word: &str) -> Result<Judged, String> {
    let parts = word.split_once(':').and_then(|(entry, hash)| Some((entry.parse().ok()?, hash)));
    let (entry, hash) = parts.ok_or("write ENTRY:HASH, as `sealord league verdict` prints it")?;
    let hash = Digest::parse(hash).map_err(|fault| format!("the hash: {fault}"))?;
    Ok(Judged { entry, hash })
}
