//! What an exchange changes, kept for an undo.

use super::game::Game;
use crate::matches::fault::MatchFault;
use engine::adjudicator::{Adjudicator, Void};

/// A match as it stood before an exchange was opened.
pub(crate) struct Moment {
    rules: Box<dyn Adjudicator>,
    voids: Vec<Void>,
    exchanges: usize,
    events: usize,
    settled: u32,
}

impl Game {
    /// Remembers the match as it stands before an exchange is opened.
    pub(crate) fn moment(&self) -> Moment {
        Moment {
            rules: self.rules.fork(),
            voids: self.voids.clone(),
            exchanges: self.exchanges.len(),
            events: self.events(),
            settled: self.settled,
        }
    }

    /// Goes back to a moment. The calendar is not taken back, except for extensions.
    ///
    /// # Errors
    /// Only by a defect.
    pub(crate) fn go_back(&mut self, moment: Moment) -> Result<(), MatchFault> {
        let Moment { rules, voids, exchanges, events, settled } = moment;
        (self.rules, self.voids) = (rules, voids);
        self.exchanges.truncate(exchanges);
        self.settled = settled;
        (self.open, self.ended, self.disclosed) = (false, false, false);
        (self.agreed, self.unresolved) = (None, None);
        self.give_back_extensions(events)
    }
}
