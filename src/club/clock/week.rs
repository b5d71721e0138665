//! Times of day, days of the week, and the moments of a pattern.

use std::fmt;

use jiff::Timestamp;
use jiff::civil::{Date, Time, Weekday};

use crate::clock::fault::{Bad, ClockFault};
use crate::clock::zone::Zone;
use engine::problem::suggest;

/// The days from Monday on.
pub(crate) const DAYS: [(Weekday, &str); 7] = [
    (Weekday::Monday, "Monday"),
    (Weekday::Tuesday, "Tuesday"),
    (Weekday::Wednesday, "Wednesday"),
    (Weekday::Thursday, "Thursday"),
    (Weekday::Friday, "Friday"),
    (Weekday::Saturday, "Saturday"),
    (Weekday::Sunday, "Sunday"),
];

/// For so many days a free moment is looked for: ten years.
const HORIZON: usize = 3_660;

/// The name of a day.
pub(crate) fn day_name(day: Weekday) -> &'static str {
    DAYS[usize::try_from(day.to_monday_zero_offset()).unwrap_or(0)].1
}

/// Reads the name of a day, in full or three letters, in capital or small letters.
pub(crate) fn parse_day(word: &str) -> Result<Weekday, Bad> {
    let lower = word.trim().to_ascii_lowercase();
    let is_it = |name: &str| lower == name.to_ascii_lowercase() || lower == name[..3].to_ascii_lowercase();
    if let Some((day, _)) = DAYS.iter().find(|(_, name)| is_it(name)) {
        return Ok(*day);
    }
    let names = || DAYS.iter().map(|(_, name)| *name);
    let begun = names().find(|name| lower.len() > 2 && name.to_ascii_lowercase().starts_with(&lower));
    Err(Bad::Day(word.to_owned(), begun.or_else(|| suggest(&lower, names()))))
}

/// Reads a time of a 24-hour clock, in minutes.
pub(crate) fn parse_time(word: &str) -> Result<Time, Bad> {
    let text = word.trim();
    if text.is_empty() {
        return Err(Bad::Empty);
    }
    let digits = |part: &str| {
        let plain = (1..=2).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
        if plain { part.parse::<i8>().ok() } else { None }
    };
    let parts = text.split_once(':').filter(|(_, minutes)| minutes.len() == 2);
    let numbers = parts.and_then(|(hours, minutes)| Some((digits(hours)?, digits(minutes)?)));
    let (hours, minutes) = numbers.ok_or_else(|| Bad::Time(word.to_owned()))?;
    Time::new(hours, minutes, 0, 0).map_err(|_| Bad::NoSuchTime(word.to_owned()))
}

/// A time of day as it is read.
pub(crate) fn time_text(time: Time) -> String {
    format!("{:02}:{:02}", time.hour(), time.minute())
}

/// A moment of every week.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The day.
    pub day: Weekday,
    /// The local time, in minutes.
    pub time: Time,
}

impl Moment {
    /// Reads a day and a time: `Sunday 20:00`, `wed 8:30`.
    ///
    /// # Errors
    /// If it is something else.
    pub fn parse(word: &str) -> Result<Moment, Bad> {
        let words: Vec<&str> = word.split_whitespace().collect();
        match words[..] {
            [] => Err(Bad::Empty),
            [day, time] => Ok(Moment { day: parse_day(day.trim_end_matches(','))?, time: parse_time(time)? }),
            _ => Err(Bad::Moment(word.to_owned())),
        }
    }

    pub(crate) fn key(self) -> (i8, Time) {
        (self.day.to_monday_zero_offset(), self.time)
    }
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", day_name(self.day), time_text(self.time))
    }
}

/// Some days of the week, at least one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Days([bool; 7]);

impl Days {
    /// Every day.
    pub const ALL: Days = Days([true; 7]);

    /// Reads seven letters from Monday on, with `-` for a day that is left out: `MTWTF--`.
    ///
    /// # Errors
    /// If it is something else, or if it has no day.
    pub fn mask(word: &str) -> Result<Days, Bad> {
        let letters: Vec<char> = word.trim().chars().collect();
        let unclear = || Bad::Mask(word.to_owned());
        if letters.len() != 7 {
            return Err(unclear());
        }
        let mut days = [false; 7];
        for ((found, letter), (_, name)) in days.iter_mut().zip(letters).zip(DAYS) {
            *found = match letter {
                '-' | '.' | '_' => false,
                letter if name.starts_with(letter.to_ascii_uppercase()) => true,
                _ => return Err(unclear()),
            };
        }
        Days(days).some()
    }

    /// Days from a list.
    ///
    /// # Errors
    /// If the list is empty.
    pub fn list(list: &[Weekday]) -> Result<Days, Bad> {
        Days(DAYS.map(|(day, _)| list.contains(&day))).some()
    }

    fn some(self) -> Result<Days, Bad> {
        if self.0.contains(&true) { Ok(self) } else { Err(Bad::EmptyMask) }
    }

    /// True if the day is one of them.
    pub fn contains(self, day: Weekday) -> bool {
        usize::try_from(day.to_monday_zero_offset()).is_ok_and(|index| self.0[index])
    }

    /// The same time on each of them.
    pub(crate) fn moments(self, time: Time) -> Vec<Moment> {
        DAYS.iter()
            .filter(|(day, _)| self.contains(*day))
            .map(|(day, _)| Moment { day: *day, time })
            .collect()
    }
}

impl fmt::Display for Days {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (yes, (_, name)) in self.0.iter().zip(DAYS) {
            f.write_str(if *yes { &name[..1] } else { "-" })?;
        }
        Ok(())
    }
}

/// The first of some weekly moments at or after an instant, on a date that is free.
///
/// A moment whose date or time does not exist on that date is passed over when the gap pushes it to another
/// date.
///
/// # Errors
/// If there is none within ten years.
pub(crate) fn first_moment(
    moments: &[Moment],
    from: Timestamp,
    zone: &Zone,
    free: impl Fn(Date) -> bool,
) -> Result<Timestamp, ClockFault> {
    let mut date = zone.date(from);
    for _ in 0..HORIZON {
        if free(date) {
            let day = date.weekday();
            let today = moments.iter().filter(|it| it.day == day).filter_map(|it| zone.on(date, it.time));
            // The least, not the first found: a gap may put 02:30 behind 03:15.
            if let Some(at) = today.filter(|at| *at >= from).min() {
                return Ok(at);
            }
        }
        date = date.tomorrow().map_err(|_| ClockFault::BeyondCalendar)?;
    }
    Err(ClockFault::NoMoment)
}
