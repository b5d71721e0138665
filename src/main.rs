//! The `sealord` command.

use sealord::cli::{parse, refuse, run};
use sealord::problem::ExitCode;

/// A resolution is a great many small texts and lists, which this allocator hands out in a fraction of the time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    // A panic tells what it has to tell, and a script needs the exit code that the table gives for it.
    let tell = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        tell(panic);
        std::process::exit(ExitCode::Bug as i32);
    }));
    parse().map_or_else(|error| refuse(&error), run).into()
}
