//! `sealord note key`

use std::path::PathBuf;

use serde_json::json;

use super::text;
use crate::checkpoint::{NoteKey, Role};
use crate::cli::Outcome;
use crate::cli::shared::{Shared, print, print_json};
use crate::matches::MatchFault;
use crate::problem::ExitCode;
use crate::signature::PublicKey;

/// Print a key of OpenSSH as notes write it, for those who check your signatures
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The public key of type ssh-ed25519, as a .pub file
    #[arg(value_name = "KEY.pub")]
    file: PathBuf,
    /// Whose key it is: the name of the log, as in club.example/spring-match, or that of the office which
    /// cosigns
    #[arg(long)]
    name: String,
    /// The key cosigns checkpoints of others, and does not sign its own
    #[arg(long)]
    cosigner: bool,
}

/// Runs `sealord note key`.
pub(super) fn run(shared: &Shared, args: &Args) -> Outcome {
    let role = if args.cosigner { Role::Cosigner } else { Role::Log };
    let key = PublicKey::parse(&text(&args.file)?).map_err(|fault| {
        MatchFault::no(format!("{}: {fault}", args.file.display()), "name the .pub file of an ed25519 key")
    })?;
    let key = NoteKey::new(&args.name, role, &key)?;
    if shared.json {
        print_json(&json!({ "vkey": key.to_string(), "name": key.name(), "cosigner": args.cosigner }))?;
    } else {
        print(&format!("{key}\n"))?;
    }
    Ok(ExitCode::Done)
}
