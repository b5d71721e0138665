//! Letters on which the office itself fails. Each is put aside with its bytes, the umpire gets one notice,
//! and everything else goes on.

use super::incoming::Incoming;
use super::rounds::Settled;
use crate::matches::MatchFault;
use crate::post::compose::dispatches::Topic;
use crate::post::letters::Head;
use crate::post::office::state::{Office, RunSummary, defect, is_of_the_letter};
use crate::post::wire::inward::Body;
use crate::post::wire::{Done, MessageId, Source};

/// A letter that is put aside, and why.
pub(crate) struct Quarantined {
    id: MessageId,
    sha256: String,
    same: String,
    from: String,
    subject: String,
    why: String,
}

impl Quarantined {
    /// Puts a letter aside for a fault.
    ///
    /// # Errors
    /// The fault, if it is not the letter's: then it waits.
    pub(crate) fn of(incoming: &Incoming, fault: MatchFault) -> Result<Quarantined, MatchFault> {
        if !is_of_the_letter(&fault) {
            return Err(fault);
        }
        let head = &incoming.letter.head;
        Ok(Quarantined {
            id: incoming.id.clone(),
            sha256: incoming.sha256.clone(),
            same: incoming.same.clone(),
            from: head.from.mailbox().map(ToString::to_string).unwrap_or_default(),
            subject: head.subject.clone(),
            why: fault.to_string(),
        })
    }
}

impl Quarantined {
    /// Puts a letter aside that cannot even be read: `head` is what is known of it.
    pub(crate) fn unread(id: MessageId, sha256: String, head: Option<&Head>, why: &str) -> Quarantined {
        let from = head.and_then(|head| head.from.mailbox()).map(ToString::to_string).unwrap_or_default();
        let subject = head.map(|head| head.subject.clone()).unwrap_or_default();
        Quarantined { id, same: sha256.clone(), sha256, from, subject, why: defect(why).to_string() }
    }
}

impl Office<'_> {
    /// Keeps the bytes of a letter that is put aside, notifies the umpire, and logs it.
    ///
    /// # Errors
    /// If it cannot be read or written down; it then comes up again.
    pub(crate) fn quarantine(
        &mut self,
        quarantined: Quarantined,
        source: &mut dyn Source,
        summary: &mut RunSummary,
    ) -> Result<Settled, MatchFault> {
        let Quarantined { id, sha256, same, from, subject, why } = quarantined;
        let name = self.context.shelf.aside_name(&sha256[..16]);
        if let Some(taken) = source.read(&id)? {
            let (Body::Whole(bytes) | Body::TooLarge(bytes)) = &taken.body;
            self.context.shelf.put_aside(&sha256[..16], bytes)?;
        }
        summary.troubles.push(format!("a letter was put aside as {name}: {why}"));
        let topic = Topic::Aside { from, subject, why, file: name };
        // A notice that cannot be written must not bring back what it is about.
        if let Err(fault) = self.context.notify(None, 0, &format!("aside-{}", &sha256[..16]), topic) {
            summary.troubles.push(fault.to_string());
        }
        self.note(&sha256, &same, "aside", None)?;
        Ok((id, Done::Refused))
    }
}
