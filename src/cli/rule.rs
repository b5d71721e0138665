//! `sealord rule`

use std::path::PathBuf;

use super::Outcome;
use super::shared::{Shared, print, publish};
use crate::matches::folder::MatchDir;
use crate::problem::ExitCode;

/// Override the position by an umpire's ruling, with a reason that both sides read
#[derive(Debug, clap::Args)]
#[command(after_help = "Changes:
  unit ID to port ID | zone N | repair N | track TURN | available | used | sunk | removed
  convoy ID to N | sunk
  points SIDE N")]
pub struct Args {
    /// The match folder
    pub dir: PathBuf,
    /// Why
    #[arg(long)]
    pub reason: String,
    /// What changes, such as `points axis 2`
    #[arg(required = true, allow_hyphen_values = true)]
    pub change: Vec<String>,
}

pub fn run(shared: &Shared, args: Args) -> Outcome {
    let mut host = shared.host(&args.dir)?;
    host.rule(&args.reason, &args.change.join(" "))?;
    publish(&MatchDir::new(&args.dir), &host, &shared.templates)?;
    let head = host.head()?;
    print(&format!("ruled; a new exchange is open\njournal entry {}, head {}\n", head.number, head.hash))?;
    Ok(ExitCode::Done)
}
