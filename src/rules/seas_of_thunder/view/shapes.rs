//! The shapes of which a view is made.

use serde::Serialize;

use crate::rules::seas_of_thunder::state::Columns;
use crate::rules::seas_of_thunder::telling::Telling;
use crate::rules::two_sided::{BySide, Camp};

/// The score of both sides.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Score {
    /// The totals so far.
    pub total: BySide<i32>,
    /// Turn by turn.
    pub turns: Vec<TurnScore>,
    /// Scenario by scenario, as far as the match has come.
    pub scenarios: Vec<ScenarioScore>,
}

/// The score of a scenario (SOT-15-4).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ScenarioScore {
    /// The scenario's name.
    pub name: String,
    /// Its first turn.
    pub first_turn: u8,
    /// Its last turn.
    pub last_turn: u8,
    /// What its turns sum up to so far.
    pub total: BySide<i32>,
}

/// The score of a turn.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TurnScore {
    /// The turn.
    pub turn: u8,
    /// The name of the scenario to which the turn belongs.
    pub scenario: String,
    /// The columns of the score sheet.
    pub columns: BySide<Columns>,
    /// The sums of the columns.
    pub total: BySide<i32>,
}

/// A unit that the reader knows.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct UnitView {
    /// The word used in files.
    pub id: String,
    /// The name.
    pub name: String,
    /// The navy's adjective.
    pub navy: String,
    /// The class code.
    pub class: String,
    /// The stat line.
    pub line: String,
    /// The box on the mat, while a combat lasts.
    #[serde(rename = "box")]
    pub of: Option<String>,
    /// True if the enemy knows which counter this is.
    pub known: bool,
}

/// Units of one navy that the reader can only count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Stack {
    /// The navy's adjective.
    pub navy: String,
    /// Ships.
    pub ships: usize,
    /// LBA.
    pub lba: usize,
}

/// A sea zone as a side sees it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ZoneView {
    /// The printed number.
    pub number: u8,
    /// The name.
    pub name: String,
    /// The id of the area to which it belongs.
    pub area: String,
    /// Longitude, unrolled for the drawn map.
    pub x: f32,
    /// Latitude.
    pub lat: f32,
    /// What it is worth.
    pub value: BySide<u8>,
    /// Who held it when it was last judged: `axis`, `allies`, `contested` or nothing.
    pub control: Option<String>,
    /// Who had held it at the judgement before that.
    pub control_before: Option<String>,
    /// Own units there.
    pub own: Vec<UnitView>,
    /// Enemy units there, by navy.
    pub enemy: Vec<Stack>,
    /// Those of them that are face up.
    pub enemy_known: Vec<UnitView>,
    /// Convoys there.
    pub convoys: BySide<bool>,
    /// True if a combat was fought or is being fought there in what is told now.
    pub fought: bool,
}

/// A port as a side sees it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PortView {
    /// The word used in files.
    pub id: String,
    /// The name.
    pub name: String,
    /// `axis`, `allies` or `neutral`.
    pub holder: String,
    /// The sea zones it touches.
    pub zones: Vec<u8>,
    /// What it holds, in words.
    pub capacity: String,
    /// Longitude, unrolled.
    pub x: f32,
    /// Latitude.
    pub lat: f32,
    /// Own ships there.
    pub own: Vec<UnitView>,
    /// Enemy ships there, by navy.
    pub enemy: Vec<Stack>,
    /// Those of them that are known.
    pub enemy_known: Vec<UnitView>,
    /// The fewest ships of its nation that must lie there after rebasing; 0 for no duty.
    pub duty: u8,
}

/// A unit on a track or among the lost.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TrackView {
    /// Whose.
    pub side: Camp,
    /// Which.
    pub unit: UnitView,
    /// The turn on which it comes back or in; of the lost, that on which it was lost.
    pub turn: Option<u8>,
}

/// The LBA boxes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AirView {
    /// Own units that are available.
    pub available: Vec<UnitView>,
    /// Own units that are used up for this turn.
    pub used: Vec<UnitView>,
    /// How many the enemy has available.
    pub enemy_available: usize,
    /// How many the enemy has used.
    pub enemy_used: usize,
}

/// An enemy ship known by name.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SightingView {
    /// Which.
    pub unit: UnitView,
    /// The turn on which it was last seen.
    pub turn: u8,
    /// Where, in words.
    pub place: String,
    /// True if it is known to be there still.
    pub sure: bool,
}

/// A part of the story.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ChapterView {
    /// Where in the sequence, in words.
    pub title: String,
    /// The zone, if the part belongs to one.
    pub zone: Option<u8>,
    /// What happened.
    pub lines: Vec<Telling>,
}
