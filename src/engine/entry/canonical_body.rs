//! Whether a body is exactly what the program writes for what it read there: no member more, none less,
//! nothing spelt another way. What is read is written once more for that, not into a text but beside the
//! body, value by value, which costs next to nothing.

use std::fmt;

use serde::ser::{
    self, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant, Serializer,
};
use serde_json::Value;

use super::tree::{Tree, Word, place_of};

/// Compares a body, a canonical text, with what was read from it.
///
/// # Errors
/// The first place where the two part, as a JSON pointer such as `/steps/0/at`; empty for the whole body.
pub(super) fn compare<T: Serialize>(read: &T, body: &[u8]) -> Result<(), String> {
    let text = std::str::from_utf8(body).unwrap_or_default();
    if serde_json::from_str::<Tree<'_>>(text).is_ok_and(|tree| read.serialize(Beside(&tree)).is_ok()) {
        return Ok(());
    }
    let written = serde_json::to_value(read).unwrap_or_default();
    Err(parting(&written, &serde_json::from_slice(body).unwrap_or_default()))
}

/// Where two different values part first.
fn parting(written: &Value, body: &Value) -> String {
    match (written, body) {
        (Value::Object(ours), Value::Object(theirs)) => {
            let keys = theirs.keys().chain(ours.keys().filter(|key| !theirs.contains_key(*key)));
            step(keys.map(|key| (key.clone(), ours.get(key), theirs.get(key))))
        }
        (Value::Array(ours), Value::Array(theirs)) => {
            let places = 0..ours.len().max(theirs.len());
            step(places.map(|at| (at.to_string(), ours.get(at), theirs.get(at))))
        }
        _ => String::new(),
    }
}

/// The way to the first member that is not the same on both sides.
fn step<'v>(members: impl Iterator<Item = (String, Option<&'v Value>, Option<&'v Value>)>) -> String {
    let mut members = members.filter(|(_, ours, theirs)| ours != theirs);
    let Some((name, ours, theirs)) = members.next() else { return String::new() };
    let further = ours.zip(theirs).map(|(ours, theirs)| parting(ours, theirs)).unwrap_or_default();
    format!("/{name}{further}")
}

/// The two are not the same; where they part is looked for afterwards.
#[derive(Debug)]
struct Unlike;

type Met = Result<(), Unlike>;

impl fmt::Display for Unlike {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("it is not the same")
    }
}

impl std::error::Error for Unlike {}

impl ser::Error for Unlike {
    fn custom<T: fmt::Display>(_: T) -> Unlike {
        Unlike
    }
}

fn same(holds: bool) -> Met {
    if holds { Ok(()) } else { Err(Unlike) }
}

/// Writes nothing, but compares with a value what would be written.
struct Beside<'v>(&'v Tree<'v>);

impl<'v> Beside<'v> {
    /// The one member of an object that stands for a variant.
    fn variant(self, variant: &str) -> Result<&'v Tree<'v>, Unlike> {
        match self.0 {
            Tree::Members(members) => match members.as_slice() {
                [(word, value)] if word.text() == variant => Ok(value),
                _ => Err(Unlike),
            },
            _ => Err(Unlike),
        }
    }

    fn number(self, it: Option<i64>) -> Met {
        same(matches!(self.0, Tree::Number(number) if Some(*number) == it))
    }
}

fn items<'v>(value: &'v Tree<'v>) -> Result<Items<'v>, Unlike> {
    if let Tree::Items(items) = value { Ok(Items(items.iter())) } else { Err(Unlike) }
}

fn members<'v>(value: &'v Tree<'v>) -> Result<Members<'v>, Unlike> {
    if let Tree::Members(members) = value { Ok(Members { members, met: 0, next: 0 }) } else { Err(Unlike) }
}

/// An array, item by item.
struct Items<'v>(std::slice::Iter<'v, Tree<'v>>);

