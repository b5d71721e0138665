//! Writes YAML as JSON while it is read. No tree of it is kept, so that a large file costs little more than
//! its own length; whoever must say where something stands reads it as a tree (`yaml.rs`).

use std::fmt;

use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde::ser::Serialize;

/// A YAML value of any shape as JSON on one line, its keys in the order in which they stand.
pub(super) struct Streamed(pub(super) String);

impl<'de> Deserialize<'de> for Streamed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Streamed, D::Error> {
        let mut json = Vec::new();
        Writing(&mut json).deserialize(deserializer)?;
        String::from_utf8(json).map(Streamed).map_err(D::Error::custom)
    }
}

/// Adds the value that comes to what is written.
struct Writing<'j>(&'j mut Vec<u8>);

impl Writing<'_> {
    fn scalar<E: Error>(self, value: impl Serialize) -> Result<(), E> {
        serde_json::to_writer(self.0, &value).map_err(E::custom)
    }
}

impl<'de> DeserializeSeed<'de> for Writing<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Writing<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a YAML value")
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        self.scalar(())
    }

    fn visit_none<E: Error>(self) -> Result<(), E> {
        self.scalar(())
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        self.deserialize(deserializer)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<(), E> {
        self.scalar(value)
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<(), E> {
        self.scalar(value)
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<(), E> {
        self.scalar(value)
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<(), E> {
        self.scalar(value)
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<(), E> {
        self.scalar(value)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        let json = self.0;
        json.push(b'[');
        while seq.next_element_seed(Writing(json))?.is_some() {
            json.push(b',');
        }
        close(json, b']');
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let json = self.0;
        json.push(b'{');
        while let Some(key) = map.next_key::<String>()? {
            Writing(json).scalar(key)?;
            json.push(b':');
            map.next_value_seed(Writing(json))?;
            json.push(b',');
        }
        close(json, b'}');
        Ok(())
    }
}

/// Ends a list or a map; behind its last part stands a comma.
fn close(json: &mut Vec<u8>, end: u8) {
    json.pop_if(|last| *last == b',');
    json.push(end);
}
