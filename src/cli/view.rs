//! `sealord view`

use std::path::PathBuf;

use super::Outcome;
use super::shared::{Shared, party, print, print_json};
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
}

pub fn run(shared: &Shared, args: Args) -> Outcome {
    let packet = shared.packet(&args.packet, args.party)?;
    if shared.json {
        print_json(&serde_json::to_value(&packet).map_err(|error| MatchFault::Bug(error.to_string()))?)?;
    } else {
        print(&render(&shared.kit.templates, &packet, Format::Text)?)?;
    }
    Ok(ExitCode::Done)
}
