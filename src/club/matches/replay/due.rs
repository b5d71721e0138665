//! Whom the open exchange waits for, and until when. Nothing here reads a clock: the caller brings the time.
//!
//! Under the trust *umpire* a deadline is for files. Under *commit-reveal* it is for commitments; from the
//! moment at which no commitment is missing any more, the files have as many hours again.

use jiff::Timestamp;

use super::arrivals::parties;
use super::exchange::Exchange;
use super::game::Game;
use crate::clock::Verdict;
use crate::matches::entries::{instant, later};
use crate::matches::fault::MatchFault;
use engine::party::Party;
use engine::problem::list_and;
use engine::trust::Trust;

impl Game {
    /// How many exchanges each turn has taken so far, in the order of the match: `setup`, `turn 1` and so on,
    /// as the keys of their questions begin.
    pub fn exchanges_by_turn(&self) -> Vec<(String, usize)> {
        let mut turns: Vec<(String, usize)> = Vec::new();
        for exchange in &self.exchanges {
            let key = exchange.opened.asked.values().flatten().next().map_or("", String::as_str);
            let word = key.split('/').next().unwrap_or_default();
            let number = word.strip_prefix('t').filter(|number| number.parse::<u32>().is_ok());
            let turn = number.map_or_else(|| word.to_owned(), |number| format!("turn {number}"));
            match turns.last_mut() {
                Some((last, count)) if *last == turn => *count += 1,
                _ => turns.push((turn, 1)),
            }
        }
        turns
    }

    /// Why the open exchange cannot be closed yet, if it cannot: who is waited for, in words.
    ///
    /// # Errors
    /// Only by a defect.
    pub fn waits_for(&self, now: &str) -> Result<Option<String>, MatchFault> {
        let Some(exchange) = self.exchanges.last().filter(|_| self.open) else {
            let wanted = self.rules.wanted();
            let table = || format!("the table is to declare {}", wanted.join("; "));
            return Ok((!wanted.is_empty()).then(table));
        };
        if self.officers_alone() {
            return Ok(None);
        }
        match (self.verdict(now)?, self.settings.trust) {
            (Some(verdict), _) => self.waits_by_clock(exchange, verdict, now),
            (None, Trust::Umpire) => self.waits_for_files(exchange, now),
            (None, Trust::CommitReveal) => self.waits_for_promises(exchange, now),
        }
    }

    /// The deadline of the open exchange, if it has one.
    ///
    /// # Errors
    /// Only by a defect.
    pub fn deadline(&self) -> Result<Option<Timestamp>, MatchFault> {
        let deadline = self.open_now().and_then(|exchange| exchange.opened.deadline.as_deref());
        deadline.map(instant).transpose()
    }

    /// Until when nothing can happen to the match if nothing comes in; `None` if something may happen now.
    ///
    /// # Errors
    /// Only by a defect.
    pub fn quiet_until(&self, now: &str) -> Result<Option<Timestamp>, MatchFault> {
        if self.is_over() {
            return Ok(self.ended.then_some(Timestamp::MAX));
        }
        let Some(exchange) = self.open_now().filter(|_| matches!(self.waits_for(now), Ok(Some(_)))) else {
            return Ok(None);
        };
        let (until, files) = (exchange.opened.deadline.clone(), self.files_due(exchange)?);
        let changes = [until, self.commitments_due(), files].into_iter().flatten();
        let changes: Vec<Timestamp> = changes.map(|at| instant(&at)).collect::<Result<_, _>>()?;
        let verdict = match self.verdict(now)? {
            None | Some(Verdict::Outage { .. } | Verdict::Paused | Verdict::NoDeadline) => None,
            Some(Verdict::CloseEarly { .. } | Verdict::Close { .. }) => return Ok(None),
            Some(
                Verdict::Wait { until } | Verdict::Remind { until, .. } | Verdict::InGrace { until, .. },
            ) => Some(until),
        };
        let now = instant(now)?;
        let next = changes.into_iter().chain(verdict).filter(|at| *at > now).min();
        Ok(Some(next.unwrap_or(Timestamp::MAX)))
    }

    fn waits_for_files(&self, exchange: &Exchange, now: &str) -> Result<Option<String>, MatchFault> {
        if self.is_past(now)? == Some(true) {
            return Ok(None);
        }
        let missing = exchange.submissions.missing_reveals();
        if !missing.is_empty() {
            return Ok(Some(format!("orders of {} are missing", names(&missing))));
        }
        if exchange.opened.deadline.is_none() {
            return Ok(None);
        }
        self.may_change(exchange)
    }

    /// The parties whose orders are in and not final.
    fn undecided(&self, exchange: &Exchange) -> Result<Vec<Party>, MatchFault> {
        let mut open = Vec::new();
        for party in exchange.submissions.asked() {
            if self.settings.trust == Trust::Umpire
                && let Some(sealed) = exchange.submissions.revealed(party)
                && !self.draft((exchange.number, party, true), sealed.open())?.is_final
            {
                open.push(party);
            }
        }
        Ok(open)
    }

    /// The parties that could still have changed their orders if the open exchange is closed at an instant;
    /// nobody where nothing but the orders is waited for.
    ///
    /// # Errors
    /// An accepted file that cannot be read any more.
    pub(crate) fn not_final(&self, exchange: &Exchange, now: &str) -> Result<Vec<Party>, MatchFault> {
        let until_changed = self.fixed().and_then(|fixed| fixed.early).is_some();
        match self.is_past(now)? {
            Some(false) => self.undecided(exchange),
            None if until_changed => self.undecided(exchange),
            Some(true) | None => Ok(Vec::new()),
        }
    }

