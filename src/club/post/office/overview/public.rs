//! What of an office is shown to everybody: its matches with the names of their players, and how reliable
//! these are. No address, no mail, nothing that waits for the umpire.

use std::collections::BTreeMap;

use crate::kit::Kit;
use crate::matches::MatchFault;
use crate::post::office::state::{Office, OfficeMatch, Premises, Record};
use crate::site::{Club, Entrant, Reliability};

/// The matches and players of an office.
///
/// # Errors
/// If its settings are wrong, or a log is damaged.
pub fn club(kit: &Kit, at: impl Into<Premises>) -> Result<Club, MatchFault> {
    let office = Office::look_at(kit, at)?;
    let records = Record::all(&*office.context.yard, &office.matches);
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
        store: info.store.clone(),
        players: players.map(|(party, player)| (*party, player.name.clone())).collect(),
        delay: info.played.watch.delay.unwrap_or(0),
    }
}
