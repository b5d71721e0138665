//! Chores: matches of a run that other workers tend for it. The run has the mailbox, the logs and the
//! outgoing mail; whoever helps plays a match on, writes its mails, and hands in what came of it.

use jiff::Timestamp;

use crate::matches::MatchFault;
use crate::post::shelf::Claimed;
use engine::digest::Digest;

/// A run that has laid out chores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chores {
    /// The number of its lease.
    pub run: i64,
    /// The time of the run, which is that of all it does.
    pub at: Timestamp,
    /// Under which settings, and with whom in the seats.
    pub basis: Digest,
}

/// A match that somebody has taken, to tend it for a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chore {
    /// The match's word.
    pub word: String,
    /// What was noted of the match, if anything was.
    pub snapshot: Option<Vec<u8>>,
    /// Under which number it was taken: who has another hands nothing in.
    pub token: i64,
}

/// What has come of a chore.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandedIn {
    /// The match's word.
    pub word: String,
    /// What the helper says, as bytes that only this program reads.
    pub account: Vec<u8>,
}

/// Where chores are laid out.
pub trait ChoreTable {
    /// How many workers, besides the one that asks, were seen in the last so many seconds.
    ///
    /// # Errors
    /// If that cannot be looked at.
    fn helpers(&self, seconds: f64) -> Result<usize, MatchFault>;
    /// Lays out matches, each with what was noted of it, for the run that has claimed the office; what lay
    /// there before goes.
    ///
    /// # Errors
    /// If it cannot be written.
    fn lay_out(
        &self,
        at: Timestamp,
        basis: Digest,
        chores: &[(String, Option<Vec<u8>>)],
    ) -> Result<(), MatchFault>;
    /// The run of which a chore lies there that nobody has; nothing if none does. Whoever asks is
    /// seen.
    ///
    /// # Errors
    /// If that cannot be looked at.
    fn wanted(&self) -> Result<Option<Chores>, MatchFault>;
    /// Joins a run: until this is dropped, whatever this worker writes it writes for that run, and nothing
    /// more once the run has lost the office.
    fn join(&self, run: &Chores) -> Claimed;
    /// Takes the next chore of the run that this worker has or has joined; nothing if nobody is wanted any
    /// more.
    ///
    /// # Errors
    /// If it cannot be written.
    fn take(&self) -> Result<Option<Chore>, MatchFault>;
    /// Hands in what has come of a chore, with the bytes of the mails that the run is to queue: all of it
    /// or nothing.
    ///
    /// # Errors
    /// If the chore was taken away meanwhile, or the run is over.
    fn hand_in(&self, chore: &Chore, mails: &[(String, Vec<u8>)], account: &[u8]) -> Result<(), MatchFault>;
    /// What others have handed in since this was asked last. If a run has nothing else to do, it waits a
    /// second for something to come.
    ///
    /// # Errors
    /// If it cannot be taken.
    fn handed_in(&self, waits: bool) -> Result<Vec<HandedIn>, MatchFault>;
}
