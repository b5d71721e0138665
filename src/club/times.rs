//! When a match asked whom, when the answers came, and what stopped its clock: what its journal says of the
//! time that each party took.

use std::collections::{BTreeMap, BTreeSet};

use jiff::{SignedDuration, Timestamp};

use crate::clock::{By, Event, Schedule};
use crate::matches::record::{self, Clocked, Opened, Revealed, Superseded};
use crate::matches::{MatchFault, Settings, instant};
use engine::entry::{Entry, Kind};
use engine::party::Party;

/// A closed exchange that asked a party and left it a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The number of the exchange.
    pub exchange: u32,
    /// When it was opened.
    pub opened: Timestamp,
    /// When the party sent the newest file that counted, under commit-reveal its commitment; nothing if none
    /// of its own counted.
    pub sent: Option<Timestamp>,
    /// When it was closed.
    pub closed: Timestamp,
    /// Whether an undo took it back later.
    pub undone: bool,
}

/// The time of a party as the journal has it. Stretches run from one instant until just before another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Times {
    /// The closed exchanges that asked it, in their order, also those that were taken back.
    pub asked: Vec<Asked>,
    /// When the match was paused; a pause that lasts ends at the end of the calendar.
    pub paused: Vec<(Timestamp, Timestamp)>,
    /// When the party, or one of its players, was away.
    pub away: Vec<(Timestamp, Timestamp)>,
    /// What the umpire granted it by name: when, and how much. It stays granted after an undo, as what the
    /// party used stays used.
    pub granted: Vec<(Timestamp, SignedDuration)>,
}

/// An exchange while it is open.
struct Open {
    number: u32,
    at: Timestamp,
    asked: BTreeSet<Party>,
    /// The newest file or commitment of each party.
    sent: BTreeMap<Party, Timestamp>,
    /// The parties of which a file was opened that was their own.
    opened: BTreeSet<Party>,
}

impl Open {
    fn new(entry: &Entry, at: Timestamp) -> Result<Open, MatchFault> {
        let body: Opened = record::body(entry)?;
        let asked = body.asked.into_iter().filter(|(_, keys)| !keys.is_empty()).map(|(party, _)| party);
        Ok(Open {
            number: entry.header().exchange.unwrap_or(0),
            at,
            asked: asked.collect(),
            sent: BTreeMap::new(),
            opened: BTreeSet::new(),
        })
    }

    /// What a party sent, promised or took back.
    fn note(&mut self, entry: &Entry, at: Timestamp) -> Result<(), MatchFault> {
        let Some(party) = entry.header().party else { return Ok(()) };
        match entry.header().kind {
            Kind::Commitment => {
                self.sent.insert(party, at);
            }
            Kind::Withdrawal => {
                self.sent.remove(&party);
                self.opened.remove(&party);
            }
            Kind::Reveal => {
                let body: Revealed = record::body(entry)?;
                if !body.by_umpire {
                    self.sent.entry(party).or_insert(at);
                    self.opened.insert(party);
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn closed(&self, party: Party, closed: Timestamp) -> Asked {
        let sent = self.sent.get(&party).copied().filter(|_| self.opened.contains(&party));
        Asked { exchange: self.number, opened: self.at, sent, closed, undone: false }
    }
}

/// The schedule with which a match began; its hours, where it has none.
fn first_schedule(settings: &Settings) -> Schedule {
    settings.schedule.clone().unwrap_or_else(|| Schedule::plain(settings.deadline_hours))
}

/// Works out the times of some parties from the entries of a journal whose chain holds. An exchange that was
/// never closed counts for nobody: it is still open, or a ruling or an agreed end came before.
///
/// # Errors
/// If an entry makes no sense.
pub fn times(entries: &[Entry], parties: &[Party]) -> Result<BTreeMap<Party, Times>, MatchFault> {
    let mut times: BTreeMap<Party, Times> = parties.iter().map(|party| (*party, Times::default())).collect();
    let Some(first) = entries.first() else { return Ok(times) };
    let mut schedule = first_schedule(&record::body(first)?);
    let mut open: Option<Open> = None;
    for entry in entries {
        let at = instant(&entry.header().time)?;
        match entry.header().kind {
            Kind::Opened => open = Some(Open::new(entry, at)?),
            Kind::Resolved => {
                let Some(open) = open.take() else { continue };
                for (party, times) in times.iter_mut().filter(|(party, _)| open.asked.contains(*party)) {
                    times.asked.push(open.closed(*party, at));
                }
            }
            Kind::Ruling => open = None,
            Kind::Superseded => {
                open = None;
                let back: Superseded = record::body(entry)?;
                let all = times.values_mut().flat_map(|times| &mut times.asked);
                all.filter(|asked| asked.exchange >= back.back_to).for_each(|asked| asked.undone = true);
            }
            Kind::Clock => stopped(&mut times, &mut schedule, record::body(entry)?, at),
            _ => open.as_mut().map_or(Ok(()), |open| open.note(entry, at))?,
        }
    }
    Ok(times)
}

/// Something that happened to the clock.
fn stopped(times: &mut BTreeMap<Party, Times>, schedule: &mut Schedule, body: Clocked, at: Timestamp) {
    match body.event {
        Event::Pause { .. } => {
            times.values_mut().for_each(|times| times.paused.push((at, Timestamp::MAX)));
        }
        Event::Resume => {
            let ends = times.values_mut().filter_map(|times| times.paused.last_mut());
            ends.for_each(|paused| paused.1 = paused.1.min(at));
        }
        Event::Absence(absence) => {
            let span = absence.span(schedule.zone());
            if let Some((times, span)) = named(times, &absence.party).zip(span) {
                times.away.push(span);
            }
        }
        Event::Extension(extension) if extension.by == By::Umpire => {
            let hours = extension.hours.or_else(|| schedule.extensions().map(|it| it.hours)).unwrap_or(0);
            if let Some(times) = named(times, &extension.party) {
                times.granted.push((at, SignedDuration::from_hours(hours.into())));
            }
        }
        Event::ScheduleChanged { schedule: new, .. } => *schedule = *new,
        Event::Extension(_) | Event::Holiday { .. } => {}
    }
}

/// The times of the party with a word.
fn named<'t>(times: &'t mut BTreeMap<Party, Times>, word: &str) -> Option<&'t mut Times> {
    times.iter_mut().find(|(party, _)| party.id() == word).map(|(_, times)| times)
}
