//! What a run comes to: what was done with its messages, batch by batch.

use std::collections::BTreeSet;

use crate::post::wire::{Done, MessageId, Source};

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
    pub(super) fn count(&mut self, done: Done) {
        match done {
            Done::Taken => self.taken += 1,
            Done::Refused => self.refused += 1,
            Done::Ignored => self.ignored += 1,
        }
    }
}

/// A message that is done with, and what became of it.
pub(super) type Settled = (MessageId, Done);

/// What the batches of a run have come to.
pub(super) struct Rounds {
    /// Which matches were brought on.
    pub(super) advanced: Vec<bool>,
    /// Messages that wait for another run.
    pub(super) held_up: BTreeSet<MessageId>,
    /// The letters of this run, by what they say: the same one may lie there twice.
    pub(super) met: BTreeSet<String>,
    /// Whether the source could not mark a message. What is marked in vain takes its time, so the next run does it.
    unmarked: bool,
}

impl Rounds {
    pub(super) fn new(matches: usize) -> Rounds {
        let (held_up, met) = (BTreeSet::new(), BTreeSet::new());
        Rounds { advanced: vec![false; matches], held_up, met, unmarked: false }
    }

    /// Marks in the source what is done with. What cannot be marked comes up again, and is known by its hash.
    pub(super) fn mark(&mut self, source: &mut dyn Source, settled: Vec<Settled>, summary: &mut RunSummary) {
        for (id, done) in settled {
            if self.unmarked {
                return;
            }
            match source.done(&id, done) {
                Ok(()) => _ = self.held_up.remove(&id),
                Err(fault) => {
                    self.unmarked = true;
                    summary.troubles.push(fault.to_string());
                }
            }
        }
    }
}

/// What the source is told of a message that came before, by the word for what became of it.
pub(super) fn done_of(outcome: &str) -> Done {
    match outcome {
        "refused" | "nothing" | "doubtful" | "unreadable" | "unclear" | "stranger" | "aside" => Done::Refused,
        "ignored" | "bounce" | "crowded" | "again" => Done::Ignored,
        _ => Done::Taken,
    }
}
