//! What events do to deadlines.

use super::common;

use common::{at, away, clock, holiday, more, opening, pause, schedule, told, ts};
use sealord::clock::{By, Clock, ClockFault, Event, Fixed, Local, Recorded, Why, Zone};

const WEEKLY: &str = "zone: Europe/Berlin\nevery: [Wednesday 20:00, Sunday 20:00]\n";
const BUDGET: &str =
    "zone: Europe/Berlin\nevery: Sunday 20:00\ngrace: 12h\nextensions: {count: 2, hours: 48}\n";
/// A Thursday; the deadline is on Sunday 6 December, 19:00 UTC.
const OPENED: &str = "2026-12-03T12:00:00Z";

fn after(clock: &mut Clock, events: &[(Event, &str)]) {
    for (event, at) in events {
        clock.record(event.clone(), ts(at)).unwrap();
    }
}

#[test]
fn an_absence_moves_the_deadline_it_covers() {
    let mut clock = clock(WEEKLY);
    let open = opening(OPENED);
    after(&mut clock, &[(away("axis", "2026-12-05", "2026-12-08"), "2026-12-04T00:00:00Z")]);
    assert_eq!(told(&clock, &open), "Wednesday 9 December 2026, 20:00 CET (19:00 UTC)");
    // Back to back with another one, and told before the opening.
    let mut both = Clock::new(schedule(WEEKLY));
    let events = [
        (away("allies", "2026-12-09T19:00", "2026-12-10"), "2026-11-01T00:00:00Z"),
        (away("axis", "2026-12-05", "2026-12-08"), "2026-12-04T00:00:00Z"),
    ];
    after(&mut both, &events);
    assert_eq!(told(&both, &open), "Sunday 13 December 2026, 20:00 CET (19:00 UTC)");
    let due = both.deadline(&open).unwrap();
    assert_eq!(due.regular, Some(ts("2026-12-06T19:00:00Z")));
    assert!(matches!(&due.moved[..], [a, b]
        if matches!(&a.why, Why::Absence { party, .. } if party == "axis")
        && matches!(&b.why, Why::Absence { party, .. } if party == "allies")));
}

#[test]
fn an_absence_moves_nothing_else() {
    let mut clock = clock(WEEKLY);
    let open = opening(OPENED);
    let events = [
        // Over before it, or of a party that is not asked.
        (away("axis", "2026-12-04", "2026-12-05"), "2026-12-03T13:00:00Z"),
        (away("neutral", "2026-12-01", "2026-12-31"), "2026-12-03T13:00:00Z"),
        // Told when the deadline was over.
        (away("axis", "2026-12-06", "2026-12-31"), "2026-12-06T19:00:00Z"),
    ];
    after(&mut clock, &events);
    assert_eq!(clock.deadline(&open).unwrap().moved, []);
}

#[test]
fn both_ends_of_an_absence_belong_to_it() {
    for (to, day) in [("2026-12-06T20:00", "Wednesday 9"), ("2026-12-06T19:59", "Sunday 6")] {
        let mut clock = clock(WEEKLY);
        after(&mut clock, &[(away("axis", "2026-12-05", to), "2026-12-04T00:00:00Z")]);
        assert_eq!(told(&clock, &opening(OPENED)), format!("{day} December 2026, 20:00 CET (19:00 UTC)"));
    }
}

#[test]
fn hours_go_on_at_the_same_time_after_an_absence() {
    let mut clock = clock("zone: Europe/Berlin\nhours: 72\ndays: MTWTF--\n");
    after(&mut clock, &[(away("axis", "2026-12-05", "2026-12-11T10:00"), "2026-12-04T00:00:00Z")]);
    assert_eq!(told(&clock, &opening(OPENED)), "Friday 11 December 2026, 13:00 CET (12:00 UTC)");
}

