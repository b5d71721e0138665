//! `sealord witness` and `sealord withdraw`

use std::path::{Path, PathBuf};

use serde_json::json;

use super::Outcome;
use super::shared::{Shared, party, print_json, read, tell_done};
use crate::matches::MatchFault;
use crate::party::Party;
use crate::problem::ExitCode;

/// The largest file with a signature, or with what a witness signed, that is read.
const LIMIT: u64 = 64 << 10;

/// Keep a head of the journal that a player, or an umpire of another club, has countersigned
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The match folder
    pub dir: PathBuf,
    /// What was signed, as `sealord statement head` prints it
    pub file: PathBuf,
    /// The signature: what `ssh-keygen -Y sign -n sealord-witness` wrote
    #[arg(long, value_name = "FILE")]
    pub signature: PathBuf,
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
    let (text, signature) = (text(&args.file)?, text(&args.signature)?);
    let mut host = shared.host(&args.dir)?;
    let of = host.witness(&text, &signature, &args.name)?;
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
