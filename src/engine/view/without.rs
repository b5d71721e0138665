//! A view as a value without some of its parts, which are then not made at all: histories grow with a match,
//! and a replay shows none of them.

use serde::ser::{
    Error as _, Impossible, Serialize, SerializeMap, SerializeSeq, SerializeStruct, Serializer,
};
use serde_json::{Error, Map, Value, to_value};

/// The lists in a view whose items lose the same parts as the view.
const PLACES: [&str; 2] = ["ports", "zones"];

/// The parts of a view by which no orders are read: those need the map, and which turn it is.
pub const UNREAD: [&str; 14] = [
    "air",
    "arriving",
    "away",
    "boxed",
    "judged",
    "quarter",
    "repair",
    "score",
    "sheet",
    "sightings",
    "story",
    "sunk",
    "track",
    "undeployed",
];

/// A view, which is a struct or a map, as a value without the parts of these names; its zones and ports lose
/// theirs, too.
///
/// # Errors
/// If it is nothing with named parts, or one of them is no JSON.
pub fn without<T: Serialize>(view: &T, names: &[&str]) -> Result<Value, Error> {
    view.serialize(Without::of(names, &PLACES))
}

/// Takes the parts that are wanted.
struct Without<'n> {
    names: &'n [&'n str],
    /// The lists whose items are taken likewise.
    lists: &'n [&'n str],
    kept: Map<String, Value>,
    items: Vec<Value>,
    key: Option<String>,
}

impl<'n> Without<'n> {
    fn of(names: &'n [&'n str], lists: &'n [&'n str]) -> Without<'n> {
        Without { names, lists, kept: Map::new(), items: Vec::new(), key: None }
    }

    fn part<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) -> Result<(), Error> {
        if !self.names.contains(&name) {
            let is_list = self.lists.contains(&name);
            let kept = if is_list { value.serialize(Without::of(self.names, &[])) } else { to_value(value) };
            self.kept.insert(name.to_owned(), kept?);
        }
        Ok(())
    }
}

impl SerializeSeq for Without<'_> {
    type Ok = Value;
    type Error = Error;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.items.push(value.serialize(Without::of(self.names, &[]))?);
        Ok(())
    }

    fn end(self) -> Result<Value, Error> {
        Ok(Value::Array(self.items))
    }
}

impl SerializeStruct for Without<'_> {
    type Ok = Value;
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), Error> {
        self.part(name, value)
    }

    fn end(self) -> Result<Value, Error> {
        Ok(Value::Object(self.kept))
    }
}

impl SerializeMap for Without<'_> {
    type Ok = Value;
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        self.key = to_value(key)?.as_str().map(str::to_owned);
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        let name = self.key.take().ok_or_else(|| Error::custom("a part of a view has no name"))?;
        self.part(&name, value)
    }

    fn end(self) -> Result<Value, Error> {
        Ok(Value::Object(self.kept))
    }
}

fn nameless<T>() -> Result<T, Error> {
    Err(Error::custom("a view has named parts"))
}

/// Methods for what no view is.
macro_rules! nameless {
    ($($method:ident($($arg:ty),*) -> $out:ty;)+) => {
        $(fn $method(self $(, _: $arg)*) -> Result<$out, Error> {
            nameless()
        })+
    };
}

impl Serializer for Without<'_> {
    type Ok = Value;
    type Error = Error;
    type SerializeSeq = Self;
    type SerializeTuple = Impossible<Value, Error>;
    type SerializeTupleStruct = Impossible<Value, Error>;
    type SerializeTupleVariant = Impossible<Value, Error>;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Impossible<Value, Error>;

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, Error> {
        Ok(self)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self, Error> {
        Ok(self)
    }

    fn serialize_seq(mut self, length: Option<usize>) -> Result<Self, Error> {
        self.items.reserve(length.unwrap_or(0));
        Ok(self)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Value, Error> {
        value.serialize(self)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<Value, Error> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<Value, Error> {
        nameless()
    }

    nameless! {
        serialize_bool(bool) -> Value;
        serialize_i8(i8) -> Value;
        serialize_i16(i16) -> Value;
        serialize_i32(i32) -> Value;
        serialize_i64(i64) -> Value;
        serialize_u8(u8) -> Value;
        serialize_u16(u16) -> Value;
        serialize_u32(u32) -> Value;
        serialize_u64(u64) -> Value;
        serialize_f32(f32) -> Value;
        serialize_f64(f64) -> Value;
        serialize_char(char) -> Value;
        serialize_str(&str) -> Value;
        serialize_bytes(&[u8]) -> Value;
        serialize_none() -> Value;
        serialize_unit() -> Value;
        serialize_unit_struct(&'static str) -> Value;
        serialize_unit_variant(&'static str, u32, &'static str) -> Value;
        serialize_tuple(usize) -> Self::SerializeTuple;
        serialize_tuple_struct(&'static str, usize) -> Self::SerializeTupleStruct;
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> Self::SerializeTupleVariant;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> Self::SerializeStructVariant;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde_json::json;

    use super::*;

    #[derive(serde::Serialize)]
    struct View {
        turn: u8,
        sunk: Vec<u8>,
        #[serde(flatten)]
        own: BTreeMap<&'static str, u8>,
    }

    #[test]
    fn parts_of_other_names_stay() {
        let view = View { turn: 3, sunk: vec![1], own: BTreeMap::from([("a", 1), ("b", 2)]) };
        assert_eq!(without(&view, &["sunk", "b"]).unwrap(), json!({"turn": 3, "a": 1}));
        assert_eq!(without(&view, &[]).unwrap(), serde_json::to_value(&view).unwrap());
        assert_eq!(without(&json!({"x": 1, "y": 2}), &["x"]).unwrap(), json!({"y": 2}));
    }

    #[test]
    fn zones_and_ports_lose_the_same_parts() {
        let zone = |parts| json!({"turn": 3, "zones": [parts], "moves": [{"x": 1}]});
        let view = zone(json!({"x": 1, "own": [{"x": 2}], "zones": [4]}));
        assert_eq!(without(&view, &["x"]).unwrap(), zone(json!({"own": [{"x": 2}], "zones": [4]})));
        assert!(without(&zone(json!(1)), &[]).is_err());
    }

    #[test]
    fn what_has_no_parts_is_refused() {
        assert!(without(&[1, 2], &[]).is_err() && without(&"view", &[]).is_err());
    }
}
