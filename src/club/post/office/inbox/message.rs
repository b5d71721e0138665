//! A message as the office takes it in: read, known from before, or beyond reading.

use std::collections::BTreeSet;

use jiff::Timestamp;

use super::incoming::Incoming;
use super::quarantine::Quarantined;
use super::rounds::{Settled, done_of};
use crate::fence;
use crate::matches::MatchFault;
use crate::post::letters::{Letter, Limits, Why};
use crate::post::office::state::Office;
use crate::post::wire::inward::Body;
use crate::post::wire::{Done, Fetched};

/// A message as the office takes it in.
pub(crate) enum Read {
    Letter(Box<Incoming>),
    /// It came before, or says nothing.
    Settled(Settled),
    /// Reading it shows a defect of the program, so it is put aside.
    Quarantined(Quarantined),
}

impl Office<'_> {
    /// Reads a message; or says what is to be done with one that came before, or that cannot be read.
    pub(crate) fn read_message(
        &mut self,
        taken: Fetched,
        met: &mut BTreeSet<String>,
    ) -> Result<Read, MatchFault> {
        let Fetched { id, body, arrived, .. } = taken;
        let limits = Limits {
            own_addresses: vec![self.context.settings.address.clone()],
            bytes: usize::try_from(self.context.settings.mail.largest).unwrap_or(usize::MAX),
            ..Limits::default()
        };
        let (Body::Whole(bytes) | Body::TooLarge(bytes)) = &body;
        let sha256 = engine::digest::Digest::of(bytes).to_string();
        // A run may have died before it could mark what it had dealt with.
        if let Some(seen) = self.context.inbox.seen(&sha256)? {
            return Ok(Read::Settled((id, done_of(&seen.outcome))));
        }
        let letter = match &body {
            Body::Whole(bytes) => match fence::fenced(|| Letter::read(bytes, &limits)) {
                Ok(letter) => letter.map_err(|unreadable| unreadable.why()),
                Err(panic) => {
                    let known = fence::fenced(|| Letter::read_head(bytes, &limits, Why::TooLarge).ok());
                    let head = known.ok().flatten().map(|letter| letter.head);
                    return Ok(Read::Quarantined(Quarantined::unread(id, sha256, head.as_ref(), &panic)));
                }
            },
            Body::TooLarge(_) => Err(Why::TooLarge),
        };
        // Whoever sends what cannot be read is answered only if the header can be, and is a person's.
        let Ok(letter) = letter.or_else(|why| Letter::read_head(bytes, &limits, why)) else {
            self.note(&sha256, &sha256, "unreadable", None)?;
            return Ok(Read::Settled((id, Done::Refused)));
        };
        let same = letter.identity().unwrap_or_else(|| sha256.clone());
        if self.context.inbox.met(&same)? {
            self.note(&sha256, &same, "again", None)?;
            return Ok(Read::Settled((id, Done::Ignored)));
        }
        // A copy beside it is noted as nothing: if the run died before the first was dealt with, that would
        // speak for both.
        if !met.insert(same.clone()) {
            return Ok(Read::Settled((id, Done::Ignored)));
        }
        let whole = arrived.and_then(|at| Timestamp::from_second(at.as_second()).ok());
        let arrived = whole.filter(|at| *at < self.context.now).unwrap_or(self.context.now);
        Ok(Read::Letter(Box::new(Incoming { id, sha256, same, letter, arrived })))
    }
}
