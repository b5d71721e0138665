//! Where the deadlines of schedules are, without events.

use super::common;

use common::{clock, due, opening, schedule, told, ts};
use sealord::post::clock::{Pattern, Schedule, Zone};

const WEEKLY: &str = "zone: Europe/Berlin\nevery: Sunday 20:00\n";

#[test]
fn a_week_has_its_moment() {
    assert_eq!(due(WEEKLY, "2026-12-01T12:00:00Z"), "Sunday 6 December 2026, 20:00 CET (19:00 UTC)");
    assert_eq!(due(WEEKLY, "2026-12-06T18:59:59Z"), "Sunday 6 December 2026, 20:00 CET (19:00 UTC)");
    // Opened at the very moment: the next one.
    assert_eq!(due(WEEKLY, "2026-12-06T19:00:00Z"), "Sunday 13 December 2026, 20:00 CET (19:00 UTC)");
    assert_eq!(due(WEEKLY, "2026-06-06T19:00:00Z"), "Sunday 7 June 2026, 20:00 CEST (18:00 UTC)");
}

#[test]
fn several_moments_of_a_week_in_any_spelling() {
    let yaml = "zone: europe/berlin\nevery: [SUNDAY 20:00, wed 8:30, Wednesday 08:30]\n";
    assert_eq!(due(yaml, "2026-12-01T12:00:00Z"), "Wednesday 2 December 2026, 08:30 CET (07:30 UTC)");
    assert_eq!(due(yaml, "2026-12-02T07:30:00Z"), "Sunday 6 December 2026, 20:00 CET (19:00 UTC)");
    assert_eq!(schedule(yaml).in_words(), "every Wednesday 08:30 and Sunday 20:00 (Europe/Berlin)");
}

#[test]
fn a_minimum_time_skips_near_moments() {
    let yaml = format!("{WEEKLY}at_least: 24h\n");
    assert_eq!(due(&yaml, "2026-12-05T19:00:00Z"), "Sunday 6 December 2026, 20:00 CET (19:00 UTC)");
    assert_eq!(due(&yaml, "2026-12-05T19:00:01Z"), "Sunday 13 December 2026, 20:00 CET (19:00 UTC)");
}

#[test]
fn daily_with_a_mask() {
    for days in ["MTWTF--", "[mon, tue, wed, thu, fri]", "mtwtf..", "[Friday, Thursday, wed, TUE, mon]"] {
        let yaml = format!("zone: Europe/Berlin\ndaily: 20:00\ndays: {days}\n");
        assert_eq!(due(&yaml, "2026-12-04T18:00:00Z"), "Friday 4 December 2026, 20:00 CET (19:00 UTC)");
        assert_eq!(due(&yaml, "2026-12-04T20:00:00Z"), "Monday 7 December 2026, 20:00 CET (19:00 UTC)");
    }
    let yaml = "zone: Europe/Berlin\ndaily: \"20:00\"\ndays: sat\n";
    assert_eq!(due(yaml, "2026-12-04T18:00:00Z"), "Saturday 5 December 2026, 20:00 CET (19:00 UTC)");
}

#[test]
fn hours_are_rounded_up() {
    let hours = "zone: Europe/Berlin\nhours: 72\n";
    assert_eq!(due(hours, "2026-12-01T12:00:00Z"), "Friday 4 December 2026, 13:00 CET (12:00 UTC)");
    assert_eq!(due(hours, "2026-12-01T12:00:00.5Z"), "Friday 4 December 2026, 13:01 CET (12:01 UTC)");
    let masked = format!("{hours}days: MTWT---\n");
    assert_eq!(due(&masked, "2026-12-01T12:00:00Z"), "Monday 7 December 2026, 13:00 CET (12:00 UTC)");
    let morning = format!("{hours}not_before: 08:00\n");
    assert_eq!(due(&morning, "2026-12-01T01:00:00Z"), "Friday 4 December 2026, 08:00 CET (07:00 UTC)");
    assert_eq!(due(&morning, "2026-12-01T12:00:00Z"), "Friday 4 December 2026, 13:00 CET (12:00 UTC)");
    let evening = format!("{hours}at: 20:00\ndays: MTWTFS-\n");
    assert_eq!(due(&evening, "2026-12-01T12:00:00Z"), "Friday 4 December 2026, 20:00 CET (19:00 UTC)");
    assert_eq!(due(&evening, "2026-12-02T22:00:00Z"), "Monday 7 December 2026, 20:00 CET (19:00 UTC)");
}