    /// Says whose orders are in and not final, if any are.
    fn may_change(&self, exchange: &Exchange) -> Result<Option<String>, MatchFault> {
        let open = self.undecided(exchange)?;
        let why = format!("{} may still change orders until the deadline (no `final: true`)", names(&open));
        Ok((!open.is_empty()).then_some(why))
    }

    fn waits_for_promises(&self, exchange: &Exchange, now: &str) -> Result<Option<String>, MatchFault> {
        let unpromised = exchange.submissions.missing_commitments();
        if !unpromised.is_empty() {
            let what = format!("commitments of {} are missing", names(&unpromised));
            return Ok(if self.is_past(now)? == Some(true) { None } else { Some(what) });
        }
        self.waits_for_opening(exchange, now)
    }

    /// Why committed files that are not open hold the exchange up, if they do.
    fn waits_for_opening(&self, exchange: &Exchange, now: &str) -> Result<Option<String>, MatchFault> {
        let closed = exchange.submissions.missing_reveals();
        if closed.is_empty() {
            return Ok(None);
        }
        let until = self.files_due(exchange)?;
        if let Some(until) = &until
            && instant(now)? >= instant(until)?
        {
            return Ok(None);
        }
        Ok(Some(may_open(&closed, until.as_deref())))
    }

    /// Why an exchange cannot be closed yet by the clock: within the grace, in a pause, while so many are
    /// missing that the mail may be to blame, or before the time to change one's mind is over.
    fn waits_by_clock(
        &self,
        exchange: &Exchange,
        verdict: Verdict,
        now: &str,
    ) -> Result<Option<String>, MatchFault> {
        if verdict == Verdict::Paused {
            let how = "`sealord clock` with `resume` resumes it, `--close` closes the exchange anyway";
            return Ok(Some(format!("the match is paused; {how}")));
        }
        // The umpire has closed it; only files were waited for.
        if exchange.submissions.all_in() && !exchange.defaults.is_empty() {
            return Ok(None);
        }
        let (missing, what) = match self.settings.trust {
            Trust::Umpire => (exchange.submissions.missing_reveals(), "orders"),
            Trust::CommitReveal => (exchange.submissions.missing_commitments(), "commitments"),
        };
        if missing.is_empty() && !exchange.submissions.missing_reveals().is_empty() {
            return self.waits_for_opening(exchange, now);
        }
        let early = self.fixed().and_then(|fixed| fixed.early).is_some();
        Ok(match verdict {
            Verdict::Outage { missing } => {
                let missing = names(&parties(missing));
                Some(format!(
                    "so many sides are missing at once ({missing}) that the mail may be to blame; `--close` closes anyway"
                ))
            }
            Verdict::InGrace { missing, until } => {
                let (missing, until) = (names(&parties(missing)), self.in_words(until));
                Some(format!("{what} of {missing} are missing; late ones count until {until}"))
            }
            Verdict::CloseEarly { .. } | Verdict::Close { .. } | Verdict::Paused => None,
            _ if !missing.is_empty() => Some(format!("{what} of {} are missing", names(&missing))),
            Verdict::NoDeadline if !early => None,
            Verdict::NoDeadline | Verdict::Remind { .. } => self.may_change(exchange)?,
            Verdict::Wait { until } => match self.may_change(exchange)? {
                None if early => {
                    let until = self.in_words(until);
                    Some(format!("all orders are in and final; until {until} they may still be changed"))
                }
                why => why,
            },
        })
    }

    /// True if the time for files of the open exchange is up at an instant; nothing without such a time.
    /// Under commit-reveal files have theirs after the last commitment, except where nothing says how long.
    ///
    /// # Errors
    /// A deadline beyond the calendar.
    pub(crate) fn is_file_late(&self, now: &str) -> Result<Option<bool>, MatchFault> {
        let Some(exchange) = self.open_now() else { return Ok(None) };
        if self.settings.trust == Trust::Umpire {
            return self.is_past(now);
        }
        match self.files_due(exchange)? {
            // By a schedule, what comes on the instant is in time.
            Some(until) if self.calendar.is_some() => Ok(Some(instant(now)? > instant(&until)?)),
            Some(until) => Ok(Some(instant(now)? >= instant(&until)?)),
            None => Ok(self.is_past(now)?.filter(|past| !past)),
        }
    }

    /// Until when committed files may be opened; nothing without a deadline, or while a commitment is
    /// missing.
    ///
    /// # Errors
    /// A deadline beyond the calendar.
    pub(crate) fn files_due(&self, exchange: &Exchange) -> Result<Option<String>, MatchFault> {
        let (Some(deadline), Some(hours)) = (&exchange.opened.deadline, self.settings.deadline_hours) else {
            return Ok(None);
        };
        if !exchange.submissions.missing_commitments().is_empty() {
            return Ok(None);
        }
        let again = later(exchange.promised.as_deref().unwrap_or(deadline), hours)?;
        let first = instant(&again)? < instant(deadline)?;
        Ok(Some(if first { deadline.clone() } else { again }))
    }
}

/// Says that parties may open their files.
pub(in crate::matches) fn may_open(parties: &[Party], until: Option<&str>) -> String {
    let until = until.map(|until| format!(", until {until}")).unwrap_or_default();
    format!("{} may now open what they committed to (`sealord reveal`){until}", names(parties))
}

/// Parties in a sentence.
pub(in crate::matches) fn names(parties: &[Party]) -> String {
    list_and(&parties.iter().map(|party| party.name()).collect::<Vec<_>>())
}
