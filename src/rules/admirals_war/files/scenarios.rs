//! `scenarios.yaml`.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::OrNone;
use crate::board::Theatre;
use engine::rulebook::shape::shape;
use engine::rulebook::two_sided::Camp;

shape! {
    /// `scenarios.yaml`.
    #[derive(Deserialize)]
    pub struct ScenariosFile {
        unread version, calendar, turns, victory;
        pub scenarios: Vec<ScenarioRow>,
        pub options: Vec<OptionRow>,
    }
}

shape! {
    /// A scenario.
    #[derive(Deserialize)]
    pub struct ScenarioRow {
        pub id: String,
        pub name: String,
        pub seats: Vec<u8>,
        pub first_turn: u8,
        pub last_turn: u8,
        pub as_turn: Option<AsTurnRow>,
        #[serde(default)]
        pub start_points: Vec<StartPointsRow>,
        #[serde(default)]
        pub options_on: Vec<String>,
        #[serde(default)]
        pub options: Vec<String>,
        pub areas: Option<Vec<String>>,
        #[serde(default)]
        pub control: BTreeMap<String, OrNone<Camp>>,
        pub start: Option<BTreeMap<String, Vec<String>>>,
        #[serde(default)]
        pub arrivals: Vec<ArrivalRow>,
        #[serde(default)]
        pub no_points: Vec<NoPointsRow>,
        #[serde(default)]
        pub base_points: BTreeMap<String, u8>,
        pub raid_points: Option<RaidPointsRow>,
        pub speed_rolls: Option<SpeedRollsRow>,
        unread provenance, confidence, source;
    }
}

shape! {
    /// The turn whose order of battle a scenario shows.
    #[derive(Deserialize)]
    pub struct AsTurnRow {
        pub turn: u8,
        unread provenance, confidence, source;
    }
}

/// A head start.
#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StartPointsRow {
    pub theatre: Theatre,
    pub side: Camp,
    pub points: u8,
}

/// Units that are put at sea at once.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArrivalRow {
    pub units: Vec<String>,
    #[serde(rename = "as")]
    pub roles: Vec<RoleWord>,
    pub at: Vec<String>,
    pub speed_roll: bool,
}

/// What a unit is at sea.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RoleWord {
    Patroller,
    Raider,
}

/// An area that gives a side nothing.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NoPointsRow {
    pub area: String,
    pub side: Camp,
}

/// What raids on ports are worth.
#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RaidPointsRow {
    pub side: Camp,
    pub points: u8,
}

/// A die that every speed roll of a side counts as.
#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpeedRollsRow {
    pub side: Camp,
    pub die: u8,
}

shape! {
    /// An option.
    #[derive(Deserialize)]
    pub struct OptionRow {
        pub id: String,
        pub rule: String,
        unread title, advantage, switches;
        may interplay, variants, one_of_variants, note;
        unread provenance, confidence;
    }
}
