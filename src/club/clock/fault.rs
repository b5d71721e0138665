//! What is wrong with a schedule or a clock event: what, where, and how to mend it.

use std::fmt;

use jiff::Timestamp;
use jiff::civil::Date;

/// What is wrong with one value of a schedule. [`Bad::what`] says it, [`Bad::mend`] how to mend it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bad {
    /// A value was left out.
    Empty,
    /// A list without entries.
    EmptyList,
    /// Not a time of day.
    Time(String),
    /// A time of day that no day has.
    NoSuchTime(String),
    /// Not the name of a weekday; the nearest name, if one is near.
    Day(String, Option<&'static str>),
    /// Not a weekday and a time.
    Moment(String),
    /// A set of weekdays that cannot be read.
    Mask(String),
    /// A set of weekdays without one.
    EmptyMask,
    /// A time zone that nobody knows; the nearest name, if one is near.
    Zone(String, Option<String>),
    /// A path, or another word that means a file and not a zone.
    ZonePath(String),
    /// A duration or number below zero.
    Negative(String),
    /// A duration without its unit.
    NoUnit(String),
    /// Not a duration.
    Span(String),
    /// Not a whole number.
    Number(String),
    /// A number outside of what is allowed: the least, the most.
    Range(String, String, String),
    /// Not a date.
    Date(String),
    /// Not a date and a time of day.
    DateTime(String),
    /// A range of dates or times that ends before it begins.
    Reversed(String, String),
    /// A range of dates longer than a year.
    LongRange(Date, Date),
    /// Not a holiday.
    Holiday,
    /// No pattern at all.
    NoPattern,
    /// More than one pattern.
    Patterns(Vec<&'static str>),
    /// A field that means nothing beside the pattern; the patterns it belongs to.
    Misplaced(&'static str),
    /// Two fields that contradict each other: what, and how to mend it.
    Contradiction(String, String),
}

/// A word of somebody's file, made fit to print: short, and without control characters.
pub(crate) fn shown(word: &str) -> String {
    let mut text: String = word.chars().take(40).flat_map(char::escape_debug).collect();
    if word.chars().nth(40).is_some() {
        text.push('…');
    }
    format!("\"{text}\"")
}

impl Bad {
    /// What is wrong.
    pub fn what(&self) -> String {
        match self {
            Bad::Empty => "the value is missing".to_owned(),
            Bad::EmptyList => "the list is empty".to_owned(),
            Bad::Time(word) => format!("{} is not a time of day", shown(word)),
            Bad::NoSuchTime(word) => format!("no day has the time {}", shown(word)),
            Bad::Day(word, _) => format!("{} is not a day of the week", shown(word)),
            Bad::Moment(word) => format!("{} is not a day of the week and a time", shown(word)),
            Bad::Mask(word) => format!("{} is not a set of weekdays", shown(word)),
            Bad::EmptyMask => "no day of the week is allowed".to_owned(),
            Bad::Zone(name, _) => format!("there is no time zone {}", shown(name)),
            Bad::ZonePath(name) => format!("{} is not the name of a time zone", shown(name)),
            Bad::Negative(word) => format!("{} is negative", shown(word)),
            Bad::NoUnit(word) => format!("{} has no unit", shown(word)),
            Bad::Span(word) => format!("{} is not a length of time", shown(word)),
            Bad::Number(word) => format!("{} is not a whole number", shown(word)),
            Bad::Range(word, least, most) => format!("{} is not from {least} to {most}", shown(word)),
            Bad::Date(word) => format!("{} is not a date", shown(word)),
            Bad::DateTime(word) => format!("{} is not a date and a time of day", shown(word)),
            Bad::Reversed(from, to) => format!("it ends ({to}) before it begins ({from})"),
            Bad::LongRange(from, to) => format!("{from} to {to} is more than a year"),
            Bad::Holiday => "this is not a holiday".to_owned(),
            Bad::NoPattern => "the schedule does not say when deadlines are".to_owned(),
            Bad::Patterns(found) => format!("the schedule has more than one pattern: {}", found.join(", ")),
            Bad::Misplaced(_) => "it has no meaning with this pattern".to_owned(),
            Bad::Contradiction(what, _) => what.clone(),
        }
    }

    /// How to mend it.
    pub fn mend(&self) -> String {
        match self {
            Bad::Empty => "write the value, or leave the line out".to_owned(),
            Bad::EmptyList => "write at least one entry, or leave the field out".to_owned(),
            Bad::Time(_) => "write hours and minutes of a 24-hour clock, such as 20:00".to_owned(),
            Bad::NoSuchTime(_) => "times run from 00:00 to 23:59; midnight is 00:00 of the day that begins".to_owned(),
            Bad::Day(_, Some(near)) => format!("did you mean {near}?"),
            Bad::Day(_, None) => "write Monday or mon, Tuesday or tue, and so on".to_owned(),
            Bad::Moment(_) => "write a day and a time, such as Sunday 20:00".to_owned(),
            Bad::Mask(_) => "write a list such as [mon, tue, fri], or seven letters from Monday with - for a day off: MTWTF--"
                .to_owned(),
            Bad::EmptyMask => "allow at least one day, such as days: [sun]; for no deadlines write none: true".to_owned(),
            Bad::Zone(_, Some(near)) => format!("did you mean {near}?"),
            Bad::Zone(_, None) | Bad::ZonePath(_) => {
                "write a name of the IANA list, such as Europe/Berlin or America/New_York".to_owned()
            }
            Bad::Negative(_) => "write a number of 1 or more, or leave the field out".to_owned(),
            Bad::NoUnit(word) => format!("say of what: {0}h, {0}d, {0}m or {0}w", word.trim()),
            Bad::Span(_) => "write a number and a unit: 90m, 36h, 2d or 1w, or several such as 1d 12h".to_owned(),
            Bad::Number(_) => "write a whole number in digits and nothing else, such as 2".to_owned(),
            Bad::Range(_, least, most) => format!("choose a value from {least} to {most}"),
            Bad::Date(_) => "write year, month and day, such as 2026-12-24".to_owned(),
            Bad::DateTime(_) => "write it as 2026-12-06T20:00, local time of the schedule's zone".to_owned(),
            Bad::Reversed(..) => "swap the two".to_owned(),
            Bad::LongRange(..) => "write at most 366 days; to stop a match for long, pause it".to_owned(),
            Bad::Holiday => {
                "write a date, 2026-12-24..2027-01-01, or {from: 2026-12-24, to: 2027-01-01, name: Christmas}".to_owned()
            }
            Bad::NoPattern => {
                "write one of: every: Sunday 20:00, daily: \"20:00\", hours: 72, or none: true (closed by hand)".to_owned()
            }
            Bad::Patterns(_) => "keep one of them".to_owned(),
            Bad::Misplaced(where_to) => format!("leave it out, or use it with {where_to}"),
            Bad::Contradiction(_, mend) => mend.clone(),
        }
    }
}

impl fmt::Display for Bad {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n  help: {}", self.what(), self.mend())
    }
}

impl std::error::Error for Bad {}

/// One thing that is wrong with a schedule, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScheduleFault {
    /// The field, such as `holidays[1]`; the first entry of a list is 1.
    pub field: String,
    /// What is wrong with it.
    pub bad: Bad,
}

