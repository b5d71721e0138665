//! What a run of the office comes to, in figures and sentences.

use crate::post::wire::Done;

/// What a run did.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct RunSummary {
    /// Messages that came in.
    pub received: usize,
    /// Of those, how many led to something in a match.
    pub taken: usize,
    /// Of those, how many were answered by a refusal.
    pub refused: usize,
    /// Of those, how many were met with silence.
    pub ignored: usize,
    /// Exchanges that were closed.
    pub resolved: usize,
    /// Messages that went out.
    pub sent: usize,
    /// Messages that wait to be sent.
    pub waiting: usize,
    /// What went wrong, in words; everything else was done.
    pub troubles: Vec<String>,
    /// What was set right in journals, in words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notices: Vec<String>,
}

impl RunSummary {
    /// Counts a message with which this was done.
    pub(crate) fn count(&mut self, done: Done) {
        match done {
            Done::Taken => self.taken += 1,
            Done::Refused => self.refused += 1,
            Done::Ignored => self.ignored += 1,
        }
    }
}
