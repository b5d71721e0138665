//! `sealord report`

use std::path::{Path, PathBuf};

use super::Outcome;
use super::shared::{Shared, party, put};
use crate::matches::MatchFault;
use crate::party::Party;
use crate::problem::{ExitCode, quote};
use crate::report::{Format, render};

/// Render a side's report as text, Markdown or HTML
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The packet that came with the report, or a match folder
    pub packet: PathBuf,
    /// The side, if a match folder is given
    #[arg(long = "side", value_name = "SIDE", value_parser = party)]
    pub party: Option<Party>,
    /// As of this exchange, if a match folder is given: what the side was shown then is made again
    #[arg(long, value_name = "NUMBER")]
    pub exchange: Option<u32>,
    /// text, md or html; without it as the name of the file ends (.txt, .md, .html), or text
    #[arg(short, long, value_parser = format)]
    pub format: Option<Format>,
    /// Write to this file instead of stdout; an existing file is not overwritten
    #[arg(short, long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

fn format(word: &str) -> Result<Format, String> {
    Format::parse(word).ok_or_else(|| "write text, md or html".to_owned())
}

/// The format that the name of a file asks for; text where it asks for none.
fn named(out: Option<&Path>) -> Result<Format, MatchFault> {
    let Some((out, ending)) = out.and_then(|out| Some((out, out.extension()?))) else {
        return Ok(Format::Text);
    };
    let ending = ending.to_string_lossy();
    Format::parse(&ending.to_lowercase()).ok_or_else(|| {
        let what = format!("{}: there are no reports as {}", out.display(), quote(&ending));
        MatchFault::usage(
            what,
            "end the name in .txt, .md or .html, or say with --format what the file should be",
        )
    })
}

/// Runs `sealord report`.
pub fn run(shared: &Shared, args: Args) -> Outcome {
    let format = args.format.map_or_else(|| named(args.out.as_deref()), Ok)?;
    let packet = shared.packet_then(&args.packet, args.party, args.exchange)?;
    put(args.out.as_deref(), &render(&shared.kit.templates, &packet, format)?)?;
    Ok(ExitCode::Done)
}