#[test]
fn extensions_are_charged() {
    let mut clock = clock(BUDGET);
    let open = opening(OPENED);
    let now = "2026-12-04T00:00:00Z";
    after(&mut clock, &[(more("axis", None, By::Party), now)]);
    assert_eq!(told(&clock, &open), "Tuesday 8 December 2026, 20:00 CET (19:00 UTC)");
    after(&mut clock, &[(more("axis", Some(1), By::Party), now)]);
    assert_eq!(told(&clock, &open), "Tuesday 8 December 2026, 21:00 CET (20:00 UTC)");
    assert_eq!((clock.left("axis", ts(now)), clock.left("allies", ts(now))), (0, 2));
    let refused = clock.record(more("axis", Some(1), By::Party), ts(now)).unwrap_err();
    assert_eq!(refused, ClockFault::BudgetUsedUp { party: "axis".to_owned(), count: 2 });
    after(&mut clock, &[(more("axis", Some(100), By::Umpire), now)]);
    assert_eq!(told(&clock, &open), "Sunday 13 December 2026, 01:00 CET (00:00 UTC)");
    assert_eq!(clock.used("axis"), 2);
    assert_eq!(clock.deadline(&open).unwrap().grace_until, Some(ts("2026-12-13T12:00:00Z")));
    // They belong to the exchange that was open.
    let mut next = opening("2026-12-14T12:00:00Z");
    next.exchange = 2;
    assert_eq!(told(&clock, &next), "Sunday 20 December 2026, 20:00 CET (19:00 UTC)");
}

#[test]
fn extensions_after_the_deadline_are_the_umpires() {
    let mut clock = clock(BUDGET);
    let open = opening(OPENED);
    let late = ts("2026-12-09T10:00:30Z");
    let refused = clock.preview(more("axis", None, By::Party), late, &open).unwrap_err();
    assert_eq!(refused, ClockFault::TooLate { deadline: ts("2026-12-06T19:00:00Z") });
    let due = clock.preview(more("axis", None, By::Umpire), late, &open).unwrap();
    assert_eq!(at(&due), ts("2026-12-11T10:01:00Z"));
    assert_eq!(clock.recorded(), []);
    // Recorded in spite of it, it moves nothing.
    clock.record(more("axis", None, By::Party), late).unwrap();
    assert_eq!(at(&clock.deadline(&open).unwrap()), ts("2026-12-06T19:00:00Z"));
}

#[test]
fn an_extension_never_ends_on_a_holiday_or_in_an_absence() {
    let mut clock = clock(BUDGET);
    let now = "2026-12-04T00:00:00Z";
    after(&mut clock, &[(holiday("2026-12-08"), now), (more("axis", None, By::Party), now)]);
    assert_eq!(told(&clock, &opening(OPENED)), "Sunday 13 December 2026, 20:00 CET (19:00 UTC)");
}

#[test]
fn a_pause_gives_the_rest_again() {
    let mut clock = clock(WEEKLY);
    let open = opening(OPENED);
    after(&mut clock, &[(pause(), "2026-12-04T19:00:00Z")]);
    let fixed = clock.fix(&open).unwrap();
    assert!(fixed.paused);
    assert_eq!((fixed.sequence, fixed.words.is_some()), (1, true));
    // 48 hours were left: 2026-12-22 10:00 UTC and two days are Thursday 24; the next moment is Sunday 27.
    after(&mut clock, &[(Event::Resume, "2026-12-22T10:00:00Z")]);
    let fixed = clock.fix(&open).unwrap();
    assert_eq!(fixed.words.as_deref(), Some("Sunday 27 December 2026, 20:00 CET (19:00 UTC)"));
    assert_eq!((fixed.sequence, fixed.paused), (2, false));
    assert_eq!(fixed.regular, Some(ts("2026-12-06T19:00:00Z")));
}

/// A mistake of a minute costs nobody a week, nor three days.
#[test]
fn a_pause_of_a_minute_moves_no_deadline() {
    for pattern in [WEEKLY, "zone: Europe/Berlin\nevery: [Thursday 20:00, Sunday 20:00]\n"] {
        let mut clock = clock(pattern);
        let open = opening(OPENED);
        let before = told(&clock, &open);
        after(&mut clock, &[(pause(), "2026-12-03T12:05:00Z"), (Event::Resume, "2026-12-03T12:06:00Z")]);
        assert_eq!(told(&clock, &open), before);
        after(&mut clock, &[(pause(), "2026-12-03T13:00:00Z"), (Event::Resume, "2026-12-03T13:30:00Z")]);
        assert_eq!(told(&clock, &open), before);
        after(&mut clock, &[(pause(), "2026-12-03T14:00:00Z"), (Event::Resume, "2026-12-03T15:00:00Z")]);
        assert_ne!(told(&clock, &open), before, "an hour is no mistake");
    }
    // Shortly before the deadline every minute counts.
    let mut clock = clock(WEEKLY);
    let before = told(&clock, &opening(OPENED));
    after(&mut clock, &[(pause(), "2026-12-06T18:55:00Z"), (Event::Resume, "2026-12-06T18:56:00Z")]);
    assert_ne!(told(&clock, &opening(OPENED)), before);
}

