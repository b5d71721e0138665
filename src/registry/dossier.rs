//! `sealord dossier`

use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::Value;

use super::party;
use crate::command::{Answer, AtHand, Reply};
use crate::matches::MatchFault;
use crate::party::Party;
use crate::problem::{list_or, quote};
use crate::report::GamePage;
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

impl Answer for Args {
    fn out(&self) -> Option<&Path> {
        self.out.as_deref()
    }

    fn answer(&self, at_hand: &dyn AtHand) -> Result<Reply, MatchFault> {
        let packet = at_hand.packet(&self.packet, self.party)?;
        let table = chosen(&packet, self.battle.as_deref())?;
        if at_hand.wants_json() {
            return Ok(Reply::Json(serde_json::from_str(&table.dossier).map_err(|error| damaged(&error))?));
        }
        let dossier: Dossier = serde_json::from_str(&table.dossier).map_err(|error| damaged(&error))?;
        let cards = Cards::load(&at_hand.kit().games).map_err(|fault| MatchFault::Io(fault.to_string()))?;
        unknown_cards(&cards, &dossier)?;
        let values = serde_json::to_value(Page::of(&cards, &dossier, &table.place));
        let values = values.map_err(|error| MatchFault::Bug(error.to_string()))?;
        let page = GamePage { system: SYSTEM, template: "dossier", values, plot: map(&cards, &dossier) };
        Ok(Reply::Page { page, html: self.html, out: self.out.clone() })
    }
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
