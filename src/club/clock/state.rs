//! The clock of a match: its schedule and the events recorded so far. It never looks at the time of day.

use std::collections::BTreeSet;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::clock::deadline_run::DeadlineRun;
use crate::clock::due::{Due, Fixed};
use crate::clock::event::{By, Event, Extension, Recorded};
use crate::clock::fault::ClockFault;
use crate::clock::schedule::{Extensions, Schedule};

/// The opening of an exchange, as the journal knows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opening {
    /// The exchange's number.
    pub exchange: u32,
    /// When it was opened.
    pub at: Timestamp,
    /// The regular deadline of the exchange before (`Fixed::regular`), if there was one. Under
    /// `keep_schedule` the deadline is counted from it; without it the schedule's `first` holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub previous: Option<Timestamp>,
    /// The parties that are asked. Absences of others move nothing.
    pub asked: BTreeSet<String>,
    /// When it was closed. Events from then on do not concern it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub closed: Option<Timestamp>,
}

/// The clock of a match. The same schedule and the same events give the same deadlines for ever, as long as
/// the rules of the time zone stay as they are: therefore what follows is kept in the journal too, as
/// [`Fixed`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    schedule: Schedule,
    recorded: Vec<Recorded>,
}

impl Clock {
    /// A clock without events.
    pub fn new(schedule: Schedule) -> Clock {
        Clock { schedule, recorded: Vec::new() }
    }

    /// A clock with all events of a journal, in their order.
    ///
    /// # Errors
    /// As [`Clock::record`], for the first event that is refused.
    pub fn replay(
        schedule: Schedule,
        events: impl IntoIterator<Item = Recorded>,
    ) -> Result<Clock, ClockFault> {
        let mut clock = Clock::new(schedule);
        for Recorded { at, event } in events {
            clock.record(event, at)?;
        }
        Ok(clock)
    }

    /// The events so far.
    pub fn recorded(&self) -> &[Recorded] {
        &self.recorded
    }

    /// The schedule that holds for an exchange opened at an instant.
    pub fn schedule_at(&self, at: Timestamp) -> &Schedule {
        let changes = self.recorded.iter().rev().filter(|it| it.at <= at);
        let mut schedules = changes.filter_map(|it| match &it.event {
            Event::ScheduleChanged { schedule, .. } => Some(&**schedule),
            _ => None,
        });
        schedules.next().unwrap_or(&self.schedule)
    }

    /// True if the match is paused after the newest event.
    pub fn is_paused(&self) -> bool {
        let newest =
            self.recorded.iter().rev().find(|it| matches!(it.event, Event::Pause { .. } | Event::Resume));
        newest.is_some_and(|it| matches!(it.event, Event::Pause { .. }))
    }

    /// How many extensions a party has used. Those of the umpire are not charged.
    pub fn used(&self, party: &str) -> u32 {
        let charged = |it: &&Recorded| matches!(&it.event, Event::Extension(e) if e.by == By::Party && e.party == party);
        u32::try_from(self.recorded.iter().filter(charged).count()).unwrap_or(u32::MAX)
    }

    /// How many extensions a party has left.
    pub fn left(&self, party: &str, at: Timestamp) -> u32 {
        self.schedule_at(at).extensions.map_or(0, |it| it.count.saturating_sub(self.used(party)))
    }

    /// Records an event.
    ///
    /// # Errors
    /// If it is older than the newest one, contradicts the state of the clock, exceeds a budget or says
    /// nothing; the clock is then as it was. Whether an extension comes in time depends on the exchange: see
    /// [`Clock::preview`].
    pub fn record(&mut self, event: Event, at: Timestamp) -> Result<(), ClockFault> {
        if let Some(newest) = self.recorded.last().map(|it| it.at).filter(|newest| at < *newest) {
            return Err(ClockFault::OutOfOrder { at, newest });
        }
        match &event {
            Event::Absence(absence) => {
                if absence.party.trim().is_empty() {
                    return Err(ClockFault::NoParty);
                }
                absence.away(&self.schedule_at(at).zone, at)?;
            }
            Event::Extension(extension) => self.check_extension(extension, at)?,
            Event::Pause { .. } if self.is_paused() => return Err(ClockFault::AlreadyPaused),
            Event::Resume if !self.is_paused() => return Err(ClockFault::NotPaused),
            Event::Holiday { dates } if dates.is_empty() => return Err(ClockFault::NoHolidays),
            Event::Pause { .. } | Event::Resume | Event::ScheduleChanged { .. } | Event::Holiday { .. } => {}
        }
        self.recorded.push(Recorded { at, event });
        Ok(())
    }

    fn check_extension(&self, extension: &Extension, at: Timestamp) -> Result<(), ClockFault> {
        if extension.party.trim().is_empty() {
            return Err(ClockFault::NoParty);
        }
        let budget = self.schedule_at(at).extensions;
        if extension.by == By::Umpire {
            // A year at most: beyond that a slip of the keyboard is likelier than a wish.
            let hours = extension.hours.or(budget.map(|it| it.hours));
            let fits = hours.is_some_and(|hours| (1..=366 * 24).contains(&hours));
            return if fits {
                Ok(())
            } else {
                Err(ClockFault::ExtensionHours { asked: hours, most: 366 * 24 })
            };
        }
        let Extensions { count, hours: most } = budget.ok_or(ClockFault::NoExtensions)?;
        if self.used(&extension.party) >= count {
            return Err(ClockFault::BudgetUsedUp { party: extension.party.clone(), count });
        }
        match extension.hours {
            Some(hours) if hours < 1 || hours > most => {
                Err(ClockFault::ExtensionHours { asked: Some(hours), most })
            }
            Some(_) | None => Ok(()),
        }
    }

    /// The deadline of an exchange after all events recorded so far.
    ///
    /// # Errors
    /// If holidays leave no moment for it within ten years, or the calendar ends.
    pub fn deadline(&self, opening: &Opening) -> Result<Due, ClockFault> {
        Ok(DeadlineRun::run(self, opening)?.due())
    }

    /// What the journal keeps of a deadline, at the opening and again after every event: instants in UTC and
    /// the name of the zone. Verdicts are made from this alone, so that new rules of a zone never move a
    /// deadline that was told.
    ///
    /// # Errors
    /// As [`Clock::deadline`].
    pub fn fix(&self, opening: &Opening) -> Result<Fixed, ClockFault> {
        DeadlineRun::run(self, opening)?.fixed()
    }

    /// What the deadline would be if an event were recorded; nothing is recorded. A command by mail is
    /// checked with this before it is taken, since an extension that comes too late would be charged and move
    /// nothing.
    ///
    /// # Errors
    /// As [`Clock::record`] and [`Clock::deadline`]; if the exchange is not open at the instant; if an
    /// extension comes too late, or if there is no deadline to move.
    pub fn preview(&self, event: Event, at: Timestamp, opening: &Opening) -> Result<Due, ClockFault> {
        if at < opening.at || opening.closed.is_some_and(|closed| at >= closed) {
            return Err(ClockFault::NotOpen);
        }
        if let Event::Extension(extension) = &event {
            let run = DeadlineRun::run(self, opening)?;
            let is_over = run.is_over(at);
            let deadline = run.due().deadline.ok_or(ClockFault::NoDeadline)?;
            if extension.by == By::Party && is_over {
                return Err(ClockFault::TooLate { deadline });
            }
        }
        let mut next = self.clone();
        next.record(event, at)?;
        next.deadline(opening)
    }
}
