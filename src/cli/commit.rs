//! `sealord commit`

use std::path::PathBuf;

use super::Outcome;
use super::receive::tell;
use super::shared::{Shared, party};
use super::witness::signature;
use crate::matches::MatchFault;
use crate::party::Party;
use crate::problem::ExitCode;
use crate::seal::commitment::Commitment;

/// Record a side's commitment, before its file
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The match folder
    pub dir: PathBuf,
    /// The side that commits
    #[arg(value_name = "SIDE", value_parser = party)]
    pub party: Party,
    /// The SHA-256 of its sealed file, as `sha256sum` or `sealord seal` prints it
    pub commitment: String,
    /// The side's signature over what `sealord statement commitment` prints; the journal keeps it
    #[arg(long, value_name = "FILE")]
    pub signature: Option<PathBuf>,
}

/// Runs `sealord commit`.
pub fn run(shared: &Shared, args: Args) -> Outcome {
    let commitment = Commitment::parse(&args.commitment).map_err(|fault| {
        MatchFault::no(
            format!("the commitment is not a hash: {fault}"),
            "write the 64 hex digits that `sealord seal` printed",
        )
    })?;
    let signature = signature(args.signature.as_deref())?;
    let mut host = shared.host(&args.dir)?;
    host.is_played_on()?;
    let receipt = host.commit(args.party, commitment, signature.as_deref())?;
    tell(shared, &receipt)?;
    Ok(ExitCode::Done)
}
