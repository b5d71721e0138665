//! `sealord receive` and `sealord reveal`

use std::path::PathBuf;

use super::Outcome;
use super::check::NOT_FINAL;
use super::shared::{ORDERS_LIMIT, Shared, party, print_json, read, say, tell_done};
use super::witness::signature;
use crate::digest::Salt;
use crate::matches::Submission;
use crate::matches::{MatchFault, Receipt};
use crate::party::Party;
use crate::problem::ExitCode;

/// Receive a file of orders, sealed or plain, and answer with a receipt
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The match folder
    pub dir: PathBuf,
    /// The file; - for stdin
    pub file: PathBuf,
    /// The side that sends it: always give it, because a file alone proves nothing about its sender
    #[arg(long = "side", value_name = "SIDE", value_parser = party)]
    pub party: Option<Party>,
    /// The side's signature over the file, as `ssh-keygen -Y sign -n sealord` wrote it; the journal keeps it
    #[arg(long, value_name = "FILE")]
    pub signature: Option<PathBuf>,
    /// Seal plain orders with this salt, in hex: for examples only
    #[arg(long, hide = true)]
    pub salt: Option<String>,
}

/// Open a committed file, once all commitments are in; one that differs from its commitment is refused
#[derive(Debug, clap::Args)]
pub struct RevealArgs {
    /// The match folder
    pub dir: PathBuf,
    /// The sealed file; - for stdin
    pub file: PathBuf,
    /// The side's signature over the file, as `ssh-keygen -Y sign -n sealord` wrote it; the journal keeps it
    #[arg(long, value_name = "FILE")]
    pub signature: Option<PathBuf>,
}

/// Runs `sealord receive`.
pub fn run(shared: &Shared, args: Args) -> Outcome {
    let bytes = read(&args.file, ORDERS_LIMIT)?;
    let salt = match &args.salt {
        None => Salt::random()?,
        Some(hex) => {
            Salt::parse(hex).map_err(|fault| MatchFault::no(fault.to_string(), "write 64 hex digits"))?
        }
    };
    let name = args.file.display().to_string();
    let signature = signature(args.signature.as_deref())?;
    let mut host = shared.host(&args.dir)?;
    host.is_played_on()?;
    let receipt = host.receive(
        Submission { name: &name, file: &bytes, signature: signature.as_deref() },
        args.party,
        salt,
    )?;
    if receipt.replaces.is_some() && args.party.is_none() {
        say(&format!(
            "warning: this replaces another file of the {}, and nobody said who sent it; give --side",
            receipt.party
        ));
    }
    tell(shared, &receipt)?;
    Ok(ExitCode::Done)
}

/// Runs `sealord reveal`.
pub fn reveal(shared: &Shared, args: RevealArgs) -> Outcome {
    let bytes = read(&args.file, ORDERS_LIMIT)?;
    let name = args.file.display().to_string();
    let signature = signature(args.signature.as_deref())?;
    let mut host = shared.host(&args.dir)?;
    host.is_played_on()?;
    let receipt = host.reveal(Submission { name: &name, file: &bytes, signature: signature.as_deref() })?;
    tell(shared, &receipt)?;
    Ok(ExitCode::Done)
}

/// Tells a receipt.
pub fn tell(shared: &Shared, receipt: &Receipt) -> Result<(), MatchFault> {
    if shared.json {
        let value = serde_json::to_value(receipt).map_err(|error| MatchFault::Bug(error.to_string()))?;
        return print_json(&value);
    }
    let mut text = format!(
        "receipt: match {}, exchange {}, {}\nsha256 {}\n",
        receipt.match_id,
        receipt.exchange,
        receipt.party,
        receipt.commitment.digest()
    );
    if receipt.by_umpire {
        text += "accepted as the umpire's answer for this side\n";
    }
    if let Some(other) = &receipt.replaces {
        text += &format!("replaces {}\n", other.digest());
    }
    if receipt.again {
        text += "this very file was already here\n";
    }
    if let Some(understood) = &receipt.understood {
        text += if understood.is_empty() { "understood: no answers\n" } else { "understood:\n" };
        text += understood;
    }
    receipt.remarks.iter().for_each(|remark| text += &format!("{remark}\n"));
    if receipt.understood.is_some() {
        for key in &receipt.left_open {
            text += &format!("not answered, so doctrine or the default will answer: {key}\n");
        }
        text += match receipt.is_final {
            _ if receipt.by_umpire || !receipt.until_deadline => "",
            true => "final: this side does not wait for the deadline\n",
            false => NOT_FINAL,
        };
    }
    text += &format!("journal entry {}, head {}\n", receipt.entry, receipt.head);
    tell_done(&text)
}
