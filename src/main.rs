//! The `sealord` command.

use clap::Parser;
use sealord::cli::{Cli, refuse, run};
use sealord::problem::ExitCode;

fn main() -> std::process::ExitCode {
    // The panic's message is on stderr by now; a script needs the exit code that the table gives for it.
    let answer = || Cli::try_parse().map_or_else(|error| refuse(&error), run);
    std::panic::catch_unwind(answer).unwrap_or(ExitCode::Bug).into()
}
