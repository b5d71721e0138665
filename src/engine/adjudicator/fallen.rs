//! How the dice of combats fell that an entry of a journal tells, event by event.

use super::ReplayFault;
use super::record::{self, Resolved, Ruling, StepRecord};
use super::ruled::{Ruled, intervenes};
use crate::driver::{Played, advance_counting};
use crate::entry::Entry;
use crate::fortune::Fortune;
use crate::rulebook::Rulebook;
use crate::table::book::Answers;
use crate::table::{DiceSource, Note, Section, in_order};

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

/// An event of a step that was played again, and the dice that fell for it if it is told now.
type Replayed<'p, E> = (&'p [Fortune], &'p E);

/// What a step that was played again tells, with the dice, in the order in which it changes a position.
fn replayed<S: Rulebook>(step: &Played<S>) -> Vec<Replayed<'_, S::Event>> {
    let mut sections = Vec::with_capacity(step.sections.len());
    for (place, section) in step.sections.iter().enumerate() {
        let known = step.told_before(&section.name);
        let mut notes: Vec<Note<Replayed<'_, S::Event>>> = Vec::with_capacity(section.notes.len());
        for (at, note) in section.notes.iter().enumerate() {
            let counted = step.counted.as_ref().filter(|_| at >= known);
            notes.push(match note {
                Note::Event(event) => {
                    Note::Event((counted.map_or(&[][..], |counted| counted.of(place, at)), event))
                }
                // Where a branch began counts them.
                Note::Roll(roll) => Note::Roll(roll.clone()),
            });
        }
        sections.push(Section { name: section.name.clone(), after: section.after, notes });
    }
    in_order(&sections).into_iter().copied().collect()
}

impl<S: Rulebook> Ruled<S> {
    /// The dice of an entry that comes next.
    ///
    /// # Errors
    /// A sentence on what in it makes no sense, or where it and the rules part.
    pub(super) fn fallen_in(
        &self,
        entry: &Entry,
        with: Option<(Answers, &dyn DiceSource)>,
    ) -> Result<Vec<Fallen>, ReplayFault> {
        let kind = entry.header().kind;
        if !intervenes(kind) {
            return self.fallen_of(entry.read().map_err(ReplayFault::Proof)?, with);
        }
        let ruling: Ruling<S::Event> = entry.read().map_err(ReplayFault::Proof)?;
        let mut ruled = self.clone();
        ruled.enforce(kind, &ruling.event).map_err(ReplayFault::Proof)?;
        ruled.fallen_of(ruling.resolved, with)
    }

    /// The dice of what is told next.
    fn fallen_of(
        &self,
        resolved: Resolved<S::Event>,
        with: Option<(Answers, &dyn DiceSource)>,
    ) -> Result<Vec<Fallen>, ReplayFault> {
        match with {
            _ if !self.system.counts_at_table() => {
                self.fallen_by_events(resolved).map_err(ReplayFault::Proof)
            }
            Some((answers, dice)) if resolved.has_rolls() => self.fallen_again(&resolved, answers, dice),
            _ => Ok(Vec::new()),
        }
    }

    /// The dice of what is told next, as they fall when it is played again.
    fn fallen_again(
        &self,
        recorded: &Resolved<S::Event>,
        answers: Answers,
        dice: &dyn DiceSource,
    ) -> Result<Vec<Fallen>, ReplayFault> {
        let book = answers.read_by(&*self.system);
        let book = book.map_err(|what| ReplayFault::Proof(format!("accepted doctrine: {what}")))?;
        let progress = advance_counting(&*self.system, &self.checkpoint, &book, dice)?;
        let found = Resolved::of(&progress, None)?;
        if found != *recorded {
            return Err(ReplayFault::Proof(record::difference(recorded, &found)));
        }
        let mut fallen = Vec::new();
        for step in &progress.played {
            for (fortunes, event) in replayed(step) {
                fallen.extend(self.told_by(event, &step.at.name, fortunes.to_vec())?);
            }
        }
        Ok(fallen)
    }

    /// The dice of what is told next, as its events say.
    fn fallen_by_events(&self, resolved: Resolved<S::Event>) -> Result<Vec<Fallen>, String> {
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
                    let fortunes = self.system.fortunes(&after, event);
                    fallen.extend(
                        self.told_by(event, &step.title, fortunes).map_err(|fault| fault.to_string())?,
                    );
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

    /// Dice with the event that tells what came of them, if there are any.
    fn told_by(
        &self,
        event: &S::Event,
        at: &str,
        fortunes: Vec<Fortune>,
    ) -> Result<Option<Fallen>, ReplayFault> {
        if fortunes.is_empty() {
            return Ok(None);
        }
        let json = serde_json::to_value(event).map_err(|error| ReplayFault::Bug(error.to_string()))?;
        let word = json["event"].as_str().unwrap_or_default().to_owned();
        let rule = self.system.rule(event).to_owned();
        Ok(Some(Fallen { at: at.to_owned(), event: word, rule, fortunes }))
    }
}
