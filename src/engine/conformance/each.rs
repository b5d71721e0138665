//! What a case says side by side: one value for each of the system's sides, or of its parties, that it names.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::flag::FlagMap;
use crate::party::Party;
use crate::problem::list_or;
use crate::rulebook::Rulebook;
use crate::side::Side;

/// What a case names of a system: a side, or a party.
pub trait Named<S>: Copy + PartialEq + 'static {
    /// All that the system has.
    const ALL: &'static [Self];

    /// The word used in files.
    fn word(self) -> &'static str;
}

impl<S: Rulebook> Named<S> for Side {
    const ALL: &'static [Side] = S::SIDES;

    fn word(self) -> &'static str {
        self.id()
    }
}

impl<S: Rulebook> Named<S> for Party {
    const ALL: &'static [Party] = S::PARTIES;

    fn word(self) -> &'static str {
        self.id()
    }
}

/// A value for each that is named: for each side, if nothing else is said.
pub struct Each<S, T, K = Side>(FlagMap<K, T>, PhantomData<S>);

/// A value for each party that is named.
pub type EachParty<S, T> = Each<S, T, Party>;

impl<S, T, K> Default for Each<S, T, K> {
    fn default() -> Self {
        Each(FlagMap::default(), PhantomData)
    }
}

impl<S, T, K: Copy + PartialEq> Each<S, T, K> {
    /// The value of one, if it is named.
    pub fn of(&self, key: K) -> Option<&T> {
        self.0.get(key)
    }

    /// Those that are named, with their values.
    pub fn iter(&self) -> impl Iterator<Item = (K, &T)> {
        self.0.iter()
    }
}

impl<'de, S: Rulebook, T: Deserialize<'de>, K: Named<S>> Deserialize<'de> for Each<S, T, K> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Each<S, T, K>, D::Error> {
        deserializer.deserialize_map(Entries(PhantomData))
    }
}

/// Reads an [`Each`].
struct Entries<S, T, K>(PhantomData<(S, T, K)>);

impl<'de, S: Rulebook, T: Deserialize<'de>, K: Named<S>> Visitor<'de> for Entries<S, T, K> {
    type Value = Each<S, T, K>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("sides with what is theirs")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Each<S, T, K>, A::Error> {
        let mut each = Each::default();
        while let Some(word) = map.next_key::<String>()? {
            let Some(&key) = K::ALL.iter().find(|key| key.word() == word) else {
                let known: Vec<String> = K::ALL.iter().map(|key| format!("`{}`", key.word())).collect();
                return Err(A::Error::custom(format!(
                    "unknown field `{word}`, expected {}",
                    list_or(&known)
                )));
            };
            if each.0.insert(key, map.next_value()?).is_some() {
                return Err(A::Error::custom(format!("duplicate field `{word}`")));
            }
        }
        Ok(each)
    }
}

#[cfg(feature = "schema")]
mod schema {
    use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

    use super::{Each, Named};
    use crate::rulebook::Rulebook;

    impl<S: Rulebook, T: JsonSchema, K: Named<S>> JsonSchema for Each<S, T, K> {
        fn inline_schema() -> bool {
            true
        }

        fn schema_name() -> std::borrow::Cow<'static, str> {
            format!("Each_{}", T::schema_name()).into()
        }

        fn json_schema(generator: &mut SchemaGenerator) -> Schema {
            let of = |key: &K, generator: &mut SchemaGenerator| {
                (key.word().to_owned(), generator.subschema_for::<T>())
            };
            let properties =
                K::ALL.iter().map(|key| of(key, generator)).map(|(word, schema)| (word, schema.to_value()));
            let properties = serde_json::Value::Object(properties.collect());
            json_schema!({ "type": "object", "properties": properties, "additionalProperties": false })
        }
    }
}
