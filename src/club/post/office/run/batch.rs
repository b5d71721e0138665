//! The mail of a match in one batch, letter by letter. It lives outside of the match: if a panic ends the
//! work on a letter, the letter is put aside, and the match is opened anew for the rest.

use super::place::Writer;
use crate::matches::MatchFault;
use crate::post::compose::inbox::Received;
use crate::post::office::inbox::{Handled, Incoming, Quarantined, Settled};
use crate::post::office::state::{Happening, MatchSession, OfficeContext, RunSummary, defect};

/// What waits for a match, and what has become of it.
#[derive(Default)]
pub(crate) struct Batch {
    mail: Vec<(Incoming, Writer)>,
    /// The first that is not handled yet.
    next: usize,
    /// Whether somebody is dealing with it now.
    in_hand: bool,
    /// What is handled, for the log.
    received: Vec<Received>,
    done_with: Vec<Settled>,
    /// The letters that are logged as done.
    pub(crate) settled: Vec<Settled>,
    /// Letters that are put aside.
    pub(crate) quarantined: Vec<Quarantined>,
}

impl Batch {
    pub(crate) fn new(mail: Vec<(Incoming, Writer)>) -> Batch {
        Batch { mail, ..Batch::default() }
    }

    /// Deals with all that is left.
    ///
    /// # Errors
    /// A fault of the match: what is left waits.
    pub(crate) fn work(
        &mut self,
        session: &mut MatchSession<'_>,
        summary: &mut RunSummary,
    ) -> Result<(), MatchFault> {
        // Whoever writes about an exchange that nobody was told of yet would be answered out of the blue.
        session.queue_reports()?;
        let mut waits = None;
        while let Some((incoming, who)) = self.mail.get(self.next) {
            self.in_hand = true;
            let handled = match who {
                Writer::Party(party) => session.handle(*party, incoming),
                Writer::Umpire(place, wanted) => session.execute(*place, wanted, incoming),
                Writer::Witness => session.keep_cosigned(incoming),
            };
            self.in_hand = false;
            self.next += 1;
            match handled {
                Ok(Handled { outcome, done, answer }) => {
                    summary.count(done);
                    let side = if let Writer::Party(party) = who { Some(*party) } else { None };
                    session.context.tell(|| Happening::letter(&session.info.match_id, side, done));
                    let same = (incoming.same != incoming.sha256).then(|| incoming.same.clone());
                    let (sha256, at) = (incoming.sha256.clone(), session.now);
                    self.received.push(Received { sha256, same, outcome: outcome.to_owned(), answer, at });
                    self.done_with.push((incoming.id.clone(), done));
                }
                Err(fault) => match Quarantined::of(incoming, fault) {
                    Ok(letter) => self.quarantined.push(letter),
                    Err(fault) => {
                        waits = Some(fault);
                        break;
                    }
                },
            }
        }
        self.note(session.context)?;
        waits.map_or(Ok(()), Err)
    }

    /// Logs what is done, also what was done before a fault.
    ///
    /// # Errors
    /// If the log cannot be written.
    pub(crate) fn note(&mut self, context: &mut OfficeContext) -> Result<(), MatchFault> {
        context.inbox.record_all(std::mem::take(&mut self.received))?;
        self.settled.append(&mut self.done_with);
        Ok(())
    }

    /// Puts the letter aside in whose midst the work ended, if there is one.
    pub(crate) fn quarantine(&mut self, fault: &MatchFault) -> bool {
        if !std::mem::take(&mut self.in_hand) {
            return false;
        }
        let why =
            if let MatchFault::Bug(why) = fault { MatchFault::Bug(why.clone()) } else { defect("no words") };
        if let Some((incoming, _)) = self.mail.get(self.next)
            && let Ok(quarantined) = Quarantined::of(incoming, why)
        {
            self.quarantined.push(quarantined);
        }
        self.next += 1;
        true
    }
}
