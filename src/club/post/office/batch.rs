//! The mail of a match in one batch, letter by letter. It lives outside of the match: if a panic ends the work on a letter,
//! the letter is put aside, and the match is opened anew for the rest.

use super::aside::Aside;
use super::deal::{Came, Dealt};
use super::desk::Desk;
use super::fence::defect;
use super::rounds::{Account, Settled};
use super::run::Who;
use super::tell::Bench;
use crate::matches::MatchFault;
use crate::post::compose::inbox::Received;

/// What waits for a match, and what has become of it.
#[derive(Default)]
pub(super) struct Batch {
    mail: Vec<(Came, Who)>,
    /// The first that is not dealt with.
    next: usize,
    /// Whether somebody is dealing with it now.
    in_hand: bool,
    /// What is dealt with, for the log.
    received: Vec<Received>,
    done_with: Vec<Settled>,
    /// Of the letters that are noted as done, which they are.
    pub(super) settled: Vec<Settled>,
    /// Letters that are put aside.
    pub(super) asides: Vec<Aside>,
}

impl Batch {
    pub(super) fn new(mail: Vec<(Came, Who)>) -> Batch {
        Batch { mail, ..Batch::default() }
    }

    /// Deals with all that is left.
    ///
    /// # Errors
    /// A fault of the match: what is left waits.
    pub(super) fn work(&mut self, desk: &mut Desk<'_>, account: &mut Account) -> Result<(), MatchFault> {
        // Whoever writes about an exchange that nobody was told of yet would be answered out of the blue.
        desk.tell_newest()?;
        let mut waits = None;
        while let Some((came, who)) = self.mail.get(self.next) {
            self.in_hand = true;
            let dealt = match who {
                Who::Party(party) => desk.deal(*party, came),
                Who::Umpire(place, wanted) => desk.act(*place, wanted, came),
            };
            self.in_hand = false;
            self.next += 1;
            match dealt {
                Ok(Dealt { outcome, done, answer }) => {
                    account.count(done);
                    let same = (came.same != came.sha256).then(|| came.same.clone());
                    let (sha256, at) = (came.sha256.clone(), desk.now);
                    self.received.push(Received { sha256, same, outcome: outcome.to_owned(), answer, at });
                    self.done_with.push((came.id.clone(), done));
                }
                Err(fault) => match Aside::of(came, fault) {
                    Ok(aside) => self.asides.push(aside),
                    Err(fault) => {
                        waits = Some(fault);
                        break;
                    }
                },
            }
        }
        self.note(desk.bench)?;
        waits.map_or(Ok(()), Err)
    }

    /// Notes what is done; what was done before a fault is noted all the same.
    ///
    /// # Errors
    /// If the log cannot be written.
    pub(super) fn note(&mut self, bench: &mut Bench) -> Result<(), MatchFault> {
        bench.inbox.record_all(std::mem::take(&mut self.received))?;
        self.settled.append(&mut self.done_with);
        Ok(())
    }

    /// Puts the letter aside in whose midst the work ended, if there is one.
    pub(super) fn put_aside(&mut self, fault: &MatchFault) -> bool {
        if !std::mem::take(&mut self.in_hand) {
            return false;
        }
        let why =
            if let MatchFault::Bug(why) = fault { MatchFault::Bug(why.clone()) } else { defect("no words") };
        if let Some((came, _)) = self.mail.get(self.next)
            && let Ok(aside) = Aside::of(came, why)
        {
            self.asides.push(aside);
        }
        self.next += 1;
        true
    }
}
