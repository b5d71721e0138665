//! What came of a battle, in the normal form that staff battles and tables share (battle plans 2.1).

use serde::{Deserialize, Serialize};

/// Why a battle ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ended {
    /// The last turn was played.
    LastTurn,
    /// A side had nothing left (WSC-11.6-2).
    OneSideGone,
    /// The players agreed, at a table.
    Agreed,
}

/// What became of a ship, submarine, land base or ground unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// It is still on the map.
    Afloat,
    /// It left over an edge.
    Left,
    /// It was destroyed.
    Sunk,
}

/// A ship or submarine afterwards.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unit {
    /// Its id.
    pub unit: String,
    /// What became of it.
    pub fate: Fate,
    /// The turn on which it left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<u8>,
    /// Hull points lost in all; none of what was sunk.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub damage: Option<u8>,
    /// Whether it mended in the battle.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub repaired: bool,
}

/// What became of an aircraft.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Flown {
    /// It has a base and flies on.
    Home,
    /// It was destroyed.
    Lost,
    /// It is alive, out of play without a base, or after its one mission.
    Stranded,
}

/// An aircraft afterwards.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Aircraft {
    /// Its id.
    pub unit: String,
    /// What became of it.
    pub fate: Flown,
    /// The base on the map where it is, if that is another than the one it came from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<String>,
}

/// What became of a land base or ground unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stood {
    /// It stands, or is alive aboard its ship.
    Standing,
    /// It was destroyed.
    Destroyed,
}

/// A land base or ground unit afterwards.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Base {
    /// Its id.
    pub unit: String,
    /// What became of it.
    pub fate: Stood,
    /// Hull points lost in all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub damage: Option<u8>,
    /// Whether it is ashore, of a ground unit that was aboard.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ashore: bool,
}

/// The result of a battle. Every unit is named, sorted by its id, with its damage: so two results that say
/// the same are equal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Report {
    /// The battle.
    pub battle: String,
    /// Turns that were played.
    pub turns_played: u8,
    /// Why it ended.
    pub ended: Ended,
    /// Ships and submarines.
    #[serde(default)]
    pub units: Vec<Unit>,
    /// Aircraft.
    #[serde(default)]
    pub aircraft: Vec<Aircraft>,
    /// Land bases and ground units.
    #[serde(default)]
    pub bases: Vec<Base>,
}
