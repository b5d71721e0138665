//! Hints for somebody who plays a game for the first time: what to look at, what to choose, and why. They are
//! data of each game, beside its templates.

use serde::{Deserialize, Serialize};

use super::ReportFault;
use super::env::Templates;

/// The hints of a game.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Hints {
    /// How many turns they are for, with the set-up where it counts as one.
    pub turns: usize,
    /// What the game is about.
    pub aim: String,
    /// Hints for kinds of question, in the order in which a turn puts them.
    pub questions: Vec<Hint>,
}

/// A hint for a kind of question.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Hint {
    /// The kind.
    pub kind: String,
    /// What to look at.
    pub look: String,
    /// What to choose.
    pub choose: String,
    /// Why.
    pub why: String,
}

impl Templates {
    /// The hints of a system, if it has any.
    ///
    /// # Errors
    /// [`ReportFault::Template`] when a club's own have not their shape.
    pub fn hints(&self, system: &str) -> Result<Option<Hints>, ReportFault> {
        self.data(&format!("{system}/hints.yaml"))
    }
}
