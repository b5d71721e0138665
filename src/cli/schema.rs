//! `sealord schema`

use std::path::PathBuf;

use super::Outcome;
use super::shared::{Shared, party, print_json};
use crate::party::Party;
use crate::problem::ExitCode;

/// Write a JSON Schema: for orders, so that an editor can complete and check them, or with --of for what a
/// command prints with --json
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The packet whose questions it should know; without one it knows only the shape of the file
    pub packet: Option<PathBuf>,
    /// The side, if a match folder is given
    #[arg(long = "side", value_name = "SIDE", value_parser = party)]
    pub party: Option<Party>,
    /// The schema of what this command prints with --json, such as `status` or "league status"; `fault` for
    /// what every command prints if it fails, `all` for all of them with the version of the contract
    #[arg(long, value_name = "COMMAND", conflicts_with_all = ["packet", "party"])]
    pub of: Option<String>,
}

/// Runs `sealord schema`.
pub fn run(shared: &Shared, args: Args) -> Outcome {
    if let Some(command) = &args.of {
        print_json(&super::answers::schema(command)?)?;
        return Ok(ExitCode::Done);
    }
    let packet = args.packet.map(|path| shared.packet(&path, args.party)).transpose()?;
    // Without the rules of its match a packet still has its questions.
    let rules = packet.as_ref().and_then(|packet| shared.kit.rules_of(packet).ok());
    let conditions = rules.as_ref().map(|rules| rules.about().conditions);
    let battle_plans = rules.as_ref().and_then(|rules| rules.plan_sheet()).map(|sheet| sheet.schema);
    print_json(&crate::orders::schema::schema(packet.as_ref(), conditions, battle_plans))?;
    Ok(ExitCode::Done)
}
