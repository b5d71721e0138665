//! The words that files may name: each system makes its sides and parties known before anything of it is
//! read.

use std::sync::{PoisonError, RwLock};

/// A word that is accepted for another.
pub(crate) const ALIAS: (&str, &str) = ("allied", "allies");

/// The sides, or the parties, of the systems that a program plays, in the order in which they were made
/// known.
pub(crate) struct Known<T>(RwLock<Vec<T>>);

impl<T: Copy> Known<T> {
    /// Nothing is known yet.
    pub const fn none() -> Known<T> {
        Known(RwLock::new(Vec::new()))
    }

    /// Makes one known; what goes by the same word already stays as it is.
    pub fn add(&self, new: T, id: fn(T) -> &'static str) {
        let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if known.iter().all(|it| id(*it) != id(new)) {
            known.push(new);
        }
    }

    /// Finds one by its word in files, or by the word that is accepted for it.
    pub fn find(&self, word: &str, id: fn(T) -> &'static str) -> Option<T> {
        let (other, usual) = ALIAS;
        let word = if word == other { usual } else { word };
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        known.iter().copied().find(|it| id(*it) == word)
    }

    /// All that are known.
    pub fn all(&self) -> Vec<T> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
