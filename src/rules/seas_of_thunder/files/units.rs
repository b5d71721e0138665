//! `units.yaml`, `lba.yaml` and `aa.yaml`.

use std::collections::BTreeMap;

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use crate::rules::seas_of_thunder::pieces::{Class, Nation, Special};

/// `units.yaml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitsFile {
    #[serde(rename = "version")]
    _version: IgnoredAny,
    /// The turn before which a ship of each stripe was lost.
    pub stripes: BTreeMap<String, u8>,
    #[serde(rename = "first_turn_of_nation")]
    _first_turn_of_nation: IgnoredAny,
    pub units: Vec<UnitRow>,
}

/// A ship counter.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitRow {
    pub id: String,
    pub name: String,
    pub label: Option<String>,
    pub nation: Nation,
    #[serde(default, rename = "service")]
    _service: IgnoredAny,
    pub class: Class,
    pub gunnery: u8,
    pub special: Option<SpecialRow>,
    pub survivability: u8,
    pub range: u8,
    pub turn_of_entry: u8,
    pub stripe: Option<String>,
    #[serde(rename = "lost_turn")]
    _lost_turn: IgnoredAny,
    #[serde(default, rename = "lost")]
    _lost: IgnoredAny,
    pub removed_turn: Option<u8>,
    #[serde(default, rename = "switches")]
    _switches: IgnoredAny,
    #[serde(default, rename = "grey_square")]
    _grey_square: IgnoredAny,
    #[serde(default)]
    pub free_french: bool,
    #[serde(default)]
    pub variant_only: bool,
    #[serde(default, rename = "same_hull_as")]
    _same_hull_as: IgnoredAny,
    #[serde(default, rename = "flotilla")]
    _flotilla: IgnoredAny,
    #[serde(default, rename = "printed_line")]
    _printed_line: IgnoredAny,
    #[serde(rename = "provenance")]
    _provenance: IgnoredAny,
    #[serde(rename = "confidence")]
    _confidence: IgnoredAny,
    #[serde(default, rename = "note")]
    _note: IgnoredAny,
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

/// `lba.yaml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LbaFile {
    #[serde(rename = "version")]
    _version: IgnoredAny,
    pub lba: Vec<LbaRow>,
}

/// An air unit.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LbaRow {
    pub id: String,
    pub name: String,
    pub nation: Nation,
    #[serde(rename = "class")]
    _class: IgnoredAny,
    pub air: u8,
    pub turn_of_entry: u8,
    pub lost_turn: Option<u8>,
    #[serde(default, rename = "grey_square")]
    _grey_square: IgnoredAny,
    #[serde(default)]
    pub free_french: bool,
    #[serde(default)]
    pub variant_only: bool,
    #[serde(default, rename = "theatre")]
    _theatre: IgnoredAny,
    #[serde(default, rename = "printed_line")]
    _printed_line: IgnoredAny,
    #[serde(rename = "provenance")]
    _provenance: IgnoredAny,
    #[serde(rename = "confidence")]
    _confidence: IgnoredAny,
    #[serde(default, rename = "note")]
    _note: IgnoredAny,
}

/// `aa.yaml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AaFile {
    #[serde(rename = "version")]
    _version: IgnoredAny,
    pub rule: AaRule,
    pub dice: BTreeMap<Class, u8>,
    #[serde(default, rename = "cancels_on")]
    _cancels_on: IgnoredAny,
    #[serde(rename = "provenance")]
    _provenance: IgnoredAny,
    #[serde(default, rename = "confidence")]
    _confidence: IgnoredAny,
    #[serde(default, rename = "alternatives")]
    _alternatives: IgnoredAny,
    #[serde(default, rename = "printed_cases")]
    _printed_cases: IgnoredAny,
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
