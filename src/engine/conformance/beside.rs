//! Reads one map into two shapes: the keys that every system has, and those that a system puts beside them.
//!
//! Serde's own `flatten` would forget at which line a fault stands, and let unknown keys through.

use std::fmt;

use serde::de::value::StrDeserializer;
use serde::de::{self, Deserialize, DeserializeSeed, Deserializer, MapAccess, Visitor};
use serde::forward_to_deserialize_any;

/// The keys that every system has.
pub trait Part: Default {
    /// The keys.
    const KEYS: &'static [&'static str];

    /// Reads the value of one of the keys.
    ///
    /// # Errors
    /// When it is not of the key's shape.
    fn take<'de, A: MapAccess<'de>>(&mut self, key: &'static str, map: &mut A) -> Result<(), A::Error>;
}

/// Reads a map: what belongs to `P`, and in `T` all the rest.
///
/// # Errors
/// At the first key that neither has, and at values of another shape.
pub fn read<'de, P: Part, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<(P, T), D::Error> {
    let mut part = P::default();
    let own = T::deserialize(Both { inner: deserializer, part: &mut part })?;
    Ok((part, own))
}

/// The whole map, as `T` reads it.
struct Both<'p, D, P> {
    inner: D,
    part: &'p mut P,
}

impl<'de, D: Deserializer<'de>, P: Part> Deserializer<'de> for Both<'_, D, P> {
    type Error = D::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.inner.deserialize_map(Keys { inner: visitor, part: self.part, own: None })
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.inner.deserialize_map(Keys { inner: visitor, part: self.part, own: Some(fields) })
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

/// The keys of the map, of which the visitor within sees its own; `own` lists those if it is known.
struct Keys<'p, V, P> {
    inner: V,
    part: &'p mut P,
    own: Option<&'static [&'static str]>,
}

impl<'de, V: Visitor<'de>, P: Part> Visitor<'de> for Keys<'_, V, P> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.inner.expecting(f)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<V::Value, A::Error> {
        self.inner.visit_map(Keys { inner: map, part: self.part, own: self.own })
    }
}

impl<'de, A: MapAccess<'de>, P: Part> MapAccess<'de> for Keys<'_, A, P> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, A::Error> {
        let mut next = Key { seed, keys: P::KEYS, own: self.own };
        loop {
            match self.inner.next_key_seed(next)? {
                None => return Ok(None),
                Some(Whose::Own(key)) => return Ok(Some(key)),
                Some(Whose::Part(key, seed)) => {
                    self.part.take(key, &mut self.inner)?;
                    next = Key { seed, keys: P::KEYS, own: self.own };
                }
            }
        }
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, A::Error> {
        self.inner.next_value_seed(seed)
    }
}

/// One key, while it is read, so that a fault is found at its place.
struct Key<K> {
    seed: K,
    keys: &'static [&'static str],
    own: Option<&'static [&'static str]>,
}

/// Whose key it was; the seed comes back where it was not used.
enum Whose<K, V> {
    Part(&'static str, K),
    Own(V),
}

impl<'de, K: DeserializeSeed<'de>> DeserializeSeed<'de> for Key<K> {
    type Value = Whose<K, K::Value>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl<'de, K: DeserializeSeed<'de>> Visitor<'de> for Key<K> {
    type Value = Whose<K, K::Value>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Self::Value, E> {
        if let Some(key) = self.keys.iter().find(|key| **key == text) {
            return Ok(Whose::Part(key, self.seed));
        }
        if let Some(own) = self.own.filter(|own| !own.contains(&text)) {
            let known: Vec<&str> = self.keys.iter().chain(own).copied().collect();
            return Err(E::custom(format!("unknown field `{text}`, expected one of {}", known.join(", "))));
        }
        self.seed.deserialize(StrDeserializer::new(text)).map(Whose::Own)
    }
}