#[test]
fn a_pause_for_hours_gives_exactly_the_rest() {
    let mut clock = clock("zone: Europe/Berlin\nhours: 72\n");
    let open = opening(OPENED);
    after(&mut clock, &[(pause(), "2026-12-04T19:00:00Z"), (Event::Resume, "2026-12-10T19:30:10Z")]);
    assert_eq!(at(&clock.deadline(&open).unwrap()), ts("2026-12-12T12:31:00Z"));
}

#[test]
fn opened_while_paused_the_clock_starts_with_the_resume() {
    let mut clock = clock("zone: UTC\nhours: 72\n");
    after(&mut clock, &[(pause(), "2026-12-01T00:00:00Z")]);
    let open = opening(OPENED);
    assert!(clock.deadline(&open).unwrap().paused);
    after(&mut clock, &[(Event::Resume, "2026-12-10T00:00:00Z")]);
    assert_eq!(at(&clock.deadline(&open).unwrap()), ts("2026-12-13T00:00:00Z"));
    // One that was opened after it knows nothing of the pause.
    assert_eq!(at(&clock.deadline(&opening("2026-12-11T00:00:00Z")).unwrap()), ts("2026-12-14T00:00:00Z"));
}

#[test]
fn a_pause_in_the_grace_lengthens_the_grace() {
    let mut clock = clock(BUDGET);
    let open = opening(OPENED);
    after(&mut clock, &[(pause(), "2026-12-06T20:00:00Z"), (Event::Resume, "2026-12-08T20:00:00Z")]);
    let due = clock.deadline(&open).unwrap();
    assert_eq!(due.deadline, Some(ts("2026-12-06T19:00:00Z")));
    assert_eq!(due.grace_until, Some(ts("2026-12-09T07:00:00Z")));
}

#[test]
fn another_schedule_holds_from_the_next_exchange_or_at_once() {
    let changed =
        |now| Event::ScheduleChanged { schedule: Box::new(schedule("zone: UTC\nhours: 24\n")), now };
    let mut clock = clock(BUDGET);
    let open = opening(OPENED);
    after(&mut clock, &[(changed(false), "2026-12-04T00:00:00Z")]);
    assert_eq!(told(&clock, &open), "Sunday 6 December 2026, 20:00 CET (19:00 UTC)");
    assert_eq!(told(&clock, &opening("2026-12-07T00:00:00Z")), "Tuesday 8 December 2026, 00:00 UTC");

    let mut clock = Clock::new(schedule(BUDGET));
    let events =
        [(more("axis", None, By::Party), "2026-12-03T13:00:00Z"), (changed(true), "2026-12-04T00:00:00Z")];
    after(&mut clock, &events);
    let due = clock.deadline(&open).unwrap();
    // A day from the change, and the extension again.
    assert_eq!(at(&due), ts("2026-12-07T00:00:00Z"));
    assert_eq!(due.regular, Some(ts("2026-12-05T00:00:00Z")));
    assert_eq!(due.moved.last().unwrap().why, Why::Schedule);
    assert_eq!(clock.fix(&open).unwrap().zone, "UTC");

    let by_hand =
        Event::ScheduleChanged { schedule: Box::new(schedule("zone: UTC\nnone: true\n")), now: true };
    after(&mut clock, &[(by_hand, "2026-12-04T01:00:00Z")]);
    assert_eq!(clock.deadline(&open).unwrap().deadline, None);
    after(&mut clock, &[(changed(true), "2026-12-04T02:00:00Z")]);
    assert_eq!(at(&clock.deadline(&open).unwrap()), ts("2026-12-07T02:00:00Z"));
}

