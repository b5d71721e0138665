//! What always holds, whatever the schedule and the events.

use super::common;

use common::{away, holiday, more, opening_at, pause, schedule, ts};
use jiff::civil::{Date, date};
use jiff::{SignedDuration, Timestamp};
use proptest::prelude::*;
use sealord::clock::{
    By, Clock, Event, Fixed, Opening, PartyState, Recorded, Schedule, Verdict, Zone, decide,
};

/// Zones with gaps and folds of every kind: at midnight, before midnight, of half an hour, of two hours, and
/// none.
const ZONES: [&str; 24] = [
    "Europe/Berlin",
    "Europe/London",
    "America/New_York",
    "America/Los_Angeles",
    "America/St_Johns",
    "America/Santiago",
    "America/Havana",
    "America/Asuncion",
    "America/Sao_Paulo",
    "America/Nuuk",
    "Atlantic/Azores",
    "Africa/Cairo",
    "Africa/Casablanca",
    "Asia/Beirut",
    "Asia/Tehran",
    "Asia/Kathmandu",
    "Asia/Kolkata",
    "Australia/Lord_Howe",
    "Australia/Sydney",
    "Pacific/Auckland",
    "Pacific/Chatham",
    "Pacific/Apia",
    "Antarctica/Troll",
    "UTC",
];

const HOUR: i64 = 3_600;
/// 2026-01-01, 00:00 UTC.
const START: i64 = 1_767_225_600;

fn instant() -> impl Strategy<Value = Timestamp> {
    (0..5 * 366 * 24 * HOUR).prop_map(|seconds| Timestamp::from_second(START + seconds).unwrap())
}

fn time() -> impl Strategy<Value = String> {
    (0..24, prop::sample::select(vec![0, 15, 30, 59]))
        .prop_map(|(hours, minutes)| format!("{hours:02}:{minutes:02}"))
}

fn mask() -> impl Strategy<Value = String> {
    (1_u8..128).prop_map(|bits| {
        "MTWTFSS".chars().enumerate().map(|(i, c)| if bits >> i & 1 == 1 { c } else { '-' }).collect()
    })
}

fn pattern() -> impl Strategy<Value = String> {
    let days = ["mon", "Tuesday", "wed", "THU", "fri", "sat", "Sunday"];
    let moment =
        (prop::sample::select(days.to_vec()), time()).prop_map(|(day, time)| format!("{day} {time}"));
    prop_oneof![
        prop::collection::vec(moment, 1..4).prop_map(|list| format!("every: [{}]", list.join(", "))),
        (time(), mask()).prop_map(|(time, mask)| format!("daily: \"{time}\"\ndays: {mask}")),
        (150..200_u32, mask()).prop_map(|(hours, mask)| format!("hours: {hours}\ndays: {mask}")),
        (150..200_u32, mask(), time()).prop_map(|(h, m, t)| format!("hours: {h}\ndays: {m}\nat: \"{t}\"")),
        (150..200_u32, mask(), time())
            .prop_map(|(h, m, t)| format!("hours: {h}\ndays: {m}\nnot_before: \"{t}\"")),
    ]
}

/// A range of dates within 60 days after an instant.
fn range(at: Timestamp, start: i32, length: i32) -> String {
    let day =
        |days: i32| Zone::parse("UTC").unwrap().date(at + SignedDuration::from_hours(24 * i64::from(days)));
    format!("{}..{}", day(start), day(start + length))
}

/// A schedule and the instant at which an exchange is opened.
fn scheduled() -> impl Strategy<Value = (Schedule, Timestamp)> {
    let holidays = prop::collection::vec((-3..40, 0..12), 0..4);
    let zone = prop::sample::select(ZONES.to_vec());
    (zone, pattern(), 0..150_u32, holidays, 0..30_u32, any::<bool>(), instant()).prop_map(
        |(zone, pattern, at_least, holidays, grace, keep, at)| {
            let holidays: Vec<String> =
                holidays.into_iter().map(|(start, length)| range(at, start, length)).collect();
            let yaml = format!(
                "zone: {zone}\n{pattern}\nat_least: {at_least}h\nholidays: [{}]\ngrace: {grace}h\n\
                 keep_schedule: {keep}\nextensions: {{count: 50, hours: 48}}\nearly: {{after: 6h}}\n\
                 reminders: [48h, 12h]\noutage: 2\n",
                holidays.join(", ")
            );
            (schedule(&yaml), at)
        },
    )
}

