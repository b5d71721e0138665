//! What was done with the messages of a run, batch by batch.

use std::collections::BTreeSet;

use crate::post::office::state::RunSummary;
use crate::post::wire::{Done, MessageId, Source};

/// A message that is done with, and what became of it.
pub(crate) type Settled = (MessageId, Done);

/// The progress of a run over its batches.
pub(crate) struct Rounds {
    /// Which matches were advanced.
    pub(crate) advanced: Vec<bool>,
    /// Messages that wait for another run.
    pub(crate) held_up: BTreeSet<MessageId>,
    /// The letters of this run, by what they say: the same one may lie there twice.
    pub(crate) met: BTreeSet<String>,
    /// Whether the source could not mark a message. What is marked in vain takes its time, so the next run
    /// does it.
    unmarked: bool,
}

impl Rounds {
    pub(crate) fn new(matches: usize) -> Rounds {
        let (held_up, met) = (BTreeSet::new(), BTreeSet::new());
        Rounds { advanced: vec![false; matches], held_up, met, unmarked: false }
    }

    /// Marks in the source what is done with. What cannot be marked comes up again, and is known by its hash.
    pub(crate) fn mark(&mut self, source: &mut dyn Source, settled: Vec<Settled>, summary: &mut RunSummary) {
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

/// How a message that came before is marked in its source, by the outcome in the log.
pub(crate) fn done_of(outcome: &str) -> Done {
    match outcome {
        "refused" | "nothing" | "doubtful" | "unreadable" | "unclear" | "stranger" | "aside" => Done::Refused,
        "ignored" | "bounce" | "crowded" | "again" => Done::Ignored,
        _ => Done::Taken,
    }
}
