//! The shapes of trials: what is given, and what must be seen.

use std::collections::BTreeMap;

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::super::dossier::Rules;
use super::super::log::{Phase, Task};
use super::super::map::{End, Sector};
use crate::cards::{Line, Weapon};

/// A trial.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Trial {
    /// The first phase that is played; without it the whole battle is fought from its set-up.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub from: Option<Phase>,
    /// The last phase that is played, of the same turn; the first if nothing is said.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub to: Option<Phase>,
    /// The turn; 1 if nothing is said.
    pub turn: Option<u8>,
    /// `a` or `k`: who acts first where initiative is not rolled, and who deploys first; `a` if nothing is said.
    pub first: Option<Camp>,
    /// The turns of the battle, an N or a D for each.
    pub time: Option<String>,
    /// Whether the large map is used.
    pub large: bool,
    /// Whether `a` is a convoy.
    pub convoy: bool,
    /// Who controls the sector.
    pub controller: Option<Camp>,
    /// Islands.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub islands: Vec<Sector>,
    /// Squalls.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub squalls: Vec<Sector>,
    /// Sectors with smoke, and the turn at whose end it lifts.
    #[cfg_attr(feature = "schema", schemars(with = "BTreeMap<String, u8>"))]
    pub smoke: BTreeMap<Sector, u8>,
    /// The rules in force.
    #[cfg_attr(feature = "schema", schemars(with = "BTreeMap<String, bool>"))]
    pub rules: Rules,
    /// The spaces of the sector's island, its middle first.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub territory: Vec<Sector>,
    /// The turn on which a convoy's relief comes, and who.
    pub relief: Option<ReliefGiven>,
    /// Whose torpedoes are defective.
    pub defective: Vec<Camp>,
    /// Rolls before the battle that are made first: their islands, squalls, time of day and order of deployment count.
    pub rolls: Vec<Rolling>,
    /// The units.
    pub units: Vec<UnitGiven>,
    /// The battle plans, written as in a plan's file; the built-in one without.
    #[cfg_attr(feature = "schema", schemars(with = "BTreeMap<Camp, BTreeMap<String, Value>>"))]
    pub plans: BTreeMap<Camp, Value>,
    /// Faces by the label of a roll, its end or a part of it.
    pub dice: BTreeMap<String, Vec<u8>>,
    /// Throws all dice from a number instead.
    pub seed: Option<u64>,
}

/// A side of a trial, by its edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Camp {
    /// The side in column A.
    A,
    /// The side at the other end.
    K,
}

impl Camp {
    pub(super) const fn end(self) -> End {
        match self {
            Camp::A => End::A,
            Camp::K => End::K,
        }
    }
}

/// A roll before a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Rolling {
    /// Islands.
    Terrain,
    /// Squalls.
    Weather,
    /// Squalls in a winter turn.
    WinterWeather,
    /// The time of day.
    Time,
    /// Who deploys first.
    Deployment,
}

/// A convoy's relief.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ReliefGiven {
    /// When.
    pub turn: u8,
    /// Who.
    pub units: Vec<String>,
}

/// A unit of a trial.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct UnitGiven {
    /// Its name in the case.
    pub id: String,
    /// Whose it is.
    pub side: Camp,
    /// Its card.
    pub card: String,
    /// What is otherwise than on the card.
    #[serde(default)]
    pub but: Option<CardGiven>,
    /// Where it is; of a large land base both spaces. An aircraft without it is at home.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub at: Vec<Sector>,
    /// Hull points lost.
    #[serde(default)]
    pub damage: u8,
    /// What an aircraft was placed for.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub task: Option<Task>,
    /// The deck or field of an aircraft; off the map without it.
    pub base: Option<String>,
    /// Markers after a mission from off the map; 1 if nothing is said.
    pub rearms: Option<u8>,
    /// Rearm markers now.
    #[serde(default)]
    pub markers: u8,
    /// Whether an aircraft flies one mission.
    #[serde(default)]
    pub one_mission: bool,
    /// Whether an aircraft was aborted this turn.
    #[serde(default)]
    pub aborted: bool,
    /// The ship that carries it.
    pub aboard: Option<String>,
    /// Aircraft that attacked it with antisubmarine dice this turn.
    #[serde(default)]
    pub hunted_by: u8,
    /// Whether it moved this turn.
    #[serde(default)]
    pub moved: bool,
}

