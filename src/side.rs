//! The parties that give orders. A side is a name known to the program; which sides take part is the system's affair.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A party that gives orders and receives reports, such as the Axis.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Side(u8);

/// Every side of every system: the word used in files, and the word used in sentences.
const NAMES: &[(&str, &str)] = &[("axis", "Axis"), ("allies", "Allies")];

impl Side {
    /// The Axis, in every system.
    pub const AXIS: Side = Side(0);
    /// The Allies, in every system.
    pub const ALLIES: Side = Side(1);

    /// Finds a side by the word used in files (`axis`, `allies`); `allied` is accepted for `allies`.
    pub fn parse(word: &str) -> Option<Side> {
        let word = if word == "allied" { "allies" } else { word };
        NAMES.iter().position(|(id, _)| *id == word).map(|at| Side(at as u8))
    }

    /// Finds a side as a player may write it: as [`Side::parse`] does, in any case of letters.
    pub fn named(word: &str) -> Option<Side> {
        Side::parse(&word.to_lowercase())
    }

    /// The word used in files.
    pub fn id(self) -> &'static str {
        NAMES[self.0 as usize].0
    }

    /// The word used in sentences.
    pub fn name(self) -> &'static str {
        NAMES[self.0 as usize].1
    }

    /// A small number that is the same in every run, for tables indexed by side.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The other of two opposing sides.
    pub fn enemy(self) -> Side {
        Side(1 - self.0)
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl Serialize for Side {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}

impl<'de> Deserialize<'de> for Side {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Side, D::Error> {
        let word = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        Side::parse(&word).ok_or_else(|| serde::de::Error::custom(format!("`{word}` is not a side")))
    }
}

/// One value for each of two opposing sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BySide<T> {
    /// The value for the Axis.
    pub axis: T,
    /// The value for the Allies.
    pub allies: T,
}

impl<T> BySide<T> {
    /// Builds both values with one function, Axis first.
    pub fn from_fn(mut make: impl FnMut(Side) -> T) -> BySide<T> {
        BySide { axis: make(Side::AXIS), allies: make(Side::ALLIES) }
    }
}

impl<T> std::ops::Index<Side> for BySide<T> {
    type Output = T;
    fn index(&self, side: Side) -> &T {
        if side == Side::AXIS { &self.axis } else { &self.allies }
    }
}

impl<T> std::ops::IndexMut<Side> for BySide<T> {
    fn index_mut(&mut self, side: Side) -> &mut T {
        if side == Side::AXIS { &mut self.axis } else { &mut self.allies }
    }
}
