//! `sealord completions`

use super::{Outcome, command};
use crate::problem::ExitCode;

/// Write completions for a shell
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The shell
    pub shell: clap_complete::Shell,
}

/// Runs `sealord completions`.
pub fn run(args: Args) -> Outcome {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command(), "sealord", &mut script);
    super::shared::print(&String::from_utf8_lossy(&script))?;
    Ok(ExitCode::Done)
}
