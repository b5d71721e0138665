//! `sealord explain`

use std::path::PathBuf;

use super::Outcome;
use super::shared::{Shared, print, side};
use crate::problem::ExitCode;
use crate::side::Side;

/// Explain what happened to a ship or in a zone: rule, dice, answers
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The packet that came with the report, or a match folder
    pub packet: PathBuf,
    /// A ship, a zone or a rule; nothing for everything that is new
    pub word: Option<String>,
    /// The side, if a match folder is given
    #[arg(long, value_parser = side)]
    pub side: Option<Side>,
}

pub fn run(shared: &Shared, args: Args) -> Outcome {
    let packet = shared.packet(&args.packet, args.side)?;
    print(&format!("{}\n", packet.standing))?;
    Ok(ExitCode::Done)
}
