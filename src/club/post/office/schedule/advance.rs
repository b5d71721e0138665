//! Advances a match: closes what can be closed, and queues the mails that follow from it.

use crate::matches::publish::publish_earlier;
use crate::matches::{MatchFault, Missing};
use crate::post::compose::Kind;
use crate::post::compose::dispatches::{Dispatch, Reveal, Topic};
use crate::post::office::outgoing::{Mail, To};
use crate::post::office::state::{Happening, MatchSession, Records, RunSummary};
use engine::digest::Digest;
use engine::party::Party;
use engine::trust::Trust;

/// More exchanges than this are not closed in one run of the office; the next one goes on.
const MOST: usize = 64;

impl MatchSession<'_> {
    /// Closes what can be closed, and queues mail about what is new.
    ///
    /// # Errors
    /// If something cannot be written, or by a defect.
    pub(crate) fn advance(&mut self, summary: &mut RunSummary) -> Result<(), MatchFault> {
        // A run may have died between the journal and the mails about it.
        self.store.tidy()?;
        publish_earlier(&*self.store, &self.host, &self.context.templates)?;
        self.count_seats()?;
        self.end_if_agreed()?;
        for _ in 0..MOST {
            self.report_missed()?;
            self.queue_reports()?;
            if self.host.game.is_over() || self.is_stopped() {
                break;
            }
            if self.host.game.waits_for(&self.now.to_string())?.is_some() {
                break;
            }
            self.count_answers()?;
            let exchange = self.exchange();
            match self.host.resolve(false) {
                Ok(()) => {
                    summary.resolved += 1;
                    self.has_closed(exchange);
                }
                Err(MatchFault::Waiting(_)) => {
                    self.report_late()?;
                    break;
                }
                Err(fault) => return Err(fault),
            }
            self.publish()?;
        }
        self.deliver_words()?;
        if self.is_stopped() {
            return Ok(());
        }
        self.queue_clock_mail()?;
        self.ask_for_reveals()
    }

    /// Tells that an exchange was closed.
    pub(crate) fn has_closed(&self, exchange: u32) {
        self.context.tell(|| Happening::ExchangeClosed { match_id: self.info.match_id.clone(), exchange });
    }

    /// Counts who answered in time, before the open exchange is closed.
    ///
    /// # Errors
    /// If the figures cannot be kept.
    pub(crate) fn count_answers(&self) -> Result<(), MatchFault> {
        let mut records = Records::read(&*self.store);
        let address = |party: Party| self.seated(party);
        if records.count(&self.host.game, address)? { records.keep(&*self.store) } else { Ok(()) }
    }

    /// Counts who left a seat to somebody else.
    fn count_seats(&self) -> Result<(), MatchFault> {
        let mut records = Records::read(&*self.store);
        let mut changed = false;
        for party in self.host.game.people() {
            changed |= records.seat(party, self.seated(party));
        }
        if changed { records.keep(&*self.store) } else { Ok(()) }
    }

    /// Under commit-reveal: asks for the files once every commitment is in.
    fn ask_for_reveals(&mut self) -> Result<(), MatchFault> {
        let Some(exchange) = self.open() else { return Ok(()) };
        let until = self.host.game.files_due(exchange)?;
        let until = until.map(|at| at.parse().map_or(at, |at| self.host.game.in_words(at)));
        let submissions = exchange.submissions.clone();
        let number = exchange.number;
        if self.host.game.settings.trust != Trust::CommitReveal
            || !submissions.missing_commitments().is_empty()
        {
            return Ok(());
        }
        // The umpire who plays opens his own file before he can see another.
        let first = self.host.game.settings.umpire_plays.filter(|own| submissions.is_unopened(*own));
        for party in submissions.missing_reveals() {
            let Some(commitment) = submissions.committed(party) else { continue };
            if first.is_some_and(|own| own != party) {
                continue;
            }
            let letter = Dispatch::Reveal(Reveal {
                to: self.addressee(party, number)?,
                commitment: commitment.digest().to_string(),
                until: until.clone(),
                missing: self.policy_for_files(),
            });
            let mut mail = Mail::new(To::Party(party), Kind::RevealRequest, number, letter, self.now);
            mail.mark = Digest::of(commitment.digest().to_string().as_bytes()).to_string()[..16].to_owned();
            self.context.queue(Some(self.info), mail)?;
        }
        Ok(())
    }

    /// What happens without orders, as a sentence.
    pub(crate) fn policy(&self) -> String {
        match self.host.game.settings.missing {
            Missing::Doctrine => "Without them your doctrine answers, or else the defaults apply.",
            Missing::Hold => "Without them the defaults apply.",
            Missing::Staff => "Without them a staff officer answers.",
            Missing::Umpire => "Without them the match waits for the umpire.",
        }
        .to_owned()
    }

    /// What happens without the file that a party has committed to, as a sentence.
    fn policy_for_files(&self) -> String {
        let settings = &self.host.game.settings;
        match settings.missing {
            Missing::Umpire if settings.sealing.is_some() => {
                "Without it the match waits for the umpire; if another side has opened its file, your doctrine answers, \
                 or else the defaults apply."
                    .to_owned()
            }
            _ => self.policy().replace("Without them", "Without it"),
        }
    }

    /// The deadline has passed, and the policy leaves it to the umpire.
    fn report_late(&mut self) -> Result<(), MatchFault> {
        let Some(exchange) = self.open() else { return Ok(()) };
        let (number, missing) = (exchange.number, exchange.submissions.missing_reveals());
        let has_none = |it: &Party| exchange.submissions.committed(*it).is_none();
        let silent: Vec<Party> = missing.iter().copied().filter(has_none).collect();
        let waits =
            "The match waits for the umpire; what you send before the umpire decides may still count.";
        self.warn_missing(number, &silent, waits)?;
        let policy =
            "The match waits for you: answer for them with `sealord receive --side`, or close the exchange.";
        let topic = Topic::Late {
            parties: missing.iter().map(|party| party.name().to_owned()).collect(),
            deadline: self.deadline().unwrap_or_default(),
            policy: policy.to_owned(),
        };
        self.notify(number, "late", topic)
    }
}
