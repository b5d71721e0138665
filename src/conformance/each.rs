//! What a case says side by side: one value for each of the system's sides that it names.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::problem::list_or;
use crate::rules::Rulebook;
use crate::side::{Side, SideMap};

/// A value for each side that is named.
pub struct Each<S, T>(SideMap<T>, PhantomData<S>);

impl<S, T> Default for Each<S, T> {
    fn default() -> Self {
        Each(SideMap::default(), PhantomData)
    }
}

impl<S, T> Each<S, T> {
    /// The value of a side, if it is named.
    pub fn of(&self, side: Side) -> Option<&T> {
        self.0.get(side)
    }

    /// The sides that are named, with their values.
    pub fn iter(&self) -> impl Iterator<Item = (Side, &T)> {
        self.0.iter()
    }
}

impl<'de, S: Rulebook, T: Deserialize<'de>> Deserialize<'de> for Each<S, T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Each<S, T>, D::Error> {
        deserializer.deserialize_map(Sides(PhantomData))
    }
}

struct Sides<S, T>(PhantomData<(S, T)>);

impl<'de, S: Rulebook, T: Deserialize<'de>> Visitor<'de> for Sides<S, T> {
    type Value = Each<S, T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("sides with what is theirs")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Each<S, T>, A::Error> {
        let mut each = Each::default();
        while let Some(word) = map.next_key::<String>()? {
            let Some(&side) = S::SIDES.iter().find(|side| side.id() == word) else {
                let sides: Vec<String> = S::SIDES.iter().map(|side| format!("`{}`", side.id())).collect();
                return Err(A::Error::custom(format!(
                    "unknown field `{word}`, expected {}",
                    list_or(&sides)
                )));
            };
            if each.0.insert(side, map.next_value()?).is_some() {
                return Err(A::Error::custom(format!("duplicate field `{word}`")));
            }
        }
        Ok(each)
    }
}

#[cfg(feature = "schema")]
mod schema {
    use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

    use super::Each;
    use crate::rules::Rulebook;
    use crate::side::Side;

    impl<S: Rulebook, T: JsonSchema> JsonSchema for Each<S, T> {
        fn inline_schema() -> bool {
            true
        }

        fn schema_name() -> std::borrow::Cow<'static, str> {
            format!("Each_{}", T::schema_name()).into()
        }

        fn json_schema(generator: &mut SchemaGenerator) -> Schema {
            let of = |side: &Side, generator: &mut SchemaGenerator| {
                (side.id().to_owned(), generator.subschema_for::<T>())
            };
            let properties = S::SIDES
                .iter()
                .map(|side| of(side, generator))
                .map(|(word, schema)| (word, schema.to_value()));
            let properties = serde_json::Value::Object(properties.collect());
            json_schema!({ "type": "object", "properties": properties, "additionalProperties": false })
        }
    }
}
