//! The snapshot of a match at the end of a run: where it stands, and until when nothing can happen to it.

use crate::matches::MatchFault;
use crate::post::compose::Kind;
use crate::post::office::outgoing::key;
use crate::post::office::state::{MatchSession, MatchSnapshot, Standing, Waits};
use engine::party::Party;

impl MatchSession<'_> {
    /// Where the match stands at the end of the run, and whether it waits. Once it is over, nothing in it is
    /// secret.
    ///
    /// # Errors
    /// If it cannot be looked at.
    pub(crate) fn snapshot(&self) -> Result<Option<MatchSnapshot>, MatchFault> {
        let Some(mark) = self.host.mark()? else { return Ok(None) };
        if self.host.game.is_over() {
            self.context.hear_no_more(self.info)?;
        }
        Ok(Some(MatchSnapshot {
            match_id: self.info.match_id.clone(),
            system: self.info.system.to_owned(),
            data: self.context.games.fingerprint(self.info.system),
            mark,
            standing: Standing::of(&self.host.game, &self.host.docket())?,
            waits: self.waits()?,
        }))
    }

    /// Until when nothing can happen to the match without new mail; `None` if something may happen now.
    fn waits(&self) -> Result<Option<Waits>, MatchFault> {
        let idle = match self.is_stopped() {
            true => self.ends_at().or(Some(jiff::Timestamp::MAX)),
            false => self.host.game.quiet_until(&self.now.to_string())?,
        };
        let Some(until) = idle else { return Ok(None) };
        let kind = if self.host.game.is_over() { Kind::FinalResult } else { Kind::Report };
        let key = |party: &Party| key(&self.info.match_id, party.id(), self.exchange(), kind);
        if !self.host.game.people().iter().all(|party| self.context.is_queued(&key(party))) {
            return Ok(None);
        }
        Ok(Some(Waits {
            ever: self.context.outbox.ever(),
            until: self
                .reminders()
                .into_iter()
                .map(|(at, _)| at)
                .filter(|at| *at > self.now)
                .fold(until, Ord::min),
        }))
    }
}
