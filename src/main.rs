//! The `sealord` command.

use clap::Parser;
use sealord::cli::{Cli, run};

fn main() -> std::process::ExitCode {
    run(Cli::parse()).into()
}
