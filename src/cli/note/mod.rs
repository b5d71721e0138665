//! `sealord note`: checkpoints of a match, and other clubs' cosignatures over them.

mod cosign;
mod head;
mod key;

use std::path::Path;

use super::Outcome;
use super::shared::Shared;
use crate::checkpoint::{CheckpointFault, LIMIT};
use crate::kit::read;
use crate::matches::MatchFault;
use crate::signature::Signer;

/// Sign checkpoints of a match, and cosign those of other clubs
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Notes, checkpoints and cosignatures are those of c2sp.org, which other witnesses understand too: `note head \
                        --since` prints what their `add-checkpoint` takes. `sealord witness --vkey` keeps a cosigned one, and \
                        `sealord audit --note` checks it."
)]
pub struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, clap::Subcommand)]
enum Verb {
    Key(key::Args),
    Head(head::Args),
    Cosign(cosign::Args),
}

/// Runs `sealord note`.
pub fn run(shared: &Shared, args: Args) -> Outcome {
    match args.verb {
        Verb::Key(args) => key::run(shared, &args),
        Verb::Head(args) => head::run(shared, &args),
        Verb::Cosign(args) => cosign::run(shared, &args),
    }
}

/// A private key that signs notes.
fn signer(path: &Path) -> Result<Signer, MatchFault> {
    let mend = "make a key with `ssh-keygen -t ed25519 -N \"\" -f FILE`, and name FILE";
    Signer::read(path).map_err(|fault| MatchFault::no(fault.to_string(), mend))
}

/// The text of a note, or of a request with one.
///
/// # Errors
/// If it cannot be read, is too large, or is no text.
pub fn text(path: &Path) -> Result<String, MatchFault> {
    String::from_utf8(read(path, LIMIT as u64)?)
        .map_err(|_| MatchFault::Io(format!("{} is not UTF-8", path.display())))
}

/// A fault of what stands in a file, with its name.
fn in_file(path: &Path, fault: CheckpointFault) -> MatchFault {
    let named = |what: String| format!("{}: {what}", path.display());
    match fault {
        CheckpointFault::No { what, mend } => CheckpointFault::No { what: named(what), mend }.into(),
        CheckpointFault::False(what) => CheckpointFault::False(named(what)).into(),
    }
}
