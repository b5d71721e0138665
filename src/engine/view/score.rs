//! The score in a view.

use serde::{Deserialize, Serialize};

use crate::side::SideMap;

/// The score of all sides; `C` is what a turn has in its columns.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Score<C, T = String> {
    /// The totals so far, in points.
    pub total: SideMap<i64>,
    /// Turn by turn.
    pub turns: Vec<TurnScore<C, T>>,
    /// Scenario by scenario, as far as the match has come, in a game whose matches are runs of scenarios.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scenarios: Option<Vec<ScenarioScore<T>>>,
}

/// The score of a turn, in points.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TurnScore<C, T = String> {
    /// The turn.
    pub turn: u8,
    /// The name of the scenario to which the turn belongs, in a game whose matches are runs of scenarios.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scenario: Option<T>,
    /// The name of the track, in a game that scores on several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub track: Option<T>,
    /// What stands in the columns of the score sheet.
    pub columns: SideMap<C>,
    /// The sums of the columns.
    pub total: SideMap<i64>,
}

/// The score of a scenario.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ScenarioScore<T = String> {
    /// The scenario's name.
    pub name: T,
    /// Its first turn.
    pub first_turn: u8,
    /// Its last turn.
    pub last_turn: u8,
    /// What its turns come to so far, in points.
    pub total: SideMap<i64>,
}
