//! How the dice of combats fell that an entry of a journal tells, event by event.

use super::record::{Resolved, Ruling, StepRecord};
use super::ruled::{Ruled, intervenes};
use crate::entry::Entry;
use crate::fortune::Fortune;
use crate::rulebook::Rulebook;
use crate::table::{Note, Section, in_order};

/// An event in which dice fell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fallen {
    /// Where in the sequence, in words.
    pub at: String,
    /// The event's word.
    pub event: String,
    /// The ledger's id of the rule behind it; empty if no rule is.
    pub rule: String,
    /// The dice.
    pub fortunes: Vec<Fortune>,
}

/// An event of a step, and whether it is told now and not before.
type Told<E> = (bool, E);

/// The same part of a story, with events that say whether they are told now.
fn marked<E: Clone>(section: &Section<E>, now: bool) -> Section<Told<E>> {
    let mark = |note: &Note<E>| match note {
        Note::Event(event) => Note::Event((now, event.clone())),
        Note::Roll(roll) => Note::Roll(roll.clone()),
    };
    let notes = section.notes.iter().map(mark).collect();
    Section { name: section.name.clone(), after: section.after, notes }
}

/// What a step has told so far, and what it tells now, in the order in which they change a position.
fn whole<E: Clone>(told: &[Section<E>], step: &StepRecord<E>) -> Vec<Section<Told<E>>> {
    let mut all: Vec<Section<Told<E>>> = told.iter().map(|section| marked(section, false)).collect();
    for section in &step.sections {
        let fresh = marked(section, true);
        match all.iter_mut().find(|known| known.name == fresh.name) {
            Some(known) => known.notes.extend(fresh.notes),
            None => all.push(fresh),
        }
    }
    all
}

impl<S: Rulebook> Ruled<S> {
    /// The dice of an entry that comes next.
    ///
    /// # Errors
    /// A sentence on what in it makes no sense.
    pub(super) fn fallen_in(&self, entry: &Entry) -> Result<Vec<Fallen>, String> {
        let kind = entry.header().kind;
        if !intervenes(kind) {
            return self.fallen_of(entry.read()?);
        }
        let ruling: Ruling<S::Event> = entry.read()?;
        let mut ruled = self.clone();
        ruled.enforce(kind, &ruling.event)?;
        ruled.fallen_of(ruling.resolved)
    }

    /// The dice of what is told next.
    fn fallen_of(&self, resolved: Resolved<S::Event>) -> Result<Vec<Fallen>, String> {
        let mut fallen = Vec::new();
        let (mut state, mut told) = (self.checkpoint.state.clone(), self.checkpoint.told.clone());
        for step in &resolved.steps {
            let mut after = state.clone();
            let all = whole(&told, step);
            for (now, event) in in_order(&all) {
                if let Some(what) = self.system.fits(event) {
                    return Err(what);
                }
                if *now {
                    fallen.extend(self.fell(&after, event, &step.title)?);
                }
                self.system.apply(&mut after, event);
            }
            match step.whole {
                true => (state, told) = (after, Vec::new()),
                false => step.add_to(&mut told),
            }
        }
        Ok(fallen)
    }

    /// The dice of an event, if it has any.
    fn fell(&self, before: &S::State, event: &S::Event, at: &str) -> Result<Option<Fallen>, String> {
        let fortunes = self.system.fortunes(before, event);
        if fortunes.is_empty() {
            return Ok(None);
        }
        let json = serde_json::to_value(event).map_err(|error| error.to_string())?;
        let word = json["event"].as_str().unwrap_or_default().to_owned();
        let rule = self.system.rule(event).to_owned();
        Ok(Some(Fallen { at: at.to_owned(), event: word, rule, fortunes }))
    }
}
