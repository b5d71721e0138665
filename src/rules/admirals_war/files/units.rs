//! `units.yaml`.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::Told;
use crate::rules::admirals_war::board::Theatre;
use crate::rules::admirals_war::pieces::{Kind, Nation};

/// `units.yaml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitsFile {
    #[serde(rename = "version")]
    _version: IgnoredAny,
    #[serde(rename = "throughout")]
    _throughout: IgnoredAny,
    #[serde(rename = "formulas")]
    _formulas: IgnoredAny,
    #[serde(rename = "nations")]
    _nations: IgnoredAny,
    pub defaults: DefaultsRow,
    pub entry_places: BTreeMap<String, EntryPlaceRow>,
    pub units: Vec<UnitRow>,
    #[serde(rename = "markers")]
    _markers: IgnoredAny,
}

/// What holds for a unit that does not say otherwise.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DefaultsRow {
    #[serde(rename = "bonus")]
    _bonus: IgnoredAny,
    pub sides: Told<u8>,
    #[serde(rename = "optional")]
    _optional: IgnoredAny,
    #[serde(rename = "withdraw")]
    _withdraw: IgnoredAny,
}

/// Where units enter: areas, places or holding boxes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EntryPlaceRow {
    pub at: Vec<String>,
    #[serde(rename = "provenance")]
    _provenance: IgnoredAny,
    #[serde(rename = "confidence")]
    _confidence: IgnoredAny,
    #[serde(rename = "source")]
    _source: IgnoredAny,
}

/// A counter.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitRow {
    pub id: String,
    pub name: String,
    #[serde(default)]
    pub aliases: Vec<String>,
    pub nation: Nation,
    pub kind: Kind,
    pub class: String,
    pub factors: FactorsRow,
    #[serde(rename = "factors_from")]
    _factors_from: IgnoredAny,
    #[serde(default)]
    pub bonus: Vec<Factor>,
    #[serde(default, rename = "bonus_from")]
    _bonus_from: IgnoredAny,
    pub bonus_side: Option<BonusSide>,
    pub sides: Option<Told<u8>>,
    pub second_side: Option<SecondSideRow>,
    pub entry: EntryRow,
    #[serde(default, rename = "place_from")]
    _place_from: IgnoredAny,
    pub withdraw: Option<WithdrawRow>,
    #[serde(default, rename = "turn0")]
    _turn0: IgnoredAny,
    pub optional: Option<u8>,
    #[serde(default, rename = "condition")]
    _condition: IgnoredAny,
    #[serde(default, rename = "pair")]
    _pair: IgnoredAny,
    #[serde(default, rename = "swap_with")]
    _swap_with: IgnoredAny,
    pub theatre: Option<Theatre>,
    #[serde(default)]
    pub areas: Vec<String>,
    #[serde(default, rename = "moves_as")]
    _moves_as: IgnoredAny,
    #[serde(default, rename = "asw_bonus")]
    _asw_bonus: IgnoredAny,
    #[serde(default, rename = "overhaul")]
    _overhaul: IgnoredAny,
    #[serde(default, rename = "converted")]
    _converted: IgnoredAny,
    #[serde(default, rename = "type_xxi")]
    _type_xxi: IgnoredAny,
    #[serde(default, rename = "type_xxi_when")]
    _type_xxi_when: IgnoredAny,
    #[serde(default, rename = "hist")]
    _hist: IgnoredAny,
    #[serde(default, rename = "named")]
    _named: IgnoredAny,
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

/// The other side of an amphibious unit.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SecondSideRow {
    pub from_turn: u8,
    pub factors: FactorsRow,
    #[serde(rename = "when")]
    _when: IgnoredAny,
    #[serde(rename = "provenance")]
    _provenance: IgnoredAny,
    #[serde(rename = "confidence")]
    _confidence: IgnoredAny,
    #[serde(rename = "source")]
    _source: IgnoredAny,
}

/// When and where a unit enters.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EntryRow {
    pub turn: Option<u8>,
    pub place: String,
    pub code: Option<char>,
    #[serde(rename = "provenance")]
    _provenance: IgnoredAny,
    #[serde(rename = "confidence")]
    _confidence: IgnoredAny,
    #[serde(rename = "source")]
    _source: IgnoredAny,
}

/// When a unit leaves.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WithdrawRow {
    pub turn: u8,
    #[serde(rename = "provenance")]
    _provenance: IgnoredAny,
    #[serde(rename = "confidence")]
    _confidence: IgnoredAny,
    #[serde(rename = "source")]
    _source: IgnoredAny,
}
