//! The `sealord` command.

mod allocator;

use sealord::cli::{parse, refuse, run};
use sealord::fence::fenced;
use sealord::problem::ExitCode;

/// A resolution is a great many small texts and lists, which this allocator hands out in a fraction of the
/// time.
#[global_allocator]
static ALLOCATOR: allocator::Allocator = allocator::Allocator;

fn main() -> std::process::ExitCode {
    // A panic says what it has to say, and a script needs the exit code that the table gives for it.
    let ended = fenced(|| parse().map_or_else(|error| refuse(&error), run));
    ended.unwrap_or(ExitCode::Bug).into()
}
