//! What a match keeps of its rules, to go on without its journal.

use std::rc::Rc;

use super::ReplayFault;
use super::record::StepRecord;
use super::ruled::Ruled;
use crate::driver::Checkpoint;
use crate::party::Party;
use crate::rulebook::Rulebook;
use crate::table::{Note, Section, in_order};

impl<S: Rulebook> Ruled<S> {
    /// What it takes to go on from here.
    pub(super) fn kept(&self) -> Result<Vec<u8>, ReplayFault> {
        let Checkpoint { state, consumed, told, over, fresh, again } = &self.checkpoint;
        let latest = self.latest.iter().map(|step| &**step).collect::<Vec<_>>();
        let kept = (state, consumed, told, (over, fresh, again), &*self.since, latest);
        serde_json::to_vec(&kept).map_err(|error| ReplayFault::Bug(error.to_string()))
    }

    /// Goes on from what was kept.
    pub(super) fn went_on_from(&mut self, kept: &[u8]) -> Result<(), ReplayFault> {
        type Flags = (bool, Option<(Party, u32)>, bool);
        type Kept<S, E> = (S, u32, Vec<Section<E>>, Flags, S, Vec<StepRecord<E>>);
        let kept: Kept<S::State, S::Event> =
            serde_json::from_slice(kept).map_err(|error| ReplayFault::Proof(error.to_string()))?;
        let (state, consumed, told, (over, fresh, again), since, latest) = kept;
        let unfit = told.iter().flat_map(|section| &section.notes).find_map(|note| match note {
            Note::Event(event) => self.system.fits(event),
            Note::Roll(_) => None,
        });
        let broken_invariant =
            [&state, &since].into_iter().find_map(|state| self.system.broken_invariant(state));
        if let Some(what) = broken_invariant.or(unfit) {
            return Err(ReplayFault::Proof(what));
        }
        self.present = state.clone();
        in_order(&told).into_iter().for_each(|event| self.system.apply(&mut self.present, event));
        self.checkpoint = Checkpoint { state, consumed, told, over, fresh, again };
        self.since = Rc::new(since);
        self.latest = latest.into_iter().map(Rc::new).collect();
        self.history = None;
        Ok(())
    }
}
