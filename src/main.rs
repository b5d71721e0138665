//! The `sealord` command.

use clap::Parser;
use sealord::cli::{Cli, run};
use sealord::problem::ExitCode;

/// A resolution is a great many small texts and lists, which this allocator hands out in a fraction of the time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    // The panic's message is on stderr by now; a script needs the exit code that the table gives for it.
    std::panic::catch_unwind(|| run(Cli::parse())).unwrap_or(ExitCode::Bug).into()
}
