//! The `sealord` command.

use clap::Parser;
use sealord::cli::{Cli, refuse, run};
use sealord::problem::ExitCode;

/// A resolution is a great many small texts and lists, which this allocator hands out in a fraction of the time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    // The panic's message is on stderr by now; a script needs the exit code that the table gives for it.
    let answer = || Cli::try_parse().map_or_else(|error| refuse(&error), run);
    std::panic::catch_unwind(answer).unwrap_or(ExitCode::Bug).into()
}
