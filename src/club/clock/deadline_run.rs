//! How one deadline comes about: the schedule, then every event in its order.

use jiff::SignedDuration;
use jiff::Timestamp;
use jiff::civil::Date;

use crate::clock::due::{Due, Fixed, Lead, Moved, Why};
use crate::clock::event::{Away, By, Event, Extension, Recorded};
use crate::clock::fault::ClockFault;
use crate::clock::holiday::Holiday;
use crate::clock::schedule::{Pattern, Round, Schedule, is_free};
use crate::clock::span::{full_minute, later};
use crate::clock::state::{Clock, Opening};
use crate::clock::week::first_moment;

/// The smallest step of time: strictly after an instant is from this much later.
const NANOSECOND: SignedDuration = SignedDuration::from_nanos(1);

/// A full minute, to which deadlines are counted.
const MINUTE: SignedDuration = SignedDuration::from_mins(1);
/// From this long on a pause may cost a step of the pattern.
const SHORT: SignedDuration = SignedDuration::from_hours(1);

/// A pause that has not ended.
struct Paused {
    since: Timestamp,
    reason: String,
}

/// The state while events are applied.
pub(crate) struct DeadlineRun<'a> {
    opening: &'a Opening,
    schedule: &'a Schedule,
    /// Those that were recorded; the schedule has its own.
    holidays: Vec<&'a Holiday>,
    away: Vec<Away>,
    paused: Option<Paused>,
    regular: Option<Timestamp>,
    deadline: Option<Timestamp>,
    grace_until: Option<Timestamp>,
    extended: SignedDuration,
    moved: Vec<Moved>,
    sequence: u32,
    /// When the deadline as it is now was told.
    told: Timestamp,
}