impl Items<'_> {
    fn meet<T: Serialize + ?Sized>(&mut self, item: &T) -> Met {
        item.serialize(Beside(self.0.next().ok_or(Unlike)?))
    }

    fn finish(mut self) -> Met {
        same(self.0.next().is_none())
    }
}

/// An object, member by member, in whatever order they come.
struct Members<'v> {
    members: &'v [(Word<'v>, Tree<'v>)],
    met: usize,
    /// The place behind the member that came last, or while the value of a map's member is awaited its own.
    next: usize,
}

impl Members<'_> {
    fn find(&mut self, key: &str) -> Met {
        self.next = place_of(self.members, key, self.next).ok_or(Unlike)?;
        Ok(())
    }

    fn value<T: Serialize + ?Sized>(&mut self, member: &T) -> Met {
        let (_, value) = self.members.get(self.next).ok_or(Unlike)?;
        (self.met, self.next) = (self.met + 1, self.next + 1);
        member.serialize(Beside(value))
    }

    fn meet<T: Serialize + ?Sized>(&mut self, key: &str, member: &T) -> Met {
        self.find(key)?;
        self.value(member)
    }

    fn finish(self) -> Met {
        same(self.met == self.members.len())
    }
}

impl<'v> Serializer for Beside<'v> {
    type Ok = ();
    type Error = Unlike;
    type SerializeSeq = Items<'v>;
    type SerializeTuple = Items<'v>;
    type SerializeTupleStruct = Items<'v>;
    type SerializeTupleVariant = Items<'v>;
    type SerializeMap = Members<'v>;
    type SerializeStruct = Members<'v>;
    type SerializeStructVariant = Members<'v>;

    fn serialize_bool(self, it: bool) -> Met {
        same(matches!(self.0, Tree::Bool(found) if *found == it))
    }

    fn serialize_i8(self, it: i8) -> Met {
        self.serialize_i64(it.into())
    }

    fn serialize_i16(self, it: i16) -> Met {
        self.serialize_i64(it.into())
    }

    fn serialize_i32(self, it: i32) -> Met {
        self.serialize_i64(it.into())
    }

    fn serialize_i64(self, it: i64) -> Met {
        self.number(Some(it))
    }

    fn serialize_u8(self, it: u8) -> Met {
        self.serialize_u64(it.into())
    }

    fn serialize_u16(self, it: u16) -> Met {
        self.serialize_u64(it.into())
    }

    fn serialize_u32(self, it: u32) -> Met {
        self.serialize_u64(it.into())
    }

    fn serialize_u64(self, it: u64) -> Met {
        self.number(i64::try_from(it).ok())
    }

    // No body holds a fraction.
    fn serialize_f32(self, _: f32) -> Met {
        Err(Unlike)
    }

    fn serialize_f64(self, _: f64) -> Met {
        Err(Unlike)
    }

    fn serialize_char(self, it: char) -> Met {
        self.serialize_str(it.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, it: &str) -> Met {
        same(matches!(self.0, Tree::Text(word) if word.text() == it))
    }

    fn serialize_bytes(self, it: &[u8]) -> Met {
        it.serialize(self)
    }

    fn serialize_none(self) -> Met {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, it: &T) -> Met {
        it.serialize(self)
    }

    fn serialize_unit(self) -> Met {
        same(matches!(self.0, Tree::Null))
    }

    fn serialize_unit_struct(self, _: &'static str) -> Met {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Met {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, it: &T) -> Met {
        it.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        it: &T,
    ) -> Met {
        it.serialize(Beside(self.variant(variant)?))
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Items<'v>, Unlike> {
        items(self.0)
    }

    fn serialize_tuple(self, _: usize) -> Result<Items<'v>, Unlike> {
        items(self.0)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Items<'v>, Unlike> {
        items(self.0)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Items<'v>, Unlike> {
        items(self.variant(variant)?)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Members<'v>, Unlike> {
        members(self.0)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Members<'v>, Unlike> {
        members(self.0)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Members<'v>, Unlike> {
        members(self.variant(variant)?)
    }
}

