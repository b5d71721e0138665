//! A run that has many matches to tend shares them with other workers. Each takes one after the other, the
//! run itself among them, and the run queues what the others hand in. So the logs and the outgoing mail stay
//! in one hand.

use std::collections::BTreeMap;

use super::help::Account;
use crate::matches::MatchFault;
use crate::post::office::state::{
    Chore, ChoreTable, HandedIn, MatchSnapshot, Office, RunSummary, Waits, basis,
};

/// A run with fewer matches to tend does not ask who might help.
const FEW: usize = 2;
/// Whoever was seen within so many seconds stands by.
const STANDS_BY: f64 = 15.0;
/// Whoever was seen within so many seconds may come while a run goes on.
const MAY_COME: f64 = 900.0;
/// A run waits so many seconds for what others have, if nothing comes of any of it.
const PATIENCE: usize = 20;

impl Office<'_> {
    /// Where so many matches of this run can be laid out for others, if somebody was seen within so many
    /// seconds. The clocks of a league are read from files of one machine, so a run with a league tends all
    /// matches itself.
    fn table(&self, many: usize, seconds: f64) -> Result<Option<Box<dyn ChoreTable>>, MatchFault> {
        if many < FEW || self.context.secretary.is_some() {
            return Ok(None);
        }
        let Some(table) = self.context.yard.chores() else { return Ok(None) };
        Ok((table.helpers(seconds)? > 0).then_some(table))
    }

    /// Whether others stand by for a run with letters for so many matches. Then they advance those whose
    /// letters are dealt with.
    pub(super) fn is_helped(&self, many: usize) -> Result<bool, MatchFault> {
        Ok(self.table(many, STANDS_BY)?.is_some())
    }

    /// Advances matches, by their places in the office's list.
    ///
    /// # Errors
    /// If nothing can be written down any more; a fault of a match is listed in the summary.
    pub(super) fn advance_all(
        &mut self,
        places: &[usize],
        summary: &mut RunSummary,
    ) -> Result<(), MatchFault> {
        let Some(table) = self.table(places.len(), MAY_COME)? else {
            for &at in places {
                self.work_on(at, Vec::new(), true, summary);
            }
            return Ok(());
        };
        let mut open: BTreeMap<String, usize> = BTreeMap::new();
        let mut chores = Vec::new();
        for &at in places {
            let info = &self.matches[at];
            let snapshot = info.snapshot.as_deref().map(serde_json::to_vec).transpose();
            let snapshot = snapshot.map_err(|error| MatchFault::Bug(error.to_string()))?;
            let word = info.played.word().into_owned();
            open.insert(word.clone(), at);
            chores.push((word, snapshot));
        }
        let basis = basis(&self.context.written, &self.context.register);
        table.lay_out(self.context.now, basis, &chores)?;
        self.shared(&*table, open, summary)
    }

    /// Tends matches until none is left. What somebody has for long is left to the next run: his letters and
    /// mails wait, and nobody else's do.
    fn shared(
        &mut self,
        table: &dyn ChoreTable,
        mut open: BTreeMap<String, usize>,
        summary: &mut RunSummary,
    ) -> Result<(), MatchFault> {
        let mut waited = 0;
        while !open.is_empty() && waited < PATIENCE {
            let own = table.take()?;
            if let Some(Chore { word, .. }) = &own
                && let Some(at) = open.remove(word)
            {
                self.work_on(at, Vec::new(), true, summary);
            }
            let handed_in = table.handed_in(own.is_none())?;
            waited = if own.is_none() && handed_in.is_empty() { waited + 1 } else { 0 };
            for HandedIn { word, account } in handed_in {
                if let Some(at) = open.remove(&word) {
                    self.take_in(at, &account, summary)?;
                }
            }
        }
        open.into_values().for_each(|at| self.note_match(at, None));
        Ok(())
    }

    /// Queues what a helper has written, and notes how the match stands. What the helper could not do, this
    /// run tries once more: perhaps only the other machine is at fault.
    fn take_in(&mut self, at: usize, bytes: &[u8], summary: &mut RunSummary) -> Result<(), MatchFault> {
        let account: Account = serde_json::from_slice(bytes)
            .map_err(|error| MatchFault::Bug(format!("what a helper has handed in: {error}")))?;
        for of in &account.over {
            self.context.shelf.heard().is_over(of)?;
        }
        self.context.outbox.take_in(&account.queued())?;
        summary.resolved += account.resolved;
        summary.notices.extend(account.notices);
        if account.has_failed {
            self.work_on(at, Vec::new(), true, summary);
            return Ok(());
        }
        let ever = self.context.outbox.ever();
        let snapshot = account.snapshot.map(|snapshot| {
            let waits = snapshot.waits.map(|waits| Waits { ever, ..waits });
            MatchSnapshot { waits, ..snapshot }
        });
        self.note_match(at, snapshot);
        Ok(())
    }
}
