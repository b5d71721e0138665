//! `sealord man`

use std::path::PathBuf;

use clap_mangen::Man;
use fs_err as fs;

use super::shared::{Shared, print_json, tell_done};
use super::{Outcome, command};
use crate::problem::{ExitCode, count};

/// Write the manual pages: one of the program, one of each command
///
/// The pages say what `--help` says. Completions for a shell come from `sealord completions`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The folder to write to, such as ~/.local/share/man/man1; it is made where it is missing
    pub dir: PathBuf,
}

/// Runs `sealord man`.
pub fn run(shared: &Shared, args: Args) -> Outcome {
    let mut program = command();
    program.build();
    fs::create_dir_all(&args.dir)?;
    let commands = program.get_subcommands().filter(|command| command.get_name() != "help");
    let mut written = Vec::new();
    for command in commands.chain([&program]) {
        let mut page = Vec::new();
        let source = concat!("sealord ", env!("CARGO_PKG_VERSION"));
        Man::new(command.clone()).source(source).render(&mut page)?;
        // Once the program is built, a command goes by the name of both, as `sealord-new`.
        let name = command.get_display_name().unwrap_or(command.get_name());
        let path = args.dir.join(format!("{name}.1"));
        fs::write(&path, page)?;
        written.push(path);
    }
    if shared.json {
        print_json(
            &serde_json::json!({ "ok": true, "files": written.iter().map(|path| path.display().to_string()).collect::<Vec<_>>() }),
        )?;
    } else {
        tell_done(&format!("{} written to {}\n", count(written.len(), "page"), args.dir.display()))?;
    }
    Ok(ExitCode::Done)
}
