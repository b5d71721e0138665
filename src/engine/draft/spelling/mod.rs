//! What a person writes for the names of a question: another spelling, a part of a name, a number, a group.
//!
//! A word that is an id or a name is never touched. Any other is looked for in the question as it is put to
//! the player, and the file is *written out*: the id takes its place before the file is sealed. So what a
//! journal holds are ids and names, and nothing that resolves or audits a match knows of this module. The
//! page has it a second time (`spelling.mjs`).

mod fold;
mod names;
mod counted;
mod write_out;

pub use counted::counted;
pub use fold::fold;
pub use names::{Found, Names, all_of};
pub use write_out::written_out;

use std::cell::Cell;

use super::{Spot, Word};
use crate::problem::quote;

/// So many things that a word could mean are listed.
pub const SHOWN: usize = 24;

/// A word that was read for something, and what stands for it in the file that counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spelled {
    /// The stretch of the file.
    pub spot: Spot,
    /// The words that stood there.
    pub said: String,
    /// The ids that take their place.
    pub ids: Vec<String>,
    /// What stands there.
    pub place: Place,
}

/// So many words of a file are read for what they may mean. No person spells more of them otherwise, and a
/// flood of words that mean nothing must not take long.
const MOST_READ: usize = 300;

/// What was read in a file for words that are none.
#[derive(Default)]
pub struct Readings {
    /// Each of them.
    pub spelled: Vec<Spelled>,
    tried: Cell<usize>,
}

impl Readings {
    /// Whether one more word is read for what it may mean.
    pub fn tries(&self) -> bool {
        self.tried.set(self.tried.get() + 1);
        self.tried.get() <= MOST_READ
    }

    /// Notes which word takes the place of another.
    pub fn note(&mut self, word: &Word, meant: &str, place: Place) {
        let (spot, said) = (word.spot, word.text.clone());
        self.spelled.push(Spelled { spot, said, ids: vec![meant.to_owned()], place });
    }
}

/// In which way several words may stand in a place of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Before a colon: with commas between them, as one piece of text.
    Key,
    /// Behind a colon: in brackets.
    Value,
    /// In a list: as entries of it.
    Entry,
    /// Among other words, which stay.
    Within,
}

/// What is said of a word that could be several things, and how to mend it.
pub fn several(word: &str, ids: &[&str]) -> (String, String) {
    let more = if ids.len() > SHOWN { format!(", … ({} in all)", ids.len()) } else { String::new() };
    let listed = ids[..ids.len().min(SHOWN)].join(", ");
    (format!("{} could be several: {listed}{more}", quote(word)), format!("write `{}`", ids[0]))
}
