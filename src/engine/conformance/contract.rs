//! What a system gives so that its cases can be read, played and judged; the rest is the same for all of
//! them.

use std::any::Any;
use std::fmt::Display;

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::Findings;
use super::files;
use super::run::Outcome;
use crate::fields::Listed;
use crate::games::{Games, GamesFault};
use crate::party::Party;
use crate::rulebook::Rulebook;
use crate::rulebook::ledger::Ledger;

/// What stands in a case file: with the feature `schema` it has a JSON Schema.
#[cfg(feature = "schema")]
pub trait Shape: schemars::JsonSchema {}
#[cfg(feature = "schema")]
impl<T: schemars::JsonSchema> Shape for T {}
/// What stands in a case file.
#[cfg(not(feature = "schema"))]
pub trait Shape {}
#[cfg(not(feature = "schema"))]
impl<T> Shape for T {}

/// A system that has conformance cases.
pub trait Cases: Rulebook {
    /// The position of a case, as it stands under `given:`.
    type Given: DeserializeOwned + Shape;
    /// What the system judges besides what every system does, as it stands under `expect:`; [`Nothing`] if no
    /// more.
    type Expected: DeserializeOwned + Shape + Default + PartialEq;
    /// What it judges of a party's view besides `shows` and `hides`; [`Nothing`] if no more.
    type Sight: DeserializeOwned + Shape + Default;
    /// What many cases share, such as the scenarios that have been read; `()` if there is nothing.
    type Shipped: Default;
    /// A place as a case writes it, such as `zone 95`; text that is no place is refused when it is read.
    type At: DeserializeOwned + PartialEq + Display;

    /// Every event with its fields. An event or a field that is not there fails the case in which it happens.
    const EVENTS: Listed<Self>;
    /// The events that `events_exactly` passes over, such as the beginnings of phases.
    const PASSED_OVER: &'static [&'static str];

    /// True for the word of a phase, as it ends [`Rules::standing`](crate::system::Rules::standing): how far
    /// a case is played.
    fn is_phase(word: &str) -> bool;
    /// Builds the rules and the position of a case. `shipped` keeps what the cases before have read.
    ///
    /// # Errors
    /// A sentence that says what does not fit together.
    fn lay_out(
        games: &Games,
        shipped: &mut Self::Shipped,
        given: &Self::Given,
    ) -> Result<(Self, Self::State), String>;
    /// Where a thing is, by its id.
    ///
    /// # Errors
    /// A sentence, when nothing has that id.
    fn at(&self, state: &Self::State, id: &str) -> Result<Self::At, String>;
    /// Notes every difference between the system's own expectations and what came of a case. `start` is the
    /// position before it, `given` how the case writes it.
    fn judge(
        &self,
        given: &Self::Given,
        expected: &Self::Expected,
        start: &Self::State,
        outcome: &Outcome<Self>,
        found: &mut Findings,
    );
    /// Notes every difference between what a party is expected to see and its view.
    fn look(&self, party: Party, expected: &Self::Sight, view: &Self::View, found: &mut Findings);
    /// Whether a case that does not say how far it is played goes on after a step: where its position names
    /// several things that are done. `start` is the position before the case.
    fn goes_on(&self, _start: &Self::State, _now: &Self::State) -> bool {
        false
    }
    /// The things that the position names to be done and of which nothing came: a case must say so of each,
    /// by its `absent`, or it would pass where it cannot do what it says. `start` is the position before the
    /// case.
    fn in_vain(&self, _start: &Self::State, _outcome: &Outcome<Self>) -> Vec<InVain> {
        Vec::new()
    }
    /// True if something in the case has this id or name, so that a view could show it.
    fn is_named(&self, name: &str) -> bool;
    /// What kind of thing a word of an answer names: a question can offer only such kinds as it has options
    /// of.
    fn kind(&self, word: &str) -> Option<&'static str>;
    /// Whether a question could ever have this key; the turn in front may be left out.
    ///
    /// # Errors
    /// A sentence that names the part that cannot be.
    fn could_ask(&self, key: &str) -> Result<(), String>;

    /// The rules that its cases are about.
    ///
    /// # Errors
    /// [`GamesFault`] when there is none or it is unsound.
    fn ledger(games: &Games) -> Result<Ledger, GamesFault> {
        Ledger::load(games, Self::ID)
    }
}

/// A thing that a case names to be done, and that was not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InVain {
    /// The case ended before it.
    Left {
        /// The word of the thing.
        thing: String,
    },
    /// It was played, and nothing came of it.
    Nothing {
        /// The word of the thing.
        thing: String,
        /// The event that happens where something comes of it.
        shown_by: &'static str,
    },
}

/// No expectations: for a system that judges no more than every system does.
#[derive(Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

/// A system whose cases can be run, without its type.
#[derive(Clone, Copy, Debug)]
pub struct Suite {
    /// The system's word in files and folders.
    pub system: &'static str,
    /// How the ids of its rules begin.
    pub prefix: &'static str,
    /// The words of all its events.
    pub events: fn() -> Vec<&'static str>,
    pub(super) read: files::Read,
    pub(super) ledger: fn(&Games) -> Result<Ledger, GamesFault>,
    pub(super) shipped: fn() -> Box<dyn Any>,
    #[cfg(feature = "schema")]
    schema: fn() -> String,
}

impl Suite {
    /// The cases of a system.
    pub const fn of<S: Cases>() -> Suite {
        Suite {
            system: S::ID,
            prefix: S::PREFIX,
            events: || S::EVENTS.iter().map(|(name, _)| *name).collect(),
            read: files::read::<S>,
            ledger: S::ledger,
            shipped: || Box::new(S::Shipped::default()),
            #[cfg(feature = "schema")]
            schema: super::case::schema::<S>,
        }
    }

    /// The JSON Schema of a case file of the system, as text.
    #[cfg(feature = "schema")]
    pub fn schema(&self) -> String {
        (self.schema)()
    }
}
