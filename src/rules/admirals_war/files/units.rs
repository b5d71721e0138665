//! `units.yaml`.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::Sourced;
use crate::board::Theatre;
use crate::pieces::{Kind, Namesake, Nation, Role};
use engine::rulebook::shape::shape;

shape! {
    /// `units.yaml`.
    #[derive(Deserialize)]
    pub struct UnitsFile {
        unread version, throughout, formulas, nations;
        pub defaults: DefaultsRow,
        pub entry_places: BTreeMap<String, EntryPlaceRow>,
        pub units: Vec<UnitRow>,
        unread markers;
    }
}

shape! {
    /// What holds for a unit that does not say otherwise.
    #[derive(Deserialize)]
    pub struct DefaultsRow {
        unread bonus;
        pub sides: Sourced<u8>,
        unread optional, withdraw;
    }
}

shape! {
    /// Where units enter: areas, places or holding boxes.
    #[derive(Deserialize)]
    pub struct EntryPlaceRow {
        pub at: Vec<String>,
        unread provenance, confidence, source;
    }
}

shape! {
    /// A counter.
    #[derive(Deserialize)]
    pub struct UnitRow {
        pub id: String,
        pub name: String,
        #[serde(default)]
        pub aliases: Vec<String>,
        pub nation: Nation,
        pub kind: Kind,
        pub class: String,
        pub factors: FactorsRow,
        unread factors_from;
        #[serde(default)]
        pub bonus: Vec<Factor>,
        may bonus_from;
        pub bonus_side: Option<BonusSide>,
        pub sides: Option<Sourced<u8>>,
        pub second_side: Option<SecondSideRow>,
        pub entry: EntryRow,
        may place_from;
        pub withdraw: Option<WithdrawRow>,
        pub turn0: Option<Turn0Row>,
        pub optional: Option<u8>,
        pub condition: Option<String>,
        pub pair: Option<PairRow>,
        pub swap_with: Option<String>,
        pub theatre: Option<Theatre>,
        #[serde(default)]
        pub areas: Vec<String>,
        pub moves_as: Option<String>,
        pub overhaul: Option<OverhaulRow>,
        pub converted: Option<ConvertedRow>,
        pub type_xxi_when: Option<OptionalRow>,
        may asw_bonus, type_xxi, hist, named;
    }
}

/// The factors of one side of a counter.
#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FactorsRow {
    pub gunnery: u8,
    pub armor: u8,
    pub speed: Option<u8>,
    pub airstrike: u8,
}

/// A factor that may be printed in red.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Factor {
    Gunnery,
    Armor,
    Airstrike,
}

/// The only side that carries the bonus.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BonusSide {
    Patrol,
}

shape! {
    /// The other side of an amphibious unit.
    #[derive(Deserialize)]
    pub struct SecondSideRow {
        pub from_turn: u8,
        pub factors: FactorsRow,
        unread when, provenance, confidence, source;
    }
}

shape! {
    /// When and where a unit enters.
    #[derive(Deserialize)]
    pub struct EntryRow {
        pub turn: Option<u8>,
        pub place: String,
        pub code: Option<char>,
        unread provenance, confidence, source;
    }
}

shape! {
    /// Whether a unit is there on turn 0.
    #[derive(Deserialize)]
    pub struct Turn0Row {
        pub present: bool,
        unread provenance, confidence, source;
    }
}

shape! {
    /// When a unit leaves.
    #[derive(Deserialize)]
    pub struct WithdrawRow {
        pub turn: u8,
        unread provenance, confidence, source;
    }
}

shape! {
    /// One of several counters for a ship.
    #[derive(Deserialize)]
    pub struct PairRow {
        pub id: String,
        pub role: Role,
        pub when: NamesakeRow,
    }
}

/// The older ship that decides.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NamesakeRow {
    pub unit: String,
    pub state: Namesake,
}

shape! {
    /// Overhaul points at the start.
    #[derive(Deserialize)]
    pub struct OverhaulRow {
        unread option;
        pub points: u8,
        unread provenance, confidence, source;
    }
}

shape! {
    /// The counter into which a ship is converted.
    #[derive(Deserialize)]
    pub struct ConvertedRow {
        unread option;
        pub class: String,
        pub factors: FactorsRow,
        unread provenance, confidence, source;
    }
}

shape! {
    /// That a counter has another one under an option.
    #[derive(Deserialize)]
    pub struct OptionalRow {
        unread option, provenance, confidence, source;
    }
}