#[test]
fn a_closed_exchange_is_left_alone() {
    let mut clock = clock(BUDGET);
    let mut open = opening(OPENED);
    open.closed = Some(ts("2026-12-05T00:00:00Z"));
    let before = clock.fix(&open).unwrap();
    after(&mut clock, &[(pause(), "2026-12-05T00:00:00Z"), (holiday("2026-12-06"), "2026-12-05T01:00:00Z")]);
    assert_eq!(clock.fix(&open).unwrap(), before);
    assert_eq!(clock.preview(Event::Resume, ts("2026-12-05T02:00:00Z"), &open), Err(ClockFault::NotOpen));
}

#[test]
fn holidays_may_come_later() {
    let mut clock = clock(WEEKLY);
    let open = opening(OPENED);
    after(&mut clock, &[(holiday("2026-12-06..2026-12-10"), "2026-12-05T00:00:00Z")]);
    assert_eq!(told(&clock, &open), "Sunday 13 December 2026, 20:00 CET (19:00 UTC)");
    // Too late for that one.
    after(&mut clock, &[(holiday("2026-12-13"), "2026-12-13T19:00:00Z")]);
    assert_eq!(told(&clock, &open), "Sunday 13 December 2026, 20:00 CET (19:00 UTC)");
}

#[test]
fn reminders_follow_the_deadline_and_do_not_come_with_its_telling() {
    let mut clock = clock(&format!("{BUDGET}reminders: [4d, 48h, 12h]\n"));
    let open = opening(OPENED);
    let leads = |clock: &Clock| -> Vec<String> {
        clock.fix(&open).unwrap().reminders.iter().map(|it| format!("{} {}", it.lead, it.at)).collect()
    };
    assert_eq!(leads(&clock), ["2d 2026-12-04T19:00:00Z", "12h 2026-12-06T07:00:00Z"]);
    after(&mut clock, &[(more("axis", Some(24), By::Party), "2026-12-06T10:00:00Z")]);
    assert_eq!(leads(&clock), ["12h 2026-12-07T07:00:00Z"]);
}

#[test]
fn what_is_refused_leaves_the_clock_as_it_was() {
    let mut clock = clock("zone: Europe/Berlin\nevery: Sunday 20:00\nextensions: {count: 1, hours: 48}\n");
    after(&mut clock, &[(holiday("2026-12-24"), "2026-12-04T00:00:00Z")]);
    let same = clock.clone();
    let now = "2026-12-05T00:00:00Z";
    let cases: Vec<(Event, &str)> = vec![
        (pause(), "2026-12-03T00:00:00Z"),
        (Event::Resume, now),
        (away("", "2026-12-05", "2026-12-08"), now),
        (away("axis", "2026-12-08", "2026-12-05"), now),
        (away("axis", "2026-12-08T20:00", "2026-12-08T20:00"), now),
        (away("axis", "2026-11-01", "2026-11-05"), now),
        (away("axis", "2026-12-08", "2028-12-05"), now),
        (more("", None, By::Party), now),
        (more("axis", Some(0), By::Party), now),
        (more("axis", Some(49), By::Party), now),
        (more("axis", Some(9_000), By::Umpire), now),
        (Event::Holiday { dates: vec![] }, now),
    ];
    let mut said = String::new();
    for (event, at) in cases {
        said += &format!("{}\n\n", clock.record(event, ts(at)).unwrap_err());
        assert_eq!(clock, same);
    }
    let mut bare = Clock::new(schedule(WEEKLY));
    said += &format!("{}\n\n", bare.record(more("axis", None, By::Party), ts(now)).unwrap_err());
    said += &format!("{}\n\n", bare.record(more("axis", None, By::Umpire), ts(now)).unwrap_err());
    bare.record(pause(), ts(now)).unwrap();
    said += &format!("{}\n\n", bare.record(pause(), ts(now)).unwrap_err());
    insta::assert_snapshot!(said);
}

#[test]
fn years_of_holidays_are_told_and_not_searched_for_ever() {
    let mut clock = clock(WEEKLY);
    for year in 2026..2040 {
        let dates = format!("{year}-01-01..{year}-12-31");
        clock.record(holiday(&dates), ts("2026-11-01T00:00:00Z")).unwrap();
    }
    assert_eq!(clock.deadline(&opening(OPENED)), Err(ClockFault::NoMoment));
    let last = Clock::new(schedule("zone: UTC\nhours: 8784\n"));
    assert_eq!(last.deadline(&opening("9999-12-01T00:00:00Z")), Err(ClockFault::BeyondCalendar));
}