/// Events that are no use yet: which, hours since the one before, two numbers.
fn drafts() -> impl Strategy<Value = Vec<(u8, i64, i32, i32)>> {
    prop::collection::vec((0..6_u8, 0..100 * HOUR, 0..30, 0..10), 0..8)
}

/// Makes events of drafts; `kinds` are those that are wanted. Events that the clock refuses are left out.
fn events(schedule: &Schedule, at: Timestamp, drafts: &[(u8, i64, i32, i32)], kinds: &[u8]) -> Vec<Recorded> {
    let mut clock = Clock::new(schedule.clone());
    let mut now = at - SignedDuration::from_hours(50);
    for (kind, since, start, length) in drafts.iter().filter(|draft| kinds.contains(&draft.0)) {
        now += SignedDuration::from_secs(*since);
        let dates = range(now, *start, *length);
        let (from, to) = dates.split_once("..").unwrap();
        let party = if length % 2 == 0 { "axis" } else { "allies" };
        let event = match kind {
            0 | 1 => away(party, from, to),
            2 => holiday(&dates),
            3 => more(
                party,
                Some(length.unsigned_abs() + 1),
                if start % 2 == 0 { By::Party } else { By::Umpire },
            ),
            4 if clock.is_paused() => Event::Resume,
            4 => pause(),
            _ => Event::ScheduleChanged { schedule: Box::new(schedule.clone()), now: start % 2 == 0 },
        };
        let _ = clock.record(event, now);
    }
    clock.recorded().to_vec()
}

fn on_holiday(schedule: &Schedule, events: &[Recorded], deadline: Timestamp) -> bool {
    let date = schedule.zone().date(deadline);
    let told = events.iter().filter(|it| it.at < deadline).flat_map(|it| match &it.event {
        Event::Holiday { dates } => dates.as_slice(),
        _ => &[],
    });
    schedule.holidays().iter().chain(told).any(|it| it.covers(date))
}

/// True if the local date and time is a moment of the pattern, or where a gap puts one.
fn is_moment(schedule: &Schedule, deadline: Timestamp) -> bool {
    let zone = schedule.zone();
    let local = zone.local(deadline);
    let before = |minutes: i64| local.checked_sub(SignedDuration::from_mins(minutes)).unwrap();
    schedule.allows(local)
        || [30, 60, 120]
            .iter()
            .any(|gap| schedule.allows(before(*gap)) && zone.instant(before(*gap)) == Some(deadline))
}

fn deadline(clock: &Clock, opening: &Opening) -> Timestamp {
    clock.deadline(opening).unwrap().deadline.unwrap()
}

/// How far an exchange has come.
fn rank(verdict: &Verdict) -> u8 {
    match verdict {
        Verdict::Wait { .. } => 0,
        Verdict::Remind { .. } => 1,
        Verdict::InGrace { .. } => 2,
        Verdict::Close { .. } | Verdict::CloseEarly { .. } | Verdict::Outage { .. } => 3,
        Verdict::Paused | Verdict::NoDeadline => 4,
    }
}

fn party(name: &str, state: (bool, bool, bool, bool, Option<i64>), opened: Timestamp) -> PartyState {
    let (asked, has_orders, is_final, choice, change) = state;
    let last_change = change.map(|seconds| opened + SignedDuration::from_secs(seconds));
    PartyState { party: name.to_owned(), asked, has_orders, is_final, last_change, choice }
}

