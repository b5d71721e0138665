//! `sealord form`

use std::path::PathBuf;

use fs_err as fs;

use super::Outcome;
use super::shared::{ORDERS_LIMIT, Shared, print, read, side};
use crate::matches::MatchFault;
use crate::problem::ExitCode;
use crate::side::Side;

/// Write a blank order form for a packet, filled in with what silence means
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The packet that came with the report, or a match folder
    pub packet: PathBuf,
    /// The side, if a match folder is given
    #[arg(long, value_parser = side)]
    pub side: Option<Side>,
    /// Put the doctrine of this file into the form
    #[arg(long, value_name = "FILE")]
    pub doctrine: Option<PathBuf>,
    /// Write to this file instead of stdout; a file that is there is not overwritten
    #[arg(short, long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

pub fn run(shared: &Shared, args: Args) -> Outcome {
    let packet = shared.packet(&args.packet, args.side)?;
    let doctrine = match &args.doctrine {
        Some(path) => Some(doctrine_of(path)?),
        None => Some(packet.doctrine.clone()),
    };
    let text = crate::orders::form::form(&packet, doctrine.as_deref());
    match args.out {
        None => print(&text)?,
        Some(path) => {
            use std::io::Write;
            let mut file = fs::OpenOptions::new().write(true).create_new(true).open(path)?;
            file.write_all(text.as_bytes())?;
        }
    }
    Ok(ExitCode::Done)
}

/// The rules of a doctrine file: what stands under `doctrine:`, or the whole file.
fn doctrine_of(path: &std::path::Path) -> Result<String, MatchFault> {
    let text = String::from_utf8(read(path, ORDERS_LIMIT)?)
        .map_err(|_| MatchFault::Io(format!("{} is not UTF-8", path.display())))?;
    let block = crate::matches::replay::doctrine_block(text.as_bytes());
    Ok(if block.is_empty() { text } else { block })
}
