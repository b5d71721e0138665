//! `sealord league witness`: heads of the book that others countersigned.

use std::path::PathBuf;

use league::acts;
use serde_json::json;

use super::{ClubArgs, at_desk};
use crate::cli::Outcome;
use crate::cli::shared::{Shared, print_json, tell_done};
use crate::cli::witness::text;
use crate::problem::ExitCode;

/// Keep a head of the book that a player, or the organiser of another club, has countersigned
#[derive(Debug, clap::Args)]
#[command(
    after_help = "The witness writes `sealord statement head CLUB > head.txt` (or the same lines from the club's page), signs it \
                        with `ssh-keygen -Y sign -f KEY -n sealord-witness head.txt`, and sends both files."
)]
pub struct Args {
    #[command(flatten)]
    club: ClubArgs,
    /// What was signed, as `sealord statement head` prints it
    file: PathBuf,
    /// The signature: what `ssh-keygen -Y sign -n sealord-witness` wrote
    #[arg(long, value_name = "FILE")]
    signature: PathBuf,
    /// Who the witness is, for everybody to read
    #[arg(long)]
    name: String,
}

/// Runs `sealord league witness`.
pub fn run(shared: &Shared, args: Args) -> Outcome {
    let (statement, signature) = (text(&args.file)?, text(&args.signature)?);
    let (of, head) = at_desk(shared, &args.club.club, |desk| {
        let of = acts::witness(desk, (&statement, &signature), &args.name)?;
        Ok((of, desk.book.head()))
    })?;
    let name = args.name.trim();
    match shared.json {
        true => print_json(&json!({
            "ok": true, "countersigned": of, "by": name, "entry": head.number, "head": head.hash,
        }))?,
        false => tell_done(&format!(
            "entry {of} of the book is countersigned by {name}\nentry {}, head {}\n",
            head.number, head.hash
        ))?,
    }
    Ok(ExitCode::Done)
}
