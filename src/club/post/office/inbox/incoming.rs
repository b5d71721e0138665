//! A letter that came in, and what became of it.

use jiff::Timestamp;

use crate::post::letters::Letter;
use crate::post::wire::{Done, MessageId};

/// A letter that came in.
pub struct Incoming {
    pub(crate) id: MessageId,
    pub(crate) sha256: String,
    /// Its identity, whatever was added to it on the way.
    pub(crate) same: String,
    pub(crate) letter: Letter,
    /// When it was delivered, not later than now.
    pub(crate) arrived: Timestamp,
}

impl Incoming {
    /// What distinguishes its answer from others.
    pub(crate) fn mark(&self) -> String {
        self.same[..16].to_owned()
    }
}

/// What became of a letter.
pub struct Handled {
    pub(crate) outcome: &'static str,
    pub(crate) done: Done,
    pub(crate) answer: Option<String>,
}
