//! What is so where nobody declared it: in the naval war history says what the core game would (NW-3, and the timeline of the
//! data); at a real map nothing does, and a rule that needs the fact is refused by its name.

use std::borrow::Cow;

use super::Schiffskrieg;
use super::facts::{Fact, Facts, Missing, Subject, Value};

impl Schiffskrieg {
    /// What a fact says: what was declared, otherwise what history says in the naval war.
    ///
    /// # Errors
    /// [`Missing`] if neither says anything.
    pub fn need<'f>(&self, facts: &'f Facts, fact: Fact, of: &[Subject]) -> Result<Cow<'f, Value>, Missing> {
        if let Some(value) = facts.get(fact, of) {
            return Ok(Cow::Borrowed(value));
        }
        let told = self.history.as_ref().and_then(|history| history.value(self, facts, fact, of));
        told.map(Cow::Owned).ok_or_else(|| Missing { fact, of: of.to_vec() })
    }

    /// A fact that is true or false.
    ///
    /// # Errors
    /// [`Missing`] if nobody declared it and history does not say it.
    pub fn flag(&self, facts: &Facts, fact: Fact, of: &[Subject]) -> Result<bool, Missing> {
        self.need(facts, fact, of).map(|value| *value == Value::Flag(true))
    }
}

/// What history says, turn by turn.
#[derive(Clone, Debug, PartialEq)]
pub struct History {}

impl History {
    fn value(&self, _: &Schiffskrieg, _: &Facts, _: Fact, _: &[Subject]) -> Option<Value> {
        None
    }
}
