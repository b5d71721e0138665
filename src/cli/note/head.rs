//! `sealord note head`

use std::path::PathBuf;

use serde_json::json;

use super::signer;
use crate::checkpoint::{Note, NoteKey, Request, Role};
use crate::cli::Outcome;
use crate::cli::audit::Source;
use crate::cli::shared::{Shared, notes, print_json, put};
use crate::matches::record;
use crate::matches::{MatchFault, Settings, checkpoint_of};
use crate::problem::ExitCode;

/// Print the checkpoint of a match: its name, how many entries its journal has, and the root of the tree over
/// them
#[derive(Debug, clap::Args)]
#[command(
    after_help = "It counts all entries, so it shows how often orders were sent anew. While the match is under way, show it to \
                        other offices and to no player."
)]
pub struct Args {
    /// The match folder, or its proof
    #[arg(value_name = "MATCH")]
    of: PathBuf,
    /// The name of your club or office on the web, as in club.example; with the name of the match behind it
    /// it is that of the log
    #[arg(long, value_name = "NAME")]
    club: String,
    /// Sign it with this private key of type ssh-ed25519, which has no passphrase
    #[arg(long, value_name = "FILE")]
    key: Option<PathBuf>,
    /// Put before it the proof that the journal only grew since it had so many entries: the size of the
    /// checkpoint that a witness cosigned last, or 0
    #[arg(long, value_name = "NUMBER", requires = "key")]
    since: Option<u64>,
    /// Write it to a file
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Runs `sealord note head`.
pub(super) fn run(shared: &Shared, args: &Args) -> Outcome {
    let source = Source::at(shared, &args.of)?;
    notes(source.notices());
    let entries = source.entries();
    let first = entries.first().ok_or_else(|| MatchFault::Io("the journal is empty".into()))?;
    let settings: Settings = record::body(first)?;
    let (checkpoint, tree) = checkpoint_of(entries, &args.club, &settings.match_id)?;
    let signer = args.key.as_deref().map(signer).transpose()?;
    let key = signer.as_ref().map(|it| NoteKey::new(&checkpoint.origin, Role::Log, it.public_key()));
    let key = key.transpose()?.map(|key| key.to_string());
    let text = match (&signer, args.since) {
        (None, _) => checkpoint.to_string(),
        (Some(signer), None) => Note::of(&checkpoint, signer)?.to_string(),
        (Some(signer), Some(old)) => {
            let proof = tree.proof_since(old).ok_or_else(|| {
                let mend = "name the size of the checkpoint that was cosigned last";
                MatchFault::no(format!("the journal has {} entries, and not {old}", tree.size()), mend)
            })?;
            Request { old, proof, note: Note::of(&checkpoint, signer)? }.to_string()
        }
    };
    if args.out.is_some() || !shared.json {
        put(args.out.as_deref(), &text)?;
    }
    if shared.json {
        print_json(&json!({
            "origin": checkpoint.origin, "size": checkpoint.size, "root": checkpoint.root, "text": text, "vkey": key,
        }))?;
    }
    Ok(ExitCode::Done)
}