impl fmt::Display for ScheduleFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.field, self.bad)
    }
}

/// Everything that is wrong with a schedule; never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScheduleFaults(pub Vec<ScheduleFault>);

impl fmt::Display for ScheduleFaults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, fault) in self.0.iter().enumerate() {
            if number > 0 {
                writeln!(f)?;
            }
            fault.fmt(f)?;
        }
        Ok(())
    }
}

impl std::error::Error for ScheduleFaults {}

/// Why a clock event is refused, or a deadline cannot be told; the clock is as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClockFault {
    /// The event is older than the newest one recorded.
    OutOfOrder {
        /// The instant of the event.
        at: Timestamp,
        /// The instant of the newest one.
        newest: Timestamp,
    },
    /// The match is paused already.
    AlreadyPaused,
    /// The match is not paused.
    NotPaused,
    /// An event names no party.
    NoParty,
    /// The match has no extensions.
    NoExtensions,
    /// A party has used all its extensions.
    BudgetUsedUp {
        /// The party.
        party: String,
        /// How many it had.
        count: u32,
    },
    /// An extension of no hours, or of more than are allowed.
    ExtensionHours {
        /// What was asked for; nothing if that was not said and the schedule does not say either.
        asked: Option<u32>,
        /// The most.
        most: u32,
    },
    /// A party asks for an extension after its deadline.
    TooLate {
        /// The deadline.
        deadline: Timestamp,
    },
    /// There is no deadline that could be moved.
    NoDeadline,
    /// The exchange is not open at the instant of the event.
    NotOpen,
    /// An absence ends before it begins.
    AbsenceReversed {
        /// When it begins, as written.
        from: String,
        /// When it ends, as written.
        to: String,
    },
    /// An absence was over when it was told.
    AbsenceOver {
        /// When it ended, as written.
        to: String,
    },
    /// An absence lasts more than a year.
    AbsenceLong,
    /// No holidays are named.
    NoHolidays,
    /// In ten years there is no moment that the pattern and the holidays allow.
    NoMoment,
    /// A time that the calendar does not hold.
    BeyondCalendar,
}

