//! Values by side or by party.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// One value for each of some sides or parties, in the order in which they were put in; what is read from a
/// file stands in their own order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlagMap<K, T>(Vec<(K, T)>);

impl<K, T> Default for FlagMap<K, T> {
    fn default() -> Self {
        FlagMap(Vec::new())
    }
}

impl<K: Copy + PartialEq, T> FlagMap<K, T> {
    /// Builds a value for each with one function.
    pub fn from_fn(keys: &[K], mut make: impl FnMut(K) -> T) -> FlagMap<K, T> {
        FlagMap(keys.iter().map(|&key| (key, make(key))).collect())
    }

    /// The value of one, if it has any.
    pub fn get(&self, key: K) -> Option<&T> {
        self.0.iter().find(|(of, _)| *of == key).map(|(_, value)| value)
    }

    /// The value of one, if it has any, to be changed.
    pub fn get_mut(&mut self, key: K) -> Option<&mut T> {
        self.0.iter_mut().find(|(of, _)| *of == key).map(|(_, value)| value)
    }

    /// Sets the value of one; gives the value that it had.
    pub fn insert(&mut self, key: K, value: T) -> Option<T> {
        if let Some(known) = self.get_mut(key) {
            return Some(std::mem::replace(known, value));
        }
        self.0.push((key, value));
        None
    }

    /// Takes the value of one out.
    pub fn remove(&mut self, key: K) -> Option<T> {
        let at = self.0.iter().position(|(of, _)| *of == key)?;
        Some(self.0.remove(at).1)
    }

    /// All values, to be changed.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.0.iter_mut().map(|(_, value)| value)
    }

    /// All that have a value, with their values.
    pub fn iter(&self) -> impl Iterator<Item = (K, &T)> {
        self.0.iter().map(|(key, value)| (*key, value))
    }

    /// All that have a value.
    pub fn keys(&self) -> impl Iterator<Item = K> {
        self.0.iter().map(|(key, _)| *key)
    }
}

impl<K: Copy + PartialEq, T: Copy + Default> FlagMap<K, T> {
    /// The value of one; the default if it has none.
    pub fn of(&self, key: K) -> T {
        self.get(key).copied().unwrap_or_default()
    }
}

impl<K: Copy + PartialEq, T> FromIterator<(K, T)> for FlagMap<K, T> {
    fn from_iter<I: IntoIterator<Item = (K, T)>>(pairs: I) -> FlagMap<K, T> {
        let mut map = FlagMap::default();
        for (key, value) in pairs {
            map.insert(key, value);
        }
        map
    }
}

impl<K: Serialize, T: Serialize> Serialize for FlagMap<K, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (key, value) in &self.0 {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}

impl<'de, K, T> Deserialize<'de> for FlagMap<K, T>
where
    K: Copy + Ord + Deserialize<'de>,
    T: Deserialize<'de>,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<FlagMap<K, T>, D::Error> {
        deserializer.deserialize_map(Entries(PhantomData))
    }
}

/// Reads a [`FlagMap`].
struct Entries<K, T>(PhantomData<(K, T)>);

impl<'de, K, T> Visitor<'de> for Entries<K, T>
where
    K: Copy + Ord + Deserialize<'de>,
    T: Deserialize<'de>,
{
    type Value = FlagMap<K, T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value for each side")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<FlagMap<K, T>, A::Error> {
        let mut values = FlagMap::default();
        while let Some((key, value)) = map.next_entry()? {
            values.insert(key, value);
        }
        // The JSON of a journal keeps no order of its own, and what is read must equal what was written.
        values.0.sort_by_key(|(key, _)| *key);
        Ok(values)
    }
}

#[cfg(test)]
mod tests {
    use crate::rulebook::two_sided::{ALLIES, AXIS};
    use crate::side::SideMap;

    #[test]
    fn values_keep_the_order_in_which_they_came() {
        let mut map: SideMap<u8> = [(ALLIES, 1), (AXIS, 2)].into_iter().collect();
        assert_eq!(map.insert(ALLIES, 3), Some(1));
        assert_eq!(map.iter().collect::<Vec<_>>(), [(ALLIES, &3), (AXIS, &2)]);
        assert_eq!((map.remove(ALLIES), map.get(ALLIES)), (Some(3), None));
    }

    #[test]
    fn values_that_are_read_stand_in_the_order_of_their_sides() {
        crate::rulebook::two_sided::declare();
        let written = SideMap::from_fn(&[AXIS, ALLIES], |side| side.id().len());
        let shuffled = serde_json::from_str(r#"{"allies": 6, "axis": 4}"#).expect("a map");
        assert_eq!(written, shuffled);
    }
}
