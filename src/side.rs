//! The sides that fight. A system declares its own: their words, names, adjectives and colours.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::sync::RwLock;

use serde::de::{MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// What a system declares of a side. The same word means the same side in every system.
#[derive(Debug)]
pub struct Flag {
    /// The word used in files: lower-case letters and hyphens.
    pub id: &'static str,
    /// The name used in sentences, as in "the Allies".
    pub name: &'static str,
    /// As in "Allied ships".
    pub adjective: &'static str,
    /// Its colour in charts, as `#rrggbb`.
    pub colour: &'static str,
    /// Lists name a side before those with a higher number.
    pub order: u8,
}

/// A side, such as the Axis.
#[derive(Clone, Copy)]
pub struct Side(&'static Flag);

/// Sides of systems that are not on the program's list, such as those of tests.
static OTHERS: RwLock<Vec<Side>> = RwLock::new(Vec::new());

impl Side {
    /// The side that a system has declared so.
    pub const fn of(flag: &'static Flag) -> Side {
        Side(flag)
    }

    /// Makes the sides of a system known that is not on the program's list, so that files can name them. A side that is
    /// known already stays as it is.
    pub fn declare(sides: &[Side]) {
        for side in sides {
            if Side::parse(side.id()).is_none()
                && let Ok(mut others) = OTHERS.write()
            {
                others.push(*side);
            }
        }
    }

    /// Finds a side by the word used in files (`axis`, `allies`); `allied` is accepted for `allies`.
    pub fn parse(word: &str) -> Option<Side> {
        let word = if word == "allied" { "allies" } else { word };
        let listed = crate::rules::SYSTEMS.iter().flat_map(|system| system.sides);
        let found = listed.copied().find(|side| side.id() == word);
        found.or_else(|| OTHERS.read().ok()?.iter().copied().find(|side| side.id() == word))
    }

    /// Finds a side as a player may write it: as [`Side::parse`] does, in any case of letters.
    pub fn named(word: &str) -> Option<Side> {
        Side::parse(&word.to_lowercase())
    }

    /// The word used in files.
    pub const fn id(self) -> &'static str {
        self.0.id
    }

    /// The name used in sentences.
    pub const fn name(self) -> &'static str {
        self.0.name
    }

    /// The adjective used in sentences.
    pub const fn adjective(self) -> &'static str {
        self.0.adjective
    }

    /// The colour in charts, as `#rrggbb`.
    pub const fn colour(self) -> &'static str {
        self.0.colour
    }

    /// Those of several sides that are not this one.
    pub fn others(self, sides: &[Side]) -> impl Iterator<Item = Side> {
        sides.iter().copied().filter(move |side| *side != self)
    }

    /// The place of the side among several, for what is numbered by side; past the end if it is none of them.
    pub fn place(self, sides: &[Side]) -> usize {
        sides.iter().position(|side| *side == self).unwrap_or(sides.len())
    }
}

impl PartialEq for Side {
    fn eq(&self, other: &Side) -> bool {
        std::ptr::eq(self.0, other.0) || self.0.id == other.0.id
    }
}

impl Eq for Side {}

impl Ord for Side {
    fn cmp(&self, other: &Side) -> Ordering {
        (self.0.order, self.0.id).cmp(&(other.0.order, other.0.id))
    }
}

