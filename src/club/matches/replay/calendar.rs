//! How the clock of a match follows its journal.
//!
//! A deadline is counted once, when an exchange is opened or something happens to the clock, and written
//! down. From then on it is read, never counted again: new rules of a time zone move no deadline that was
//! announced.

use jiff::Timestamp;

use super::exchange::Exchange;
use super::game::Game;
use crate::clock::{By, Clock, ClockFault, Event, Fixed, Moved, Opening, Recorded, Schedule, Why, Zone};
use crate::matches::entries::{Clocked, Opened, Sealing, instant, record};
use crate::matches::fault::MatchFault;
use engine::entry::Entry;
use engine::party::Party;

/// Something that happened to the clock while an exchange was open.
#[derive(Clone, Debug)]
pub struct Change {
    /// Its number among those of the exchange, from 1.
    pub number: u32,
    /// What happened.
    pub event: Event,
    /// The deadline before.
    pub before: Fixed,
    /// The deadline after it.
    pub after: Fixed,
}

impl Change {
    /// Whether anybody has to know: the deadline is another one, or it stands still or runs again.
    pub fn is_felt(&self) -> bool {
        (self.before.deadline, self.before.paused) != (self.after.deadline, self.after.paused)
    }

    /// Why, in a line of words by the clocks of a zone.
    pub fn why(&self, zone: &Zone) -> String {
        let named = |words: &str, reason: &str| match reason.trim() {
            "" => words.to_owned(),
            reason => format!("{words} ({reason})").chars().filter(|c| !c.is_control()).collect(),
        };
        let fresh = self.after.moved.iter().rev().find(|moved| !self.before.moved.contains(moved));
        match (&self.event, fresh) {
            (Event::Pause { reason }, _) => named("the match is paused", reason),
            (_, Some(moved)) => moved.in_words(zone),
            // A new schedule counts the deadline anew, which is no move of the old one.
            (Event::ScheduleChanged { .. }, None) => {
                let (from, to) = (self.before.deadline, self.after.deadline);
                Moved { why: Why::Schedule, from, to }.in_words(zone)
            }
            (Event::Resume, None) => "the match goes on".to_owned(),
            (_, None) => String::new(),
        }
    }
}

/// The deadline that runs: none while the match is paused.
pub(in crate::matches) fn running(fixed: &Fixed) -> Option<String> {
    fixed.deadline.filter(|_| !fixed.paused).map(|deadline| deadline.to_string())
}

/// A refusal of the clock as one of the match.
fn refused(fault: &ClockFault) -> MatchFault {
    MatchFault::no(fault.what(), fault.mend())
}

impl Game {
    /// The schedule with which the match began. Where it has none, its hours are one as soon as something is
    /// recorded.
    pub(in crate::matches) fn first_schedule(&self) -> Schedule {
        let plain = || Schedule::plain(self.settings.deadline_hours);
        self.settings.schedule.clone().unwrap_or_else(plain)
    }

    /// The clock with all that was recorded of it; nothing in a match without a schedule, until something is.
    pub fn clock(&self) -> Option<&Clock> {
        self.calendar.as_ref()
    }

    /// The deadline of the open exchange as it stands now; nothing in a match without a schedule.
    pub fn fixed(&self) -> Option<&Fixed> {
        self.exchanges.last().filter(|_| self.open)?.opened.fixed.as_ref()
    }

    /// The schedule that holds for the open exchange, or for the next one if none is open.
    pub fn schedule(&self) -> Option<&Schedule> {
        let clock = self.calendar.as_ref()?;
        match self.fixed() {
            Some(fixed) => Some(in_force(clock, fixed.opened)),
            None => Some(clock.schedule_at(Timestamp::MAX)),
        }
    }

    /// An instant in words, in the zone of the match; in UTC without a schedule.
    pub fn in_words(&self, at: Timestamp) -> String {
        self.zone().in_words(at)
    }

    /// The zone of the match; UTC without a schedule.
    pub fn zone(&self) -> Zone {
        self.schedule().map_or_else(Zone::utc, |schedule| schedule.zone().clone())
    }

