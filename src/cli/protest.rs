//! `sealord protest`

use std::path::PathBuf;

use serde_json::json;

use super::Outcome;
use super::shared::{ORDERS_LIMIT, Shared, party, read, tell_recorded};
use crate::digest::Digest;
use crate::matches::{Host, MatchFault, Objection};
use crate::party::Party;
use crate::problem::ExitCode;
use crate::rulebook::ledger::Ledger;

/// Record a player's protest that a rule was not kept; nobody but the umpire reads it before the ruling
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER)]
pub struct Args {
    /// The match folder
    pub dir: PathBuf,
    /// The side that protests
    #[arg(value_name = "SIDE", value_parser = party)]
    pub side: Party,
    /// The rule that was not kept, by its id in the ledger (`sealord rules`)
    #[arg(value_name = "RULE-ID")]
    pub rule: String,
    /// A file with the reasons, in the player's words
    #[arg(long, value_name = "FILE")]
    pub reasons: PathBuf,
    /// The exchange of which the outcome is disputed (default: the newest that was closed)
    #[arg(long, value_name = "NUMBER")]
    pub exchange: Option<u32>,
}

const AFTER: &str = "The umpire answers with `sealord rule MATCH --reason WHY protest 1 upheld` (or `denied`), which all \
sides read. The deadline stops only if he stops it, with `sealord clock`.";

/// Runs `sealord protest`.
pub fn run(shared: &Shared, args: Args) -> Outcome {
    let reasons = text(&args.reasons)?;
    let mut host = shared.host(&args.dir)?;
    of_match(&host, args.side)?;
    let ledger = Ledger::load(&shared.kit.games, &host.game.settings.system);
    let ledger = ledger.map_err(|fault| MatchFault::Io(fault.to_string()))?;
    let objection = Objection { rule: &args.rule, exchange: args.exchange, reasons: &reasons };
    // The same words about the same rule are the same protest, so that it can be given again.
    let about = format!("{} {} {:?}\n{reasons}", args.side.id(), args.rule.to_lowercase(), args.exchange);
    let letter = letter("protest", &about);
    let again = host.noted(&letter);
    let filed = host.protest(args.side, objection, &ledger, &letter)?;
    let head = host.head()?;
    let mut text = match again {
        true => format!("{} was recorded before; nothing was added\n", filed.in_words()),
        false => format!("{} is recorded for the umpire alone\n", filed.in_words()),
    };
    if host.game.is_over() {
        text += "the match is over, so its umpire rules on nothing more: in a league a panel can judge it\n";
    }
    text += &format!("journal entry {}, head {}\n", head.number, head.hash);
    let json = json!({
        "ok": true, "again": again, "protest": filed.protest.number, "rule": filed.protest.rule,
        "exchange": filed.protest.exchange, "entry": head.number, "head": head.hash,
    });
    tell_recorded(shared, head.number, &text, &json)?;
    Ok(ExitCode::Done)
}

/// What makes something one of its kind that is recorded at the machine: the same is recorded once.
pub(super) fn letter(kind: &str, about: &str) -> String {
    format!("{kind}-{}", &Digest::of(about.as_bytes()).to_string()[..16])
}

/// That a side plays in a match.
pub(super) fn of_match(host: &Host, side: Party) -> Result<(), MatchFault> {
    if host.game.parties().contains(&side) {
        return Ok(());
    }
    let names: Vec<&str> = host.game.parties().iter().map(|it| it.id()).collect();
    let what = format!("the {} do not play in this match", side.name());
    Err(MatchFault::usage(what, format!("write one of {}", names.join(", "))))
}

/// The words in a file.
pub(super) fn text(file: &std::path::Path) -> Result<String, MatchFault> {
    let text = String::from_utf8(read(file, ORDERS_LIMIT)?);
    text.map_err(|_| MatchFault::Io(format!("{} is not UTF-8", file.display())))
}
