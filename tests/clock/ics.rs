//! Calendar entries, read again by a parser of others.

use super::common;

use common::ts;
use icalendar::{Calendar, CalendarComponent, Component, Event};
use sealord::clock::{CalendarEntry, Span, ics, uid};

fn entry<'a>(summary: &'a str, description: &'a str) -> CalendarEntry<'a> {
    CalendarEntry {
        deadline: ts("2026-12-06T19:00:00Z"),
        uid: "exchange-7.north-sea-7@club.example",
        summary,
        description,
        organiser: Some(("Uma", "uma@club.example")),
        stamp: ts("2026-12-01T12:00:00Z"),
        alarms: const { &[] },
        sequence: 0,
        cancelled: false,
    }
}

/// The one event of a file whose lines are as they must be.
fn event(text: &str) -> Event {
    assert!(text.ends_with("END:VCALENDAR\r\n"));
    for line in text.split_terminator("\r\n") {
        assert!(line.len() <= 75, "{} octets: {line}", line.len());
        assert!(!line.chars().any(char::is_control), "{line:?}");
    }
    let calendar: Calendar = text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"));
    match &calendar.components[..] {
        [CalendarComponent::Event(event)] => event.clone(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_plain_entry() {
    let hours = [Span::hours(48), Span::hours(12)];
    let mut entry = entry(
        "North Sea 7: orders for exchange 7",
        "Send orders to north-sea-7@club.example.\nGood luck; Uma, umpire",
    );
    entry.alarms = &hours;
    entry.sequence = 3;
    let text = ics(&entry);
    insta::assert_snapshot!(text.replace("\r\n", "\n"));
    let event = event(&text);
    assert_eq!(event.get_summary(), Some(entry.summary));
    assert_eq!(event.get_description(), Some(entry.description));
    assert_eq!(event.get_uid(), Some(entry.uid));
    assert_eq!(event.get_sequence(), Some(3));
    assert_eq!(event.property_value("DTSTART"), Some("20261206T190000Z"));
    assert_eq!(event.property_value("ORGANIZER"), Some("mailto:uma@club.example"));
}

#[test]
fn a_cancelled_entry_gives_no_alarm() {
    let hours = [Span::hours(48)];
    let text = ics(&CalendarEntry { alarms: &hours, sequence: 4, cancelled: true, ..entry("a", "b") });
    assert_eq!(event(&text).property_value("STATUS"), Some("CANCELLED"));
    assert!(
        text.contains("METHOD:PUBLISH\r\n") && text.contains("SEQUENCE:4\r\n") && !text.contains("VALARM")
    );
}

#[test]
fn hostile_texts_stay_texts() {
    for (hostile, read) in [
        ("x\r\nATTENDEE:mailto:bert@example.org", "x ATTENDEE:mailto:bert@example.org"),
        ("x\nEND:VEVENT\nBEGIN:VEVENT", "x END:VEVENT BEGIN:VEVENT"),
        ("x\rEND:VEVENT", "x END:VEVENT"),
        ("x\u{2028}END:VEVENT\u{85}y", "x END:VEVENT y"),
        ("a: b; c, d \\ e \\n f", "a: b; c, d \\ e \\n f"),
        ("nul\0 bell\u{7} esc\u{1b}[2J tab\t.", "nul bell esc[2J tab ."),
        ("\u{202e}evil\u{2066}", "evil"),
        ("", ""),
    ] {
        let mut entry = entry(hostile, "d");
        entry.organiser = Some((hostile, "uma@club.example"));
        let found = event(&ics(&entry));
        assert_eq!(found.get_summary().unwrap_or_default(), read, "{hostile:?}");
        assert_eq!(found.property_value("ATTENDEE"), None);
        assert_eq!(found.property_value("ORGANIZER"), Some("mailto:uma@club.example"));
    }
    let mut entry = entry("s", "one\r\ntwo\rthree\n\nfour");
    entry.uid = "a\r\nX-EVIL:1";
    entry.organiser = Some(("U\"; X=\"ma", "uma@club.example\r\nX-EVIL: 1"));
    let found = event(&ics(&entry));
    assert_eq!(found.get_description(), Some("one\ntwo\nthree\n\nfour"));
    assert_eq!(found.property_value("X-EVIL"), None);
    assert_eq!(found.property_value("ORGANIZER"), Some("mailto:uma@club.exampleX-EVIL:1"));
}

#[test]
fn no_character_is_split_at_a_fold() {
    for pad in 0..80 {
        for mark in ["⚓", "é", "👩‍✈️", "𝔘", "\\", ";"] {
            let summary = format!("{}{}", "x".repeat(pad), mark.repeat(60));
            let text = ics(&entry(&summary, &summary));
            let found = event(&text);
            assert_eq!(found.get_summary(), Some(summary.as_str()));
            assert_eq!(found.get_description(), Some(summary.as_str()));
        }
    }
}

#[test]
fn an_exchange_has_one_identity() {
    assert_eq!(uid("north-sea-7", 7, "club.example"), "exchange-7.north-sea-7@club.example");
}
