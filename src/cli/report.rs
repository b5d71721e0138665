//! `sealord report`

use std::path::PathBuf;

use super::Outcome;
use super::shared::{Shared, party, print};
use crate::party::Party;
use crate::problem::ExitCode;
use crate::report::{Format, render};

/// Render a side's report as text, Markdown or HTML
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The packet that came with the report, or a match folder
    pub packet: PathBuf,
    /// The side, if a match folder is given
    #[arg(long = "side", value_name = "SIDE", value_parser = party)]
    pub party: Option<Party>,
    /// text, md or html
    #[arg(short, long, default_value = "text", value_parser = format)]
    pub format: Format,
}

fn format(word: &str) -> Result<Format, String> {
    Format::parse(word).ok_or_else(|| "write text, md or html".to_owned())
}

pub fn run(shared: &Shared, args: Args) -> Outcome {
    let packet = shared.packet(&args.packet, args.party)?;
    print(&render(&shared.kit.templates, &packet, args.format)?)?;
    Ok(ExitCode::Done)
}
