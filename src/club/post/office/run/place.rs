//! Where a letter belongs: to a match, to the desk, or to nobody.

use crate::matches::MatchFault;
use crate::post::letters::Nature;
use crate::post::office::inbox::Incoming;
use crate::post::office::routing::{Route, route};
use crate::post::office::state::Office;
use crate::post::office::umpire::{UmpireCommand, UmpireRequest};
use crate::post::office::witness::Checkpointed;
use crate::post::wire::Done;
use engine::party::Party;

/// Whose letter it is in a match.
pub(crate) enum Writer {
    /// The player of a party.
    Party(Party),
    /// One of those who act as the umpire, and what he wants.
    Umpire(usize, UmpireCommand),
    /// An office that has cosigned a checkpoint.
    Witness,
}

/// Where a letter belongs.
pub(crate) enum Placed {
    /// To a match, by its place in the office's list, from somebody there.
    At(usize, Writer),
    /// Perhaps to a match that cannot be read now.
    Held,
    /// To none; it has been answered or ignored.
    Done(Done),
}

impl Office<'_> {
    /// Finds where a letter belongs. A letter for no match is answered here.
    pub(crate) fn place(&mut self, incoming: &Incoming) -> Result<Placed, MatchFault> {
        // The right code word outweighs a doubtful sign; whoever deals with the letter looks for it.
        let is_doubtful = incoming.letter.nature.is_doubtful();
        // What programs write to each other is told by its signature, and no person waits for an answer.
        if !matches!(incoming.letter.nature, Nature::Bounce(_)) {
            match self.checkpoint(incoming)? {
                Some(Checkpointed::Ours(at)) => return Ok(Placed::At(at, Writer::Witness)),
                Some(Checkpointed::Done(done)) => return Ok(Placed::Done(done)),
                None => {}
            }
        }
        match &incoming.letter.nature {
            Nature::Ordinary => {}
            _ if is_doubtful => {}
            Nature::Bounce(report) => {
                self.note_bounce(report)?;
                self.note(&incoming.sha256, &incoming.same, "bounce", None)?;
                return Ok(Placed::Done(Done::Ignored));
            }
            Nature::Automatic(_) | Nature::List(_) | Nature::Own => {
                self.note(&incoming.sha256, &incoming.same, "ignored", None)?;
                return Ok(Placed::Done(Done::Ignored));
            }
        }
        if let Some(done) = self.league(incoming)? {
            return Ok(done.map_or(Placed::Held, Placed::Done));
        }
        if !is_doubtful && let Some(done) = self.join(incoming)? {
            return Ok(Placed::Done(done));
        }
        if !is_doubtful && let Some(done) = self.list_matches(incoming)? {
            return Ok(Placed::Done(done));
        }
        let closed = self.closed.iter().map(|(played, _)| &**played);
        match route(&self.matches, closed, &self.context.settings, &self.context.outbox, &incoming.letter) {
            Route::Seat(at, party) => Ok(Placed::At(at, Writer::Party(party))),
            Route::Desk(place) => Ok(match self.at_desk(incoming, place)? {
                UmpireRequest::InMatch(at, wanted) => Placed::At(at, Writer::Umpire(place, wanted)),
                UmpireRequest::Settled(done) => Placed::Done(done),
            }),
            Route::Held => Ok(Placed::Held),
            Route::Unclear | Route::Stranger if is_doubtful => {
                self.note(&incoming.sha256, &incoming.same, "ignored", None)?;
                Ok(Placed::Done(Done::Ignored))
            }
            found @ (Route::Unclear | Route::Stranger) => {
                self.answer_stranger(incoming, found == Route::Unclear).map(Placed::Done)
            }
        }
    }
}
