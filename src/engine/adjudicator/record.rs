//! What the rules told, as the bodies of journal entries keep it.

use serde::{Deserialize, Serialize};

use super::{Compared, ReplayFault};
use crate::digest::Digest;
use crate::driver::Progress;
use crate::entry::Kind;
use crate::party::Party;
use crate::system::System;
use crate::table::{Note, Section};

/// The umpire overrides the position, or people at a real table declare something. An event and what it led
/// to may also be had as JSON.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ruling<E, R = Resolved<E>> {
    /// Why.
    pub reason: String,
    /// What changes.
    pub event: E,
    /// What the rules told when they went on from there.
    pub resolved: R,
}

/// What the rules told.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Resolved<E> {
    /// The steps played, the unfinished one last.
    pub steps: Vec<StepRecord<E>>,
    /// The hash of the settled position.
    pub position: Digest,
    /// Early and planned orders that came to nothing.
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
    /// The file that was used last, if nothing became known since and it has plans for which that counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fresh: Option<FreshFile>,
    /// What was told now and not before.
    pub sections: Vec<Section<E>>,
}

/// A file since which nothing became known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FreshFile {
    /// Whose.
    #[serde(rename = "side")]
    pub party: Party,
    /// The exchange in which it came.
    pub exchange: u32,
}

impl FreshFile {
    /// The file that a run used last.
    pub(super) fn of((party, exchange): (Party, u32)) -> FreshFile {
        FreshFile { party, exchange }
    }

    /// The same as the driver has it.
    pub(super) fn parts(self) -> (Party, u32) {
        (self.party, self.exchange)
    }
}

/// An order that came to nothing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Void {
    /// Whose.
    #[serde(rename = "side")]
    pub party: Party,
    /// The question's key.
    pub key: String,
    /// Why.
    pub why: String,
}

/// The hash of a position: SHA-256 of its JSON, in the order in which its parts are declared.
///
/// # Errors
/// Only by a defect.
pub(super) fn position<S: System>(state: &S::State) -> Result<Digest, ReplayFault> {
    let bytes = serde_json::to_vec(state).map_err(|error| ReplayFault::Bug(error.to_string()))?;
    Ok(Digest::of(&bytes))
}

impl<E> StepRecord<E> {
    /// An override, or what a table declared, as the first thing that the next packets tell.
    pub(super) fn overriding(kind: Kind, event: E) -> StepRecord<E> {
        let notes = vec![Note::Event(event)];
        let sections = vec![Section { name: String::new(), after: 0, notes }];
        let title = if kind == Kind::Declaration { "declared at the table" } else { "the umpire's ruling" };
        StepRecord {
            at: kind.id().to_owned(),
            title: title.to_owned(),
            whole: true,
            consumed: 0,
            fresh: None,
            sections,
        }
    }

    /// The events, section by section.
    pub(super) fn events(&self) -> impl Iterator<Item = &E> {
        self.sections.iter().flat_map(Section::events)
    }
}

impl<E: Clone> StepRecord<E> {
    /// Adds what this tells to what the step had told before.
    pub(super) fn add_to(&self, told: &mut Vec<Section<E>>) {
        for section in &self.sections {
            match told.iter_mut().find(|it| it.name == section.name) {
                Some(known) => known.notes.extend(section.notes.iter().cloned()),
                None => told.push(section.clone()),
            }
        }
    }
}

impl<E> Resolved<E> {
    /// Whether dice fell in what it tells.
    pub(super) fn has_rolls(&self) -> bool {
        let mut notes = self.steps.iter().flat_map(|step| &step.sections).flat_map(|section| &section.notes);
        notes.any(|note| matches!(note, Note::Roll(_)))
    }

    /// How much it tells, and to which position it claims to lead.
    pub(super) fn counted(&self) -> Compared {
        let notes = self.steps.iter().flat_map(|step| &step.sections).flat_map(|section| &section.notes);
        let rolls = notes.clone().filter(|note| matches!(note, Note::Roll(_))).count();
        Compared { rolls, events: notes.count() - rolls, claimed: self.position, found: None }
    }
}

impl<E: Clone + PartialEq> Resolved<E> {
    /// Records what the driver told. `before` is the hash of the settled position before it, if it is known:
    /// while no step is played to its end, that is the hash after it as well.
    ///
    /// # Errors
    /// Only by a defect.
    pub(super) fn of<S: System<Event = E>>(
        progress: &Progress<S>,
        before: Option<Digest>,
    ) -> Result<Resolved<E>, ReplayFault> {
        let before = before.filter(|_| !progress.played.iter().any(|played| played.whole));
        let steps = progress.played.iter().map(|played| StepRecord {
            at: played.at.id.clone(),
            title: played.at.name.clone(),
            whole: played.whole,
            consumed: played.consumed,
            fresh: played.fresh.map(FreshFile::of),
            sections: played.fresh(),
        });
        let void = |void: &crate::table::VoidOrder| Void {
            party: void.party,
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

/// The first place where a record and the rules part, in words.
pub(super) fn difference<E: PartialEq + std::fmt::Debug>(
    recorded: &Resolved<E>,
    found: &Resolved<E>,
) -> String {
    for (at, step) in found.steps.iter().enumerate() {
        let Some(told) = recorded.steps.get(at) else { break };
        for section in &step.sections {
            let Some(old) = told.sections.iter().find(|it| it.name == section.name) else { continue };
            let part = (0..section.notes.len().max(old.notes.len()))
                .find(|&n| section.notes.get(n) != old.notes.get(n));
            if let Some(n) = part {
                let place = if section.name.is_empty() {
                    step.at.clone()
                } else {
                    format!("{}/{}", step.at, section.name)
                };
                return format!(
                    "{place}, note {n}: recorded {}, the rules give {}",
                    shown(old.notes.get(n)),
                    shown(section.notes.get(n))
                );
            }
        }
    }
    "the rules tell another story".to_owned()
}

fn shown<E: std::fmt::Debug>(note: Option<&Note<E>>) -> String {
    note.map_or("nothing".to_owned(), |note| format!("{note:?}"))
}
