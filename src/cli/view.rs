//! `sealord view`

use std::path::PathBuf;

use super::Outcome;
use super::shared::{Shared, print, print_json, side};
use crate::matches::MatchFault;
use crate::problem::ExitCode;
use crate::report::{Format, render};
use crate::side::Side;

/// Show everything a side may know
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The packet that came with the report, or a match folder
    pub packet: PathBuf,
    /// The side, if a match folder is given
    #[arg(long, value_parser = side)]
    pub side: Option<Side>,
}

pub fn run(shared: &Shared, args: Args) -> Outcome {
    let packet = shared.packet(&args.packet, args.side)?;
    if shared.json {
        print_json(&serde_json::to_value(&packet).map_err(|error| MatchFault::Bug(error.to_string()))?)?;
    } else {
        print(&render(&shared.kit.templates, &packet, Format::Text)?)?;
    }
    Ok(ExitCode::Done)
}
