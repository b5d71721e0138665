//! Lengths of time that may be months, as `4 months` or `14d`.

use std::fmt;

use club::clock::Span;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp, ToSpan};
use serde::{Deserialize, Serialize};

/// The most months a length has.
const LONGEST: u32 = 60;

/// So many months by the calendar, or a length that a clock measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Length {
    /// Months: from the 15th to the 15th, or to the last day of a shorter month.
    Months(u32),
    /// Minutes, hours, days and weeks.
    Time(Span),
}

impl Length {
    /// Reads `4 months`, `1 month`, or a length as schedules have it.
    ///
    /// # Errors
    /// What may be written instead.
    pub fn parse(word: &str) -> Result<Length, String> {
        let text = word.trim();
        if let Some((number, unit)) = text.split_once(' ')
            && matches!((number, unit), ("1", "month") | (_, "months"))
        {
            return match number.parse() {
                Ok(months @ 1..=LONGEST) => Ok(Length::Months(months)),
                _ => Err(format!("write from `1 month` to `{LONGEST} months`")),
            };
        }
        match Span::parse(text) {
            Ok(span) if !span.is_zero() => Ok(Length::Time(span)),
            _ => Err("write it as `4 months`, `1 month`, `3 weeks`, `14d` or `36h`".to_owned()),
        }
    }

    /// The instant at which it is over that begins at another, by the calendar of UTC.
    pub fn since(self, at: Timestamp) -> Timestamp {
        let over = match self {
            Length::Months(months) => {
                at.to_zoned(TimeZone::UTC).checked_add(i64::from(months).months()).map(|it| it.timestamp())
            }
            Length::Time(span) => at.checked_add(SignedDuration::from_mins(i64::from(span.minutes()))),
        };
        over.unwrap_or(Timestamp::MAX)
    }

    /// The day on which it is over that begins on a day. A part of a day counts as a day.
    pub fn after(self, day: Date) -> Date {
        match self {
            Length::Months(months) => day.saturating_add(i64::from(months).months()),
            Length::Time(span) => {
                let days =
                    i64::from(span.minutes()).div_euclid(24 * 60) + i64::from(span.minutes() % (24 * 60) > 0);
                day.saturating_add(SignedDuration::from_hours(days * 24))
            }
        }
    }
}

impl TryFrom<String> for Length {
    type Error = String;

    fn try_from(word: String) -> Result<Length, String> {
        Length::parse(&word)
    }
}

impl From<Length> for String {
    fn from(length: Length) -> String {
        length.to_string()
    }
}

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Length::Months(1) => f.write_str("1 month"),
            Length::Months(months) => write!(f, "{months} months"),
            Length::Time(span) => span.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_follow_the_calendar_and_days_the_clock() {
        let day = |text: &str| text.parse::<Date>().expect("a date");
        let after = |text: &str, from: &str| Length::parse(text).expect("a length").after(day(from));
        assert_eq!(after("4 months", "2027-09-15"), day("2028-01-15"));
        assert_eq!(after("1 month", "2027-01-31"), day("2027-02-28"));
        assert_eq!(after("14d", "2027-09-15"), day("2027-09-29"));
        assert_eq!(after("36h", "2027-09-15"), day("2027-09-17"));
        let since = |text: &str| {
            let at: Timestamp = "2027-01-31T18:30:00Z".parse().expect("a time");
            Length::parse(text).expect("a length").since(at).to_string()
        };
        assert_eq!(since("1 month"), "2027-02-28T18:30:00Z");
        assert_eq!(since("36h"), "2027-02-02T06:30:00Z");
    }

    #[test]
    fn what_is_none_is_refused_with_what_may_be_written() {
        for bad in ["4 month", "0 months", "61 months", "x months", "14", "0d", "", "-1d"] {
            assert!(Length::parse(bad).is_err(), "{bad}");
        }
    }
}
