//! A match that all agreed to end: it stops at once and ends for good some days later. Until then the umpire
//! can let it go on.

use jiff::{SignedDuration, Timestamp};

use crate::matches::{EarlyEnd, MatchFault};
use crate::post::office::state::MatchSession;

/// For so many hours the umpire can let a match go on that all agreed to end.
pub(crate) const GRACE: i64 = 72;

impl MatchSession<'_> {
    /// Ends a match that was stopped so long ago that nobody will let it go on.
    ///
    /// # Errors
    /// If it cannot be recorded.
    pub(crate) fn end_if_agreed(&mut self) -> Result<(), MatchFault> {
        match self.ends_at() {
            Some(at) if at <= self.now => self.end_as_agreed("by the votes of all"),
            _ => Ok(()),
        }
    }

    /// Ends a match that was stopped by votes, now.
    ///
    /// # Errors
    /// If nobody voted so, or it cannot be recorded.
    pub(crate) fn end_as_agreed(&mut self, reason: &str) -> Result<(), MatchFault> {
        self.host.end_early(EarlyEnd::Agreed(self.agreed()?), reason)?;
        self.publish()?;
        self.queue_reports()
    }

    /// The side whose parties have all voted to concede; none if all have voted for a draw.
    ///
    /// # Errors
    /// If they voted for nothing.
    pub(crate) fn agreed(&self) -> Result<Option<&'static str>, MatchFault> {
        let sides = self.host.game.sides().iter().map(|side| Some(side.id()));
        sides.chain([None]).find(|conceded| self.host.is_voted(*conceded)).ok_or_else(|| {
            let what = "nobody has conceded, and not all have voted for a draw";
            MatchFault::no(what, "use `sealord end` if they agreed in another way")
        })
    }

    /// When a match that the sides agreed to stop ends for good. One that stopped for a panel ends by its
    /// verdict alone.
    pub(crate) fn ends_at(&self) -> Option<Timestamp> {
        self.agreed().ok()?;
        let stopped: Timestamp = self.host.stopped_at()?.parse().ok()?;
        stopped.checked_add(SignedDuration::from_hours(GRACE)).ok()
    }

    /// Whether the match stopped: the sides agreed to, or a panel judges it.
    pub(crate) fn is_stopped(&self) -> bool {
        self.host.stopped_at().is_some()
    }
}