impl<'a> DeadlineRun<'a> {
    /// Counts the deadline of an exchange.
    ///
    /// # Errors
    /// If there is no moment for it, or the calendar ends.
    pub(crate) fn run(clock: &'a Clock, opening: &'a Opening) -> Result<DeadlineRun<'a>, ClockFault> {
        let mut run = DeadlineRun {
            opening,
            schedule: clock.schedule_at(opening.at),
            holidays: Vec::new(),
            away: Vec::new(),
            paused: None,
            regular: None,
            deadline: None,
            grace_until: None,
            extended: SignedDuration::ZERO,
            moved: Vec::new(),
            sequence: 0,
            told: opening.at,
        };
        // What is recorded at the very instant of the opening belongs to it, but an extension needs a
        // deadline first.
        let before = |it: &&Recorded| {
            it.at < opening.at || (it.at == opening.at && !matches!(it.event, Event::Extension(_)))
        };
        for recorded in clock.recorded().iter().filter(before) {
            run.prepare(recorded, clock)?;
        }
        if let Some(paused) = &mut run.paused {
            paused.since = opening.at;
        }
        run.open(opening.at)?;
        let open = |it: &&Recorded| !before(it) && opening.closed.is_none_or(|closed| it.at < closed);
        for recorded in clock.recorded().iter().filter(open) {
            let state = (run.deadline, run.grace_until, run.paused.is_some());
            run.apply(recorded, clock)?;
            if state != (run.deadline, run.grace_until, run.paused.is_some()) {
                run.sequence += 1;
                run.told = recorded.at;
            }
        }
        Ok(run)
    }

    /// An event from before the opening: only what lasts counts.
    fn prepare(&mut self, recorded: &'a Recorded, clock: &Clock) -> Result<(), ClockFault> {
        match &recorded.event {
            Event::Absence(absence) => {
                self.away.push(absence.away(&clock.schedule_at(recorded.at).zone, recorded.at)?);
            }
            Event::Holiday { dates } => self.holidays.extend(dates),
            Event::Pause { reason } => self.pause(recorded.at, reason),
            Event::Resume => self.paused = None,
            Event::Extension(_) | Event::ScheduleChanged { .. } => {}
        }
        Ok(())
    }

    /// An event while the exchange is open.
    fn apply(&mut self, recorded: &'a Recorded, clock: &Clock) -> Result<(), ClockFault> {
        let at = recorded.at;
        match &recorded.event {
            Event::Absence(_) | Event::Holiday { .. } => {
                self.prepare(recorded, clock)?;
                // While paused nothing moves: the deadline is counted anew when the match goes on.
                if self.paused.is_none() && self.deadline.is_some_and(|deadline| at < deadline) {
                    self.settle()?;
                }
            }
            Event::Extension(extension) => self.extend(extension, at)?,
            Event::Pause { reason } => self.pause(at, reason),
            Event::Resume => self.resume(at)?,
            Event::ScheduleChanged { schedule, now: true } => self.change(schedule, at)?,
            Event::ScheduleChanged { now: false, .. } => {}
        }
        Ok(())
    }

    fn pause(&mut self, since: Timestamp, reason: &str) {
        self.paused = Some(Paused { since, reason: reason.to_owned() });
    }

    fn free(&self, date: Date) -> bool {
        is_free(&self.schedule.holidays, date) && !self.holidays.iter().any(|it| it.covers(date))
    }

    /// The name of the holiday on a date, if it is one.
    fn holiday(&self, date: Date) -> Option<Option<String>> {
        let mut all = self.schedule.holidays.iter().chain(self.holidays.iter().copied());
        all.find(|it| it.covers(date)).map(|it| it.name.clone())
    }

    /// Counts the regular deadline as if the exchange were opened at `at`, then moves it out of absences.
    fn open(&mut self, at: Timestamp) -> Result<(), ClockFault> {
        let wanted = self.counted(at, &|_| true)?;
        self.regular = match wanted {
            Some(wanted) if !self.free(self.schedule.zone.date(wanted)) => {
                let to = self.counted(at, &|date| self.free(date))?;
                let name = self.holiday(self.schedule.zone.date(wanted)).flatten();
                self.moved.push(Moved { why: Why::Holiday { name }, from: Some(wanted), to });
                to
            }
            other => other,
        };
        self.place(self.regular)?;
        if self.paused.is_none() { self.settle() } else { Ok(()) }
    }

    /// The deadline that the schedule gives, on days that are free.
    fn counted(&self, at: Timestamp, free: &dyn Fn(Date) -> bool) -> Result<Option<Timestamp>, ClockFault> {
        let schedule = self.schedule;
        let earliest = schedule.at_least.after(at)?;
        let previous = self.opening.previous;
        if previous.is_none()
            && let Some(first) = schedule.first.and_then(|first| schedule.zone.instant(first))
            && first >= earliest
            && first > at
            // A holiday recorded since the match began may cover it: then the pattern decides.
            && free(schedule.zone.date(first))
        {
            return Ok(Some(first));
        }
        let basis =
            if schedule.keep_schedule { previous.map_or(at, |previous| previous.max(at)) } else { at };
        match &schedule.pattern {
            Pattern::None => Ok(None),
            Pattern::Every(_) | Pattern::Daily { .. } => {
                let from = later(basis, NANOSECOND)?.max(earliest);
                let moments = schedule.moments(schedule.zone.local(from).time());
                first_moment(&moments, from, &schedule.zone, free).map(Some)
            }
            Pattern::Hours { hours, .. } => {
                let from = later(basis, SignedDuration::from_hours(i64::from(*hours)))?.max(earliest);
                self.round(from, free).map(Some)
            }
        }
    }

    /// The first allowed moment at or after an instant. For hours that is the instant itself, in full
    /// minutes, if its day and time are allowed.
    fn round(&self, from: Timestamp, free: &dyn Fn(Date) -> bool) -> Result<Timestamp, ClockFault> {
        let Schedule { zone, pattern, .. } = self.schedule;
        let from = full_minute(from)?;
        let local = zone.local(from);
        let (days, time) = match pattern {
            Pattern::Hours { days, round: Round::Minute, .. } => (Some(days), local.time()),
            Pattern::Hours { days, round: Round::NotBefore(time), .. } => {
                (Some(days), local.time().max(*time))
            }
            Pattern::None => (None, local.time()),
            Pattern::Hours { round: Round::At(_), .. } | Pattern::Every(_) | Pattern::Daily { .. } => {
                let moments = self.schedule.moments(local.time());
                return first_moment(&moments, from, zone, free);
            }
        };
        let allowed = days.is_none_or(|days| days.contains(local.date().weekday())) && free(local.date());
        if allowed && time == local.time() {
            // Not by way of the local time: in the second pass of an autumn hour that would go back to the
            // first.
            return Ok(from);
        }
        first_moment(&self.schedule.moments(time), from, zone, free)
    }

    /// The first allowed moment after an instant, for a deadline that cannot stay.
    fn onward(&self, deadline: Timestamp, after: Timestamp) -> Result<Timestamp, ClockFault> {
        let zone = &self.schedule.zone;
        let moments = self.schedule.moments(zone.local(deadline).time());
        first_moment(&moments, later(after, NANOSECOND)?, zone, |date| self.free(date))
    }

    fn place(&mut self, deadline: Option<Timestamp>) -> Result<(), ClockFault> {
        self.deadline = deadline;
        self.grace_until = deadline.map(|deadline| self.schedule.grace.after(deadline)).transpose()?;
        Ok(())
    }

    fn shift(&mut self, why: Why, to: Timestamp) -> Result<(), ClockFault> {
        if self.deadline != Some(to) {
            self.moved.push(Moved { why, from: self.deadline, to: Some(to) });
        }
        self.place(Some(to))
    }

    /// Moves the deadline on until it is on no holiday and in no absence. Each step leads later, so it ends.
    fn settle(&mut self) -> Result<(), ClockFault> {
        while let Some(deadline) = self.deadline {
            if let Some(name) = self.holiday(self.schedule.zone.date(deadline)) {
                let to = self.onward(deadline, deadline)?;
                self.shift(Why::Holiday { name }, to)?;
                continue;
            }
            let covers = |it: &&Away| {
                self.opening.asked.contains(&it.party) && it.from <= deadline && deadline <= it.to
            };
            let Some(away) = self.away.iter().find(covers) else {
                return Ok(());
            };
            let why = Why::Absence { party: away.party.clone(), player: away.player.clone() };
            let to = self.onward(deadline, away.to)?;
            self.shift(why, to)?;
        }
        Ok(())
    }

    /// True if the deadline had passed at an instant, or when the clock was stopped before it.
    pub(crate) fn is_over(&self, at: Timestamp) -> bool {
        let running = self.paused.as_ref().map_or(at, |paused| paused.since);
        self.deadline.is_some_and(|deadline| running > deadline)
    }

    fn extend(&mut self, extension: &Extension, at: Timestamp) -> Result<(), ClockFault> {
        let Some(deadline) = self.deadline else {
            return Ok(());
        };
        if extension.by == By::Party && self.is_over(at) {
            return Ok(());
        }
        let hours = extension.hours.or(self.schedule.extensions.map(|it| it.hours)).unwrap_or_default();
        let by = SignedDuration::from_hours(i64::from(hours));
        // The umpire may grant time when the deadline is long past, after a mail outage: it counts from now.
        let base = if self.is_over(at) && self.paused.is_none() { full_minute(at)? } else { deadline };
        self.extended += by;
        let Extension { party, reason, by: granted, .. } = extension;
        let why = Why::Extension { party: party.clone(), by: *granted, reason: reason.clone() };
        self.shift(why, later(base, by)?)?;
        if self.paused.is_none() { self.settle() } else { Ok(()) }
    }

    /// Gives again what was left at the pause, then goes on to the next allowed moment. A short pause moves
    /// no deadline on by a step of its pattern. A pause within the grace lengthens the grace.
    fn resume(&mut self, at: Timestamp) -> Result<(), ClockFault> {
        let Some(Paused { since, reason }) = self.paused.take() else {
            return Ok(());
        };
        let (Some(deadline), Some(grace_until)) = (self.deadline, self.grace_until) else {
            return Ok(());
        };
        if since < deadline {
            let (left, paused) = (deadline.duration_since(since), at.duration_since(since));
            let target = later(at, left)?;
            let to = self.round(target, &|date| self.free(date))?;
            // A step of the pattern, perhaps a week, would be much for a few minutes of many.
            let is_short = paused < SHORT && paused.saturating_mul(10) <= left;
            if !is_short || to <= later(target, MINUTE)? {
                self.shift(Why::Pause { reason }, to)?;
            }
            return self.settle();
        }
        if since < grace_until {
            self.grace_until = Some(later(grace_until, at.duration_since(since))?);
        }
        Ok(())
    }

    /// Counts by another schedule as if the exchange were opened now, and adds the extensions granted for it.
    fn change(&mut self, schedule: &'a Schedule, at: Timestamp) -> Result<(), ClockFault> {
        let before = self.deadline;
        self.schedule = schedule;
        if let Some(paused) = &mut self.paused {
            paused.since = at;
        }
        let index = self.moved.len();
        self.open(at)?;
        // The reason stands before the moves that follow from it.
        let counted = self.moved.get(index).map_or(self.deadline, |it| it.from);
        if before != counted {
            self.moved.insert(index, Moved { why: Why::Schedule, from: before, to: counted });
        }
        if let Some(deadline) = self.deadline.filter(|_| !self.extended.is_zero()) {
            self.shift(Why::Schedule, later(deadline, self.extended)?)?;
            if self.paused.is_none() {
                self.settle()?;
            }
        }
        Ok(())
    }

    /// The result.
    pub(crate) fn due(self) -> Due {
        Due {
            regular: self.regular,
            deadline: self.deadline,
            grace_until: self.grace_until,
            moved: self.moved,
            paused: self.paused.is_some(),
        }
    }

    /// The result, with all that a verdict needs.
    pub(crate) fn fixed(self) -> Result<Fixed, ClockFault> {
        let Schedule { zone, reminders, early, outage, .. } = self.schedule;
        let mut leads = Vec::new();
        for lead in reminders {
            let at = self.deadline.and_then(|deadline| deadline.checked_sub(lead.duration()).ok());
            // A reminder that would come with the telling of the deadline, or before it, says nothing new.
            leads.extend(at.filter(|at| *at > self.told).map(|at| Lead { lead: *lead, at }));
        }
        let (exchange, opened, sequence) = (self.opening.exchange, self.opening.at, self.sequence);
        let (zone, early, outage) = (zone.clone(), *early, *outage);
        let Due { regular, deadline, grace_until, moved, paused } = self.due();
        Ok(Fixed {
            exchange,
            opened,
            words: deadline.map(|deadline| zone.in_words(deadline)),
            zone: zone.name().to_owned(),
            regular,
            deadline,
            grace_until,
            paused,
            moved,
            reminders: leads,
            early,
            outage,
            sequence,
        })
    }
}
