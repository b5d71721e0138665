//! Who sent orders for the open exchange, and when: what the clock judges by. Nothing here reads a clock.

use jiff::Timestamp;

use super::exchange::Exchange;
use super::game::Game;
use crate::clock::{Event, Fixed, PartyState, Verdict, decide};
use crate::matches::entries::instant;
use crate::matches::fault::MatchFault;
use engine::party::Party;
use engine::trust::Trust;

/// [`Game::verdict`] from what the journal keeps of the deadline and of who sent orders.
///
/// # Errors
/// If that is no instant.
pub fn verdict(fixed: &Fixed, mut parties: Vec<PartyState>, now: &str) -> Result<Verdict, MatchFault> {
    let last = fixed.grace_until.max(fixed.deadline);
    for party in &mut parties {
        party.last_change = party.last_change.map(|change| last.map_or(change, |last| change.min(last)));
    }
    Ok(decide(instant(now)?, fixed, &parties))
}

impl Game {
    /// What is known of each party's orders for the open exchange; nothing while none is open.
    ///
    /// Under commit-reveal a commitment counts as orders from its instant on, and is final once its file is
    /// open, for then nothing can be changed any more.
    ///
    /// # Errors
    /// An accepted file that cannot be read any more.
    pub fn party_states(&self) -> Result<Vec<PartyState>, MatchFault> {
        let Some(exchange) = self.exchanges.last().filter(|_| self.open) else { return Ok(Vec::new()) };
        self.parties().iter().map(|party| self.party_state(exchange, *party)).collect()
    }

    fn party_state(&self, exchange: &Exchange, party: Party) -> Result<PartyState, MatchFault> {
        let file = exchange.submissions.revealed(party);
        let sealed = self.settings.trust == Trust::CommitReveal;
        // Any other policy answers because nothing came.
        let given = exchange.left_to_umpire.contains(&party);
        let promised = sealed && exchange.submissions.committed(party).is_some();
        let is_final = match file {
            Some(_) if sealed => true,
            Some(file) => self.draft((exchange.number, party, true), file.open())?.is_final,
            None => given,
        };
        let change = exchange.changed.get(&party).map(|time| instant(time)).transpose()?;
        Ok(PartyState {
            party: party.id().to_owned(),
            asked: exchange.opened.sealing.contains(&party),
            has_orders: file.is_some() || promised || given,
            is_final,
            last_change: change,
            choice: self.counted(&exchange.opened).contains(&party),
        })
    }

    /// What the clock says is to be done with the open exchange; nothing without a schedule, or while none is
    /// open.
    ///
    /// A party's first file is taken until the exchange is resolved, so one that came after the grace is
    /// late, not missing.
    ///
    /// # Errors
    /// As [`Game::party_states`].
    pub fn verdict(&self, now: &str) -> Result<Option<Verdict>, MatchFault> {
        let Some(fixed) = self.fixed() else { return Ok(None) };
        verdict(fixed, self.party_states()?, now).map(Some)
    }

    /// The parties whose orders for the open exchange came after its deadline, or changed after it. Who had
    /// nothing to choose is never late.
    ///
    /// # Errors
    /// As [`Game::party_states`].
    pub fn late(&self) -> Result<Vec<Party>, MatchFault> {
        let deadline = self.fixed().filter(|fixed| !fixed.paused).and_then(|fixed| fixed.deadline);
        let Some(deadline) = deadline else { return Ok(Vec::new()) };
        let late = |party: &PartyState| {
            party.choice && party.has_orders && party.last_change.is_some_and(|change| change > deadline)
        };
        Ok(parties(self.party_states()?.into_iter().filter(late).map(|party| party.party)))
    }

    /// True if the deadline of the open exchange has passed at an instant; nothing without a deadline. By a
    /// schedule, what comes on the instant of a deadline is in time, and while the match is paused no time
    /// passes.
    ///
    /// # Errors
    /// Only by a defect.
    pub(crate) fn is_past(&self, now: &str) -> Result<Option<bool>, MatchFault> {
        let Some(exchange) = self.exchanges.last().filter(|_| self.open) else { return Ok(None) };
        let now = instant(now)?;
        if let Some(fixed) = &exchange.opened.fixed {
            let clock = if fixed.paused { self.stopped() } else { None }.unwrap_or(now);
            return Ok(fixed.deadline.map(|deadline| clock > deadline));
        }
        let deadline = exchange.opened.deadline.as_deref();
        deadline.map(|deadline| Ok(now >= instant(deadline)?)).transpose()
    }

    /// Until when commitments for the open exchange are waited for, late ones included.
    pub(in crate::matches) fn commitments_due(&self) -> Option<String> {
        match self.fixed() {
            Some(fixed) => fixed.grace_until.map(|until| until.to_string()),
            None => self.exchanges.last().filter(|_| self.open)?.opened.deadline.clone(),
        }
    }

    /// When the newest pause began.
    fn stopped(&self) -> Option<Timestamp> {
        let mut pauses = self.clock()?.recorded().iter().rev();
        pauses.find(|it| matches!(it.event, Event::Pause { .. })).map(|it| it.at)
    }
}

/// Parties by their words.
pub(in crate::matches) fn parties(words: impl IntoIterator<Item = String>) -> Vec<Party> {
    words.into_iter().filter_map(|word| Party::parse(&word)).collect()
}