impl PartialOrd for Side {
    fn partial_cmp(&self, other: &Side) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Hash for Side {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.id.hash(state);
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

/// One value for each of some sides, in the order in which they were put in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideMap<T>(Vec<(Side, T)>);

impl<T> Default for SideMap<T> {
    fn default() -> Self {
        SideMap(Vec::new())
    }
}

impl<T> SideMap<T> {
    /// Builds a value for each side with one function.
    pub fn from_fn(sides: &[Side], mut make: impl FnMut(Side) -> T) -> SideMap<T> {
        SideMap(sides.iter().map(|&side| (side, make(side))).collect())
    }

    /// The value of a side, if it has one.
    pub fn get(&self, side: Side) -> Option<&T> {
        self.0.iter().find(|(of, _)| *of == side).map(|(_, value)| value)
    }

    /// The value of a side, if it has one, to be changed.
    pub fn get_mut(&mut self, side: Side) -> Option<&mut T> {
        self.0.iter_mut().find(|(of, _)| *of == side).map(|(_, value)| value)
    }

    /// Sets the value of a side; gives the one that it had.
    pub fn insert(&mut self, side: Side, value: T) -> Option<T> {
        if let Some(known) = self.get_mut(side) {
            return Some(std::mem::replace(known, value));
        }
        self.0.push((side, value));
        None
    }

    /// Takes the value of a side out.
    pub fn remove(&mut self, side: Side) -> Option<T> {
        let at = self.0.iter().position(|(of, _)| *of == side)?;
        Some(self.0.remove(at).1)
    }

    /// The sides with their values.
    pub fn iter(&self) -> impl Iterator<Item = (Side, &T)> {
        self.0.iter().map(|(side, value)| (*side, value))
    }
}

impl<T> FromIterator<(Side, T)> for SideMap<T> {
    fn from_iter<I: IntoIterator<Item = (Side, T)>>(pairs: I) -> SideMap<T> {
        let mut map = SideMap::default();
        for (side, value) in pairs {
            map.insert(side, value);
        }
        map
    }
}

impl<T: Serialize> Serialize for SideMap<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (side, value) in &self.0 {
            map.serialize_entry(side, value)?;
        }
        map.end()
    }
}

impl<T> SideMap<T> {
    /// The sides that have a value.
    pub fn sides(&self) -> impl Iterator<Item = Side> {
        self.0.iter().map(|(side, _)| *side)
    }
}

impl<T: Copy + Default> SideMap<T> {
    /// The value of a side; the default if it has none.
    pub fn of(&self, side: Side) -> T {
        self.get(side).copied().unwrap_or_default()
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for SideMap<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SideMap<T>, D::Error> {
        deserializer.deserialize_map(Entries(PhantomData))
    }
}

/// Reads a [`SideMap`].
struct Entries<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Entries<T> {
    type Value = SideMap<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value for each side")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<SideMap<T>, A::Error> {
        let mut values = SideMap::default();
        while let Some((side, value)) = map.next_entry()? {
            values.insert(side, value);
        }
        Ok(values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::SYSTEMS;
    use crate::rules::two_sided::{ALLIES, AXIS, SIDES};

    #[test]
    fn a_word_means_the_same_side_in_every_system() {
        let all: Vec<Side> = SYSTEMS.iter().flat_map(|system| system.sides).copied().collect();
        for one in &all {
            let same = |other: &&Side| other.id() == one.id();
            for other in all.iter().filter(same) {
                let said = |side: &Side| (side.name(), side.adjective(), side.colour(), side.0.order);
                assert_eq!(said(one), said(other), "{}", one.id());
            }
        }
    }

    #[test]
    fn a_side_goes_by_its_word_in_files() {
        for side in SIDES {
            let text = serde_json::to_string(side).expect("a word");
            assert_eq!(text, format!("\"{}\"", side.id()));
            assert_eq!(serde_json::from_str::<Side>(&text).expect("a side"), *side);
        }
        assert_eq!(Side::parse("allied"), Some(ALLIES));
        assert_eq!((Side::parse("Axis"), Side::named("Axis")), (None, Some(AXIS)));
        assert!(serde_json::from_str::<Side>("\"italy\"").is_err());
    }

    #[test]
    fn a_side_that_is_declared_can_be_named() {
        static CORAL: Flag =
            Flag { id: "coral", name: "Coral", adjective: "Coral", colour: "#ff7f50", order: 9 };
        assert_eq!(Side::parse("coral"), None);
        Side::declare(&[AXIS, Side::of(&CORAL)]);
        assert_eq!(Side::parse("coral").map(Side::name), Some("Coral"));
        let sides = [AXIS, ALLIES, Side::of(&CORAL)];
        assert!(AXIS < ALLIES && ALLIES < sides[2]);
        assert_eq!(sides[1].others(&sides).collect::<Vec<_>>(), [AXIS, sides[2]]);
        assert_eq!((sides[2].place(&sides), sides[2].place(SIDES)), (2, 2));
    }

    #[test]
    fn values_keep_the_order_in_which_they_came() {
        let mut map: SideMap<u8> = [(ALLIES, 1), (AXIS, 2)].into_iter().collect();
        assert_eq!(map.insert(ALLIES, 3), Some(1));
        assert_eq!(map.iter().collect::<Vec<_>>(), [(ALLIES, &3), (AXIS, &2)]);
        assert_eq!((map.remove(ALLIES), map.get(ALLIES)), (Some(3), None));
    }
}