impl ClockFault {
    /// What is wrong.
    pub fn what(&self) -> String {
        match self {
            ClockFault::OutOfOrder { at, newest } => {
                format!("the event of {at} is recorded after one of {newest}")
            }
            ClockFault::AlreadyPaused => "the match is already paused".to_owned(),
            ClockFault::NotPaused => "the match is not paused".to_owned(),
            ClockFault::NoParty => "the event does not name a side".to_owned(),
            ClockFault::NoExtensions => "this match has no extensions".to_owned(),
            ClockFault::BudgetUsedUp { party, count } => {
                format!("{} has used its extensions ({count} in the match)", shown(party))
            }
            ClockFault::ExtensionHours { asked: Some(asked), most } => {
                format!("an extension of {asked} hours is not from 1 to {most} hours")
            }
            ClockFault::ExtensionHours { asked: None, .. } => {
                "the extension does not say how many hours".to_owned()
            }
            ClockFault::TooLate { deadline } => format!("the deadline passed at {deadline}"),
            ClockFault::NoDeadline => "the exchange has no deadline that could be moved".to_owned(),
            ClockFault::NotOpen => "the exchange is not open at that instant".to_owned(),
            ClockFault::AbsenceReversed { from, to } => {
                format!("the absence does not end ({to}) after it begins ({from})")
            }
            ClockFault::AbsenceOver { to } => format!("the absence is over already (it ended {to})"),
            ClockFault::AbsenceLong => "the absence lasts more than a year".to_owned(),
            ClockFault::NoHolidays => "the event does not name any holidays".to_owned(),
            ClockFault::NoMoment => "holidays leave no day for a deadline within ten years".to_owned(),
            ClockFault::BeyondCalendar => "the deadline lies beyond the calendar".to_owned(),
        }
    }

    /// How to mend it.
    pub fn mend(&self) -> &'static str {
        match self {
            ClockFault::OutOfOrder { .. } => {
                "record events in the order of their instants; check the machine's clock"
            }
            ClockFault::AlreadyPaused => "resume it first, or leave it as it is",
            ClockFault::NotPaused => "there is nothing to do",
            ClockFault::NoParty => "name the side",
            ClockFault::NoExtensions | ClockFault::BudgetUsedUp { .. } => {
                "send orders by the deadline, or ask the umpire, who may grant one (by: umpire)"
            }
            ClockFault::ExtensionHours { asked: None, .. } => "say how many hours",
            ClockFault::ExtensionHours { asked: Some(0), .. } => "ask for at least 1 hour",
            ClockFault::ExtensionHours { .. } => {
                "ask for fewer hours; the umpire may grant up to a year (by: umpire)"
            }
            ClockFault::TooLate { .. } => {
                "ask earlier next time; now only the umpire may grant one (by: umpire)"
            }
            ClockFault::NoDeadline => "there is nothing to do; the umpire closes the exchange by hand",
            ClockFault::NotOpen => "name the exchange that is open",
            ClockFault::AbsenceReversed { .. } => "swap the two",
            ClockFault::AbsenceOver { .. } => "ask the umpire for an extension",
            ClockFault::AbsenceLong => "find a substitute, or pause the match",
            ClockFault::NoHolidays => "name at least one date",
            ClockFault::NoMoment => "remove some holidays, or pause the match",
            ClockFault::BeyondCalendar => "check the year",
        }
    }
}

impl fmt::Display for ClockFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n  help: {}", self.what(), self.mend())
    }
}

impl std::error::Error for ClockFault {}
