//! Whether a run would find anything to do. Between two letters an office mostly rests, and a worker that
//! looks every few seconds sees that without reading what was noted of each match.

use std::rc::Rc;

use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp};

use crate::matches::MatchFault;
use crate::post::office::inbox::road;
use crate::post::office::settings::{Digest as Hour, Written};
use crate::post::office::state::{Office, Premises, Pulse, RunSummary, basis};
use crate::post::wire::config::{Config, In};
use engine::digest::Digest;

/// No office rests for longer without a run: what another worker has noted need not show from outside.
const LONGEST: SignedDuration = SignedDuration::from_mins(10);

/// An office as a run left it that found nothing to do: as long as all of this stays so, another finds
/// nothing either.
pub struct Rest {
    written: Rc<Written>,
    mail: Config,
    basis: Digest,
    pulse: Pulse,
    since: Timestamp,
    /// Until when all matches wait, or it rests without a run.
    until: Timestamp,
    hours: [Option<Hour>; 2],
}

impl Office<'_> {
    /// What must stay as it is for the office to rest, after a run with this account; nothing if the run did
    /// something, if a match cannot be read, or if nobody knows when something is due: a league has hours of
    /// its own.
    pub fn rest(&self, account: &RunSummary) -> Option<Rest> {
        let context = &self.context;
        let is_known = self.closed.is_empty() && self.kit.secretary(&context.folder).is_none();
        if *account != RunSummary::default() || !is_known {
            return None;
        }
        let count = u64::try_from(self.matches.len()).ok();
        let pulse = context.yard.seen().filter(|pulse| Some(pulse.matches) == count)?;
        let waits = |word: &str| Some(context.yard.noted(word)?.waits?.until);
        let until = self.matches.iter().map(|info| waits(&info.played.word()));
        let longest = context.now.checked_add(LONGEST).ok()?;
        let until = until.collect::<Option<Vec<_>>>()?.into_iter().fold(longest, Timestamp::min);
        Some(Rest {
            basis: basis(&context.written, &context.register),
            written: Rc::clone(&context.written),
            mail: context.settings.mail.clone(),
            pulse,
            since: context.now,
            until,
            hours: [context.settings.digest.clone(), context.settings.daily.clone()],
        })
    }
}

impl Rest {
    /// Whether an office still rests at a time.
    ///
    /// # Errors
    /// If its settings, its matches or its mailbox cannot be looked at.
    pub fn lasts(&self, at: &Premises, now: Timestamp) -> Result<bool, MatchFault> {
        // A clock that was set back is no time in which anything was known.
        let is_early = (self.since..self.until).contains(&now) && self.days(now) == self.days(self.since);
        if !is_early || !self.written.stands()? {
            return Ok(false);
        }
        if at.yard.pulse(self.basis)? != Some(self.pulse) {
            return Ok(false);
        }
        // Nothing waits on standard input but for whoever hands it over.
        let is_piped = matches!(self.mail.inward, In::Stdin(_));
        Ok(is_piped || road(&self.mail, &at.folder, &*at.shelf)?.backlog()?.count == 0)
    }

    /// The days on which the mails of the day were due last.
    fn days(&self, now: Timestamp) -> [Option<Date>; 2] {
        [0, 1].map(|at| self.hours[at].as_ref().and_then(|hour| hour.day(now)))
    }
}
