//! What was declared: the values that stand, by fact and what it is about.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::known::Known;
use super::{Catalogue, Declared, Fact, Subject, Value, Veil};
use crate::faction::Faction;

/// A value that stands, and how often it was declared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Standing {
    /// What was declared last.
    #[serde(flatten)]
    pub declared: Declared,
    /// Its version, from 1: events name it with the fact that they read.
    pub version: u16,
}

/// Everything that was declared and stands, sorted by fact and by what it is about.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Facts {
    standing: Vec<Standing>,
    /// What the rules of the match have worked out from them.
    #[serde(skip)]
    known: Known,
}

/// A fact that a rule needs and nobody declared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Missing {
    /// The fact.
    pub fact: Fact,
    /// What it should be about.
    pub of: Vec<Subject>,
}

impl fmt::Display for Missing {
    /// By the word of the fact alone; [`super::Reader::words`] knows the names of what it is about.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is not declared", self.fact)
    }
}

impl Facts {
    /// What stands of a fact, if it was declared.
    pub fn get(&self, fact: Fact, of: &[Subject]) -> Option<&Value> {
        // Most facts are asked for again and again, and never declared.
        if !self.known.is_declared(fact, self.standing.iter().map(|it| it.declared.fact)) {
            return None;
        }
        self.find(fact, of).ok().map(|at| &self.standing[at].declared.value)
    }

    /// Everything that stands of a fact, in the order of what it is about.
    pub fn all_of(&self, fact: Fact) -> impl Iterator<Item = (&[Subject], &Value)> {
        let begin = self.standing.partition_point(|it| it.declared.fact < fact);
        let standing = self.standing[begin..].iter().take_while(move |it| it.declared.fact == fact);
        standing.map(|it| (it.declared.of.as_slice(), &it.declared.value))
    }

    /// All that stands.
    pub fn standing(&self) -> &[Standing] {
        &self.standing
    }

    /// What the rules of the match have worked out from these facts, until one of them changes.
    pub(crate) fn known(&self) -> &Known {
        &self.known
    }

    /// What stands of those facts of which a function says so.
    pub(crate) fn seen(&self, keep: impl Fn(&Declared) -> bool) -> Facts {
        let seen = self.standing.iter().filter(|it| keep(&it.declared)).cloned();
        Facts { standing: seen.collect(), known: Known::default() }
    }

    /// Takes up a declaration that was found sound. One of a moment (`once`) keeps no value.
    pub fn take(&mut self, catalogue: &Catalogue, declared: &Declared) {
        if catalogue.of(declared.fact).once {
            return;
        }
        self.known = Known::default();
        match self.find(declared.fact, &declared.of) {
            Ok(at) => {
                let standing = &mut self.standing[at];
                standing.declared = declared.clone();
                standing.version = standing.version.saturating_add(1);
            }
            Err(at) => self.standing.insert(at, Standing { declared: declared.clone(), version: 1 }),
        }
    }

    /// How far a faction may see a value that stands: nothing if all of it, otherwise the veil over it.
    /// `shown` says whether a card that is hidden until it is shown has been shown.
    pub fn veil(
        catalogue: &Catalogue,
        declared: &Declared,
        faction: Faction,
        shown: impl Fn(&Declared) -> bool,
    ) -> Option<Veil> {
        let veil = catalogue.of(declared.fact).secret?;
        let owners =
            declared.of.iter().filter_map(|it| if let Subject::Faction(of) = it { Some(*of) } else { None });
        let shared = |of: Faction| veil == Veil::Count && of != Faction::Axis && faction != Faction::Axis;
        let own = owners.into_iter().any(|of| of == faction || shared(of));
        (!own && !shown(declared)).then_some(veil)
    }

    /// Forgets what holds no longer.
    pub fn forget(&mut self, over: impl Fn(&Declared) -> bool) {
        self.known = Known::default();
        self.standing.retain(|it| !over(&it.declared));
    }

    fn find(&self, fact: Fact, of: &[Subject]) -> Result<usize, usize> {
        self.standing.binary_search_by(|it| (it.declared.fact, it.declared.of.as_slice()).cmp(&(fact, of)))
    }
}
