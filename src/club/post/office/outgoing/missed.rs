//! A deadline that a party let pass. The party gets a mail and a line in its next report, the umpire a
//! notice, and the others a line in their next report if the match says so.

use jiff::Timestamp;

use super::mail::{Mail, To};
use crate::matches::{Exchange, MatchFault, Missing};
use crate::post::compose::Kind;
use crate::post::compose::dispatches::{Dispatch, Missed, Topic};
use crate::post::office::settings::Audience;
use crate::post::office::state::MatchSession;
use engine::party::Party;
use engine::problem::list_and;

impl MatchSession<'_> {
    /// Queues a mail to each party that is missing after the deadline: how long the match still waits for it.
    ///
    /// # Errors
    /// If something cannot be written.
    pub(crate) fn warn_missing(
        &mut self,
        exchange: u32,
        missing: &[Party],
        policy: &str,
    ) -> Result<(), MatchFault> {
        for &party in missing {
            self.queue_missed(party, exchange, self.deadline_of(party), policy.to_owned())?;
        }
        Ok(())
    }

    /// Queues mails about the newest exchange that was closed without somebody's orders, once.
    ///
    /// # Errors
    /// If something cannot be written.
    pub(crate) fn report_missed(&mut self) -> Result<(), MatchFault> {
        let Some((number, due, missing)) = self.missed()? else { return Ok(()) };
        for &party in &missing {
            let deadline = Some(self.instant_of(party, due));
            self.queue_missed(party, number, deadline, self.policy_then("Your"))?;
        }
        let topic = Topic::Late {
            parties: missing.iter().map(|party| party.name().to_owned()).collect(),
            deadline: self.host.game.in_words(due),
            policy: format!("The exchange is closed. {}", self.policy_then("Their")),
        };
        self.notify(number, "missed", topic)
    }

    /// What the next report of a party says of deadlines that were missed before it; empty if none was.
    ///
    /// # Errors
    /// Only by a defect.
    pub(crate) fn missed_words(&self, party: Party) -> Result<String, MatchFault> {
        let Some((number, due, missing)) = self.missed()? else { return Ok(String::new()) };
        let deadline = self.instant_of(party, due);
        let mut said = Vec::new();
        if missing.contains(&party) {
            let policy = self.policy_then("Your");
            said.push(format!(
                "You sent no orders for exchange {number} by its deadline, {deadline}. {policy}"
            ));
        }
        let others: Vec<&str> = missing.iter().filter(|it| **it != party).map(|it| it.name()).collect();
        if self.info.played.missed == Audience::All && !others.is_empty() {
            said.push(format!("The {} sent none for exchange {number} by then.", list_and(&others)));
        }
        Ok(said.join(" "))
    }

    /// The newest exchange that is closed, its deadline, and who let it pass; nothing if nobody did.
    fn missed(&self) -> Result<Option<(u32, Timestamp, Vec<Party>)>, MatchFault> {
        let exchanges = &self.host.game.exchanges;
        let newest = exchanges.len().saturating_sub(usize::from(self.host.game.open));
        let Some(exchange) = newest.checked_sub(1).and_then(|at| exchanges.get(at)) else { return Ok(None) };
        let Some(deadline) = exchange.opened.deadline.clone() else { return Ok(None) };
        let instant = |text: &str| -> Result<Timestamp, MatchFault> {
            text.parse().map_err(|error| MatchFault::Bug(format!("{text}: {error}")))
        };
        let due = instant(&deadline)?;
        // An umpire may close an exchange before its time; then nobody has missed anything.
        if exchange.set_aside || instant(self.host.told_at()?)? < due {
            return Ok(None);
        }
        let silent = |party: &Party| has_sent_nothing(exchange, *party);
        let missing: Vec<Party> = exchange.submissions.asked().into_iter().filter(silent).collect();
        Ok((!missing.is_empty()).then_some((exchange.number, due, missing)))
    }

    fn queue_missed(
        &mut self,
        party: Party,
        exchange: u32,
        deadline: Option<String>,
        policy: String,
    ) -> Result<(), MatchFault> {
        let letter = Dispatch::Missed(Missed {
            to: self.addressee(party, exchange)?,
            deadline: deadline.unwrap_or_default(),
            policy,
            umpire: self.context.settings.umpire.name.clone(),
        });
        let mail = Mail::new(To::Party(party), Kind::Missed, exchange, letter, self.now);
        self.context.queue(Some(self.info), mail).map(drop)
    }

    /// What happened without orders, as a sentence; `whose` is the doctrine's.
    fn policy_then(&self, whose: &str) -> String {
        match self.host.game.settings.missing {
            Missing::Doctrine => format!("{whose} doctrine answered, or else the defaults applied."),
            Missing::Hold => "The defaults applied.".to_owned(),
            Missing::Staff => "A staff officer answered.".to_owned(),
            Missing::Umpire => "The umpire decided.".to_owned(),
        }
    }
}

fn has_sent_nothing(exchange: &Exchange, party: Party) -> bool {
    exchange.submissions.committed(party).is_none() && exchange.submissions.revealed(party).is_none()
}