fn parties() -> impl Strategy<Value = Vec<(bool, bool, bool, bool, Option<i64>)>> {
    let often = || prop::bool::weighted(0.8);
    let change = prop::option::of(0..30 * 24 * HOUR);
    prop::collection::vec((often(), often(), any::<bool>(), often(), change), 0..4)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(600) })]

    #[test]
    fn a_regular_deadline_is_allowed((schedule, at) in scheduled()) {
        let due = Clock::new(schedule.clone()).deadline(&opening_at(at)).unwrap();
        let found = due.deadline.unwrap();
        prop_assert_eq!(due.regular, due.deadline);
        prop_assert!(found > at);
        prop_assert!(found.duration_since(at).as_mins() >= i64::from(schedule.at_least().minutes()));
        prop_assert!(!on_holiday(&schedule, &[], found));
        prop_assert!(is_moment(&schedule, found), "{}", schedule.zone().in_words(found));
        prop_assert_eq!(due.grace_until.unwrap().duration_since(found).as_mins(), i64::from(schedule.grace().minutes()));
    }

    #[test]
    fn no_event_but_an_extension_leaves_the_pattern((schedule, at) in scheduled(), drafts in drafts()) {
        let events = events(&schedule, at, &drafts, &[0, 1, 2, 4, 5]);
        let clock = Clock::replay(schedule.clone(), events.clone()).unwrap();
        let due = clock.deadline(&opening_at(at)).unwrap();
        let found = due.deadline.unwrap();
        prop_assert!(is_moment(&schedule, found), "{}", schedule.zone().in_words(found));
        prop_assert!(due.paused || !on_holiday(&schedule, &events, found));
        prop_assert!(found.duration_since(at).as_mins() >= i64::from(schedule.at_least().minutes()));
    }

    #[test]
    fn no_event_leads_to_a_holiday((schedule, at) in scheduled(), drafts in drafts()) {
        let events = events(&schedule, at, &drafts, &[0, 1, 2, 3, 4, 5]);
        let due = Clock::replay(schedule.clone(), events.clone()).unwrap().deadline(&opening_at(at)).unwrap();
        prop_assert!(due.paused || !on_holiday(&schedule, &events, due.deadline.unwrap()));
        // Each move begins where the one before it ended.
        for pair in due.moved.windows(2) {
            prop_assert_eq!(pair[0].to, pair[1].from);
        }
        prop_assert!(due.moved.last().is_none_or(|last| last.to == due.deadline));
    }

    #[test]
    fn an_absence_never_brings_a_deadline_nearer(
        (schedule, at) in scheduled(), drafts in drafts(), start in 0..30, length in 0..10, told in 0..200 * HOUR,
    ) {
        let events = events(&schedule, at, &drafts, &[0, 1, 2]);
        let now = at + SignedDuration::from_secs(told);
        let dates = range(now, start, length);
        let (from, to) = dates.split_once("..").unwrap();
        let before = Clock::replay(schedule.clone(), events.clone()).unwrap();
        let mut with = events.into_iter().filter(|it| it.at <= now).collect::<Vec<_>>();
        let rest: Vec<Recorded> = before.recorded()[with.len()..].to_vec();
        with.push(Recorded { at: now, event: away("axis", from, to) });
        with.extend(rest);
        if let Ok(after) = Clock::replay(schedule, with) {
            prop_assert!(deadline(&after, &opening_at(at)) >= deadline(&before, &opening_at(at)));
        }
    }

    #[test]
    fn a_pause_never_shortens_what_is_left(
        (schedule, at) in scheduled(), part in 0.0..1.0_f64, length in 0..60 * 24 * HOUR,
    ) {
        let mut clock = Clock::new(schedule);
        let opening = opening_at(at);
        let before = deadline(&clock, &opening);
        let whole = before.duration_since(at).as_secs_f64();
        let paused = at + SignedDuration::from_secs_f64(whole * part);
        let resumed = paused + SignedDuration::from_secs(length);
        clock.record(pause(), paused).unwrap();
        prop_assert!(clock.deadline(&opening).unwrap().paused);
        clock.record(Event::Resume, resumed).unwrap();
        let due = clock.deadline(&opening).unwrap();
        prop_assert!(!due.paused);
        // A short pause may take a tenth of it, and never an hour.
        let (left, now) = (before.duration_since(paused), due.deadline.unwrap().duration_since(resumed));
        let lost = left - now;
        prop_assert!(lost <= SignedDuration::ZERO || lost < SignedDuration::from_hours(1) && lost * 10 <= left);
    }

    #[test]
    fn with_the_schedule_kept_the_next_deadline_is_later((schedule, at) in scheduled(), part in 0.0..1.3_f64) {
        let clock = Clock::new(schedule.clone());
        let regular = deadline(&clock, &opening_at(at));
        let closed = at + SignedDuration::from_secs_f64(regular.duration_since(at).as_secs_f64() * part);
        let next = Opening { exchange: 2, at: closed, previous: Some(regular), ..opening_at(at) };
        let found = deadline(&clock, &next);
        prop_assert!(found > closed);
        prop_assert!(!schedule.keeps() || found > regular);
    }

    #[test]
    fn replay_gives_the_same_as_step_by_step((schedule, at) in scheduled(), drafts in drafts()) {
        let events = events(&schedule, at, &drafts, &[0, 1, 2, 3, 4, 5]);
        let opening = opening_at(at);
        let mut clock = Clock::new(schedule.clone());
        let mut steps: Vec<(Timestamp, Fixed)> = Vec::new();
        for Recorded { at, event } in events.clone() {
            clock.record(event, at).unwrap();
            steps.push((at, clock.fix(&opening).unwrap()));
        }
        let text = serde_yaml::to_string(&events).unwrap();
        let read: Vec<Recorded> = serde_yaml::from_str(&text).unwrap();
        prop_assert_eq!(&read, &events);
        let replayed = Clock::replay(schedule.clone(), read).unwrap();
        prop_assert_eq!(&replayed, &clock);
        for (number, (_, fixed)) in steps.iter().enumerate() {
            let part = Clock::replay(schedule.clone(), events[..=number].to_vec()).unwrap();
            prop_assert_eq!(&part.fix(&opening).unwrap(), fixed);
        }
        // The number of the calendar entry never falls, and rises with every move after the opening.
        for pair in steps.windows(2) {
            prop_assert!(pair[0].1.sequence <= pair[1].1.sequence);
            let same = pair[0].1.deadline == pair[1].1.deadline && pair[0].1.paused == pair[1].1.paused;
            prop_assert!(same || pair[1].0 <= at || pair[0].1.sequence < pair[1].1.sequence);
        }
    }

    #[test]
    fn a_preview_is_what_comes((schedule, at) in scheduled(), drafts in drafts()) {
        let events = events(&schedule, at, &drafts, &[0, 1, 2, 3, 4, 5]);
        let mut clock = Clock::new(schedule);
        for Recorded { at: now, event } in events {
            let seen = clock.preview(event.clone(), now, &opening_at(at));
            clock.record(event, now).unwrap();
            if let Ok(seen) = seen {
                prop_assert_eq!(seen, clock.deadline(&opening_at(at)).unwrap());
            }
        }
    }

    #[test]
    fn a_later_look_takes_no_verdict_back(
        (schedule, at) in scheduled(), drafts in drafts(), states in parties(),
        mut looks in prop::collection::vec(0..40 * 24 * HOUR, 2..12),
    ) {
        let events = events(&schedule, at, &drafts, &[0, 2, 3]);
        let fixed = Clock::replay(schedule, events).unwrap().fix(&opening_at(at)).unwrap();
        let names = ["axis", "allies", "neutral", "third"];
        let parties: Vec<PartyState> = names.iter().zip(states).map(|(name, state)| party(name, state, at)).collect();
        looks.sort_unstable();
        let mut last: Option<Verdict> = None;
        for seconds in looks {
            let now = at + SignedDuration::from_secs(seconds);
            let verdict = decide(now, &fixed, &parties);
            if let Some(last) = &last {
                prop_assert!(rank(last) <= rank(&verdict), "{:?} then {:?}", last, verdict);
                prop_assert!(rank(last) < 3 || *last == verdict, "{:?} then {:?}", last, verdict);
            }
            // Whoever sleeps until then misses nothing.
            if let Verdict::Wait { until } | Verdict::Remind { until, .. } | Verdict::InGrace { until, .. } = &verdict {
                prop_assert!(*until > now);
                let shortly_before = *until - SignedDuration::from_nanos(1);
                prop_assert_eq!(&decide(shortly_before, &fixed, &parties), &verdict);
                prop_assert_ne!(&decide(*until, &fixed, &parties), &verdict);
            }
            last = Some(verdict);
        }
    }

    #[test]
    fn no_text_makes_a_schedule_panic(zone in ".{0,20}", word in ".{0,20}", field in 0..10_usize) {
        let names = ["every", "daily", "days", "hours", "at_least", "grace", "first", "holidays", "reminders", "outage"];
        let word = format!("{word:?}");
        for zone in [format!("{zone:?}"), "UTC".to_owned()] {
            let yaml = format!("zone: {zone}\n{}: {word}\n", names[field]);
            if let Ok(read) = serde_yaml::from_str::<Schedule>(&yaml) {
                let text = serde_yaml::to_string(&read).unwrap();
                prop_assert_eq!(serde_yaml::from_str::<Schedule>(&text).unwrap(), read);
            }
        }
    }
}

