//! What events say besides: why, how, what became of it.

use serde::{Deserialize, Serialize};

use super::super::board::SectorId;
use super::super::state::UnitId;
use engine::side::Side;
use engine::tags::words;

words! {
    /// Why an order came to nothing. Its own side alone hears of it.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Refusal: id {
        /// The sector is beyond the aircraft's range (8.2, 8.5).
        Range = "out-of-range",
        /// The aircraft is idle at the capital (5.1).
        Idle = "idle",
        /// The carrier's sector holds enemy ships (8.6, 10.3).
        Threatened = "carrier-threatened",
        /// The carrier may do nothing offensive this turn (12.2).
        Barred = "barred",
        /// It scouts another sector (7.2).
        Scouting = "scouts-elsewhere",
        /// There is no money left for it (4.2).
        Bank = "no-points",
        /// Rarity does not allow it (2.3).
        Rarity = "rarity",
        /// No facility has room for it (4.6).
        Yard = "no-yard",
        /// The island has no space for it (17).
        Space = "no-space",
    }
}

words! {
    /// How a unit was lost outside a battle.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Loss: id {
        /// Scuttled in port after a lost battle (WSC-11.7-4).
        Scuttled = "scuttled",
        /// No friendly sector was left (WSC-12.2-2).
        NoRefuge = "no-refuge",
        /// Its building site was lost (WSC-4.8-1).
        Site = "site-lost",
        /// Its carrier was sunk while it was away (WSC-8.4-4).
        Carrier = "carrier-lost",
        /// Its base fell, or it was aboard what sank.
        Base = "base-lost",
    }
}

words! {
    /// What became of a unit in a battle.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum End: id {
        /// It is there still.
        Afloat = "afloat",
        /// It left the map.
        Left = "left",
        /// It was destroyed.
        Destroyed = "destroyed",
        /// An aircraft that could not go home.
        Stranded = "stranded",
        /// Troops that went ashore (WSC-16-7).
        Ashore = "ashore",
    }
}

/// What became of a unit in a battle, with its damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fate {
    /// Which.
    pub unit: UnitId,
    /// What became of it.
    pub end: End,
    /// Hull points lost, those from before included.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub damage: u8,
}

fn is_zero(number: &u8) -> bool {
    *number == 0
}

words! {
    /// What the program found when it compared what both sides sent of a battle at the table.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Found: id {
        /// The results differ.
        Differ = "differ",
        /// They differ again.
        DifferAgain = "differ-again",
        /// One side alone sent one.
        Sole = "sole",
        /// Neither did.
        Nothing = "nothing",
        /// The umpire has ruled.
        Ruled = "ruled",
    }
}

words! {
    /// What becomes of the battle then.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Next: id {
        /// Both sides are asked again.
        Asked = "asked",
        /// A result is taken.
        Taken = "taken",
        /// The program fights it.
        Staff = "staff",
        /// It waits for the umpire.
        Umpire = "umpire",
    }
}

/// What an umpire rules of a battle at the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// What a side said of it is taken.
    As(Side),
    /// The program fights it.
    Staff,
    /// This came of it: subjects of the question `result`, each with its option.
    Result(Vec<(String, String)>),
}

/// What an umpire's ruling changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Change {
    /// Points of the score.
    Points(Side, i32),
    /// Points in a bank.
    Bank(Side, i32),
    /// Who controls a sector.
    Control(SectorId, Option<Side>),
    /// What came of a battle at the table, by its name.
    Battle(String, Verdict),
}
