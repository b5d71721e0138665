//! Where faces come from: the keys of the exchanges, or a script in a conformance case.

use std::cell::RefCell;
use std::collections::BTreeMap;

use crate::dice::ExchangeKey;

/// A pure source of faces: the same exchange and label always give the same.
pub trait DiceSource {
    /// `count` faces of six-sided dice.
    ///
    /// # Errors
    /// A sentence that says why there are none.
    fn faces(&self, exchange: u32, label: &str, count: usize) -> Result<Vec<u8>, String>;

    /// An order of `count` things.
    ///
    /// # Errors
    /// A sentence that says why there is none.
    fn shuffle(&self, exchange: u32, label: &str, count: usize) -> Result<Vec<usize>, String>;
}

/// The keys of the exchanges that are closed; 0 is the key of the genesis.
#[derive(Clone, Default)]
pub struct KeyRing {
    keys: BTreeMap<u32, ExchangeKey>,
}

impl KeyRing {
    /// Adds the key of an exchange.
    pub fn insert(&mut self, exchange: u32, key: ExchangeKey) {
        self.keys.insert(exchange, key);
    }

    fn key(&self, exchange: u32) -> Result<&ExchangeKey, String> {
        self.keys.get(&exchange).ok_or_else(|| format!("exchange {exchange} has no key yet"))
    }
}

impl DiceSource for KeyRing {
    fn faces(&self, exchange: u32, label: &str, count: usize) -> Result<Vec<u8>, String> {
        Ok(self.key(exchange)?.stream(label).faces(count))
    }

    fn shuffle(&self, exchange: u32, label: &str, count: usize) -> Result<Vec<usize>, String> {
        Ok(self.key(exchange)?.stream(label).shuffle(count))
    }
}

/// Dice written down beforehand, by label (or the end of one), or as a list for a part of labels.
#[derive(Default)]
pub struct Script {
    lists: RefCell<BTreeMap<String, std::collections::VecDeque<u8>>>,
}

impl Script {
    /// Takes the lists of a case: a key that is a label or the end of one holds that roll's faces; any other
    /// key names a part of labels, such as a segment, and its faces are used up in the order of the rolls.
    pub fn new(lists: BTreeMap<String, Vec<u8>>) -> Script {
        let lists = lists.into_iter().map(|(key, faces)| (key, faces.into())).collect();
        Script { lists: RefCell::new(lists) }
    }

    /// The faces that no roll used, by key.
    pub fn unused(&self) -> Vec<(String, usize)> {
        let lists = self.lists.borrow();
        lists
            .iter()
            .filter(|(_, left)| !left.is_empty())
            .map(|(key, left)| (key.clone(), left.len()))
            .collect()
    }

    fn key_for(&self, label: &str) -> Option<String> {
        let lists = self.lists.borrow();
        let ends = |key: &&String| {
            label == key.as_str()
                || label.ends_with(key.as_str()) && label[..label.len() - key.len()].ends_with('/')
        };
        let live = || lists.iter().filter(|(_, left)| !left.is_empty()).map(|(key, _)| key);
        live()
            .find(ends)
            .or_else(|| live().find(|key| label.split('/').any(|part| part == key.as_str())))
            .cloned()
    }
}

impl DiceSource for Script {
    fn faces(&self, _exchange: u32, label: &str, count: usize) -> Result<Vec<u8>, String> {
        let faces = self.take(label, count)?;
        match faces.iter().find(|face| !(1..=6).contains(*face)) {
            Some(face) => Err(format!("{label}: a die has no face {face}; write 1 to 6")),
            None => Ok(faces),
        }
    }

    fn shuffle(&self, _exchange: u32, label: &str, count: usize) -> Result<Vec<usize>, String> {
        if self.key_for(label).is_none() {
            return Ok((0..count).collect());
        }
        let order: Vec<usize> = self.take(label, count)?.into_iter().map(usize::from).collect();
        if (0..count).all(|place| order.contains(&place)) {
            return Ok(order);
        }
        let last = count.saturating_sub(1);
        Err(format!("{label} puts {count} things in order: write each of the old places 0 to {last} once"))
    }
}

impl Script {
    /// Uses up the next numbers for a label.
    fn take(&self, label: &str, count: usize) -> Result<Vec<u8>, String> {
        let key = self
            .key_for(label)
            .ok_or_else(|| format!("the case has no dice for {label} ({count} wanted)"))?;
        let mut lists = self.lists.borrow_mut();
        let list = lists.get_mut(&key).ok_or("a list vanished")?;
        if list.len() < count {
            return Err(format!(
                "{label} wants {count} dice, the case has {} left under `{key}`",
                list.len()
            ));
        }
        Ok(list.drain(..count).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn script(key: &str, numbers: &[u8]) -> Script {
        Script::new(BTreeMap::from([(key.to_owned(), numbers.to_vec())]))
    }

    #[test]
    fn a_die_has_six_faces() {
        assert_eq!(script("hit", &[1, 6]).faces(0, "t1/hood/hit", 2).unwrap(), [1, 6]);
        for face in [0, 7, 255] {
            let error = script("hit", &[3, face]).faces(0, "t1/hood/hit", 2).unwrap_err();
            assert_eq!(error, format!("t1/hood/hit: a die has no face {face}; write 1 to 6"));
        }
    }

    #[test]
    fn a_draw_takes_every_place_once() {
        assert_eq!(script("draw", &[2, 0, 1]).shuffle(0, "t1/draw", 3).unwrap(), [2, 0, 1]);
        assert_eq!(Script::default().shuffle(0, "t1/draw", 3).unwrap(), [0, 1, 2]);
        for wrong in [[0, 0, 1], [1, 2, 3], [0, 1, 255]] {
            let error = script("draw", &wrong).shuffle(0, "t1/draw", 3).unwrap_err();
            assert!(error.contains("the old places 0 to 2 once"), "{error}");
        }
    }
}
