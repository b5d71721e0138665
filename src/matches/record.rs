//! The bodies of journal entries.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::MatchFault;
use super::settings::Missing;
use crate::digest::Digest;
use crate::driver::Progress;
use crate::journal::Entry;
use crate::clock::{Event, Fixed};
use crate::side::Side;
use crate::system::System;
use crate::table::{Note, Section};

/// An exchange is open.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Opened {
    /// The keys of the questions, by side.
    pub asked: BTreeMap<Side, Vec<String>>,
    /// The sides that must send a file.
    pub sealing: Vec<Side>,
    /// The instant by which files must be in, in UTC; nothing while the match is paused.
    pub deadline: Option<String>,
    /// The deadline as the match's schedule gives it, with all that verdicts need.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fixed: Option<Fixed>,
}

/// Something happened to the clock.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clocked {
    /// What.
    pub event: Event,
    /// The deadline of the open exchange after it; nothing while none is open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fixed: Option<Fixed>,
}

/// A promise came in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Committed {
    /// The hash of the sealed file.
    pub commitment: Digest,
}

/// A side took back its commitment and its file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Withdrawn {}

/// A sealed file came in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Revealed {
    /// The sealed file, byte for byte.
    pub file: String,
}

/// A side sent nothing, or not enough, in time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Defaulted {
    /// The policy that answers for it.
    pub policy: Missing,
    /// The answers, as an orders file.
    pub orders: String,
}

/// What the rules told.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Resolved<E> {
    /// The steps played, the unfinished one last.
    pub steps: Vec<StepRecord<E>>,
    /// The hash of the settled position.
    pub position: Digest,
    /// Early orders that came to nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub voids: Vec<Void>,
    /// True when the match is over.
    pub over: bool,
}

/// A step of the sequence, as far as it was played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StepRecord<E> {
    /// Where in the sequence, as a path.
    pub at: String,
    /// Where in the sequence, in words.
    pub title: String,
    /// True if the step was played to its end.
    pub whole: bool,
    /// The newest exchange used.
    pub consumed: u32,
    /// What was told now and not before.
    pub sections: Vec<Section<E>>,
}

/// An order that came to nothing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Void {
    /// Whose.
    pub side: Side,
    /// The question's key.
    pub key: String,
    /// Why.
    pub why: String,
}

/// The umpire overrides the position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ruling<E> {
    /// Why.
    pub reason: String,
    /// What changes.
    pub event: E,
    /// What the rules told when they went on from there.
    pub resolved: Resolved<E>,
}

/// The match goes back to the opening of an exchange.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Superseded {
    /// The exchange; a new one takes its place.
    pub back_to: u32,
    /// Why.
    pub reason: String,
}

/// The umpire's secret is opened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Disclosed {
    /// The seed in hex.
    pub seed: String,
}

/// The match is over.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ended {
    /// The hash of the last position.
    pub position: Digest,
}

/// Reads the body of an entry.
///
/// # Errors
/// If the body has another shape.
pub fn body<T: serde::de::DeserializeOwned>(entry: &Entry) -> Result<T, MatchFault> {
    let fault = |what: String| MatchFault::Proof { entry: Some(entry.header().number), what };
    T::deserialize(entry.body()).map_err(|error| fault(format!("its body is not understood: {error}")))
}

/// Makes the body of an entry.
///
/// # Errors
/// Only by a defect.
pub fn value<T: Serialize>(body: &T) -> Result<Value, MatchFault> {
    serde_json::to_value(body).map_err(|error| MatchFault::Bug(error.to_string()))
}

/// The hash of a position: SHA-256 of its JSON, in the order in which its parts are declared.
///
/// # Errors
/// Only by a defect.
pub fn position<S: System>(state: &S::State) -> Result<Digest, MatchFault> {
    let bytes = serde_json::to_vec(state).map_err(|error| MatchFault::Bug(error.to_string()))?;
    Ok(Digest::of(&bytes))
}

impl<E> StepRecord<E> {
    /// An override as the first thing that the next packets tell.
    pub(crate) fn overriding(event: E) -> StepRecord<E> {
        let notes = vec![Note::Event(event)];
        let sections = vec![Section { name: String::new(), after: 0, notes }];
        let title = "the umpire's ruling".to_owned();
        StepRecord { at: "ruling".to_owned(), title, whole: true, consumed: 0, sections }
    }

    /// The events, section by section.
    pub(crate) fn events(&self) -> impl Iterator<Item = &E> {
        let notes = self.sections.iter().flat_map(|section| &section.notes);
        notes.filter_map(|note| if let Note::Event(event) = note { Some(event) } else { None })
    }
}

impl<E: Clone> StepRecord<E> {
    /// Adds what this tells to what the step had told before.
    pub(crate) fn add_to(&self, told: &mut Vec<Section<E>>) {
        for section in &self.sections {
            match told.iter_mut().find(|it| it.name == section.name) {
                Some(known) => known.notes.extend(section.notes.iter().cloned()),
                None => told.push(section.clone()),
            }
        }
    }
}

impl<E: Clone + PartialEq> Resolved<E> {
    /// Records what the driver told. `before` is the hash of the settled position before it, if it is known: while no step
    /// is played to its end, that is the hash after it as well.
    ///
    /// # Errors
    /// Only by a defect.
    pub fn of<S: System<Event = E>>(
        progress: &Progress<S>,
        before: Option<Digest>,
    ) -> Result<Resolved<E>, MatchFault> {
        let before = before.filter(|_| !progress.played.iter().any(|played| played.whole));
        let steps = progress.played.iter().map(|played| StepRecord {
            at: played.at.id.clone(),
            title: played.at.name.clone(),
            whole: played.whole,
            consumed: played.consumed,
            sections: played.fresh(),
        });
        let void = |void: &crate::table::VoidOrder| Void {
            side: void.side,
            key: void.key.clone(),
            why: void.why.clone(),
        };
        Ok(Resolved {
            steps: steps.collect(),
            position: before.map_or_else(|| position::<S>(&progress.checkpoint.state), Ok)?,
            voids: progress.voids.iter().map(void).collect(),
            over: progress.checkpoint.over,
        })
    }
}
