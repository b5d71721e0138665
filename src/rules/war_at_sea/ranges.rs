//! 8.2 and 8.5 Strike Range: how many sectors aircraft reach.

use std::collections::BTreeMap;

use super::files::ranges::{FallbackRow, RangesFile};
use tactical::cards::{Ability, Card, CardId, Cards, Kind};

/// The strike ranges of aircraft.
#[derive(Clone, Debug)]
pub struct Ranges {
    listed: BTreeMap<CardId, u8>,
    patrol_bomber: u8,
    other: u8,
}

/// How far an aircraft reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reach {
    /// So many sectors.
    Sectors(u8),
    /// Anywhere.
    Anywhere,
}

impl Reach {
    /// Whether a target so many sectors away is within reach.
    pub fn covers(self, sectors: u8) -> bool {
        match self {
            Reach::Sectors(most) => sectors <= most,
            Reach::Anywhere => true,
        }
    }
}

/// Fits ranges to the cards.
///
/// # Errors
/// If a row has no aircraft, in words.
pub fn build(file: RangesFile, cards: &Cards) -> Result<Ranges, String> {
    let FallbackRow { patrol_bomber, other, .. } = file.fallback;
    let mut listed = BTreeMap::new();
    for row in file.aircraft {
        let id = cards.by_id(&row.id).ok_or_else(|| format!("there is no aircraft {}", row.id))?;
        listed.insert(id, row.sectors);
    }
    Ok(Ranges { listed, patrol_bomber, other })
}

impl Ranges {
    /// How far an aircraft reaches, in sectors: by the table with Air Range (WSC-8.5-1), otherwise by its
    /// subtype (WSC-8.2-1 to 3); an aircraft that the table does not list keeps the reach of its subtype.
    pub fn reach(&self, id: CardId, card: &Card, air_range: bool) -> Reach {
        match self.listed.get(&id) {
            Some(sectors) if air_range => Reach::Sectors(*sectors),
            _ if card.kind != Kind::PatrolBomber => Reach::Sectors(self.other),
            _ if card.has(Ability::Loiter) => Reach::Anywhere,
            _ => Reach::Sectors(self.patrol_bomber),
        }
    }
}