/// The traits for parts of arrays differ in nothing but their names, and so do those for parts of objects.
macro_rules! parts {
    ($whole:ident: $($part:ident $method:ident $(($key:ident))?),+ $(,)?) => {
        $(impl $part for $whole<'_> {
            type Ok = ();
            type Error = Unlike;

            fn $method<T: Serialize + ?Sized>(&mut self, $($key: &'static str,)? it: &T) -> Met {
                self.meet($($key,)? it)
            }

            fn end(self) -> Met {
                self.finish()
            }
        })+
    };
}

parts! { Items:
    SerializeSeq serialize_element,
    SerializeTuple serialize_element,
    SerializeTupleStruct serialize_field,
    SerializeTupleVariant serialize_field,
}

parts! { Members:
    SerializeStruct serialize_field (key),
    SerializeStructVariant serialize_field (key),
}

impl SerializeMap for Members<'_> {
    type Ok = ();
    type Error = Unlike;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Met {
        let key = match serde_json::to_value(key).map_err(|_| Unlike)? {
            Value::String(key) => key,
            other => other.to_string(),
        };
        self.find(&key)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, it: &T) -> Met {
        self.value(it)
    }

    fn end(self) -> Met {
        self.finish()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;
    use serde::{Deserialize, Serialize};
    use serde_json::json;

    use super::super::canonical::canonical;
    use super::super::canonical::tests::any_value;
    use super::*;

    #[derive(Clone, Debug, Serialize, Deserialize)]
    #[serde(tag = "kind", rename_all = "kebab-case")]
    enum Tagged {
        Plain,
        Held { by: Vec<(u8, i8)> },
    }

    #[derive(Clone, Debug, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    enum Bare {
        Word,
        One(char),
        Two(u8, u8),
        Named { it: bool },
    }

    #[derive(Clone, Debug, Serialize, Deserialize)]
    struct Sample {
        text: String,
        none: Option<u8>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        some: Option<i64>,
        tagged: Vec<Tagged>,
        bare: Vec<Bare>,
        map: BTreeMap<u32, ()>,
    }

    fn sample() -> Value {
        json!({
            "text": "é", "none": null, "some": -3, "tagged": [{"kind": "plain"}, {"kind": "held", "by": [[1, -1]]}],
            "bare": ["word", {"one": "x"}, {"two": [1, 2]}, {"named": {"it": true}}], "map": {"7": null},
        })
    }

    fn compared(body: &Value) -> Result<(), String> {
        let text = canonical(body).expect("it has a canonical form");
        compare(&Sample::deserialize(body).expect("it can be read"), &text)
    }

    #[test]
    fn what_is_written_for_what_was_read_is_the_same() {
        let mut body = sample();
        assert_eq!(compared(&body), Ok(()));
        body.as_object_mut().expect("an object").remove("some");
        assert_eq!(compared(&body), Ok(()), "an optional member may be missing");
    }

    #[test]
    fn whatever_a_reader_passes_over_is_named() {
        for (place, name, more, named) in [
            ("", "other", json!(1), "/other"),
            ("/tagged/0", "by", json!([]), "/tagged/0/by"),
            ("/tagged/1", "other", json!("x"), "/tagged/1/other"),
            ("/bare/3/named", "other", json!(null), "/bare/3/named/other"),
            ("", "some", json!(null), "/some"),
        ] {
            let mut body = sample();
            body.pointer_mut(place).expect("it is there")[name] = more;
            assert_eq!(compared(&body), Err(named.to_owned()));
        }
        let mut body = sample();
        body.as_object_mut().expect("an object").remove("none");
        assert_eq!(compared(&body), Err("/none".to_owned()));
    }

    proptest! {
        #[test]
        fn a_value_is_itself_and_no_other(one in any_value(), other in any_value()) {
            let text = |value: &Value| canonical(value).expect("it has a canonical form");
            prop_assert_eq!(compare(&one, &text(&one)), Ok(()));
            prop_assert_eq!(compare(&one, &text(&other)).is_ok(), one == other);
        }
    }
}
