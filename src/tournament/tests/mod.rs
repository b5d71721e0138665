//! What the tests of several rooms share.

use crate::{DrawKey, Entrant};

/// Chance that comes out the same each time: splitmix64.
pub struct Chance(u64);

impl Chance {
    /// The chance of this number.
    pub fn new(seed: u64) -> Chance {
        Chance(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// A number from 0 to one below the limit.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    /// True once in so many times.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// One of several.
    pub fn one_of<'t, T>(&mut self, all: &'t [T]) -> &'t T {
        &all[self.below(all.len())]
    }

    /// Mixes a list.
    pub fn mix<T>(&mut self, all: &mut [T]) {
        for at in (1..all.len()).rev() {
            all.swap(at, self.below(at + 1));
        }
    }

    /// A draw key.
    pub fn key(&mut self) -> DrawKey {
        let mut bytes = [0; 32];
        bytes.fill_with(|| self.below(256) as u8);
        DrawKey::from_bytes(bytes)
    }
}

/// The entrant of a word.
pub fn entrant(word: &str) -> Entrant {
    Entrant::new(word)
}

/// The entrants `1` to `n`.
pub fn entrants(count: usize) -> Vec<Entrant> {
    (1..=count).map(|number| Entrant::new(&number.to_string())).collect()
}

/// The entrants of some words.
pub fn words(words: &str) -> Vec<Entrant> {
    words.split_whitespace().map(Entrant::new).collect()
}

/// Whether all trials are made: `tests/run` builds the tests so. Without optimisation they would take
/// minutes.
pub const ALL: bool = option_env!("SEALORD_ALL_TRIALS").is_some();

/// How many of a large number of trials are made.
pub fn trials(all: usize, otherwise: usize) -> usize {
    if ALL { all } else { otherwise }
}
