//! `sealord undo`

use std::path::PathBuf;

use super::Outcome;
use super::shared::{Shared, print, publish};
use crate::matches::folder::MatchDir;
use crate::problem::ExitCode;
use crate::rules::load_for;

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
    let mut host = shared.host(&args.dir)?;
    host.undo(args.to, &args.reason, |settings| load_for(&shared.games, settings))?;
    publish(&MatchDir::new(&args.dir), &host, &shared.templates)?;
    let head = host.head()?;
    let exchange = host.game.exchanges.last().map_or(0, |exchange| exchange.number);
    print(&format!(
        "taken back to exchange {}, which is now exchange {exchange}\njournal entry {}, head {}\n",
        args.to, head.number, head.hash
    ))?;
    Ok(ExitCode::Done)
}
