//! `sealord view`

use std::path::PathBuf;

use super::Outcome;
use super::shared::{Shared, ends_as, party, print, print_json, put};
use crate::matches::MatchFault;
use crate::party::Party;
use crate::problem::ExitCode;
use crate::report::{Format, render};

/// Show everything a side may know
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
    /// Write the packet to this file, as it goes with the report; an existing file is not overwritten
    #[arg(short, long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// Runs `sealord view`.
pub fn run(shared: &Shared, args: Args) -> Outcome {
    ends_as(args.out.as_deref(), "a packet", &["json"])?;
    let packet = shared.packet_then(&args.packet, args.party, args.exchange)?;
    if let Some(out) = &args.out {
        let json = serde_json::to_string(&packet).map_err(|error| MatchFault::Bug(error.to_string()))?;
        put(Some(out), &json)?;
    } else if shared.json {
        print_json(&serde_json::to_value(&packet).map_err(|error| MatchFault::Bug(error.to_string()))?)?;
    } else {
        print(&render(&shared.kit.templates, &packet, Format::Text)?)?;
    }
    Ok(ExitCode::Done)
}
