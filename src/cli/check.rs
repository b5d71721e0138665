//! `sealord check`

use std::path::{Path, PathBuf};

use serde_json::json;

use super::Outcome;
use super::shared::{ORDERS_LIMIT, Shared, party, print_json, read, tell_good};
use crate::matches::{MatchFault, check_orders, check_part};
use crate::orders::check::Understood;
use crate::orders::remarks;
use crate::orders::team::Shares;
use crate::orders::write::write_answer_with_names;
use crate::party::Party;
use crate::problem::{ExitCode, count};
use crate::view::Packet;

/// Check orders against a packet, exactly as the umpire's tool will
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The orders, or a report with the filled-in form; - for stdin
    pub orders: PathBuf,
    /// The packet that came with the report, or a match folder
    #[arg(short, long)]
    pub packet: PathBuf,
    /// The side, if a match folder is given
    #[arg(long = "side", value_name = "SIDE", value_parser = party)]
    pub party: Option<Party>,
    /// Check the part of this player of a shared side, not orders of the whole side
    #[arg(long, value_name = "NAME")]
    pub player: Option<String>,
}

/// Runs `sealord check`.
pub fn run(shared: &Shared, args: Args) -> Outcome {
    let packet = shared.packet(&args.packet, args.party)?;
    if let Some(name) = &args.player {
        let player = packet.team.find(packet.party, name)?;
        return part(shared, &packet, player, &args.orders);
    }
    let understood = understand(shared, &packet, &args.orders, &read(&args.orders, ORDERS_LIMIT)?)?;
    let whose = format!("orders of the {}", packet.party);
    tell(shared, &packet, &understood, &whose)
}

/// Checks the part of the player in this place of the team.
fn part(shared: &Shared, packet: &Packet, player: usize, path: &Path) -> Outcome {
    let orders = read(path, ORDERS_LIMIT)?;
    let name = path.display().to_string();
    let rules = shared.kit.rules_of(packet)?;
    let shares = Shares::of(&*rules, packet);
    let part = shares.part(player);
    let (_, understood) = check_part(&*rules, &part, &name, &orders)?;
    tell(shared, &part.packet, &understood, &format!("orders of {} ({})", part.name(), packet.party))
}

/// Says what orders mean that are legal.
fn tell(shared: &Shared, packet: &Packet, understood: &Understood, whose: &str) -> Outcome {
    let mut text = String::new();
    for (key, picks) in &understood.answers {
        if let Some(question) = packet.question(key) {
            write_answer_with_names(&mut text, question, picks);
        }
    }
    let remarks = remarks(packet, understood);
    if shared.json {
        print_json(&json!({
            "ok": true, "exchange": packet.exchange, "side": packet.party, "final": understood.is_final,
            "answered": understood.answers.iter().map(|(key, _)| key).collect::<Vec<_>>(),
            "left_open": understood.left_open, "understood": text, "remarks": remarks,
        }))?;
        return Ok(ExitCode::Done);
    }
    let answered = count(understood.answers.len(), "question");
    let mut told = format!("{whose} for exchange {} are legal: {answered} answered\n", packet.exchange);
    if !text.is_empty() {
        told += &format!("understood:\n{text}");
    }
    remarks.iter().for_each(|remark| told += &format!("{remark}\n"));
    for key in &understood.left_open {
        told += &format!("not answered, so doctrine or the default will answer: {key}\n");
    }
    if !understood.is_final && packet.waits_for_deadline() {
        told += NOT_FINAL;
    }
    tell_good(&told)?;
    Ok(ExitCode::Done)
}

/// What is said of orders after which more may follow, where there is a deadline.
pub const NOT_FINAL: &str = "not final: this side waits for the deadline\n";

/// Checks orders by the rules of a packet's match.
///
/// # Errors
/// As [`Shared::system_of`], and every problem of the orders.
pub fn understand(
    shared: &Shared,
    packet: &Packet,
    path: &Path,
    orders: &[u8],
) -> Result<Understood, MatchFault> {
    let name = path.display().to_string();
    check_orders(&*shared.kit.rules_of(packet)?, packet, &name, orders)
}
