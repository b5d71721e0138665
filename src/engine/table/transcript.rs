//! What a run told: events and rolls, kept by section, one section for each part that runs on its own.

use serde::{Deserialize, Serialize};

use super::{Halt, Step, Table};
use crate::system::System;

/// One line of the story: an event, or dice that fell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Note<E> {
    /// Something happened.
    Event(E),
    /// Dice fell.
    Roll(Roll),
}

impl<E> Note<E> {
    /// The event, if something happened.
    pub fn event(&self) -> Option<&E> {
        if let Note::Event(event) = self { Some(event) } else { None }
    }
}

/// Dice that fell, under the label that names them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Roll {
    /// What, where, at whom: unique within a match.
    pub label: String,
    /// The exchange whose key the dice came from.
    pub exchange: u32,
    /// The faces in the order they fell; for a shuffle, the order of the shuffled things.
    pub faces: Vec<u8>,
}

/// The part of a story that one branch told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Section<E> {
    /// Its name: empty for the trunk.
    pub name: String,
    /// How many notes the trunk had told when this branch began.
    #[serde(default)]
    pub after: usize,
    /// What was told, in order.
    pub notes: Vec<Note<E>>,
}

impl<E> Section<E> {
    /// The events, in order.
    pub fn events(&self) -> impl Iterator<Item = &E> + Clone {
        self.notes.iter().filter_map(Note::event)
    }
}

/// The events of a story in the order in which they change a position: branches where they began.
pub fn in_order<E>(sections: &[Section<E>]) -> Vec<&E> {
    let (trunks, branches): (Vec<_>, Vec<_>) = sections.iter().partition(|section| section.name.is_empty());
    let trunk: &[Note<E>] = trunks.first().map_or(&[], |section| &section.notes);
    let mut notes: Vec<&Note<E>> = Vec::new();
    let mut told = 0;
    for branch in branches {
        let until = branch.after.clamp(told, trunk.len());
        notes.extend(&trunk[told..until]);
        told = until;
        notes.extend(&branch.notes);
    }
    notes.extend(&trunk[told..]);
    notes.into_iter().filter_map(Note::event).collect()
}

/// A re-run that disagrees with what was told before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Divergence {
    /// The section that disagrees.
    pub section: String,
    /// The number of the first note that disagrees, from 0.
    pub note: usize,
    /// What was told before.
    pub expected: String,
    /// What the re-run told, or nothing.
    pub found: String,
}

impl std::fmt::Display for Divergence {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let section = if self.section.is_empty() { "the trunk" } else { &self.section };
        write!(
            f,
            "a re-run disagrees with what was told before: {section}, note {}: told {}, now {}",
            self.note, self.expected, self.found
        )
    }
}

/// Checks that a re-run told again, section by section, all that was told before.
///
/// # Errors
/// The first note that is missing or different.
pub fn guard<E: PartialEq + std::fmt::Debug>(
    before: &[Section<E>],
    now: &[Section<E>],
) -> Result<(), Box<Divergence>> {
    for old in before {
        let new = now.iter().find(|section| section.name == old.name);
        let notes: &[Note<E>] = new.map_or(&[], |section| &section.notes);
        for (at, note) in old.notes.iter().enumerate() {
            if notes.get(at) != Some(note) {
                let found = notes.get(at).map_or("nothing".to_owned(), |found| format!("{found:?}"));
                return Err(Box::new(Divergence {
                    section: old.name.clone(),
                    note: at,
                    expected: format!("{note:?}"),
                    found,
                }));
            }
        }
    }
    Ok(())
}

impl<S: System> Table<'_, S> {
    /// Notes dice that fell.
    ///
    /// # Halts
    /// With a fault if the label was opened before in this run.
    pub(super) fn note_roll(&mut self, label: String, faces: &[u8]) -> Step<()> {
        if self.rehearsal {
            return Ok(());
        }
        // Only when two hashes meet are the labels themselves compared.
        if !self.labels.insert(fnv(&label)) && self.rolled(&label) {
            return Err(Halt::fault(format!("the roll {label} was opened twice")));
        }
        self.last_file = None;
        self.sections[self.current].notes.push(Note::Roll(Roll {
            label,
            exchange: self.consumed,
            faces: faces.to_vec(),
        }));
        Ok(())
    }

    fn rolled(&self, label: &str) -> bool {
        let mut notes = self.sections.iter().flat_map(|section| &section.notes);
        notes.any(|note| matches!(note, Note::Roll(roll) if roll.label == label))
    }
}

/// The FNV-1a hash of a label.
fn fnv(label: &str) -> u64 {
    label
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
