//! `scenarios.yaml`.

use std::collections::BTreeMap;

use serde::Deserialize;

use engine::rulebook::shape::shape;

shape! {
    /// `scenarios.yaml`.
    #[derive(Clone, Debug, Deserialize)]
    pub struct ScenariosFile {
        pub meta: MetaRow,
        pub presets: BTreeMap<String, Vec<String>>,
        pub house: BTreeMap<String, HouseRow>,
        pub victory: VictoryRow,
        pub scenarios: Vec<ScenarioRow>,
        pub fleets: BTreeMap<String, FleetRow>,
    }
}

shape! {
    /// What holds for every scenario.
    #[derive(Clone, Debug, Deserialize)]
    pub struct MetaRow {
        pub points: PointsRow,
        pub calendar: CalendarRow,
        unread provenance, quarterly_income;
    }
}

shape! {
    /// The budgets of 2.1, 2.2 and 2.11, in points.
    #[derive(Clone, Copy, Debug, Deserialize)]
    pub struct PointsRow {
        pub start: u16,
        pub start_keep: u16,
        pub prebuild_half_year: u16,
        pub prebuild_quarterly: u16,
        pub prebuild_keep: u16,
    }
}

shape! {
    /// The seasons of a year.
    #[derive(Clone, Debug, Deserialize)]
    pub struct CalendarRow {
        pub half_year: Vec<String>,
        pub quarterly: Vec<String>,
    }
}

shape! {
    /// An option of this project.
    #[derive(Clone, Debug, Deserialize)]
    pub struct HouseRow {
        pub default: bool,
        pub meaning: String,
    }
}

shape! {
    /// Victory.
    #[derive(Clone, Debug, Deserialize)]
    pub struct VictoryRow {
        pub score: ScoreRow,
        pub margin: MarginRow,
        unread provenance, when, capital_two, capital_three, out, production, sunk, compare;
    }
}

shape! {
    /// How the two parts of a score are weighed.
    #[derive(Clone, Copy, Debug, Deserialize)]
    pub struct ScoreRow {
        pub production_weight: u8,
        pub sunk_weight: u8,
    }
}

shape! {
    /// How far ahead a winner is, as fractions such as `11/10`.
    #[derive(Clone, Debug, Deserialize)]
    pub struct MarginRow {
        pub decisive: String,
        pub win: String,
        unread otherwise;
    }
}

shape! {
    /// A scenario.
    #[derive(Clone, Debug, Deserialize)]
    pub struct ScenarioRow {
        pub id: String,
        pub title: String,
        pub map: String,
        pub situation: String,
        pub start_year: u16,
        pub preset: String,
        pub turns: TurnsRow,
        pub owners: BTreeMap<u8, String>,
        pub sides: Vec<SideRow>,
        unread provenance;
    }
}

shape! {
    /// How many turns a scenario has.
    #[derive(Clone, Copy, Debug, Deserialize)]
    pub struct TurnsRow {
        pub half_year: u8,
        pub quarterly: u8,
    }
}

shape! {
    /// A side of a scenario.
    #[derive(Clone, Debug, Deserialize)]
    pub struct SideRow {
        pub id: String,
        pub name: String,
        pub nations: Vec<NationRow>,
        pub us_balance: Option<Balance>,
        #[serde(default)]
        pub german_submarines: bool,
        pub sample_fleet: String,
    }
}

shape! {
    /// A nation whose units a side may buy: all of them, or some subtypes.
    #[derive(Clone, Debug, Deserialize)]
    pub struct NationRow {
        pub nation: String,
        pub only: Option<Vec<String>>,
    }
}

/// The handicap that the United States take (2.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Balance {
    /// Every unit costs a fifth more.
    A,
    /// Every unit costs a tenth more, and torpedoes are defective.
    B,
}

shape! {
    /// A sample fleet.
    #[derive(Clone, Debug, Deserialize)]
    pub struct FleetRow {
        pub buy: BTreeMap<String, u16>,
        pub prebuild: PrebuildRow,
        pub set_up: SetUpRow,
    }
}

shape! {
    /// What was begun before turn 1, by the calendar.
    #[derive(Clone, Debug, Deserialize)]
    pub struct PrebuildRow {
        pub half_year: Vec<PrebuiltRow>,
        pub quarterly: Vec<PrebuiltRow>,
    }
}

shape! {
    /// A unit that was begun before turn 1.
    #[derive(Clone, Debug, Deserialize)]
    pub struct PrebuiltRow {
        pub unit: String,
        pub at: u8,
        pub yard: String,
        pub paid: Vec<u16>,
    }
}

shape! {
    /// Where the pieces of 2.6 and 2.10 stand.
    #[derive(Clone, Debug, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub struct SetUpRow {
        pub large: u8,
        pub medium: u8,
        pub small_1: u8,
        pub small_2: u8,
        pub pen: u8,
        pub upgrade: Vec<String>,
        pub factories: Vec<String>,
        pub transports: BTreeMap<u8, u16>,
    }
}
