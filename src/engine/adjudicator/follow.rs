//! An auditor knows all answers: each step is played once with them, and every entry is compared with the
//! part of that run which it should hold, instead of playing the step again for each exchange in it.

use super::record::{self, FreshFile, Resolved, StepRecord};
use super::ruled::Ruled;
use super::{Compared, Foresight, Position};
use crate::digest::Digest;
use crate::driver::{Ahead, Checkpoint, look_ahead};
use crate::entry::Entry;
use crate::rulebook::Rulebook;
use crate::system::Flow;
use crate::table::book::BookOf;
use crate::table::{DiceSource, Section, Waiting};

/// What an auditor has found out on the way, which holds only as long as the match goes on as its journal
/// says.
pub(super) struct Sight<S: Rulebook> {
    /// The answers of what follows, if they were asked for; nothing if they cannot be had.
    foreseen: Option<Option<Foreseen<S>>>,
    /// The step that is being played, as far as all answers lead.
    ahead: Option<Ahead<S>>,
    /// True if the step that is being played must be played again for each exchange.
    again: bool,
    /// The hash of the settled position.
    pub(super) settled: Option<Digest>,
    /// The entry that was read last, and what it tells.
    pub(super) read: Option<(Digest, Resolved<S::Event>)>,
}

/// Answers and dice of what follows.
struct Foreseen<S: Rulebook> {
    book: BookOf<S>,
    dice: Box<dyn DiceSource>,
    exchanges: Vec<u32>,
}

impl<S: Rulebook> Default for Sight<S> {
    fn default() -> Self {
        Sight { foreseen: None, ahead: None, again: false, settled: None, read: None }
    }
}

impl<S: Rulebook> Sight<S> {
    /// Notes that an entry was taken, to what position it claims to lead, and whether it `settled` a step.
    pub(super) fn went_on(&mut self, settled: bool, position: Digest) {
        self.settled = Some(position);
        if settled && self.again {
            self.again = false;
        }
    }
}

impl<S: Rulebook> Ruled<S> {
    /// Compares what an entry tells with the one run of its step. `closed` is the exchange that was closed
    /// before it. Nothing is said where that does not settle it.
    pub(super) fn follow_entry(
        &self,
        entry: &Entry,
        closed: u32,
        foresee: &dyn Fn() -> Option<Foresight>,
    ) -> Option<Compared> {
        let recorded: Resolved<S::Event> = entry.exactly().ok()?;
        let mut sight = self.sight.borrow_mut();
        let compared = if sight.again { None } else { self.follow(&mut sight, &recorded, closed, foresee) };
        if compared.is_none() {
            (sight.ahead, sight.again) = (None, true);
        }
        sight.read = Some((entry.hash(), recorded));
        compared
    }

    fn follow(
        &self,
        sight: &mut Sight<S>,
        recorded: &Resolved<S::Event>,
        closed: u32,
        foresee: &dyn Fn() -> Option<Foresight>,
    ) -> Option<Compared> {
        let mut at: Option<Checkpoint<S>> = None;
        let mut waiting: Vec<Waiting> = Vec::new();
        let last = recorded.steps.len().checked_sub(1)?;
        for (place, step) in recorded.steps.iter().enumerate() {
            let from = at.as_ref().unwrap_or(&self.checkpoint);
            if sight.ahead.is_none() {
                sight.ahead = Some(self.look_from(&mut sight.foreseen, from, foresee)?);
            }
            let ahead = sight.ahead.as_ref()?;
            let whole = ahead.end.is_some() && ahead.trace.last() <= closed;
            let fresh = ahead.fresh.filter(|_| whole).map(FreshFile::of);
            let as_told = is_told(ahead, step, &from.told, closed) && step.fresh == fresh;
            if !as_told || step.whole != whole {
                return None;
            }
            if whole {
                let Ahead { end, trace, fresh, .. } = sight.ahead.take()?;
                let (flow, state) = end?;
                let over = flow == Flow::Over;
                if (place == last) != over {
                    return None;
                }
                at = Some(Checkpoint::settled(state, trace.last(), fresh, over));
            } else if place == last {
                waiting = match ahead.trace.next(closed) {
                    Some(next) => ahead.trace.asked_in(next).to_vec(),
                    None => ahead.waiting.clone(),
                };
                if waiting.is_empty() {
                    return None;
                }
            } else {
                return None;
            }
        }
        let settled = at.as_ref().unwrap_or(&self.checkpoint);
        let known = sight.settled.filter(|_| at.is_none());
        let position = known.map_or_else(|| record::position::<S>(&settled.state).ok(), Some)?;
        if recorded.position != position || recorded.over != settled.over || !recorded.voids.is_empty() {
            return None;
        }
        let mut compared = recorded.counted();
        let state = at.map_or_else(|| self.checkpoint.state.clone(), |at| at.state);
        compared.found = Some((Position(Box::new(state)), waiting));
        Some(compared)
    }

    /// Plays the step at a checkpoint with all answers that follow.
    fn look_from(
        &self,
        foreseen: &mut Option<Option<Foreseen<S>>>,
        from: &Checkpoint<S>,
        foresee: &dyn Fn() -> Option<Foresight>,
    ) -> Option<Ahead<S>> {
        let foreseen = foreseen.get_or_insert_with(|| {
            let Foresight { answers, dice, exchanges } = foresee()?;
            let book = answers.read_by(&*self.system).ok()?;
            Some(Foreseen { book, dice, exchanges })
        });
        let Foreseen { book, dice, exchanges } = foreseen.as_ref()?;
        let exchanges = exchanges.iter().copied().filter(|exchange| *exchange > from.consumed).collect();
        look_ahead(&*self.system, from, book, &**dice, exchanges)
    }
}

/// Whether a record of a step tells what its run told anew when an exchange was closed. `before` was told
/// earlier.
fn is_told<S: Rulebook>(
    ahead: &Ahead<S>,
    step: &StepRecord<S::Event>,
    before: &[Section<S::Event>],
    closed: u32,
) -> bool {
    let known =
        |name: &str| before.iter().find(|section| section.name == name).map_or(0, |it| it.notes.len());
    let told = ahead.trace.told(&ahead.sections, closed);
    let fresh = ahead.sections.iter().zip(told).filter_map(|(section, told)| {
        let notes = section.notes.get(known(&section.name)..told)?;
        (!notes.is_empty()).then_some((section, notes))
    });
    let mut recorded = step.sections.iter();
    let same = fresh.into_iter().all(|(section, notes)| {
        recorded.next().is_some_and(|it| {
            it.name == section.name && it.after == section.after && it.notes.as_slice() == notes
        })
    });
    same && recorded.next().is_none()
        && (&step.at, &step.title) == (&ahead.at.id, &ahead.at.name)
        && step.consumed == ahead.trace.consumed(closed)
}