#[test]
fn moves_are_told_in_words() {
    let mut clock = clock(BUDGET);
    let zone = Zone::parse("Europe/Berlin").unwrap();
    let events = [
        (holiday("2026-12-06"), "2026-12-03T13:00:00Z"),
        (away("allies", "2026-12-13", "2026-12-13"), "2026-12-03T14:00:00Z"),
        (more("axis", None, By::Umpire), "2026-12-03T15:00:00Z"),
        (pause(), "2026-12-03T16:00:00Z"),
        (Event::Resume, "2026-12-09T16:00:00Z"),
    ];
    after(&mut clock, &events);
    let due = clock.deadline(&opening(OPENED)).unwrap();
    let lines: Vec<String> = due.moved.iter().map(|it| it.in_words(&zone)).collect();
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn events_are_read_and_written() {
    let yaml = "\
- at: 2026-12-03T13:00:00Z
  event:
    absence: {side: axis, player: Anna, from: 2026-12-05, to: 2026-12-08T12:00, moved_by: umpire}
- at: 2026-12-03T14:00:00Z
  event:
    extension: {side: allies, hours: 24, reason: a removal}
- at: 2026-12-03T15:00:00Z
  event:
    pause: {reason: summer}
- at: 2026-12-03T16:00:00Z
  event: resume
- at: 2026-12-03T17:00:00Z
  event:
    holiday: {dates: [2026-12-24, {from: 2026-12-31, to: 2027-01-01, name: New Year}]}
- at: 2026-12-03T18:00:00Z
  event:
    schedule-changed: {now: true, schedule: {zone: UTC, hours: 24}}
";
    let events: Vec<Recorded> = serde_yaml::from_str(yaml).unwrap();
    let written = serde_yaml::to_string(&events).unwrap();
    assert_eq!(serde_yaml::from_str::<Vec<Recorded>>(&written).unwrap(), events);
    let clock = Clock::replay(schedule(BUDGET), events).unwrap();
    let fixed = clock.fix(&opening(OPENED)).unwrap();
    let text = serde_yaml::to_string(&fixed).unwrap();
    insta::assert_snapshot!("fixed_as_written", text);
    assert_eq!(serde_yaml::from_str::<Fixed>(&text).unwrap(), fixed);
}

#[test]
fn faulty_events_are_not_read() {
    for (event, what) in [
        ("absence: {side: axis, from: tomorrow, to: 2026-12-08}", "\"tomorrow\" is not a date"),
        ("absence: {side: axis, from: 2026-12-05T25:00, to: 2026-12-08}", "no day has the time \"25:00\""),
        ("extension: {side: axis, hours: -3}", "u32"),
        ("extension: {side: axis, days: 3}", "unknown field"),
        ("holiday: {dates: [2026-12-24..2026-12-01]}", "before it begins"),
        ("schedule-changed: {schedule: {zone: UTC}}", "when deadlines are"),
        ("rewind: {}", "unknown variant"),
    ] {
        let yaml = format!("at: 2026-12-03T13:00:00Z\nevent:\n  {event}\n");
        let error = serde_yaml::from_str::<Recorded>(&yaml).unwrap_err().to_string();
        assert!(error.contains(what), "{event}: {error}");
    }
    assert!(Local::parse("2026-12-05T20:00Z").is_err());
}

#[test]
fn at_the_instant_of_the_opening_all_counts_for_the_new_exchange() {
    let hours = "zone: UTC\nhours: 24\nextensions: {count: 1, hours: 6}\n";
    for now in [false, true] {
        let mut clock = clock(BUDGET);
        let events = [
            (Event::ScheduleChanged { schedule: Box::new(schedule(hours)), now }, OPENED),
            (more("axis", None, By::Party), OPENED),
        ];
        after(&mut clock, &events);
        assert_eq!(at(&clock.deadline(&opening(OPENED)).unwrap()), ts("2026-12-04T18:00:00Z"));
    }
}
