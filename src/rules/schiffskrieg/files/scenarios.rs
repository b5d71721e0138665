//! `scenarios.yaml`.

use serde::Deserialize;

use crate::board::SeaMap;
use crate::pieces::{Nation, Stripe};
use engine::rulebook::shape::shape;

shape! {
    /// `scenarios.yaml`.
    #[derive(Deserialize)]
    pub struct ScenariosFile {
        pub calendar: CalendarRow,
        pub scenarios: Vec<ScenarioRow>,
        unread aliases;
    }
}

/// What of `scenarios.yaml` names the scenarios.
#[derive(Deserialize)]
pub struct ScenarioNames {
    pub scenarios: Vec<ScenarioName>,
}

/// A scenario by its names.
#[derive(Deserialize)]
pub struct ScenarioName {
    pub id: String,
    pub name: String,
    pub maps: Vec<SeaMap>,
}

shape! {
    /// The turns of a year.
    #[derive(Deserialize)]
    pub struct CalendarRow {
        pub turns: Vec<String>,
        pub seasonal: Vec<String>,
        unread seasons, provenance, confidence, basis;
    }
}

shape! {
    /// A scenario.
    #[derive(Deserialize)]
    pub struct ScenarioRow {
        pub id: String,
        pub name: String,
        pub maps: Vec<SeaMap>,
        pub start: String,
        unread start_provenance, start_confidence;
        pub seasonal_marker: bool,
        pub factions: FactionsRow,
        #[serde(default)]
        pub special: Vec<SpecialRow>,
    }
}

/// The set-ups of a scenario; a faction that is not in it has none.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FactionsRow {
    pub axis: Option<SetUpRow>,
    pub western: Option<SetUpRow>,
    pub soviet: Option<SetUpRow>,
}

/// What one faction sets up.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetUpRow {
    pub placements: Vec<PlacementRow>,
    #[serde(default)]
    pub markers: Vec<MarkerRow>,
    #[serde(default)]
    pub support_units: Vec<SupportRow>,
}

/// The map of a row: one, or both where the Ship Building Track serves both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MapRow {
    Any,
    Tk,
    Ds,
}

impl MapRow {
    /// The map, if it is one.
    pub fn one(self) -> Option<SeaMap> {
        match self {
            MapRow::Any => None,
            MapRow::Tk => Some(SeaMap::Tk),
            MapRow::Ds => Some(SeaMap::Ds),
        }
    }
}

/// The kind of place that a row names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AtRow {
    Port,
    Base,
    Named,
    Box,
    Holding,
    Event,
    Available,
    ForcePool,
    TurnTrack,
    ShipBuildingTrack,
    DelayBox,
}

shape! {
    /// Counters of one nation and type in one place.
    #[derive(Deserialize)]
    pub struct PlacementRow {
        pub map: MapRow,
        pub at: AtRow,
        #[serde(default)]
        pub one_hex: bool,
        #[serde(default, rename = "in")]
        pub within: Vec<String>,
        #[serde(default)]
        pub dependents_of: Vec<String>,
        pub zone: Option<String>,
        #[serde(default)]
        pub or_bases: Vec<String>,
        #[serde(default)]
        pub or_boxes: Vec<String>,
        pub base: Option<String>,
        #[serde(rename = "box")]
        pub hold: Option<String>,
        pub from_year: Option<u16>,
        pub event: Option<String>,
        pub turn: Option<String>,
        pub stripe: Option<Stripe>,
        #[serde(default)]
        pub printed_only: Vec<String>,
        pub units: Vec<String>,
        #[serde(default)]
        pub free_setup: bool,
        pub option: Option<String>,
        may note;
    }
}

/// A marker.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MarkerRow {
    pub marker: String,
    pub map: MapRow,
    pub nation: Option<Nation>,
    pub at: AtRow,
    pub base: Option<String>,
    #[serde(rename = "box")]
    pub hold: Option<String>,
    pub turn: Option<String>,
}

/// A support unit in a Force Pool.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SupportRow {
    pub map: MapRow,
    pub unit: String,
    pub nation: Option<Nation>,
    pub name: Option<String>,
}

shape! {
    /// A special rule of a scenario.
    #[derive(Deserialize)]
    pub struct SpecialRow {
        pub id: String,
        unread section, gist;
    }
}
