//! What happens to the clock of a match: the events that its journal records, each with its instant.

use std::fmt;

use jiff::Timestamp;
use jiff::civil::{Date, DateTime, Time};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::clock::fault::{Bad, ClockFault};
use crate::clock::holiday::{Holiday, datetime_text, parse_date, parse_datetime};
use crate::clock::schedule::Schedule;
use crate::clock::zone::Zone;

/// Who enters an absence, or grants an extension.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum By {
    /// The party itself.
    #[default]
    #[serde(rename = "side")]
    Party,
    /// The umpire.
    Umpire,
}

/// A local time of the schedule's zone: a whole date, or a date and a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Local {
    /// A whole date: as a beginning its first instant, as an end the first instant of the date after it.
    Day(Date),
    /// A date and a time.
    At(DateTime),
}

impl Local {
    /// Reads `2026-12-24` or `2026-12-24T18:00`.
    ///
    /// # Errors
    /// If it is something else.
    pub fn parse(word: &str) -> Result<Local, Bad> {
        if word.contains(':') {
            parse_datetime(word).map(Local::At)
        } else {
            parse_date(word).map(Local::Day)
        }
    }

    fn beginning(self, zone: &Zone) -> Option<Timestamp> {
        match self {
            Local::Day(date) => zone.instant(date.to_datetime(Time::midnight())),
            Local::At(at) => zone.instant(at),
        }
    }

    fn end(self, zone: &Zone) -> Option<Timestamp> {
        match self {
            Local::Day(date) => zone.instant(date.tomorrow().ok()?.to_datetime(Time::midnight())),
            Local::At(at) => zone.instant(at),
        }
    }
}

impl fmt::Display for Local {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Local::Day(date) => write!(f, "{date}"),
            Local::At(at) => f.write_str(&datetime_text(*at)),
        }
    }
}

impl Serialize for Local {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Local {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Local, D::Error> {
        Local::parse(&String::deserialize(deserializer)?).map_err(serde::de::Error::custom)
    }
}

/// A party, or one of its players, is away. A deadline of a party that is asked moves to the first allowed
/// moment after the absence if it falls into it; both ends belong to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Absence {
    /// The party's word.
    #[serde(rename = "side")]
    pub party: String,
    /// The player, if the party has several. The party's deadline moves all the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// When it begins.
    pub from: Local,
    /// When it ends; a date is away to its end.
    pub to: Local,
    /// Who entered it.
    #[serde(default)]
    pub moved_by: By,
}

/// A party gets more time for the exchange that is open. The party's own are charged to its budget, the
/// umpire's are not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Extension {
    /// The party's word.
    #[serde(rename = "side")]
    pub party: String,
    /// How many hours; without it as many as the schedule gives.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hours: Option<u32>,
    /// Why.
    #[serde(default)]
    pub reason: String,
    /// Who grants it.
    #[serde(default)]
    pub by: By,
}

/// What happens to the clock.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Event {
    /// A party is away.
    Absence(Absence),
    /// A party gets more time.
    Extension(Extension),
    /// The clock stops.
    Pause {
        /// Why.
        #[serde(default)]
        reason: String,
    },
    /// The clock goes on.
    Resume,
    /// Another schedule from the next exchange on, or at once.
    ScheduleChanged {
        /// The new schedule.
        schedule: Box<Schedule>,
        /// True if it also holds for the exchange that is open: its deadline is then counted as if it were
        /// opened at the instant of the change, and extensions that were granted for it are added again.
        #[serde(default)]
        now: bool,
    },
    /// More dates on which no deadline falls.
    Holiday {
        /// The dates.
        dates: Vec<Holiday>,
    },
}

/// An event and the instant at which it was recorded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recorded {
    /// The instant.
    pub at: Timestamp,
    /// The event.
    pub event: Event,
}

/// An absence as instants.
#[derive(Clone, Debug)]
pub(crate) struct Away {
    pub party: String,
    pub player: Option<String>,
    pub from: Timestamp,
    pub to: Timestamp,
}

/// How many days lie between two instants, begun ones included.
pub fn days_of((from, to): (Timestamp, Timestamp)) -> i64 {
    // A day in which the clocks change has 23 hours or 25.
    (to.duration_since(from).as_hours() + 22) / 24
}

impl Absence {
    /// How many days it takes, begun ones included; none if it cannot be.
    pub fn days(&self, zone: &Zone) -> u32 {
        let (from, to) = (self.from.beginning(zone), self.to.end(zone));
        u32::try_from(from.zip(to).map_or(0, days_of)).unwrap_or(0)
    }

    /// The instants from which and until which it lasts; nothing if it cannot be.
    pub fn span(&self, zone: &Zone) -> Option<(Timestamp, Timestamp)> {
        let span = self.from.beginning(zone).zip(self.to.end(zone));
        span.filter(|(from, to)| from < to)
    }

    /// The instants it means in the zone of the schedule.
    ///
    /// # Errors
    /// If it ends before it begins, was over at `told`, lasts more than a year, or leaves the calendar.
    pub(crate) fn away(&self, zone: &Zone, told: Timestamp) -> Result<Away, ClockFault> {
        let from = self.from.beginning(zone).ok_or(ClockFault::BeyondCalendar)?;
        let to = self.to.end(zone).ok_or(ClockFault::BeyondCalendar)?;
        if to <= from {
            return Err(ClockFault::AbsenceReversed { from: self.from.to_string(), to: self.to.to_string() });
        }
        if to <= told {
            return Err(ClockFault::AbsenceOver { to: self.to.to_string() });
        }
        if to.duration_since(from).as_hours() > 367 * 24 {
            return Err(ClockFault::AbsenceLong);
        }
        Ok(Away { party: self.party.clone(), player: self.player.clone(), from, to })
    }
}