    /// The deadline of an exchange that is opened now; nothing without a schedule.
    ///
    /// # Errors
    /// If the schedule gives none.
    pub(in crate::matches) fn fix_opening(
        &self,
        opened: &Opened,
        now: &str,
    ) -> Result<Option<Fixed>, MatchFault> {
        let Some(clock) = &self.calendar else { return Ok(None) };
        let opening = Opening {
            exchange: self.newest + 1,
            at: instant(now)?,
            previous: self.regular(self.exchanges.len()),
            asked: self.counted(opened).into_iter().map(|party| party.id().to_owned()).collect(),
            closed: None,
        };
        let clock = self.without_extensions(clock, clock.recorded().len())?;
        clock.fix(&opening).map(Some).map_err(|fault| refused(&fault))
    }

    /// The deadline of the open exchange if an event were recorded at an instant.
    ///
    /// # Errors
    /// If the match has no schedule or no open exchange, if the event names a party or player that is not in
    /// the match, or if the clock refuses it: then nothing may be recorded.
    pub(in crate::matches) fn after(&self, event: &Event, at: Timestamp) -> Result<Fixed, MatchFault> {
        let plain = Clock::new(self.first_schedule());
        let clock = self.calendar.as_ref().unwrap_or(&plain);
        let exchange = self.exchanges.last().filter(|_| self.open).ok_or_else(|| {
            MatchFault::no("no exchange is open", "look at `sealord status`; the match may be over")
        })?;
        self.knows(event).map_err(|what| MatchFault::no(what, "name one that plays in this match"))?;
        clock.clone().record(event.clone(), at).map_err(|fault| refused(&fault))?;
        let mut own = self.without_extensions(clock, exchange.events)?;
        let opening = self.opening_of(exchange)?;
        let fixed = own
            .preview(event.clone(), at, &opening)
            .and_then(|_| own.record(event.clone(), at))
            .and_then(|()| own.fix(&opening))
            .map_err(|fault| refused(&fault))?;
        // Nor may it leave the next exchange without a deadline, for then that one could never be opened.
        let next = Opening { exchange: opening.exchange + 1, at, previous: fixed.regular, ..opening };
        own.fix(&next).map_err(|fault| refused(&fault))?;
        Ok(fixed)
    }

    /// What happened to the clock since the open exchange was opened, in its order, with the deadline before
    /// and after it.
    ///
    /// # Errors
    /// Only by a defect.
    pub fn changes(&self) -> Result<Vec<Change>, MatchFault> {
        let (Some(clock), Some(exchange)) = (&self.calendar, self.open_now()) else { return Ok(Vec::new()) };
        let bug = |fault: ClockFault| MatchFault::Bug(fault.to_string());
        let opening = self.opening_of(exchange)?;
        let (before, since) = clock.recorded().split_at(exchange.events.min(clock.recorded().len()));
        let earlier = before.iter().filter(|it| !matches!(it.event, Event::Extension(_)));
        let mut own = Clock::replay(self.first_schedule(), earlier.cloned()).map_err(bug)?;
        let mut last = own.fix(&opening).map_err(bug)?;
        let mut changes = Vec::new();
        for (number, it) in (1..).zip(since) {
            own.record(it.event.clone(), it.at).map_err(bug)?;
            let after = own.fix(&opening).map_err(bug)?;
            let before = std::mem::replace(&mut last, after.clone());
            changes.push(Change { number, event: it.event.clone(), before, after });
        }
        Ok(changes)
    }

    /// The opening of the open exchange, as its deadline was counted from it.
    fn opening_of(&self, exchange: &Exchange) -> Result<Opening, MatchFault> {
        let at = exchange.since.ok_or_else(|| MatchFault::Bug("an exchange that was never opened".into()))?;
        Ok(Opening {
            exchange: exchange.number,
            at,
            previous: self.regular(self.exchanges.len() - 1),
            asked: self.counted(&exchange.opened).into_iter().map(|party| party.id().to_owned()).collect(),
            closed: None,
        })
    }

