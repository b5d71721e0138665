//! The position of a case as its file writes it.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::at::At;
use crate::pieces::{Kind, Nation, Seat};
use crate::state::{Pacific, Phase, Settlement};
use engine::conformance::shared::points::ScoreGiven;

/// The position before the case is played.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Given {
    /// The scenario whose map and special rules hold unless the case changes them: the whole map and no
    /// special rule without it.
    #[serde(default = "standard")]
    pub scenario: String,
    /// The optional rules that hold, as `word: value`, such as `gunnery-radar: on`.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// The edition by which the case is played, as a match that began under it; the newest without it.
    pub edition: Option<u32>,
    /// The turn; without it, the first turn of the scenario.
    pub turn: Option<u8>,
    /// The phase in which the position stands, such as `patrols`.
    #[serde(default = "combat")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub phase: Phase,
    /// Whose pieces are used.
    #[serde(default)]
    pub pieces: PiecesFrom,
    /// Every unit of the case, with its factors.
    #[serde(default)]
    pub units: Vec<UnitGiven>,
    /// Control flags: areas with `axis`, `allies` or `none`. No flag lies where none is given.
    #[serde(default)]
    pub flags: BTreeMap<String, HolderWord>,
    /// Ports and bases that belong to somebody else than at the start.
    #[serde(default)]
    pub owners: BTreeMap<String, HolderWord>,
    /// Changes to the scenario.
    pub scenario_rules: Option<ScenarioGiven>,
    /// Points made before, on the Pacific track.
    #[serde(default)]
    pub score: ScoreGiven,
    /// How far the Allies lead on each track; below zero the Axis. Even, where nothing is said; with shipped
    /// pieces as the scenario begins.
    pub leads: Option<LeadsGiven>,
    /// Who held ports and bases when the turn began, where that is not who holds them now.
    #[serde(default)]
    pub owners_before: BTreeMap<String, HolderWord>,
    /// The turn in which Taranto fell.
    pub taranto_fell: Option<u8>,
    /// How many turns earlier the Type XXI comes.
    #[serde(default)]
    pub xxi_earlier: u8,
    /// True if Italy, neutral when turn 0 began, has declared war.
    #[serde(default)]
    pub italy_declared: bool,
    /// Where the Pacific stands: `war` without it, else `peace`, `declared` or `attack`.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub pacific: Pacific,
    /// The turn in which Japan attacked.
    pub attacked: Option<u8>,
    /// What German success off America takes off this turn's dice of the Americans.
    #[serde(default)]
    pub provoked: u8,
    /// True if Japan may not attack this turn, because of ships that were outside Yokosuka when it began.
    #[serde(default)]
    pub attack_barred: bool,
    /// Where the French fleet dilemma stands.
    #[serde(default)]
    pub dilemma: DilemmaGiven,
    /// The areas to which the faces of the die bring groups of uncertain location, as the Allies have chosen
    /// in secret.
    #[serde(default)]
    pub chances: Vec<String>,
    /// How many dice of the warning to Pearl Harbor have let it pass.
    #[serde(default)]
    pub warned: u8,
    /// Areas whose combat is over.
    #[serde(default)]
    pub resolved: Vec<String>,
    /// Who selects the next area.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub selects: Option<Seat>,
}

fn standard() -> String {
    "standard".to_owned()
}

fn combat() -> Phase {
    Phase::Combat
}

/// Whose pieces a case uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum PiecesFrom {
    /// The case states every unit with its factors.
    #[default]
    Stated,
    /// The counters of the scenario, where it puts them; units of the case say what is otherwise with some.
    Shipped,
}

/// One unit.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct UnitGiven {
    /// The word for it in the case.
    pub id: String,
    /// The name in reports; without it, the id.
    pub name: Option<String>,
    /// The nation's code, such as `US`.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub nation: Option<Nation>,
    /// The kind: `ship`, `carrier`, `submarine`, `land-air`, `amphibious`, `hunter-killer`, `hilfskreuzer`,
    /// `oiler`.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub kind: Option<Kind>,
    /// The class code, such as `BB`; without it, one that fits the kind.
    pub class: Option<String>,
    /// The factors of the patrolling side: `5-5-3`, a carrier `0-2-7-3`, an air unit `2-4`, a submarine
    /// `1*-0`; a star marks a bonus.
    pub line: Option<String>,
    /// The factors of the raiding side; without it, those of the patrolling side.
    pub raiding_line: Option<String>,
    /// True if the counter has no raiding side.
    #[serde(default)]
    pub one_sided: bool,
    /// The turn of entry; 1 without it.
    pub entry: Option<u8>,
    /// The letter on the counter.
    pub code: Option<char>,
    /// The ports, the sea area or the box in which it enters; any port without it.
    #[serde(default)]
    pub enters: Vec<String>,
    /// The turn in which it leaves the game.
    pub withdraw: Option<u8>,
    /// True of paratroops, which are placed among the air units.
    #[serde(default)]
    pub flies: bool,
    /// The second side of an amphibious unit, and the first turn of it.
    pub second: Option<(u8, String)>,
    /// The nation for which it fights, if that is not the one on its counter.
    #[serde(rename = "for")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub fights_for: Option<Nation>,
    /// True if it lies at sea as in a port.
    #[serde(default)]
    pub based: bool,
    /// True of a Hilfskreuzer that has scored this turn.
    #[serde(default)]
    pub scored: bool,
    /// Where it is.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub at: Option<At>,
    /// True while its raiding side is up.
    #[serde(default)]
    pub raiding: bool,
    /// Damage points.
    #[serde(default)]
    pub damage: u8,
    /// Overhaul points.
    #[serde(default)]
    pub overhaul: u8,
    /// The turn in which a ship was sunk whose name another may take.
    pub lost_on: Option<u8>,
    /// True if it has come home this turn.
    #[serde(default)]
    pub done: bool,
    /// True if it retreated this turn.
    #[serde(default)]
    pub retreated: bool,
    /// True if it pursued this turn.
    #[serde(default)]
    pub pursued: bool,
}

/// What has happened to the French fleet.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DilemmaGiven {
    /// True if Operation Catapult was launched.
    #[serde(default)]
    pub catapult: bool,
    /// How the question was settled: `surrender`, `lila` or `torch`.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub settled: Option<Settlement>,
    /// The turn in which ships of French North Africa came out against the Allies.
    pub opposed: Option<u8>,
}

/// The leads on the two tracks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LeadsGiven {
    /// On the Atlantic track.
    #[serde(default)]
    pub atlantic: i8,
    /// On the Pacific track.
    #[serde(default)]
    pub pacific: i8,
}

/// Whose a flag, port or base is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum HolderWord {
    Axis,
    Allies,
    None,
}

/// Changes to the scenario; what is not said stays.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ScenarioGiven {
    /// The last turn.
    pub last_turn: Option<u8>,
    /// The only areas that are played.
    pub areas: Option<Vec<String>>,
}
