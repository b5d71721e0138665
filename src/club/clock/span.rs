//! Lengths of time as people write them: `90m`, `36h`, `2d`, `1w`, `1d 12h`.

use std::fmt;

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::clock::fault::{Bad, ClockFault};
use engine::problem::count;

/// A length of elapsed time in whole minutes. A day has 24 hours here, a week seven such days; a change of
/// the clocks does not alter it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span(u32);

/// Unit, its letter, its minutes; the largest first.
const UNITS: [(&str, char, u32); 4] =
    [("week", 'w', 10_080), ("day", 'd', 1_440), ("hour", 'h', 60), ("minute", 'm', 1)];

/// 366 days.
const LONGEST: u32 = 366 * 1_440;

impl Span {
    /// No time at all.
    pub const ZERO: Span = Span(0);

    /// So many hours; at most 366 days.
    pub fn hours(hours: u32) -> Span {
        Span(hours.saturating_mul(60).min(LONGEST))
    }

    /// Reads a length of time: one or more numbers with a unit each.
    ///
    /// # Errors
    /// If it is negative, has no unit, is longer than 366 days or is something else.
    pub fn parse(word: &str) -> Result<Span, Bad> {
        let text = word.trim().to_ascii_lowercase();
        if text.is_empty() {
            return Err(Bad::Empty);
        }
        if text.starts_with(['-', '−']) {
            return Err(Bad::Negative(word.to_owned()));
        }
        if text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(Bad::NoUnit(word.to_owned()));
        }
        let too_long = || Bad::Range(word.to_owned(), "1m".to_owned(), "366d".to_owned());
        let mut rest = text.as_str();
        let mut total: u32 = 0;
        while !rest.is_empty() {
            let end = rest.find(|c: char| !c.is_ascii_digit()).filter(|end| *end > 0);
            let (digits, after) = rest.split_at(end.ok_or_else(|| Bad::Span(word.to_owned()))?);
            let after = after.trim_start();
            let letters = after.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(after.len());
            let minutes = unit(&after[..letters]).ok_or_else(|| Bad::Span(word.to_owned()))?;
            let number: u32 = digits.parse().map_err(|_| too_long())?;
            total = number.checked_mul(minutes).and_then(|it| total.checked_add(it)).ok_or_else(too_long)?;
            rest = after[letters..].trim_start();
        }
        if total > LONGEST { Err(too_long()) } else { Ok(Span(total)) }
    }

    /// The minutes.
    pub fn minutes(self) -> u32 {
        self.0
    }

    /// True if it is no time at all.
    pub fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// The length in words: `36 hours`, `1 day`.
    pub fn in_words(self) -> String {
        let (name, _, minutes) = self.unit();
        let number = self.0 / minutes;
        format!("{number} {name}{}", if number == 1 { "" } else { "s" })
    }

    /// The largest unit of which it is a whole number.
    fn unit(self) -> (&'static str, char, u32) {
        let fits = |it: &&(&str, char, u32)| self.0 > 0 && self.0.is_multiple_of(it.2);
        UNITS.iter().find(fits).copied().unwrap_or(("hour", 'h', 60))
    }

    pub(crate) fn duration(self) -> SignedDuration {
        SignedDuration::from_mins(i64::from(self.0))
    }

    /// The instant so much later.
    ///
    /// # Errors
    /// If the calendar does not hold it.
    pub(crate) fn after(self, at: Timestamp) -> Result<Timestamp, ClockFault> {
        later(at, self.duration())
    }
}

/// The time to a deadline in words, as `2 days` or `5 hours`.
pub fn left(now: Timestamp, deadline: Timestamp) -> String {
    let hours = usize::try_from(deadline.duration_since(now).as_hours()).unwrap_or(0);
    match hours {
        0 => "less than an hour".to_owned(),
        1..48 => count(hours, "hour"),
        _ => count(hours / 24, "day"),
    }
}

/// The same behind a deadline, as in `until Tuesday, in 2 days`.
pub fn from_now(now: Timestamp, deadline: Timestamp) -> String {
    if deadline < now { "which has passed".to_owned() } else { format!("in {}", left(now, deadline)) }
}

/// An instant and so much more.
///
/// # Errors
/// If the calendar does not hold the sum.
pub(crate) fn later(at: Timestamp, by: SignedDuration) -> Result<Timestamp, ClockFault> {
    at.checked_add(by).map_err(|_| ClockFault::BeyondCalendar)
}

/// The instant itself, or the next full minute: a deadline is printed in minutes, and must be what is
/// printed.
///
/// # Errors
/// If the calendar does not hold it.
pub(crate) fn full_minute(at: Timestamp) -> Result<Timestamp, ClockFault> {
    let over = SignedDuration::new(at.as_second().rem_euclid(60), 0)
        + SignedDuration::from_nanos(i64::from(at.subsec_nanosecond()));
    if over.is_zero() { Ok(at) } else { later(at, SignedDuration::from_mins(1) - over) }
}

fn unit(word: &str) -> Option<u32> {
    let plain = word.strip_suffix('s').unwrap_or(word);
    let found = UNITS
        .iter()
        .find(|(name, letter, _)| plain == *name || (word.len() == 1 && word.starts_with(*letter)));
    match (found, plain) {
        (Some((_, _, minutes)), _) => Some(*minutes),
        (None, "min") => Some(1),
        (None, _) => None,
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (_, letter, minutes) = self.unit();
        write!(f, "{}{letter}", self.0 / minutes)
    }
}

impl Serialize for Span {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Span {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Span, D::Error> {
        Span::parse(&String::deserialize(deserializer)?).map_err(serde::de::Error::custom)
    }
}
