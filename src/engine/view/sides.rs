//! Who holds the places of a view. A view names the sides itself, as many as there are.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::BorrowedStrDeserializer;
use serde::de::{self, Deserializer, IntoDeserializer, Visitor};
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};

use crate::side::Side;

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
    use crate::side::SideMap;

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
        let read = SideMap::<u8>::deserialize(&json).unwrap();
        assert_eq!(serde_json::to_value(&read).unwrap(), json);
        let sum: u8 = read.sides().map(|side| read.of(side)).sum();
        assert_eq!(sum, 8);
        assert!(SideMap::<u8>::deserialize(&json!({"nobody": 3})).is_err());
    }
}
