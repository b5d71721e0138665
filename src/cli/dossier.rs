//! `sealord dossier`

use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::Value;

use super::Outcome;
use super::shared::{Shared, ends_as, party, print_json, put};
use crate::matches::MatchFault;
use crate::party::Party;
use crate::problem::{ExitCode, list_or, quote};
use crate::report::{Format, combat_map, page};
use crate::rules::tactical::cards::Cards;
use crate::rules::tactical::dossier::Force;
use crate::rules::tactical::page::{Page, map};
use crate::rules::tactical::{Dossier, End};
use crate::rules::war_at_sea::SYSTEM;
use crate::rules::war_at_sea::view::TableView;
use crate::view::Packet;

/// Print the dossier of a War at Sea battle that is fought at the table
#[derive(Debug, clap::Args)]
#[command(
    after_help = "With --json it shows the dossier as the program keeps it. Both sides of a battle have the same dossier."
)]
pub struct Args {
    /// The packet that came with the report, or a match folder
    pub packet: PathBuf,
    /// The battle, such as t3/sector-13/1; not needed if there is only one
    pub battle: Option<String>,
    /// The side, if a match folder is given
    #[arg(long = "side", value_name = "SIDE", value_parser = party)]
    pub party: Option<Party>,
    /// Write a web page with the battle map, to be printed
    #[arg(long)]
    pub html: bool,
    /// Write to this file instead of stdout; an existing file is not overwritten
    #[arg(short, long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// Runs `sealord dossier`.
pub fn run(shared: &Shared, args: Args) -> Outcome {
    ends_as(args.out.as_deref(), "a dossier", &["txt", "html"])?;
    let packet = shared.packet(&args.packet, args.party)?;
    let table = chosen(&packet, args.battle.as_deref())?;
    if shared.json {
        let dossier: Value = serde_json::from_str(&table.dossier).map_err(|error| damaged(&error))?;
        print_json(&dossier)?;
        return Ok(ExitCode::Done);
    }
    let dossier: Dossier = serde_json::from_str(&table.dossier).map_err(|error| damaged(&error))?;
    let cards = Cards::load(&shared.kit.games).map_err(|fault| MatchFault::Io(fault.to_string()))?;
    unknown_cards(&cards, &dossier)?;
    let ending = args.out.as_deref().and_then(Path::extension).and_then(|ending| ending.to_str());
    let html = args.html || ending == Some("html");
    let (format, drawing) = if html {
        (Format::Html, combat_map(&map(&cards, &dossier)).unwrap_or_default())
    } else {
        (Format::Text, String::new())
    };
    let values = Page::of(&cards, &dossier, &table.place);
    put(args.out.as_deref(), &page(&shared.kit.templates, SYSTEM, "dossier", format, &values, drawing)?)?;
    Ok(ExitCode::Done)
}

/// The battle that is meant, among those that are open at the table.
fn chosen(packet: &Packet, battle: Option<&str>) -> Result<TableView, MatchFault> {
    let tables = packet.view.get("tables").cloned().unwrap_or_else(|| Value::Array(Vec::new()));
    let mut tables: Vec<TableView> = Vec::deserialize(tables).map_err(|error| damaged(&error))?;
    let names = tables.iter().map(|table| format!("`{}`", table.battle)).collect::<Vec<_>>();
    let which = || format!("write {}", list_or(&names));
    if tables.is_empty() {
        let mend = "dossiers come with the packet in which the question `result` is asked";
        return Err(MatchFault::no("no battle of yours is open at the table", mend));
    }
    let at = match battle {
        Some(battle) => tables.iter().position(|table| table.battle == battle),
        None if tables.len() == 1 => Some(0),
        None => return Err(MatchFault::no("several battles are open at the table", which())),
    };
    let what = || format!("{} is not open at your table", quote(battle.unwrap_or_default()));
    let at = at.ok_or_else(|| MatchFault::no(what(), which()))?;
    Ok(tables.swap_remove(at))
}

fn damaged(error: &serde_json::Error) -> MatchFault {
    MatchFault::no(
        format!("the dossier in this packet cannot be read: {error}"),
        "take the packet as it came",
    )
}

/// A dossier with cards that these data do not have is of other data.
fn unknown_cards(cards: &Cards, dossier: &Dossier) -> Result<(), MatchFault> {
    let forces = End::BOTH.map(|end| dossier.force(end));
    let ids = forces.into_iter().flat_map(Force::cards);
    let Some(id) = ids.into_iter().find(|id| cards.by_id(id).is_none()) else { return Ok(()) };
    let what = format!("there is no card {}", quote(id));
    Err(MatchFault::no(what, "give the data of the match with --games"))
}