#[test]
fn no_deadline_is_a_pattern_too() {
    assert_eq!(due("zone: UTC\nnone: true\n", "2026-12-01T12:00:00Z"), "none");
    let first = "zone: UTC\nnone: true\nfirst: 2026-12-06T20:00\n";
    assert_eq!(due(first, "2026-12-01T12:00:00Z"), "Sunday 6 December 2026, 20:00 UTC");
    assert_eq!(*schedule(first).pattern(), Pattern::None);
}

#[test]
fn holidays_are_passed_over_and_told() {
    let days = "holidays:\n  - {from: 2026-12-24, to: 2027-01-03, name: Christmas}\n  - 2027-01-10\n";
    let clock = clock(&format!("{WEEKLY}{days}"));
    let open = opening("2026-12-21T12:00:00Z");
    let due = clock.deadline(&open).unwrap();
    let zone = Zone::parse("Europe/Berlin").unwrap();
    let told: Vec<String> = due.moved.iter().map(|it| it.in_words(&zone)).collect();
    assert_eq!(told, ["moved to Sunday 17 January 2027, 20:00 CET (19:00 UTC): holiday (Christmas)"]);
    assert_eq!(due.moved[0].from, Some(ts("2026-12-27T19:00:00Z")));
    assert_eq!(due.regular, due.deadline);
}

#[test]
fn hours_that_end_on_a_holiday_keep_their_time() {
    let yaml = "zone: Europe/Berlin\nhours: 72\nholidays: [2026-12-24..2026-12-27]\ndays: -TWTFSS\n";
    assert_eq!(due(yaml, "2026-12-21T15:10:00Z"), "Tuesday 29 December 2026, 16:10 CET (15:10 UTC)");
}

#[test]
fn the_first_deadline_may_be_named() {
    let yaml = format!("{WEEKLY}at_least: 24h\nfirst: 2026-12-09T18:00\n");
    assert_eq!(due(&yaml, "2026-12-01T12:00:00Z"), "Wednesday 9 December 2026, 18:00 CET (17:00 UTC)");
    // Too near, or past: the pattern.
    assert_eq!(due(&yaml, "2026-12-08T18:00:00Z"), "Sunday 13 December 2026, 20:00 CET (19:00 UTC)");
    assert_eq!(due(&yaml, "2026-12-10T12:00:00Z"), "Sunday 13 December 2026, 20:00 CET (19:00 UTC)");
    // Not for a later exchange.
    let mut second = opening("2026-12-01T12:00:00Z");
    second.previous = Some(ts("2026-12-01T11:00:00Z"));
    assert_eq!(told(&clock(&yaml), &second), "Sunday 6 December 2026, 20:00 CET (19:00 UTC)");
}

#[test]
fn closing_early_keeps_the_schedule() {
    let keep = clock(WEEKLY);
    let loose = clock(&format!("{WEEKLY}keep_schedule: false\n"));
    let mut next = opening("2026-12-02T09:00:00Z");
    next.previous = Some(ts("2026-12-06T19:00:00Z"));
    assert_eq!(told(&keep, &next), "Sunday 13 December 2026, 20:00 CET (19:00 UTC)");
    assert_eq!(told(&loose, &next), "Sunday 6 December 2026, 20:00 CET (19:00 UTC)");
    // The one before closed late, in the grace: it is counted from the opening.
    next.at = ts("2026-12-07T09:00:00Z");
    assert_eq!(told(&keep, &next), "Sunday 13 December 2026, 20:00 CET (19:00 UTC)");
    let hours = clock("zone: Europe/Berlin\nhours: 48\n");
    next.at = ts("2026-12-05T09:00:00Z");
    assert_eq!(told(&hours, &next), "Tuesday 8 December 2026, 20:00 CET (19:00 UTC)");
}

#[test]
fn the_spring_gap_counts_from_before_the_change() {
    let at = |zone: &str, moment: &str, from: &str| due(&format!("zone: {zone}\nevery: {moment}\n"), from);
    assert_eq!(
        at("Europe/Berlin", "Sunday 02:30", "2026-03-28T12:00:00Z"),
        "Sunday 29 March 2026, 03:30 CEST (01:30 UTC)"
    );
    assert_eq!(
        at("America/New_York", "Sunday 02:30", "2026-03-07T12:00:00Z"),
        "Sunday 8 March 2026, 03:30 EDT (07:30 UTC)"
    );
    // Half an hour only: 02:00 to 02:30 is skipped.
    assert_eq!(
        at("Australia/Lord_Howe", "Sunday 02:15", "2026-10-03T00:00:00Z"),
        "Sunday 4 October 2026, 02:45 +11 (Saturday 3 October, 15:45 UTC)"
    );
    // 02:30 becomes 03:30, so 03:15 comes first.
    assert_eq!(
        at("Europe/Berlin", "[Sunday 02:30, Sunday 03:15]", "2026-03-28T12:00:00Z"),
        "Sunday 29 March 2026, 03:15 CEST (01:15 UTC)"
    );
}

