//! `sealord witness` and `sealord withdraw`

use std::path::{Path, PathBuf};

use serde_json::json;

use super::Outcome;
use super::shared::{Shared, party, print_json, read, tell_done};
use crate::matches::{Host, MatchFault};
use crate::party::Party;
use crate::problem::ExitCode;

/// The largest file with a signature, or with what a witness signed, that is read.
const LIMIT: u64 = 64 << 10;

/// Keep a head of the journal that a player, or an umpire of another club, has countersigned
#[derive(Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("by").required(true))]
pub struct Args {
    /// The match folder
    pub dir: PathBuf,
    /// What was signed, as `sealord statement head` prints it; or a checkpoint that another office has
    /// cosigned (`sealord note cosign`)
    pub file: PathBuf,
    /// The signature: what `ssh-keygen -Y sign -n sealord-witness` wrote
    #[arg(long, value_name = "FILE", group = "by")]
    pub signature: Option<PathBuf>,
    /// The key by which a checkpoint is cosigned, as `sealord note key --cosigner` prints it
    #[arg(long, value_name = "VKEY", group = "by")]
    pub vkey: Option<String>,
    /// Who the witness is; the journal keeps it, and everybody can read it when the match is over
    #[arg(long)]
    pub name: String,
}

/// Take back what a side sent for the open exchange
#[derive(Debug, clap::Args)]
pub struct WithdrawArgs {
    /// The match folder
    pub dir: PathBuf,
    /// The side
    #[arg(value_name = "SIDE", value_parser = party)]
    pub party: Party,
    /// The side's signature over what `sealord statement withdrawal` prints; a match with a key of the side
    /// needs it
    #[arg(long, value_name = "FILE")]
    pub signature: Option<PathBuf>,
}

/// Runs `sealord witness`.
pub fn run(shared: &Shared, args: Args) -> Outcome {
    let (signed, signature) = (text(&args.file)?, signature(args.signature.as_deref())?);
    let mut host = shared.host(&args.dir)?;
    let of = match (&signature, &args.vkey) {
        (Some(signature), _) => host.witness(&signed, signature, &args.name)?,
        (None, vkey) => cosigned(&mut host, &signed, vkey.as_deref().unwrap_or_default(), &args.name)?,
    };
    let head = host.head()?;
    if shared.json {
        let json = json!({ "ok": true, "countersigned": of, "entry": head.number, "head": head.hash });
        print_json(&json)?;
    } else {
        tell_done(&format!(
            "entry {of} is countersigned by {}\njournal entry {}, head {}\n",
            args.name.trim(),
            head.number,
            head.hash
        ))?;
    }
    Ok(ExitCode::Done)
}

/// Keeps a checkpoint that was cosigned. Gives the number of entries that it is of.
#[cfg(feature = "signatures")]
fn cosigned(host: &mut Host, note: &str, vkey: &str, name: &str) -> Result<u64, MatchFault> {
    host.cosigned(note, &crate::checkpoint::NoteKey::parse(vkey)?, name)
}

/// This build checks no signatures.
#[cfg(not(feature = "signatures"))]
fn cosigned(_: &mut Host, _: &str, _: &str, _: &str) -> Result<u64, MatchFault> {
    Err(crate::matches::refused_signature(&crate::signature::Unfit::Unchecked, ""))
}

/// Runs `sealord withdraw`.
pub fn withdraw(shared: &Shared, args: WithdrawArgs) -> Outcome {
    let signature = signature(args.signature.as_deref())?;
    let mut host = shared.host(&args.dir)?;
    host.withdraw(args.party, signature.as_deref())?;
    let head = host.visible_head(args.party)?;
    if shared.json {
        print_json(&json!({ "ok": true, "side": args.party, "entry": head.number, "head": head.hash }))?;
    } else {
        tell_done(&format!(
            "what the {} had sent is taken back\njournal entry {}, head {}\n",
            args.party, head.number, head.hash
        ))?;
    }
    Ok(ExitCode::Done)
}

/// The text of a file that came with a signature beside it, if one did.
///
/// # Errors
/// If it cannot be read, or is no text.
pub fn signature(path: Option<&Path>) -> Result<Option<String>, MatchFault> {
    path.map(text).transpose()
}

/// The text of a small file.
///
/// # Errors
/// If it cannot be read, or is no text.
pub fn text(path: &Path) -> Result<String, MatchFault> {
    String::from_utf8(read(path, LIMIT)?)
        .map_err(|_| MatchFault::Io(format!("{} is not UTF-8", path.display())))
}
