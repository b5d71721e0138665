//! When deadlines are: fixed with the match, written by people in YAML.

use jiff::civil::{Date, DateTime, Time};
use serde::{Deserialize, Serialize};

use crate::clock::fault::ScheduleFaults;
use crate::clock::holiday::{Holiday, datetime_text};
use crate::clock::lapse::Lapse;
use crate::clock::loose::{LooseSchedule, Plain, PlainEarly};
use crate::clock::week::{Days, Moment, time_text};
use crate::clock::zone::Zone;

/// At which moments deadlines are allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// Moments of every week, in their order from Monday on.
    Every(Vec<Moment>),
    /// One time on some days of the week.
    Daily {
        /// The local time.
        time: Time,
        /// The days.
        days: Days,
    },
    /// So many hours after the opening, rounded up.
    Hours {
        /// The elapsed hours.
        hours: u32,
        /// The days on which a deadline may fall.
        days: Days,
        /// To which time it is rounded up, if to any.
        round: Round,
    },
    /// No deadline: the umpire closes by hand.
    None,
}

/// How a deadline that is counted in hours is rounded up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Round {
    /// To the full minute.
    Minute,
    /// To this local time, if it is earlier in its day.
    NotBefore(Time),
    /// To this local time of the same or a later day.
    At(Time),
}

/// How often and how far a party may have a deadline moved, in the whole match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Extensions {
    /// How many times.
    pub count: u32,
    /// The most hours each time, and what is meant when no hours are named.
    pub hours: u32,
}

/// When the exchanges of a match have their deadlines. Read from YAML or JSON; only valid ones exist.
///
/// ```yaml
/// zone: Europe/Berlin
/// every: [Wednesday 20:00, Sunday 20:00]
/// at_least: 24h
/// holidays: [{from: 2026-12-24, to: 2026-12-27, name: Christmas}]
/// grace: 12h
/// extensions: {count: 3, hours: 48}
/// early: {after: 6h}
/// reminders: [48h, 12h]
/// outage: 2
/// first: 2026-12-06T20:00
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "LooseSchedule", into = "Plain")]
pub struct Schedule {
    pub(crate) zone: Zone,
    pub(crate) pattern: Pattern,
    pub(crate) at_least: Lapse,
    pub(crate) holidays: Vec<Holiday>,
    pub(crate) grace: Lapse,
    pub(crate) extensions: Option<Extensions>,
    pub(crate) early: Option<Lapse>,
    pub(crate) keep_schedule: bool,
    pub(crate) reminders: Vec<Lapse>,
    pub(crate) outage: Option<u32>,
    pub(crate) first: Option<DateTime>,
}

impl Schedule {
    /// The schedule of a match that has none: so many hours after the opening, by UTC, or no deadline; no
    /// extensions but the umpire's.
    pub fn plain(hours: Option<u32>) -> Schedule {
        let minute = |hours| Pattern::Hours { hours, days: Days::ALL, round: Round::Minute };
        Schedule {
            zone: Zone::utc(),
            pattern: hours.map_or(Pattern::None, minute),
            at_least: Lapse::ZERO,
            holidays: Vec::new(),
            grace: Lapse::ZERO,
            extensions: None,
            early: None,
            keep_schedule: false,
            reminders: Vec::new(),
            outage: None,
            first: None,
        }
    }

    /// The zone in which its times are meant and printed.
    pub fn zone(&self) -> &Zone {
        &self.zone
    }

    /// At which moments deadlines are allowed.
    pub fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// The least time from an opening to its deadline.
    pub fn at_least(&self) -> Lapse {
        self.at_least
    }

    /// For how long after a deadline late orders still count.
    pub fn grace(&self) -> Lapse {
        self.grace
    }

    /// The extensions that each party has, if there are any.
    pub fn extensions(&self) -> Option<Extensions> {
        self.extensions
    }

    /// How long after the last change a complete exchange closes early, if it does.
    pub fn early(&self) -> Option<Lapse> {
        self.early
    }

    /// True if the exchange after one that closed early has its deadline only after the regular deadline of
    /// that one.
    pub fn keeps(&self) -> bool {
        self.keep_schedule
    }

    /// How long before a deadline parties are reminded, the longest first.
    pub fn reminders(&self) -> &[Lapse] {
        &self.reminders
    }

    /// From how many missing parties on the umpire is asked, if that is done.
    pub fn outage(&self) -> Option<u32> {
        self.outage
    }

    /// The dates on which no deadline falls.
    pub fn holidays(&self) -> &[Holiday] {
        &self.holidays
    }

    /// True if a local date and time is one of the pattern's moments; always true for `hours` and `none`, but
    /// for the days of the week and the times to which `hours` are rounded.
    pub fn allows(&self, at: DateTime) -> bool {
        let day = at.date().weekday();
        match &self.pattern {
            Pattern::Every(moments) => moments.iter().any(|it| it.day == day && it.time == at.time()),
            Pattern::Daily { time, days } => days.contains(day) && at.time() == *time,
            Pattern::Hours { days, round: Round::Minute, .. } => days.contains(day),
            Pattern::Hours { days, round: Round::NotBefore(time), .. } => {
                days.contains(day) && at.time() >= *time
            }
            Pattern::Hours { days, round: Round::At(time), .. } => days.contains(day) && at.time() == *time,
            Pattern::None => true,
        }
    }

