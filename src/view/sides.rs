//! Sides in a view: what each of them has, and who holds a place. A view names the sides itself, as many as there are.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::BorrowedStrDeserializer;
use serde::de::{self, Deserializer, IntoDeserializer, MapAccess, Visitor};
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};

use crate::side::Side;

/// Something of each side, in the order of the view. In JSON an object with a side's word before each value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PerSide<V>(Vec<(Side, V)>);

impl<V> PerSide<V> {
    /// Makes a value for each of these sides.
    pub fn new(sides: &[Side], mut of: impl FnMut(Side) -> V) -> PerSide<V> {
        PerSide(sides.iter().map(|&side| (side, of(side))).collect())
    }

    /// What is this side's, if the view says.
    pub fn get(&self, side: Side) -> Option<&V> {
        self.0.iter().find(|(it, _)| *it == side).map(|(_, value)| value)
    }

    /// Each side with what is its own.
    pub fn iter(&self) -> impl Iterator<Item = (Side, &V)> {
        self.0.iter().map(|(side, value)| (*side, value))
    }

    /// The sides of which anything is said.
    pub fn sides(&self) -> impl Iterator<Item = Side> {
        self.0.iter().map(|(side, _)| *side)
    }
}

impl<V: Copy + Default> PerSide<V> {
    /// What is this side's; the default where the view says nothing of it.
    pub fn of(&self, side: Side) -> V {
        self.get(side).copied().unwrap_or_default()
    }
}

impl<V> Default for PerSide<V> {
    fn default() -> PerSide<V> {
        PerSide(Vec::new())
    }
}

impl<V: Serialize> Serialize for PerSide<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (side, value) in &self.0 {
            map.serialize_entry(side.id(), value)?;
        }
        map.end()
    }
}

impl<'de, V: Deserialize<'de>> Deserialize<'de> for PerSide<V> {
    fn deserialize<D: Deserializer<'de>>(data: D) -> Result<PerSide<V>, D::Error> {
        data.deserialize_map(PerSides(PhantomData))
    }
}

struct PerSides<V>(PhantomData<V>);

impl<'de, V: Deserialize<'de>> Visitor<'de> for PerSides<V> {
    type Value = PerSide<V>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value for each side")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<PerSide<V>, A::Error> {
        let mut values = Vec::with_capacity(map.size_hint().unwrap_or(0));
        while let Some(entry) = map.next_entry()? {
            values.push(entry);
        }
        Ok(PerSide(values))
    }
}

/// Who controls a zone, where anybody does. In JSON a side's word, or `contested`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// One side does.
    Held(Side),
    /// More than one side wants it.
    Contested,
}

impl Control {
    /// Its word in files.
    pub fn id(&self) -> &str {
        match self {
            Control::Held(side) => side.id(),
            Control::Contested => "contested",
        }
    }

    /// The side that holds the zone.
    pub fn side(self) -> Option<Side> {
        match self {
            Control::Held(side) => Some(side),
            Control::Contested => None,
        }
    }
}

impl Serialize for Control {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}

impl<'de> Deserialize<'de> for Control {
    fn deserialize<D: Deserializer<'de>>(data: D) -> Result<Control, D::Error> {
        let word = <std::borrow::Cow<'de, str>>::deserialize(data)?;
        match &*word {
            "contested" => Ok(Control::Contested),
            side => Side::deserialize(side.into_deserializer()).map(Control::Held),
        }
    }
}

/// Who holds a port. In JSON a side's word, or another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Holder<T = String> {
    /// A side does.
    Side(Side),
    /// No side does; the word says how that is: `neutral`, `closed`.
    Nobody(T),
}

impl<T> Holder<T> {
    /// The side that holds the port.
    pub fn side(&self) -> Option<Side> {
        match self {
            Holder::Side(side) => Some(*side),
            Holder::Nobody(_) => None,
        }
    }
}

impl<T: Serialize> Serialize for Holder<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Holder::Side(side) => serializer.serialize_str(side.id()),
            Holder::Nobody(word) => word.serialize(serializer),
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Holder<T> {
    fn deserialize<D: Deserializer<'de>>(data: D) -> Result<Holder<T>, D::Error> {
        data.deserialize_str(Holders(PhantomData))
    }
}

struct Holders<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Holders<T> {
    type Value = Holder<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a side or another word")
    }

    fn visit_borrowed_str<E: de::Error>(self, word: &'de str) -> Result<Holder<T>, E> {
        match Side::parse(word).filter(|side| side.id() == word) {
            Some(side) => Ok(Holder::Side(side)),
            None => T::deserialize(BorrowedStrDeserializer::new(word)).map(Holder::Nobody),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn holders_and_control_are_words() {
        let (held, other) = (json!("allies"), json!("closed"));
        let read = |word| Holder::<&str>::deserialize(word).unwrap();
        assert_eq!(read(&held).side().map(Side::id), Some("allies"));
        assert_eq!(read(&other), Holder::Nobody("closed"));
        for word in [&held, &json!("contested")] {
            assert_eq!(&serde_json::to_value(Control::deserialize(word).unwrap()).unwrap(), word);
        }
        let fault = Control::deserialize(&other).unwrap_err().to_string();
        assert!(fault.contains("`closed` is not a side"), "{fault}");
    }

    #[test]
    fn each_side_has_its_own() {
        let json = json!({"axis": 3, "allies": 5});
        let read = PerSide::<u8>::deserialize(&json).unwrap();
        assert_eq!(serde_json::to_value(&read).unwrap(), json);
        let sum: u8 = read.sides().map(|side| read.of(side)).sum();
        assert_eq!(sum, 8);
        assert!(PerSide::<u8>::deserialize(&json!({"nobody": 3})).is_err());
    }
}
