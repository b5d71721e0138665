//! What several tests need.
#![allow(dead_code, reason = "each test file uses some of it")]

use std::collections::BTreeSet;

use jiff::Timestamp;
use sealord::clock::{
    Absence, By, Clock, Due, Event, Extension, Holiday, Local, Opening, RawSchedule, Schedule,
};

/// A schedule from YAML that must be valid.
pub fn schedule(yaml: &str) -> Schedule {
    let raw: RawSchedule = serde_yaml::from_str(yaml).expect("the test's YAML is readable");
    raw.check().unwrap_or_else(|faults| panic!("{faults}\n{yaml}"))
}

/// A clock from YAML.
pub fn clock(yaml: &str) -> Clock {
    Clock::new(schedule(yaml))
}

/// An instant from RFC 3339.
pub fn ts(text: &str) -> Timestamp {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The opening of exchange 1 for axis and allies.
pub fn opening(at: &str) -> Opening {
    opening_at(ts(at))
}

pub fn opening_at(at: Timestamp) -> Opening {
    let asked = BTreeSet::from(["allies".to_owned(), "axis".to_owned()]);
    Opening { exchange: 1, at, previous: None, asked, closed: None }
}

/// The deadline in words.
pub fn told(clock: &Clock, opening: &Opening) -> String {
    clock.fix(opening).expect("there is a deadline").words.unwrap_or_else(|| "none".to_owned())
}

/// The deadline of an exchange under a schedule, in words.
pub fn due(yaml: &str, at: &str) -> String {
    told(&clock(yaml), &opening(at))
}

pub fn at(due: &Due) -> Timestamp {
    due.deadline.expect("there is a deadline")
}

pub fn away(party: &str, from: &str, to: &str) -> Event {
    let local = |text: &str| Local::parse(text).expect("a local time");
    Event::Absence(Absence {
        party: party.to_owned(),
        player: None,
        from: local(from),
        to: local(to),
        moved_by: By::Party,
    })
}

pub fn more(party: &str, hours: Option<u32>, by: By) -> Event {
    Event::Extension(Extension { party: party.to_owned(), hours, reason: "a removal".to_owned(), by })
}

pub fn pause() -> Event {
    Event::Pause { reason: "summer".to_owned() }
}

pub fn holiday(word: &str) -> Event {
    Event::Holiday { dates: vec![Holiday::parse(word).expect("a holiday")] }
}
