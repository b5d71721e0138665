//! Dates on which no deadline falls, and dates and times as they are written.

use jiff::civil::{Date, DateTime};
use serde::{Deserialize, Serialize};

use crate::clock::fault::Bad;
use crate::clock::raw_schedule::RawHoliday;
use crate::clock::week::{parse_time, time_text};

/// A date, or a range of dates with both ends in it, on which no deadline falls.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "RawHoliday")]
pub struct Holiday {
    /// The first date.
    pub from: Date,
    /// The last date; the same for a single day.
    pub to: Date,
    /// What it is called.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

impl Holiday {
    /// A range of dates.
    ///
    /// # Errors
    /// If it ends before it begins, or is longer than 366 days.
    pub fn new(from: Date, to: Date, name: Option<String>) -> Result<Holiday, Bad> {
        if to < from {
            return Err(Bad::Reversed(from.to_string(), to.to_string()));
        }
        if (to - from).get_days() > 366 {
            return Err(Bad::LongRange(from, to));
        }
        Ok(Holiday { from, to, name: name.filter(|name| !name.trim().is_empty()) })
    }

    /// Reads `2026-12-24` or `2026-12-24..2027-01-01`.
    ///
    /// # Errors
    /// If it is something else, or as [`Holiday::new`].
    pub fn parse(word: &str) -> Result<Holiday, Bad> {
        let (from, to) = word.split_once("..").or_else(|| word.split_once(" to ")).unwrap_or((word, word));
        Holiday::new(parse_date(from)?, parse_date(to)?, None)
    }

    /// True if the date is one of them.
    pub fn covers(&self, date: Date) -> bool {
        self.from <= date && date <= self.to
    }
}

/// Reads a date: `2026-12-24`.
pub(crate) fn parse_date(word: &str) -> Result<Date, Bad> {
    let text = word.trim();
    if text.is_empty() {
        return Err(Bad::Empty);
    }
    let shape = |(place, byte): (usize, u8)| {
        if matches!(place, 4 | 7) { byte == b'-' } else { byte.is_ascii_digit() }
    };
    let fits = text.len() == 10 && text.bytes().enumerate().all(shape);
    let date = if fits { text.parse().ok() } else { None };
    // The first and last years of the calendar are left out, so that a day more or less is never beyond it.
    date.filter(|date: &Date| (1..9999).contains(&date.year())).ok_or_else(|| Bad::Date(word.to_owned()))
}

/// Reads a date and a time: `2026-12-06T20:00` or `2026-12-06 20:00`.
pub(crate) fn parse_datetime(word: &str) -> Result<DateTime, Bad> {
    let text = word.trim();
    let (date, time) = text.split_once(['T', 't', ' ']).ok_or_else(|| Bad::DateTime(word.to_owned()))?;
    let whole = |bad: Bad| match bad {
        Bad::NoSuchTime(_) => bad,
        _ => Bad::DateTime(word.to_owned()),
    };
    Ok(parse_date(date).map_err(whole)?.to_datetime(parse_time(time).map_err(whole)?))
}

/// A date and a time as they are read.
pub(crate) fn datetime_text(at: DateTime) -> String {
    format!("{}T{}", at.date(), time_text(at.time()))
}
