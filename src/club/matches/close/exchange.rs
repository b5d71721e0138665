//! An exchange is closed and resolved: when all are in, when the deadline has passed, or when the umpire says
//! so.

use crate::matches::entries::{Defaulted, value};
use crate::matches::fault::MatchFault;
use crate::matches::host::Host;
use crate::matches::replay::{may_open, names};
use engine::entry::Kind;
use engine::party::Party;
use engine::trust::Trust;

impl Host {
    /// Closes the open exchange and resolves it. With `now` it is closed even if parties are missing.
    ///
    /// Under commit-reveal no promised file is passed over before its party could open it: where commitments
    /// are missing, the policy answers for those parties alone, and the others are waited for once more.
    ///
    /// # Errors
    /// If parties are waited for and the deadline has not passed, or the umpire would get out of a promise of
    /// his own.
    pub fn resolve(&mut self, now: bool) -> Result<(), MatchFault> {
        self.together(|host| host.close(now))
    }

    fn close(&mut self, now: bool) -> Result<(), MatchFault> {
        let exchange = self.game.open_exchange()?;
        let (number, asked) = (exchange.number, exchange.submissions.asked());
        let unpromised = exchange.submissions.missing_commitments();
        let closed = exchange.submissions.missing_reveals();
        if !now && let Some(why) = self.game.waits_for(&self.now)? {
            return Err(MatchFault::Waiting(why));
        }
        let promised: Vec<Party> = closed.into_iter().filter(|party| !unpromised.contains(party)).collect();
        if self.game.settings.trust == Trust::CommitReveal && !promised.is_empty() {
            if unpromised.is_empty() {
                self.not_the_umpire(&promised)?;
            } else {
                self.excuse(number, &unpromised, &promised)?;
            }
        }
        self.answer_for(number, &asked)?;
        let resolved = self.play_on(true)?;
        self.append(Kind::Resolved, Some(number), None, resolved)?;
        self.settle()
    }

    /// The policy answers for parties without a commitment, and the others may open their files; staff
    /// officers have done so at once.
    ///
    /// # Errors
    /// If somebody is waited for.
    fn excuse(&mut self, number: u32, absent: &[Party], promised: &[Party]) -> Result<(), MatchFault> {
        self.answer_for(number, absent)?;
        self.officers_answer()?;
        let promised: Vec<Party> =
            promised.iter().copied().filter(|party| !self.game.settings.is_officer(*party)).collect();
        let policy = self.game.policy_now().id();
        let exchange = self.game.open_exchange()?.clone();
        let until = self.game.files_due(&exchange)?;
        if promised.is_empty() {
            return Ok(());
        }
        let why = may_open(&promised, until.as_deref());
        Err(MatchFault::Waiting(format!(
            "{} committed to nothing and got orders by policy ({policy}); {why}",
            names(absent)
        )))
    }

    /// Who plays and holds the journal could look at another party's file and then let his own fall due.
    fn not_the_umpire(&self, promised: &[Party]) -> Result<(), MatchFault> {
        match self.game.settings.umpire_plays.filter(|party| promised.contains(party)) {
            None => Ok(()),
            Some(party) => Err(MatchFault::no(
                format!(
                    "the umpire plays the {party} and has committed to a file; no policy answers in its place"
                ),
                "open that file with `sealord reveal`",
            )),
        }
    }

    /// Writes down what the policy answers for these parties. All is known before anything is written, so
    /// that a match that must wait for one party has not passed over another.
    fn answer_for(&mut self, number: u32, parties: &[Party]) -> Result<(), MatchFault> {
        let policy = self.game.policy_now();
        let mut due = Vec::new();
        for &party in parties {
            let known = self.game.open_exchange()?.defaults.contains_key(&party);
            if let Some(orders) = if known { None } else { self.game.default_for(party)? } {
                due.push((party, value(&Defaulted { policy, orders })?));
            }
        }
        for (party, body) in due {
            self.append(Kind::Default, Some(number), Some(party), body)?;
        }
        Ok(())
    }
}
