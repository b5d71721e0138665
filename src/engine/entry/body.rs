//! The body of an entry: kept as its canonical text alone, and read anew by whoever wants to know what it
//! means. Most commands check every entry of a journal and look into few; trees of values of all would fill
//! ten times as much memory as the journal.
//!
//! No text gets in here that is not canonical.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;

use serde::Deserialize;
use serde::de::{DeserializeOwned, DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Number, Value};

use super::canonical::{self, CanonicalFault};

/// Canonical text.
#[derive(Clone, PartialEq)]
pub(super) struct Body {
    text: Vec<u8>,
}

impl Body {
    /// Writes a value as a body.
    pub(super) fn write(value: &Value) -> Result<Body, CanonicalFault> {
        Ok(Body { text: canonical::canonical(value)? })
    }

    /// The canonical JSON.
    pub(super) fn text(&self) -> &[u8] {
        &self.text
    }

    /// What it means, as a tree of values.
    pub(super) fn value(&self) -> Value {
        serde_json::from_slice(&self.text).expect("the text was made from JSON")
    }

    /// What it means to one reader.
    pub(super) fn read<T: DeserializeOwned>(&self) -> Result<T, serde_json::Error> {
        let read = std::str::from_utf8(&self.text).ok().and_then(|text| serde_json::from_str(text).ok());
        // What is wrong is said by the tree, since places in the text are nobody's business.
        read.map_or_else(|| T::deserialize(self.value()), Ok)
    }
}

impl fmt::Debug for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from_utf8_lossy(&self.text))
    }
}

impl<'de> Deserialize<'de> for Body {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Body, D::Error> {
        let mut text = Vec::with_capacity(1024);
        Rewrite(&mut text).deserialize(deserializer)?;
        text.shrink_to_fit();
        Ok(Body { text })
    }
}

/// Writes what is read straight back in canonical form. Keys must come in order, since they cannot be sorted
/// on the way; out of order they would not be canonical anyway.
struct Rewrite<'a>(&'a mut Vec<u8>);

impl<'de> DeserializeSeed<'de> for Rewrite<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl Rewrite<'_> {
    fn number<E: Error>(self, number: Number) -> Result<(), E> {
        canonical::write_number(self.0, &number).map_err(E::custom)
    }
}

impl<'de> Visitor<'de> for Rewrite<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON without fractions")
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        self.0.extend_from_slice(b"null");
        Ok(())
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<(), E> {
        self.0.extend_from_slice(if value { b"true" } else { b"false" });
        Ok(())
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<(), E> {
        self.number(value.into())
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<(), E> {
        self.number(value.into())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<(), E> {
        Err(E::custom(CanonicalFault::Fraction(value.to_string())))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<(), E> {
        canonical::write_string(self.0, value);
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        self.0.push(b'[');
        let mut is_first = true;
        loop {
            let comma = self.0.len();
            if !is_first {
                self.0.push(b',');
            }
            if items.next_element_seed(Rewrite(self.0))?.is_none() {
                self.0.truncate(comma);
                break;
            }
            is_first = false;
        }
        self.0.push(b']');
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<(), A::Error> {
        self.0.push(b'{');
        let mut before: Option<Cow<'de, str>> = None;
        while let Some(key) = members.next_key_seed(Key)? {
            if let Some(before) = before {
                if canonical::key_order(&before, &key) != Ordering::Less {
                    return Err(A::Error::custom(format_args!(
                        "the key {key:?} is out of order or repeated"
                    )));
                }
                self.0.push(b',');
            }
            canonical::write_string(self.0, &key);
            self.0.push(b':');
            members.next_value_seed(Rewrite(self.0))?;
            before = Some(key);
        }
        self.0.push(b'}');
        Ok(())
    }
}

/// Reads a key, without copying it where that is possible.
struct Key;

impl<'de> DeserializeSeed<'de> for Key {
    type Value = Cow<'de, str>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Cow<'de, str>, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for Key {
    type Value = Cow<'de, str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Cow<'de, str>, E> {
        Ok(Cow::Borrowed(text))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Cow<'de, str>, E> {
        Ok(Cow::Owned(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::super::canonical::tests::any_value;
    use super::*;

    #[test]
    fn keys_out_of_order_repeated_or_with_fractions_are_refused() {
        for bad in [r#"{"b":1,"a":2}"#, r#"{"a":1,"a":1}"#, r#"[{"a":1.5}]"#, "-0", "9007199254740992", "1e2"]
        {
            assert!(serde_json::from_str::<Body>(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn another_spelling_is_rewritten() {
        let body: Body =
            serde_json::from_str(r#" { "\u0061" : [ ] , "b" : [ 1 , -2 , { } ] } "#).expect("reads");
        assert_eq!(body.text(), br#"{"a":[],"b":[1,-2,{}]}"#);
        assert_eq!(body.value(), json!({"a": [], "b": [1, -2, {}]}));
    }

    proptest! {
        #[test]
        fn reading_a_canonical_text_writes_it_again(value in any_value()) {
            let body = Body::write(&value).expect("has a canonical form");
            let read: Body = serde_json::from_slice(body.text()).expect("reads");
            prop_assert_eq!(&read.value(), &value);
            prop_assert_eq!(read.read::<Value>().expect("reads"), value);
            prop_assert_eq!(read, body);
        }
    }
}
