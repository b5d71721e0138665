//! `sealord seal`

use std::path::PathBuf;

use fs_err as fs;
use serde_json::json;

use super::Outcome;
use super::check::understand;
use super::shared::{ORDERS_LIMIT, Shared, party, print, print_json, read};
use crate::digest::Salt;
use crate::matches::MatchFault;
use crate::party::Party;
use crate::problem::ExitCode;
use crate::seal::{SealHeader, Sealed};

/// Seal checked orders with a secret salt and print their commitment
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The orders
    pub orders: PathBuf,
    /// The packet that came with the report, or a match folder
    #[arg(short, long)]
    pub packet: PathBuf,
    /// The side, if a match folder is given
    #[arg(long = "side", value_name = "SIDE", value_parser = party)]
    pub party: Option<Party>,
    /// Where to write the sealed file (default: the orders' name with .sealed after it)
    #[arg(short, long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Use this salt, in hex, instead of a secret one: for examples only
    #[arg(long, hide = true)]
    pub salt: Option<String>,
}

pub fn run(shared: &Shared, args: Args) -> Outcome {
    let packet = shared.packet(&args.packet, args.party)?;
    let orders = read(&args.orders, ORDERS_LIMIT)?;
    understand(shared, &packet, &args.orders, &orders)?;
    let salt = match &args.salt {
        None => Salt::random()?,
        Some(hex) => {
            Salt::parse(hex).map_err(|fault| MatchFault::no(fault.to_string(), "write 64 hex digits"))?
        }
    };
    let header = SealHeader {
        match_id: packet.match_id.clone(),
        genesis: packet.genesis,
        exchange: packet.exchange,
        party: packet.party,
        salt,
    };
    let sealed =
        Sealed::make(header, &orders).map_err(|fault| MatchFault::no(fault.to_string(), fault.mend()))?;
    let out = args.out.unwrap_or_else(|| {
        let mut name = args.orders.into_os_string();
        name.push(".sealed");
        name.into()
    });
    {
        use std::io::Write;
        let mut options = fs::OpenOptions::new();
        options.write(true).create_new(true);
        let mut file = options.open(&out).map_err(|error| {
            let taken = error.kind() == std::io::ErrorKind::AlreadyExists;
            let mend =
                "\n  help: give -o another name; the sealed file that is there may already be promised";
            MatchFault::Io(format!("{error}{}", if taken { mend } else { "" }))
        })?;
        file.write_all(sealed.bytes())?;
        file.sync_all()?;
    }
    let commitment = sealed.commitment();
    if shared.json {
        print_json(&json!({ "ok": true, "commitment": commitment, "file": out.display().to_string() }))?;
    } else {
        print(&format!("{}  {}\n", commitment.digest(), out.display()))?;
    }
    Ok(ExitCode::Done)
}
