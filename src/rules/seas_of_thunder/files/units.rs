//! `units.yaml`, `lba.yaml` and `aa.yaml`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::pieces::{Class, Nation, Special};
use engine::rulebook::shape::shape;

shape! {
    /// `units.yaml`.
    #[derive(Deserialize)]
    pub struct UnitsFile {
        unread version;
        /// The turn before which a ship of each stripe was lost.
        pub stripes: BTreeMap<String, u8>,
        unread first_turn_of_nation;
        pub units: Vec<UnitRow>,
    }
}

shape! {
    /// A ship counter.
    #[derive(Deserialize)]
    pub struct UnitRow {
        pub id: String,
        pub name: String,
        pub label: Option<String>,
        pub nation: Nation,
        may service;
        pub class: Class,
        pub gunnery: u8,
        pub special: Option<SpecialRow>,
        pub survivability: u8,
        pub range: u8,
        pub turn_of_entry: u8,
        pub stripe: Option<String>,
        unread lost_turn;
        may lost;
        pub removed_turn: Option<u8>,
        may switches, grey_square;
        #[serde(default)]
        pub free_french: bool,
        #[serde(default)]
        pub variant_only: bool,
        may same_hull_as, flotilla, printed_line;
        unread provenance, confidence;
        may note;
    }
}

/// The special of a ship.
#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpecialRow {
    pub kind: SpecialWord,
    pub value: Option<u8>,
}

impl SpecialRow {
    /// What it is, unless a value is there for a sweeper or missing for another.
    pub fn special(self) -> Option<Special> {
        match (self.kind, self.value) {
            (SpecialWord::Air, Some(value)) => Some(Special::Air(value)),
            (SpecialWord::Asw, Some(value)) => Some(Special::Asw(value)),
            (SpecialWord::Sub, Some(value)) => Some(Special::Sub(value)),
            (SpecialWord::Mine, Some(value)) => Some(Special::Mine(value)),
            (SpecialWord::MineSweep, None) => Some(Special::Sweep),
            _ => None,
        }
    }
}

/// What kind of special it is.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SpecialWord {
    Air,
    Asw,
    Sub,
    Mine,
    MineSweep,
}

shape! {
    /// `lba.yaml`.
    #[derive(Deserialize)]
    pub struct LbaFile {
        unread version;
        pub lba: Vec<LbaRow>,
    }
}

shape! {
    /// An air unit.
    #[derive(Deserialize)]
    pub struct LbaRow {
        pub id: String,
        pub name: String,
        pub nation: Nation,
        unread class;
        pub air: u8,
        pub turn_of_entry: u8,
        pub lost_turn: Option<u8>,
        may grey_square;
        #[serde(default)]
        pub free_french: bool,
        #[serde(default)]
        pub variant_only: bool,
        may theatre, printed_line;
        unread provenance, confidence;
        may note;
    }
}

shape! {
    /// `aa.yaml`.
    #[derive(Deserialize)]
    pub struct AaFile {
        unread version;
        pub rule: AaRule,
        pub dice: BTreeMap<Class, u8>,
        may cancels_on;
        unread provenance;
        may confidence, alternatives, printed_cases;
    }
}

/// How the AA dice of a ship are found.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AaRule {
    /// By class, from the table.
    Class,
    /// Half of survivability, at least 1; the table counts only where it says 0.
    HalfSurvivability,
}
