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
    /// Takes the lists of a case: a key that is a label or the end of one holds that roll's faces; any other key
    /// names a part of labels, such as a segment, and its faces are used up in the order of the rolls.
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

    fn shuffle(&self, _exchange: u32, label: &str, count: usize) -> Result<Vec<usize>, String> {
        match self.key_for(label) {
            Some(_) => Ok(self.faces(0, label, count)?.into_iter().map(usize::from).collect()),
            None => Ok((0..count).collect()),
        }
    }
}
