//! The data by which purchases are judged, as they are read.

use crate::games::{Games, GamesFault};
use crate::rules::war_at_sea::SYSTEM;
use crate::rules::war_at_sea::cards::Cards;
use crate::rules::war_at_sea::facilities::{self, Facilities};
use crate::rules::war_at_sea::files::scenarios::PointsRow;
use crate::rules::war_at_sea::rarity::{self, Rarity};

use super::Shop;

/// Rarities, facilities, budgets.
#[derive(Clone, Debug)]
pub struct Goods {
    /// How rare cards are.
    pub rarity: Rarity,
    /// Facilities.
    pub facilities: Facilities,
    /// Budgets.
    pub points: PointsRow,
}

impl Goods {
    /// Reads the files; `points` are those of `scenarios.yaml`.
    ///
    /// # Errors
    /// When a file does not fit its shape or the cards.
    pub fn load(games: &Games, cards: &Cards, points: PointsRow) -> Result<Goods, GamesFault> {
        let unsound = |file: &str, what| GamesFault::Unsound { file: format!("{SYSTEM}/{file}"), what };
        let rarity = rarity::build(games.read(SYSTEM, "rarity")?, cards);
        let facilities = facilities::build(games.read(SYSTEM, "facilities")?, cards);
        Ok(Goods {
            rarity: rarity.map_err(|what| unsound("rarity", what))?,
            facilities: facilities.map_err(|what| unsound("facilities", what))?,
            points,
        })
    }

    /// The same with the cards.
    pub fn shop<'d>(&'d self, cards: &'d Cards) -> Shop<'d> {
        Shop { cards, rarity: &self.rarity, facilities: &self.facilities, points: self.points }
    }
}