#[test]
fn of_a_time_that_comes_twice_the_first_is_meant() {
    let at = |zone: &str, moment: &str, from: &str| due(&format!("zone: {zone}\nevery: {moment}\n"), from);
    let berlin = |from: &str| at("Europe/Berlin", "Sunday 02:30", from);
    assert_eq!(berlin("2026-10-24T12:00:00Z"), "Sunday 25 October 2026, 02:30 CEST (00:30 UTC)");
    // Between the two passes, the moment is over.
    assert_eq!(berlin("2026-10-25T00:45:00Z"), "Sunday 1 November 2026, 02:30 CET (01:30 UTC)");
    assert_eq!(
        at("America/New_York", "Sunday 01:30", "2026-10-31T12:00:00Z"),
        "Sunday 1 November 2026, 01:30 EDT (05:30 UTC)"
    );
    assert_eq!(
        at("Australia/Lord_Howe", "Sunday 01:45", "2026-04-04T00:00:00Z"),
        "Sunday 5 April 2026, 01:45 +11 (Saturday 4 April, 14:45 UTC)"
    );
}

#[test]
fn hours_in_the_second_pass_stay_there() {
    let yaml = "zone: Europe/Berlin\nhours: 24\n";
    assert_eq!(due(yaml, "2026-10-24T01:30:00Z"), "Sunday 25 October 2026, 02:30 CET (01:30 UTC)");
    assert_eq!(due(yaml, "2026-10-24T00:30:00Z"), "Sunday 25 October 2026, 02:30 CEST (00:30 UTC)");
}

#[test]
fn a_day_that_does_not_exist_has_no_deadline() {
    let apia = |pattern: &str| due(&format!("zone: Pacific/Apia\n{pattern}\n"), "2011-12-30T06:30:00Z");
    // Friday 30 December 2011 was left out; 06:30 UTC was Thursday evening.
    assert_eq!(apia("every: Friday 20:00"), "Friday 6 January 2012, 20:00 +14 (06:00 UTC)");
    assert_eq!(apia("daily: 20:00"), "Saturday 31 December 2011, 20:00 +14 (06:00 UTC)");
    assert_eq!(apia("daily: 20:00\ndays: MTWTF--"), "Monday 2 January 2012, 20:00 +14 (06:00 UTC)");
    assert_eq!(apia("hours: 24"), "Saturday 31 December 2011, 20:30 +14 (06:30 UTC)");
}

#[test]
fn zones_off_the_full_hour() {
    let yaml = "zone: Asia/Kathmandu\nevery: Sunday 20:00\n";
    assert_eq!(due(yaml, "2026-12-01T12:00:00Z"), "Sunday 6 December 2026, 20:00 +0545 (14:15 UTC)");
    let yaml = "zone: Asia/Kathmandu\nevery: Sunday 03:00\n";
    assert_eq!(
        due(yaml, "2026-12-01T12:00:00Z"),
        "Sunday 6 December 2026, 03:00 +0545 (Saturday 5 December, 21:15 UTC)"
    );
}

const FULL: &str = "\
zone: Europe/Berlin
every: [Wednesday 20:00, Sunday 20:00]
at_least: 24h
holidays:
  - 2026-10-03
  - 2026-11-01..2026-11-02
  - {from: 2026-12-24, to: 2027-01-01, name: Christmas}
  - {date: 2027-05-01, name: May Day}
grace: 12h
extensions: {count: 3, hours: 48}
early: {after: 6h}
keep_schedule: true
reminders: [12h, 48h]
outage: 2
first: 2026-12-06T20:00
";

#[test]
fn a_full_schedule_is_read_and_written() {
    let full = schedule(FULL);
    let written = serde_yaml::to_string(&full).unwrap();
    insta::assert_snapshot!("full_schedule_written", written);
    assert_eq!(serde_yaml::from_str::<Schedule>(&written).unwrap(), full);
    insta::assert_snapshot!("full_schedule_in_words", full.in_words());
}

#[test]
fn every_pattern_is_written_as_it_is_read() {
    let patterns = [
        "every: Sunday 20:00",
        "daily: 20:00",
        "daily: 07:05\ndays: M-W-F--",
        "hours: 72",
        "hours: 72\ndays: MTWTF--\nat: 20:00",
        "hours: 72\nnot_before: 08:00",
        "none: true",
    ];
    for pattern in patterns {
        let read = schedule(&format!("zone: UTC\n{pattern}\n"));
        let written = serde_yaml::to_string(&read).unwrap();
        assert_eq!(serde_yaml::from_str::<Schedule>(&written).unwrap(), read, "{written}");
    }
}