    /// The regular deadline before the exchange at a place. One that a ruling set aside does not count: it is
    /// asked again.
    fn regular(&self, place: usize) -> Option<Timestamp> {
        let before = self.exchanges[..place].iter().rev().find(|exchange| !exchange.set_aside)?;
        before.opened.fixed.as_ref()?.regular
    }

    /// The clock without the extensions among its first events: they were granted for other exchanges. An
    /// exchange may open at the very instant of such an event.
    fn without_extensions(&self, clock: &Clock, first: usize) -> Result<Clock, MatchFault> {
        self.pruned(clock, |at| at < first)
    }

    /// Gives extensions back that were granted since there were so many events.
    ///
    /// # Errors
    /// Only by a defect.
    pub(in crate::matches) fn give_back_extensions(&mut self, since: usize) -> Result<(), MatchFault> {
        if let Some(clock) = &self.calendar {
            self.calendar = Some(self.pruned(clock, |at| at >= since)?);
        }
        Ok(())
    }

    /// The clock without the extensions at some places among its events.
    fn pruned(&self, clock: &Clock, gone: impl Fn(usize) -> bool) -> Result<Clock, MatchFault> {
        let schedule = self.first_schedule();
        let stands = |(at, it): &(usize, &Recorded)| !(gone(*at) && matches!(it.event, Event::Extension(_)));
        let kept = clock.recorded().iter().enumerate().filter(stands).map(|(_, it)| it.clone());
        Clock::replay(schedule, kept).map_err(|fault| MatchFault::Bug(fault.to_string()))
    }

    /// How many events there were so far.
    pub(in crate::matches) fn events(&self) -> usize {
        self.calendar.as_ref().map_or(0, |clock| clock.recorded().len())
    }

    /// Enters an event of the journal into the clock.
    ///
    /// # Errors
    /// An event that the clock refuses, by the number of its entry.
    pub(in crate::matches) fn note_event(&mut self, entry: &Entry) -> Result<Clocked, MatchFault> {
        let fault = |what: String| MatchFault::Proof { entry: Some(entry.header().number), what };
        let body: Clocked = record::body(entry)?;
        self.knows(&body.event).map_err(fault)?;
        let plain = self.first_schedule();
        let clock = self.calendar.get_or_insert_with(|| Clock::new(plain));
        let at = instant(&entry.header().time)?;
        clock.record(body.event.clone(), at).map_err(|refusal| fault(refusal.what()))?;
        Ok(body)
    }

    /// Puts the deadline of an entry in force for the open exchange, if it can be one.
    pub(in crate::matches) fn take_fixed(&mut self, body: Clocked) -> Result<(), String> {
        let open = self.open;
        let at = self.calendar.as_ref().and_then(|clock| clock.recorded().last()).map(|it| it.at);
        let (Some(exchange), Some(fixed)) = (self.exchanges.last().filter(|_| open), body.fixed) else {
            return Err("it does not say what happens to the open exchange".to_owned());
        };
        if let (Event::Extension(extension), Some(old)) = (&body.event, &exchange.opened.fixed) {
            let deadline = old.deadline.ok_or("the exchange has no deadline that could be moved")?;
            if extension.by == By::Party && !old.paused && at.is_some_and(|at| at > deadline) {
                return Err(format!("the side asked for more time after its deadline, {deadline}"));
            }
        }
        let opened = exchange.since;
        if let Some(what) = self.fixed_amiss(&fixed, exchange.number, opened) {
            return Err(what);
        }
        if let Some(exchange) = self.exchanges.last_mut() {
            exchange.opened.deadline = running(&fixed);
            exchange.opened.fixed = Some(fixed);
        }
        Ok(())
    }

