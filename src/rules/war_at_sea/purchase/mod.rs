//! 2 Game Start: what a side buys before turn 1, and whether it may. Nothing here knows a match or a file of
//! a player.

pub mod building;
pub mod fleet;
#[cfg(test)]
mod cases;
pub mod desk;
mod judge;
pub mod left;
pub mod limits;
pub mod page;
pub mod seat;

pub use building::Pace;
pub use fleet::{Fleet, Prebuilt, SetUp, Slot};
pub use judge::{Fault, Spot, judge};
pub use left::{Budget, Left};
pub use seat::{Base, Bases, Seat};

use super::facilities::Facilities;
use super::files::scenarios::PointsRow;
use super::rarity::Rarity;
use tactical::cards::Cards;

/// The data by which purchases are judged.
#[derive(Clone, Copy, Debug)]
pub struct Shop<'d> {
    /// The cards.
    pub cards: &'d Cards,
    /// How rare they are.
    pub rarity: &'d Rarity,
    /// Facilities.
    pub facilities: &'d Facilities,
    /// The budgets.
    pub points: PointsRow,
}

/// The advanced rules and house options that bear on purchases.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InForce {
    /// Quarterly turns.
    pub quarterly: bool,
    /// Construction yards and factories.
    pub construction: bool,
    /// Land bases on islands.
    pub territory: bool,
    /// Infantry.
    pub ground_combat: bool,
    /// Repair facilities.
    pub repair: bool,
    /// Economy with transports.
    pub economy: bool,
    /// The house option `class-cap`.
    pub class_cap: bool,
}

impl InForce {
    /// By a function that says whether a rule or option of a word is in force.
    pub fn by(is: impl Fn(&str) -> bool) -> InForce {
        InForce {
            quarterly: is("quarterly"),
            construction: is("construction"),
            territory: is("territory"),
            ground_combat: is("ground-combat"),
            repair: is("repair"),
            economy: is("economy"),
            class_cap: is("class-cap"),
        }
    }

    /// Whether a rule of this word is in force.
    pub fn has(self, word: &str) -> bool {
        let InForce { quarterly, construction, territory, ground_combat, repair, economy, class_cap } = self;
        match word {
            "quarterly" => quarterly,
            "construction" => construction,
            "territory" => territory,
            "ground-combat" => ground_combat,
            "repair" => repair,
            "economy" => economy,
            "class-cap" => class_cap,
            _ => false,
        }
    }

    /// How the years are divided.
    pub const fn pace(self) -> Pace {
        Pace::of(self.quarterly)
    }
}