/// What of a card is otherwise.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct CardGiven {
    /// Points.
    pub cost: Option<u16>,
    /// The first year in which it is there.
    pub year: Option<u16>,
    /// Speed.
    pub speed: Option<u8>,
    /// Flagship.
    pub flagship: Option<u8>,
    /// Aircraft.
    pub capacity: Option<u8>,
    /// Main guns.
    pub main: Option<Line>,
    /// Secondary guns.
    pub secondary: Option<Line>,
    /// Tertiary guns.
    pub tertiary: Option<Line>,
    /// Torpedoes.
    pub torpedo: Option<Line>,
    /// Bombs.
    pub bomb: Option<Line>,
    /// Guns of aircraft.
    pub gunnery: Option<Line>,
    /// Antiair.
    pub aa: Option<Line>,
    /// Against submarines.
    pub asw: Option<Line>,
    /// Armor.
    pub armor: Option<u8>,
    /// Vital armor.
    pub vital: Option<u8>,
    /// Hull points.
    pub hull: Option<u8>,
    /// Abilities, instead of those of the card.
    pub abilities: Option<Vec<String>>,
}

/// What must come of a trial.
#[derive(Debug, Default, PartialEq, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Seen {
    /// Entries of the log in this order, perhaps with others between them; only the fields that are given count.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<BTreeMap<String, Value>>"))]
    pub log: Vec<Value>,
    /// Entries that are not there.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<BTreeMap<String, Value>>"))]
    pub absent: Vec<Value>,
    /// How strong attacks are before anything is played.
    pub attacks: Vec<AttackSeen>,
    /// Where units are in the end: a sector, `off`, `sunk`, `stranded`, `home`.
    pub at: BTreeMap<String, String>,
    /// Hull points lost in the end.
    pub damage: BTreeMap<String, u8>,
    /// Rearm markers in the end.
    pub markers: BTreeMap<String, u8>,
    /// Who is crippled in the end.
    pub crippled: Option<Vec<String>>,
    /// Speeds in the end.
    pub speed: BTreeMap<String, u8>,
    /// Points of `a` and `k`.
    pub points: Option<[u32; 2]>,
    /// Who wins: `a`, `k` or `nobody`.
    pub winner: Option<String>,
    /// Turns that were played.
    pub turns: Option<u8>,
    /// Why it ended.
    pub ended: Option<String>,
    /// Islands.
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<String>>"))]
    pub islands: Option<Vec<Sector>>,
    /// The time of day.
    pub time: Option<String>,
    /// `a` or `k`: who deploys first.
    pub deploys_first: Option<String>,
    /// Squalls in the end.
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<String>>"))]
    pub squalls: Option<Vec<Sector>>,
}

/// An attack as it is before it is made.
#[derive(Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AttackSeen {
    /// Who.
    pub by: String,
    /// With what.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub with: Weapon,
    /// Whom.
    pub on: String,
    /// Whether it may not be made.
    #[serde(default)]
    pub refused: bool,
    /// Dice.
    pub dice: Option<i16>,
    /// What is added to each.
    pub pips: Option<i16>,
    /// Armor.
    pub armor: Option<i16>,
    /// Vital armor.
    pub vital: Option<i16>,
    /// Faces of the die for concealment that save the target.
    pub hidden_on: Option<u8>,
    /// Hull points of a torpedo hit.
    pub hit: Option<i16>,
    /// What it is worth, in millionths of a point.
    pub worth: Option<u64>,
}
