//! `sealord seal`

use std::path::{Path, PathBuf};

use fs_err as fs;
use serde_json::json;

use super::Outcome;
use super::check::understand;
use super::shared::{ORDERS_LIMIT, Shared, ends_as, party, print, print_json, read, say};
use crate::digest::Salt;
use crate::matches::{MatchFault, WithIds};
use crate::orders::spelled;
use crate::orders::write::orders_file;
use crate::party::Party;
use crate::problem::{ExitCode, count};
use crate::seal::commitment::Commitment;
use crate::seal::{SealHeader, Sealed, is_match_id};
use crate::view::Packet;

/// Seal checked orders with a secret salt and print their commitment
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The orders
    #[arg(required_unless_present = "no_answers")]
    pub orders: Option<PathBuf>,
    /// The packet that came with the report, or a match folder
    #[arg(short, long)]
    pub packet: PathBuf,
    /// Seal a file without answers, where the exchange asks the side nothing and every side must seal
    #[arg(long, conflicts_with = "orders")]
    pub no_answers: bool,
    /// The side, if a match folder is given
    #[arg(long = "side", value_name = "SIDE", value_parser = party)]
    pub party: Option<Party>,
    /// Where to write the sealed file (default: the orders' name with .sealed after it; with --no-answers
    /// match, exchange and side)
    #[arg(short, long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Use this salt, in hex, instead of a secret one: for examples only
    #[arg(long, hide = true)]
    pub salt: Option<String>,
}

/// Runs `sealord seal`.
pub fn run(shared: &Shared, args: Args) -> Outcome {
    ends_as(args.out.as_deref(), "a sealed file", &["sealed"])?;
    let packet = shared.packet(&args.packet, args.party)?;
    let (path, orders) = match &args.orders {
        Some(path) => (path.clone(), read(path, ORDERS_LIMIT)?),
        None => no_answers(&packet)?,
    };
    let salt = match &args.salt {
        None => None,
        Some(hex) => {
            Some(Salt::parse(hex).map_err(|fault| MatchFault::no(fault.to_string(), "write 64 hex digits"))?)
        }
    };
    let out = args.out.unwrap_or_else(|| sealed_name(&path));
    let commitment = sealed_orders(shared, &packet, (&path, orders), salt, &out)?;
    if shared.json {
        print_json(&json!({ "ok": true, "commitment": commitment, "file": out.display().to_string() }))?;
    } else {
        print(&format!("{}  {}\n", commitment.digest(), out.display()))?;
    }
    Ok(ExitCode::Done)
}

/// The name of a sealed file: that of the orders with `.sealed` after it.
fn sealed_name(orders: &Path) -> PathBuf {
    let mut name = orders.as_os_str().to_owned();
    name.push(".sealed");
    name.into()
}

/// The same with a number in it if a file of that name is there, for it may already be promised.
pub fn free_name(orders: &Path) -> PathBuf {
    let numbered = (2..).map(|number| {
        let mut name = orders.as_os_str().to_owned();
        name.push(format!("-{number}.sealed"));
        PathBuf::from(name)
    });
    let mut names = std::iter::once(sealed_name(orders)).chain(numbered);
    names.find(|name| !name.exists()).unwrap_or_else(|| sealed_name(orders))
}

/// Checks orders and seals them into a new file, with a salt of its own unless one is given.
///
/// # Errors
/// Every problem of the orders; and if the file is there already, or cannot be written.
pub fn sealed_orders(
    shared: &Shared,
    packet: &Packet,
    (path, orders): (&Path, Vec<u8>),
    salt: Option<Salt>,
    out: &Path,
) -> Result<Commitment, MatchFault> {
    use std::io::Write;

    let orders = with_ids(shared, packet, path, orders)?;
    let header = SealHeader {
        match_id: packet.match_id.clone(),
        genesis: packet.genesis,
        exchange: packet.exchange,
        party: packet.party,
        salt: salt.map_or_else(Salt::random, Ok)?,
    };
    let sealed =
        Sealed::make(header, &orders).map_err(|fault| MatchFault::no(fault.to_string(), fault.mend()))?;
    let mut options = fs::OpenOptions::new();
    let mut file = options.write(true).create_new(true).open(out).map_err(|error| {
        let taken = error.kind() == std::io::ErrorKind::AlreadyExists;
        let mend = "\n  help: give -o another name; the sealed file that is there may already be promised";
        MatchFault::Io(format!("{error}{}", if taken { mend } else { "" }))
    })?;
    file.write_all(sealed.bytes())?;
    file.sync_all()?;
    Ok(sealed.commitment())
}

/// Checks orders and writes ids for the words that were read for them: what is sealed can mean one thing
/// only.
fn with_ids(shared: &Shared, packet: &Packet, path: &Path, orders: Vec<u8>) -> Result<Vec<u8>, MatchFault> {
    let understood = understand(shared, packet, path, &orders)?;
    let rules = shared.kit.rules_of(packet)?;
    let name = path.display().to_string();
    let Some(WithIds { orders, understood, .. }) =
        crate::matches::with_ids(&*rules, packet, &name, &orders, &understood)?
    else {
        return Ok(orders);
    };
    spelled(&understood).for_each(|line| say(&format!("{line}, and sealed so")));
    Ok(orders)
}

/// A file that says nothing, for a side that is asked nothing, and what it would be called.
fn no_answers(packet: &Packet) -> Result<(PathBuf, Vec<u8>), MatchFault> {
    if !packet.questions.is_empty() {
        let asked = count(packet.questions.len(), "question");
        let what = format!("exchange {} asks the {} {asked}", packet.exchange, packet.party);
        let mend = "fill in the form; to leave all to doctrine and defaults, seal a file with `answers: {}`";
        return Err(MatchFault::no(what, mend));
    }
    let (match_id, exchange, party) = (packet.match_id.as_str(), packet.exchange, packet.party);
    let name = format!(
        "{}-{exchange:03}-{}.yaml",
        if is_match_id(match_id) { match_id } else { "match" },
        party.id()
    );
    Ok((PathBuf::from(name), orders_file((match_id, exchange, party), "nothing was asked", "").into_bytes()))
}
