//! What of an office is shown to everybody: its matches with the names of their players, and how reliable
//! these are. No address, no mail, nothing that waits for the umpire.

use std::collections::BTreeMap;
use std::path::Path;

use crate::kit::Kit;
use crate::matches::MatchFault;
use crate::post::office::state::{Office, OfficeMatch, Record};
use crate::site::{Club, Entrant, Reliability};

/// The matches and players of the office in a folder.
///
/// # Errors
/// If its settings are wrong, or a log is damaged.
pub fn club(kit: &Kit, folder: &Path) -> Result<Club, MatchFault> {
    let office = Office::look_at(kit, folder)?;
    let records = Record::all(office.matches.iter().map(|info| info.folder.as_path()));
    let mut all: BTreeMap<String, Reliability> = BTreeMap::new();
    for player in office.matches.iter().flat_map(|info| info.played.players.values()) {
        let address = player.address.to_lowercase();
        if let Some(words) = records.get(&address).and_then(Record::words) {
            all.insert(address, Reliability { player: player.name.clone(), words });
        }
    }
    let mut reliability: Vec<Reliability> = all.into_values().collect();
    reliability.sort_unstable();
    Ok(Club {
        name: office.context.settings.name.clone(),
        entrants: office.matches.iter().map(entrant).collect(),
        reliability,
    })
}

fn entrant(info: &OfficeMatch) -> Entrant {
    let players = info.played.players.iter();
    Entrant {
        folder: info.folder.clone(),
        players: players.map(|(party, player)| (*party, player.name.clone())).collect(),
        delay: info.played.watch.delay.unwrap_or(0),
    }
}
