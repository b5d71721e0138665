//! What an exchange changes, kept for an undo.

use super::record::{StepRecord, Void};
use super::{Game, MatchFault};
use crate::driver::Checkpoint;
use crate::system::System;

/// A match as it stood before an exchange was opened.
pub(crate) struct Moment<S: System> {
    checkpoint: Checkpoint<S>,
    present: S::State,
    latest: Vec<StepRecord<S::Event>>,
    voids: Vec<Void>,
    exchanges: usize,
    events: usize,
    settled: u32,
}

impl<S: System> Game<S> {
    /// Remembers the match as it stands before an exchange is opened.
    pub(crate) fn moment(&self) -> Moment<S> {
        Moment {
            checkpoint: self.checkpoint.clone(),
            present: self.present.clone(),
            latest: self.latest.clone(),
            voids: self.voids.clone(),
            exchanges: self.exchanges.len(),
            events: self.events(),
            settled: self.settled,
        }
    }

    /// Goes back to a moment. The calendar is not taken back, but for extensions.
    ///
    /// # Errors
    /// Only by a defect.
    pub(crate) fn go_back(&mut self, moment: Moment<S>) -> Result<(), MatchFault> {
        let Moment { checkpoint, present, latest, voids, exchanges, events, settled } = moment;
        (self.checkpoint, self.present, self.latest, self.voids) = (checkpoint, present, latest, voids);
        self.exchanges.truncate(exchanges);
        self.settled = settled;
        (self.open, self.ended, self.disclosed) = (false, false, false);
        self.give_back_extensions(events)
    }
}