/// Every day of five years has its deadline, at its time but for the gaps, and none comes out of turn.
#[test]
fn every_day_of_five_years_in_every_zone() {
    let (mut days, mut shifted, mut skipped) = (0_u32, Vec::new(), Vec::new());
    for name in ZONES {
        for time in ["00:00", "00:30", "01:30", "02:15", "02:45", "20:00", "23:30"] {
            let schedule = schedule(&format!("zone: {name}\ndaily: \"{time}\"\n"));
            let zone = schedule.zone().clone();
            let clock = Clock::new(schedule);
            let wanted = time.parse::<jiff::civil::Time>().unwrap();
            let mut at = ts("2026-01-02T12:00:00Z");
            let mut date: Date = zone.date(at);
            while date < date_end() {
                let found = deadline(&clock, &opening_at(at));
                assert!(found > at, "{name} {time} {at}");
                let local = zone.local(found);
                assert_eq!(zone.instant(local), Some(found), "{name}: {local} is not the first of its pair");
                assert!(found.duration_since(at).as_hours() <= 49, "{name} {time} {at}");
                if local.date() > date.tomorrow().unwrap() {
                    skipped.push(format!("{name} {} {time}", date.tomorrow().unwrap()));
                }
                if local.time() != wanted {
                    assert!(local.time() > wanted);
                    shifted.push(format!("{name} {} {time}", local.date()));
                }
                days += 1;
                (at, date) = (found, local.date());
            }
        }
    }
    assert!(days > 24 * 7 * 5 * 365 - 500, "{days}");
    // A time that the clocks skip just before midnight belongs to no date; only Nuuk does that.
    assert!(skipped.iter().all(|it| it.starts_with("America/Nuuk") && it.ends_with("23:30")), "{skipped:?}");
    assert!(shifted.iter().any(|it| it == "Europe/Berlin 2026-03-29 02:15"), "{shifted:?}");
    assert!(shifted.iter().any(|it| it == "Australia/Lord_Howe 2026-10-04 02:15"), "{shifted:?}");
    assert!(
        !shifted.iter().any(|it| it.starts_with("Asia/Kathmandu") || it.ends_with("20:00")),
        "{shifted:?}"
    );
}

fn date_end() -> Date {
    date(2031, 1, 1)
}
