//! `sealord rules`

use std::path::PathBuf;

use super::Outcome;
use super::shared::Shared;
use crate::problem::ExitCode;

/// Show a rule of the ledger, count the conformance cases, or run cases
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A rule's id, such as SOT-5.5.4.2-5
    pub id: Option<String>,
    /// Count the cases of each rule
    #[arg(long)]
    pub coverage: bool,
    /// Run the cases in these files and folders
    #[arg(long, num_args = 1.., value_name = "PATH")]
    pub run: Vec<PathBuf>,
}

pub fn run(_shared: &Shared, _args: Args) -> Outcome {
    Ok(ExitCode::Done)
}
