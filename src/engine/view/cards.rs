//! Combats of a view as cards: the counters that met, what was done in each segment or round, with the dice
//! and what each hit did. A card adds no fact to the lines of its chapter: it says the same in rows that can
//! be drawn.

use serde::{Deserialize, Serialize};

use super::units::Unit;
use crate::side::Side;

/// A combat at one place, or as much of it as is new.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Card<T = String> {
    /// The counters, as they stood when the new part began: a row for each box or group of a side.
    pub rows: Vec<Row<T>>,
    /// What was done, in order.
    #[serde(default = "Vec::new")]
    pub acts: Vec<Act<T>>,
    /// True once the combat is over.
    pub over: bool,
}

/// Counters of one side that stand together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row<T = String> {
    /// Whose they are.
    pub side: Side,
    /// Their box or group in words, in a game that has such things.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<T>,
    /// The counters, from left to right.
    pub counters: Vec<Counter<T>>,
}

/// A counter and what befell it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Counter<T = String> {
    /// Which it is.
    pub unit: Unit<T>,
    /// What befell it, in order.
    #[serde(default = "Vec::new", skip_serializing_if = "Vec::is_empty")]
    pub fates: Vec<Fate<T>>,
}

/// What befell a counter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fate<T = String> {
    /// What.
    pub what: Befell,
    /// More about it, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<T>,
}

/// What can befall a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Befell {
    /// It was lost.
    Sunk,
    /// It was damaged.
    Damaged,
    /// It has to go home, though it is whole.
    Disabled,
    /// It went to another box or group.
    Shifted,
    /// It left the combat.
    Left,
}

/// The kind of an act before the first segment or round.
pub const OPENING: &str = "opening";

/// A segment or a round.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Act<T = String> {
    /// The word under which templates find its title.
    pub kind: T,
    /// The round, in a game that counts rounds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round: Option<u8>,
    /// Which lines of the chapter belong to it: the first, and the one behind the last.
    pub lines: (usize, usize),
    /// Who fired at whom.
    #[serde(default = "Vec::new", skip_serializing_if = "Vec::is_empty")]
    pub shots: Vec<Shot<T>>,
    /// The map of the combat as the act leaves it, in a game that fights on one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plot: Option<Plot<T>>,
}

/// The map on which a combat is fought, at one moment: columns of cells, every second of them half a cell
/// lower.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plot<T = String> {
    /// Which moment, in words.
    pub title: T,
    /// How many columns.
    pub columns: u8,
    /// How many cells in each.
    pub rows: u8,
    /// Whether it is night.
    pub night: bool,
    /// Cells that are not open sea.
    pub waters: Vec<Water>,
    /// What stands there.
    pub pieces: Vec<Piece<T>>,
}

/// A cell that is not open sea.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Water {
    /// Its column and its place there, from 0.
    pub at: (u8, u8),
    /// What is there.
    pub what: Waters,
}

/// What a cell is but open sea.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Waters {
    /// Land.
    Land,
    /// A squall.
    Squall,
    /// Smoke.
    Smoke,
}

/// A piece on the map of a combat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Piece<T = String> {
    /// Its name.
    pub name: T,
    /// What it is, in two letters.
    pub letters: T,
    /// Whose it is.
    pub side: Side,
    /// Its cell: the column and the place there, from 0.
    pub at: (u8, u8),
    /// Whether it is badly damaged.
    #[serde(default, skip_serializing_if = "is_false")]
    pub hurt: bool,
    /// Whether it was lost there.
    #[serde(default, skip_serializing_if = "is_false")]
    pub lost: bool,
}

fn is_false(value: &bool) -> bool {
    !value
}

/// An attack on one target.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Shot<T = String> {
    /// The line of the chapter that says so.
    pub line: usize,
    /// Who attacks.
    pub side: Side,
    /// The attackers, by the words of their counters in files.
    pub by: Vec<T>,
    /// The target, by the word of its counter, or by the side whose convoy it is.
    pub at: Mark<T>,
    /// By what means, in a game where that differs: a word that templates know.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub means: Option<T>,
    /// The dice.
    pub rolls: Vec<Roll>,
    /// How many hits they came to.
    pub hits: u16,
    /// How many more dice would have hit or disabled, and were void.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub void: u16,
    /// The damage that was done, and how much the target bears.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub damage: Option<(u16, u16)>,
    /// What became of the target by it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fate: Option<Befell>,
}

fn is_zero(count: &u16) -> bool {
    *count == 0
}

/// What is attacked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mark<T = String> {
    /// A counter, by its word in files.
    Counter(T),
    /// A convoy of a side.
    Convoy(Side),
}

/// Dice that were thrown together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Roll {
    /// What for.
    pub what: Throw,
    /// The faces, as they fell.
    pub dice: Vec<u8>,
    /// What is added to each.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub bonus: u8,
    /// Which of them hit, by place; of damage none is marked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hits: Vec<usize>,
}

fn is_nothing(bonus: &u8) -> bool {
    *bonus == 0
}

/// What dice are thrown for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Throw {
    /// To shoot down aircraft before they attack.
    AntiAir,
    /// To hit.
    Attack,
    /// For the damage of the hits.
    Damage,
}
