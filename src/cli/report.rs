//! `sealord report`

use std::path::PathBuf;

use super::Outcome;
use super::shared::{Shared, print, side};
use crate::matches::MatchFault;
use crate::problem::ExitCode;
use crate::side::Side;
use crate::view::Packet;

/// Render a side's report as text, Markdown or HTML
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The packet that came with the report, or a match folder
    pub packet: PathBuf,
    /// The side, if a match folder is given
    #[arg(long, value_parser = side)]
    pub side: Option<Side>,
    /// text, md or html
    #[arg(short, long, default_value = "text")]
    pub format: String,
    /// Take templates from this folder where it has them
    #[arg(long, value_name = "DIR")]
    pub templates: Option<PathBuf>,
}

pub fn run(shared: &Shared, args: Args) -> Outcome {
    let packet = shared.packet(&args.packet, args.side)?;
    print(&text(&packet)?)?;
    Ok(ExitCode::Done)
}

pub fn text(packet: &Packet) -> Result<String, MatchFault> {
    Ok(format!("{}\n", packet.standing))
}
