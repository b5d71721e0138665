//! The `sealord` command.

use clap::Parser;
use sealord::cli::{Cli, run};
use sealord::problem::ExitCode;

fn main() -> std::process::ExitCode {
    // The panic's message is on stderr by now; a script needs the exit code that the table gives for it.
    std::panic::catch_unwind(|| run(Cli::parse())).unwrap_or(ExitCode::Bug).into()
}