    /// The moments to which a deadline moves that cannot stay where it is. For hours without a fixed time,
    /// and for a deadline without a pattern, those are the same local time on the days that are allowed.
    pub(crate) fn moments(&self, time: Time) -> Vec<Moment> {
        match &self.pattern {
            Pattern::Every(moments) => moments.clone(),
            Pattern::Daily { time, days } | Pattern::Hours { days, round: Round::At(time), .. } => {
                days.moments(*time)
            }
            Pattern::Hours { days, .. } => days.moments(time),
            Pattern::None => Days::ALL.moments(time),
        }
    }

    /// The schedule in one line of words, for a match's first letter.
    pub fn in_words(&self) -> String {
        let zone = &self.zone;
        let on = |days: &Days| if *days == Days::ALL { String::new() } else { format!(" ({days})") };
        let mut parts = vec![match &self.pattern {
            Pattern::Every(moments) => {
                let list: Vec<String> = moments.iter().map(ToString::to_string).collect();
                format!("every {} ({zone})", list.join(" and "))
            }
            Pattern::Daily { time, days } => format!("daily at {}{} ({zone})", time_text(*time), on(days)),
            Pattern::Hours { hours, days, round } => {
                let round = match round {
                    Round::Minute => String::new(),
                    Round::NotBefore(time) => format!(", not before {}", time_text(*time)),
                    Round::At(time) => format!(", then the next {}", time_text(*time)),
                };
                format!("{hours} hours after the opening{round}{} ({zone})", on(days))
            }
            Pattern::None => "no deadlines; the umpire closes by hand".to_owned(),
        }];
        let mut add = |lapse: Lapse, text: String| {
            if !lapse.is_zero() {
                parts.push(text)
            }
        };
        add(self.at_least, format!("at least {} for each exchange", self.at_least.in_words()));
        add(self.grace, format!("{} of grace", self.grace.in_words()));
        let early = self.early.unwrap_or(Lapse::ZERO);
        add(early, format!("closed {} after the last change once all orders are final", early.in_words()));
        if let Some(Extensions { count, hours }) = self.extensions {
            parts.push(format!("{count} extensions of up to {hours} hours for each side"));
        }
        parts.join("; ")
    }
}

/// True if no holiday covers the date.
pub(crate) fn is_free(holidays: &[Holiday], date: Date) -> bool {
    !holidays.iter().any(|holiday| holiday.covers(date))
}

impl TryFrom<LooseSchedule> for Schedule {
    type Error = OneLine;

    fn try_from(loose: LooseSchedule) -> Result<Schedule, OneLine> {
        loose.check().map_err(OneLine)
    }
}

/// All faults on one line, since readers of YAML print line breaks of a text as `\n`.
pub struct OneLine(ScheduleFaults);

impl std::fmt::Display for OneLine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let line = |it: &crate::clock::fault::ScheduleFault| {
            format!("{}: {} (help: {})", it.field, it.bad.what(), it.bad.mend())
        };
        f.write_str(&self.0.0.iter().map(line).collect::<Vec<_>>().join("; "))
    }
}

impl From<Schedule> for Plain {
    fn from(schedule: Schedule) -> Plain {
        let lapse = |lapse: Lapse| (!lapse.is_zero()).then(|| lapse.to_string());
        let mask = |days: Days| (days != Days::ALL).then(|| days.to_string());
        let mut plain = Plain {
            zone: schedule.zone.name().to_owned(),
            every: None,
            daily: None,
            hours: None,
            none: None,
            days: None,
            not_before: None,
            at: None,
            at_least: lapse(schedule.at_least),
            holidays: schedule.holidays,
            grace: lapse(schedule.grace),
            extensions: schedule.extensions,
            early: schedule.early.map(|after| PlainEarly { after: after.to_string() }),
            keep_schedule: schedule.keep_schedule,
            reminders: schedule.reminders.iter().map(ToString::to_string).collect(),
            outage: schedule.outage,
            first: schedule.first.map(datetime_text),
        };
        match schedule.pattern {
            Pattern::Every(moments) => plain.every = Some(moments.iter().map(ToString::to_string).collect()),
            Pattern::Daily { time, days } => {
                plain.daily = Some(time_text(time));
                plain.days = mask(days);
            }
            Pattern::Hours { hours, days, round } => {
                plain.hours = Some(hours);
                plain.days = mask(days);
                match round {
                    Round::Minute => {}
                    Round::NotBefore(time) => plain.not_before = Some(time_text(time)),
                    Round::At(time) => plain.at = Some(time_text(time)),
                }
            }
            Pattern::None => plain.none = Some(true),
        }
        plain
    }
}
