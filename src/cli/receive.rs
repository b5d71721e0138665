//! `sealord receive` and `sealord reveal`

use std::path::PathBuf;

use super::Outcome;
use super::shared::{ORDERS_LIMIT, Shared, print, print_json, read, side};
use crate::digest::Salt;
use crate::matches::{MatchFault, Receipt};
use crate::problem::ExitCode;
use crate::side::Side;

/// Receive a file of orders, sealed or plain, and answer with a receipt
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The match folder
    pub dir: PathBuf,
    /// The file; - for stdin
    pub file: PathBuf,
    /// The side that sends it, where that is known
    #[arg(long, value_parser = side)]
    pub side: Option<Side>,
    /// Seal plain orders with this salt, in hex: for examples only
    #[arg(long, hide = true)]
    pub salt: Option<String>,
}

/// Open a committed file, once all commitments are in
#[derive(Debug, clap::Args)]
pub struct RevealArgs {
    /// The match folder
    pub dir: PathBuf,
    /// The sealed file; - for stdin
    pub file: PathBuf,
}

pub fn run(shared: &Shared, args: Args) -> Outcome {
    let bytes = read(&args.file, ORDERS_LIMIT)?;
    let salt = match &args.salt {
        None => Salt::random()?,
        Some(hex) => {
            Salt::parse(hex).map_err(|fault| MatchFault::no(fault.to_string(), "write 64 hex digits"))?
        }
    };
    let mut host = shared.host(&args.dir)?;
    let receipt = host.receive(&args.file.display().to_string(), &bytes, args.side, salt)?;
    tell(shared, &receipt)?;
    Ok(ExitCode::Done)
}

pub fn reveal(shared: &Shared, args: RevealArgs) -> Outcome {
    let bytes = read(&args.file, ORDERS_LIMIT)?;
    if !bytes.starts_with(b"sealord sealed") {
        return Err(MatchFault::no("this is no sealed file", "use `sealord receive` for plain orders"));
    }
    run(shared, Args { dir: args.dir, file: args.file, side: None, salt: None })
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
        receipt.side,
        receipt.commitment.digest()
    );
    if receipt.again {
        text += "this very file was held already\n";
    }
    if let Some(understood) = &receipt.understood {
        text += if understood.is_empty() { "understood: no answers\n" } else { "understood:\n" };
        text += understood;
        receipt.remarks.iter().for_each(|remark| text += &format!("{remark}\n"));
        for key in &receipt.left_open {
            text += &format!("left open, doctrine or silence will answer: {key}\n");
        }
        text += if receipt.is_final {
            "final: this side is closed\n"
        } else {
            "not final: a later file may take its place\n"
        };
    }
    text += &format!("journal entry {}, head {}\n", receipt.entry, receipt.head);
    print(&text)
}
