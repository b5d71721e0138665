//! `sealord report`

use std::path::{Path, PathBuf};

use super::Outcome;
use super::shared::{Shared, party, put};
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
    /// text, md or html; otherwise as the name of the file ends, or text
    #[arg(short, long, value_parser = format)]
    pub format: Option<Format>,
    /// Write to this file instead of stdout; an existing file is not overwritten
    #[arg(short, long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

fn format(word: &str) -> Result<Format, String> {
    Format::parse(word).ok_or_else(|| "write text, md or html".to_owned())
}

pub fn run(shared: &Shared, args: Args) -> Outcome {
    let packet = shared.packet(&args.packet, args.party)?;
    let ending = args.out.as_deref().and_then(Path::extension).and_then(|ending| ending.to_str());
    let format = args.format.or_else(|| Format::parse(ending?)).unwrap_or(Format::Text);
    put(args.out.as_deref(), &render(&shared.kit.templates, &packet, format)?)?;
    Ok(ExitCode::Done)
}
