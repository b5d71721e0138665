//! Whom the open exchange waits for, and until when. Nothing here reads a clock: the caller brings the time.
//!
//! Under the trust *umpire* a deadline is for files. Under *commit-reveal* it is for commitments; from the moment at
//! which no commitment is missing any more, the files have as many hours again.

use super::opening::{instant, later};
use super::replay::{Exchange, read_orders};
use super::{Game, MatchFault};
use crate::problem::list_and;
use crate::seal::exchange::Trust;
use crate::side::Side;
use crate::system::System;

impl<S: System> Game<S> {
    /// How many exchanges each turn has taken so far, in the order of the match: `setup`, `turn 1` and so on, as the keys
    /// of their questions begin.
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
            return Ok(None);
        };
        match self.settings.trust {
            Trust::Umpire => waits_for_files(exchange, now),
            Trust::CommitReveal => self.waits_for_promises(exchange, now),
        }
    }

    fn waits_for_promises(&self, exchange: &Exchange, now: &str) -> Result<Option<String>, MatchFault> {
        let unpromised = exchange.gathering.missing_commitments();
        if !unpromised.is_empty() {
            let what = format!("commitments of {} are missing", names(&unpromised));
            return Ok(if is_past(exchange, now)? { None } else { Some(what) });
        }
        let closed = exchange.gathering.missing_reveals();
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

    /// Until when committed files may be opened; nothing without a deadline, or while a commitment is missing.
    ///
    /// # Errors
    /// A deadline beyond the calendar.
    pub(super) fn files_due(&self, exchange: &Exchange) -> Result<Option<String>, MatchFault> {
        let (Some(deadline), Some(hours)) = (&exchange.opened.deadline, self.settings.deadline_hours) else {
            return Ok(None);
        };
        if !exchange.gathering.missing_commitments().is_empty() {
            return Ok(None);
        }
        let again = later(exchange.promised.as_deref().unwrap_or(deadline), hours)?;
        let first = instant(&again)? < instant(deadline)?;
        Ok(Some(if first { deadline.clone() } else { again }))
    }
}

/// Says that sides may open their files.
pub(super) fn may_open(sides: &[Side], until: Option<&str>) -> String {
    let until = until.map(|until| format!(", until {until}")).unwrap_or_default();
    format!("{} may now open what they committed to (`sealord reveal`){until}", names(sides))
}

fn waits_for_files(exchange: &Exchange, now: &str) -> Result<Option<String>, MatchFault> {
    if is_past(exchange, now)? {
        return Ok(None);
    }
    let missing = exchange.gathering.missing_reveals();
    if !missing.is_empty() {
        return Ok(Some(format!("orders of {} are missing", names(&missing))));
    }
    let mut open = Vec::new();
    for side in exchange.gathering.asked() {
        if let Some(sealed) = exchange.gathering.revealed(side)
            && exchange.opened.deadline.is_some()
            && !read_orders(sealed.open())?.is_final
        {
            open.push(side);
        }
    }
    let why = format!("{} may still change orders until the deadline (no `final: true`)", names(&open));
    Ok((!open.is_empty()).then_some(why))
}

/// True if the exchange has a deadline and it has passed.
///
/// # Errors
/// Only by a defect.
pub(super) fn is_past(exchange: &Exchange, now: &str) -> Result<bool, MatchFault> {
    match &exchange.opened.deadline {
        Some(deadline) => Ok(instant(now)? >= instant(deadline)?),
        None => Ok(false),
    }
}

pub(super) fn names(sides: &[Side]) -> String {
    list_and(&sides.iter().map(|side| side.name()).collect::<Vec<_>>())
}
