//! The counters of a match, as every system keeps them: in a fixed order, each found by its place in it or by
//! its name.

use std::ops::Index;

use serde::{Deserialize, Serialize};

/// A unit of a match: its place in the [`Roster`] of the scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct UnitId(pub u16);

/// What has an id and a name: a counter, a port, a sea area.
pub trait Named {
    /// The id used in files, such as `gb-hood`; the name used in sentences; other spellings of the name.
    fn names(&self) -> (&str, &str, &[String]);

    /// Whether a word is its id.
    fn has_id(&self, word: &str) -> bool {
        self.names().0 == word
    }

    /// Whether a word is its id, its name or another spelling of it.
    fn is_called(&self, word: &str) -> bool {
        let (id, name, aliases) = self.names();
        id == word || name == word || aliases.iter().any(|it| it == word)
    }

    /// Its id and its name.
    fn called(&self) -> (String, String) {
        let (id, name, _) = self.names();
        (id.to_owned(), name.to_owned())
    }

    /// Every word that is its id, its name or another spelling of it.
    fn all_names(&self) -> Vec<String> {
        let (id, name, aliases) = self.names();
        [id, name].into_iter().chain(aliases.iter().map(String::as_str)).map(str::to_owned).collect()
    }
}

/// The counters of a scenario; a system says in which order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roster<C>(pub Vec<C>);

impl<C> Roster<C> {
    /// The ids of all units, in order.
    #[inline]
    pub fn ids(&self) -> impl Iterator<Item = UnitId> + use<C> {
        (0..self.0.len() as u16).map(UnitId)
    }
}

impl<C: Named> Roster<C> {
    /// Finds a unit by its id, its name or another spelling of it.
    pub fn find(&self, word: &str) -> Option<UnitId> {
        self.ids().find(|unit| self[*unit].is_called(word))
    }

    /// Every word that finds a unit.
    pub fn words(&self) -> impl Iterator<Item = String> {
        self.ids().flat_map(|unit| self[unit].all_names())
    }

    /// The id and the name of every unit.
    pub fn called(&self) -> impl Iterator<Item = (String, String)> {
        self.ids().map(|unit| self[unit].called())
    }

    /// Finds a unit by its id alone.
    pub fn by_id(&self, id: &str) -> Option<UnitId> {
        self.ids().find(|unit| self[*unit].has_id(id))
    }
}

impl<C> Default for Roster<C> {
    fn default() -> Roster<C> {
        Roster(Vec::new())
    }
}

impl<C> Index<UnitId> for Roster<C> {
    type Output = C;
    #[inline]
    fn index(&self, unit: UnitId) -> &C {
        &self.0[usize::from(unit.0)]
    }
}