    /// What is wrong with an opening as far as the clock knows, if something is.
    ///
    /// # Errors
    /// Only by a defect.
    pub(in crate::matches) fn opened_amiss(
        &self,
        opened: &Opened,
        exchange: u32,
        time: &str,
    ) -> Result<Option<String>, MatchFault> {
        Ok(match (&self.calendar, &opened.fixed) {
            (None, None) => None,
            (None, Some(_)) => Some("it has a deadline by a schedule, but the match has none".to_owned()),
            // Exchanges that were opened before anything was recorded have their deadline by the hours of the
            // match.
            (Some(_), None) if self.settings.schedule.is_none() => {
                let is_due = opened.deadline == self.due_at(time)?;
                (!is_due).then(|| "its deadline is not the one that the hours of the match give".to_owned())
            }
            (Some(_), None) => Some("it does not say what the schedule gives".to_owned()),
            (Some(_), Some(fixed)) if opened.deadline != running(fixed) => {
                Some("its deadline is not the one that the schedule gives".to_owned())
            }
            (Some(_), Some(fixed)) => self.fixed_amiss(fixed, exchange, Some(instant(time)?)),
        })
    }

    /// What is wrong with a deadline, as far as that shows without the rules of a time zone.
    fn fixed_amiss(&self, fixed: &Fixed, exchange: u32, opened: Option<Timestamp>) -> Option<String> {
        let clock = self.calendar.as_ref()?;
        let schedule = in_force(clock, fixed.opened);
        if fixed.exchange != exchange {
            return Some(format!(
                "its deadline is one of exchange {}, but {exchange} is open",
                fixed.exchange
            ));
        }
        if Some(fixed.opened) != opened {
            return Some(format!("its deadline is one of an exchange opened at {}", fixed.opened));
        }
        if fixed.paused != clock.is_paused() {
            let is = if clock.is_paused() { "paused" } else { "not paused" };
            return Some(format!("the match is {is}, and it says otherwise"));
        }
        let same = fixed.zone == schedule.zone().name()
            && (fixed.early, fixed.outage) == (schedule.early(), schedule.outage());
        let whole = fixed.words.is_some() == fixed.deadline.is_some()
            && fixed.grace_until.is_some() == fixed.deadline.is_some()
            && fixed.grace_until >= fixed.deadline
            && fixed.deadline.is_none_or(|deadline| deadline > fixed.opened);
        (!(same && whole)).then(|| "its deadline contradicts itself or the schedule".to_owned())
    }

    /// The parties that the clock counts: those that an exchange puts a question to, for a question with one
    /// legal answer is never put, so they have a choice; and every party where the match says that all seal.
    pub(in crate::matches) fn counted(&self, opened: &Opened) -> Vec<Party> {
        if self.settings.sealing == Some(Sealing::Every) {
            return opened.sealing.clone();
        }
        let choosing = opened.asked.iter().filter(|(_, keys)| !keys.is_empty());
        choosing.map(|(party, _)| *party).collect()
    }

    /// Says which party or player of an event is not in the match.
    fn knows(&self, event: &Event) -> Result<(), String> {
        let (word, player) = match event {
            Event::Absence(absence) => (&absence.party, absence.player.as_deref()),
            Event::Extension(extension) => (&extension.party, None),
            Event::Pause { .. } | Event::Resume | Event::ScheduleChanged { .. } | Event::Holiday { .. } => {
                return Ok(());
            }
        };
        let party = Party::parse(word).filter(|party| party.id() == word && self.parties().contains(party));
        let party =
            party.ok_or_else(|| format!("{} is not a side of this match", engine::problem::quote(word)))?;
        let team = self.settings.teams.of(party);
        match player.filter(|_| !team.is_empty()) {
            Some(player) => team.find(party, player).map(drop).map_err(|fault| fault.what),
            None => Ok(()),
        }
    }
}

/// The schedule that holds for an exchange: that of its opening, or a later one that was to hold at once.
fn in_force(clock: &Clock, opened: Timestamp) -> &Schedule {
    let later = clock.recorded().iter().rev().filter(|it| it.at > opened);
    let mut changes = later.filter_map(|it| match &it.event {
        Event::ScheduleChanged { schedule, now: true } => Some(&**schedule),
        _ => None,
    });
    changes.next().unwrap_or_else(|| clock.schedule_at(opened))
}
