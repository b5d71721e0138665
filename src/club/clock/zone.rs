//! A time zone by its IANA name, and local times in it.

use std::fmt;

use jiff::Timestamp;
use jiff::civil::{Date, DateTime, Time};
use jiff::tz::TimeZone;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::clock::fault::Bad;
use engine::problem::suggest;

/// A time zone of the IANA list, such as `Europe/Berlin`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zone {
    name: String,
    rules: TimeZone,
}

/// Files beside the zones that mean another thing on every machine, or nothing.
const NOT_ZONES: [&str; 5] = ["localtime", "posixrules", "factory", "etc/unknown", "local"];

impl Zone {
    /// UTC.
    pub fn utc() -> Zone {
        Zone { name: "UTC".to_owned(), rules: TimeZone::UTC }
    }

    /// Finds a zone by its IANA name; capital and small letters are the same.
    ///
    /// # Errors
    /// If there is no such zone, or if the name is a path or an expression.
    pub fn parse(name: &str) -> Result<Zone, Bad> {
        let name = name.trim();
        if name.is_empty() {
            return Err(Bad::Empty);
        }
        let lower = name.to_ascii_lowercase();
        let is_path = name.starts_with(['/', '.', '~', ':']) || name.contains("..") || name.contains('\\');
        if is_path
            || ["posix/", "right/"].iter().any(|it| lower.starts_with(it))
            || NOT_ZONES.contains(&&*lower)
        {
            return Err(Bad::ZonePath(name.to_owned()));
        }
        let fits = |c: char| c.is_ascii_alphanumeric() || "/_+-".contains(c);
        let found = if name.chars().all(fits) { TimeZone::get(name).ok() } else { None };
        let named = found.and_then(|rules| rules.iana_name().map(str::to_owned).map(|name| (name, rules)));
        match named {
            Some((name, rules)) => Ok(Zone { name, rules }),
            None => Err(Bad::Zone(name.to_owned(), near(name))),
        }
    }

    /// Its rules.
    pub fn rules(&self) -> TimeZone {
        self.rules.clone()
    }

    /// Its name, as the IANA list writes it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What a clock in the zone shows at an instant.
    pub fn local(&self, at: Timestamp) -> DateTime {
        self.rules.to_datetime(at)
    }

    /// The date in the zone at an instant.
    pub fn date(&self, at: Timestamp) -> Date {
        self.local(at).date()
    }

    /// The instant of a local time. A time that the clocks skip in spring counts from before the change, so
    /// it comes as much later as the clocks skip (02:30 becomes 03:30); of a time that comes twice in autumn
    /// the first is meant. `None` if the calendar does not hold it.
    pub fn instant(&self, at: DateTime) -> Option<Timestamp> {
        self.rules.to_timestamp(at).ok()
    }

    /// As [`Zone::instant`], but `None` also if the gap pushes the time to another date: then that date, or
    /// its last hour, does not exist in the zone (30 December 2011 in Pacific/Apia).
    pub(crate) fn on(&self, date: Date, time: Time) -> Option<Timestamp> {
        self.instant(date.to_datetime(time)).filter(|at| self.date(*at) == date)
    }

    /// An instant for people: `Sunday 6 December 2026, 20:00 CET (19:00 UTC)`. The day is repeated where it
    /// is another one in UTC.
    pub fn in_words(&self, at: Timestamp) -> String {
        let local = at.to_zoned(self.rules.clone());
        let utc = at.to_zoned(TimeZone::UTC);
        let here = local.strftime("%A %-d %B %Y, %H:%M %Z").to_string();
        if local.datetime() == utc.datetime() {
            return here;
        }
        let form = if local.date() == utc.date() { "%H:%M UTC" } else { "%A %-d %B, %H:%M UTC" };
        format!("{here} ({})", utc.strftime(form))
    }
}

/// A name that may have been meant: one whose last part is the word (`Berlin`), or a near one.
fn near(name: &str) -> Option<String> {
    let names: Vec<String> = jiff::tz::db().available().map(|it| it.to_string()).collect();
    let city = name.replace(' ', "_");
    let ends = |it: &&String| it.rsplit_once('/').is_some_and(|(_, end)| end.eq_ignore_ascii_case(&city));
    let found = names.iter().filter(ends).min().map(String::as_str);
    found.or_else(|| suggest(name, names.iter().map(String::as_str))).map(str::to_owned)
}

impl fmt::Display for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl Serialize for Zone {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.name)
    }
}

impl<'de> Deserialize<'de> for Zone {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Zone, D::Error> {
        Zone::parse(&String::deserialize(deserializer)?).map_err(serde::de::Error::custom)
    }
}
