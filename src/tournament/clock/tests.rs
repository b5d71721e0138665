//! Clocks: the example, a slow count by minutes, and what players of other clubs complained of.

use jiff::{SignedDuration, Timestamp};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha20Rng;

use super::*;

/// A Monday, 12:00.
const MONDAY: &str = "2027-09-13T12:00:00Z";

/// So many hours after that Monday.
fn at(hours: i64) -> Timestamp {
    MONDAY.parse::<Timestamp>().unwrap() + hours_of(hours)
}

fn hours_of(hours: i64) -> SignedDuration {
    SignedDuration::from_hours(hours)
}

fn days(days: i64) -> SignedDuration {
    hours_of(24 * days)
}

fn stretch(from: i64, until: i64) -> Stretch {
    Stretch { from: at(from), until: at(until) }
}

/// 45 days, of each exchange one is free, and absences of 14 days do not count.
fn terms() -> Terms {
    Terms { bank: days(45), per_exchange: hours_of(0), free: hours_of(24), allowance: days(14) }
}

fn asked(exchange: u32, opened: i64, sent: Option<i64>, closed: i64) -> Asked {
    Asked { exchange, opened: at(opened), sent: sent.map(at), closed: at(closed), undone: false }
}

/// The clock after one exchange that was opened on Monday at 12:00, answered after 48 hours and closed
/// after 49.
fn after_one(terms: Terms, paused: &[Stretch], away: &[Stretch]) -> Clock {
    let asked = [asked(1, 0, Some(48), 49)];
    clock(&terms, &Record { asked: &asked, paused, away, granted: &[] })
}

#[test]
fn the_newest_file_that_counted_stops_the_clock() {
    let clock = after_one(terms(), &[], &[]);
    assert_eq!((clock.used, clock.left), (hours_of(24), days(44)));
    let more = Terms { per_exchange: hours_of(12), ..terms() };
    assert_eq!(after_one(more, &[], &[]).left, days(44) + hours_of(12));
}

#[test]
fn silence_runs_to_the_closing_and_earns_nothing() {
    let more = Terms { per_exchange: hours_of(12), ..terms() };
    let clock = clock(&more, &Record { asked: &[asked(1, 0, None, 72)], ..Record::default() });
    assert_eq!((clock.used, clock.left), (hours_of(48), days(43)));
}

#[test]
fn what_was_sent_before_the_opening_uses_nothing() {
    let clock = clock(&terms(), &Record { asked: &[asked(1, 0, Some(-30), 49)], ..Record::default() });
    assert_eq!((clock.used, clock.left), (hours_of(0), days(45)));
}

#[test]
fn pauses_and_absences_count_once_where_they_overlap() {
    assert_eq!(after_one(terms(), &[stretch(10, 20)], &[]).used, hours_of(14));
    assert_eq!(after_one(terms(), &[stretch(10, 20)], &[stretch(15, 25)]).used, hours_of(9));
    assert_eq!(after_one(terms(), &[stretch(-9, 99)], &[]).used, hours_of(0));
    let crossed = [stretch(10, 20), stretch(12, 14), stretch(18, 22), stretch(30, 25)];
    assert_eq!(after_one(terms(), &crossed, &[]).used, hours_of(12));
}

#[test]
fn absences_beyond_the_allowance_count() {
    let little = Terms { allowance: hours_of(6), ..terms() };
    assert_eq!(after_one(little, &[], &[stretch(10, 20)]).used, hours_of(18));
    // It is one for the whole match, and a pause takes nothing of it.
    let exchanges = [asked(1, 0, Some(48), 49), asked(2, 50, Some(98), 99)];
    let record = Record {
        asked: &exchanges,
        paused: &[stretch(0, 8)],
        away: &[stretch(0, 12), stretch(60, 70)],
        granted: &[],
    };
    let used: Vec<SignedDuration> = clock(&little, &record).lines.iter().map(|line| line.used).collect();
    assert_eq!(used, [hours_of(12), hours_of(22)]);
}

#[test]
fn what_was_taken_back_stays_used_and_what_was_granted_is_given() {
    let more = Terms { per_exchange: hours_of(12), ..terms() };
    let undone = Asked { undone: true, ..asked(1, 0, Some(48), 49) };
    let exchanges = [undone, asked(1, 50, Some(80), 81)];
    // Granted in the very instant of the closing, it counts.
    let granted = [Granted { at: at(81), time: days(2) }];
    let record = Record { asked: &exchanges, granted: &granted, ..Record::default() };
    let clock = clock(&more, &record);
    assert_eq!(clock.used, hours_of(30));
    let left: Vec<SignedDuration> = clock.lines.iter().map(|line| line.left).collect();
    assert_eq!(left, [days(44), days(47) + hours_of(12 - 30)]);
    assert_eq!(clock.left, left[1]);
}

/// lichess-org/lila#6659, online-go/online-go.com#694: whoever is losing lets the other wait, each time up
/// to the deadline.
#[test]
fn a_player_who_stalls_runs_out_and_the_other_does_not() {
    let week = 24 * 7;
    let answered = |after: i64| -> Vec<Asked> {
        (0..10).map(|at| asked(at as u32 + 1, at * week, Some(at * week + after), at * week + week)).collect()
    };
    let of = |asked: &[Asked]| clock(&terms(), &Record { asked, ..Record::default() });
    let clocks = [of(&answered(20)), of(&answered(week - 1))];
    assert_eq!(clocks[0].left, days(45));
    // 6 days less an hour each time: after the eighth nothing is left of 45 days.
    assert_eq!(clocks[1].ran_out().map(|line| line.exchange), Some(8));
    assert_eq!(first_out(&clocks), [1]);
}

/// buttonmen-dev/buttonmen#3055: a pause without an end keeps a match from ever being over. Of a side's own
/// absences no more than the allowance is given back, however many there are.
#[test]
fn nobody_is_away_for_good() {
    let clock = {
        let exchanges = [asked(1, 0, None, 24 * 100)];
        clock(&terms(), &Record { asked: &exchanges, away: &[stretch(0, 24 * 100)], ..Record::default() })
    };
    assert_eq!((clock.used, clock.left), (days(100 - 1 - 14), days(45 - 85)));
    assert_eq!(clock.ran_out().map(|line| line.exchange), Some(1));
}

#[test]
fn of_several_who_ran_out_the_first_is_meant() {
    let of = |exchanges: &[Asked]| clock(&terms(), &Record { asked: exchanges, ..Record::default() });
    let late = of(&[asked(1, 0, Some(1), 2000), asked(2, 2000, None, 4000)]);
    let early = of(&[asked(1, 0, None, 2000), asked(2, 2000, Some(2001), 4000)]);
    let never = of(&[]);
    assert_eq!(first_out(&[late.clone(), early.clone()]), [1]);
    assert_eq!(first_out(&[early.clone(), never.clone(), early]), [0, 2]);
    assert_eq!(first_out(&[never.clone(), never]), [] as [usize; 0]);
    // Nothing left is out; a second left is not.
    let just = |left: i64| {
        let terms = Terms { bank: hours_of(24) + SignedDuration::from_secs(left), ..terms() };
        after_one(terms, &[], &[]).ran_out().is_some()
    };
    assert!(just(0) && !just(1));
}

#[test]
fn others_see_half_days() {
    for (time, halves) in [
        (days(44) + hours_of(13), 89),
        (days(44) + hours_of(11), 88),
        (hours_of(12), 1),
        (hours_of(-1), -1),
        (SignedDuration::from_nanos(-1), -1),
        (hours_of(-12), -1),
    ] {
        assert_eq!(in_half_days(time), Halves(halves), "{time}");
    }
    assert_eq!(in_half_days(days(44) + hours_of(20)).to_string(), "44.5");
}

/// Some stretches within so many minutes.
fn stretches(dice: &mut ChaCha20Rng, end: i64) -> Vec<(i64, i64)> {
    let one = |dice: &mut ChaCha20Rng| {
        let from = dice.random_range(0..end);
        (from, from + dice.random_range(0..600))
    };
    (0..dice.random_range(0..5)).map(|_| one(dice)).collect()
}

/// What a side used of each exchange, a minute at a time.
fn slowly(
    asked: &[(i64, i64)],
    [paused, away]: [&[(i64, i64)]; 2],
    free: i64,
    mut allowance: i64,
) -> Vec<i64> {
    let within = |stretches: &[(i64, i64)], minute| {
        stretches.iter().any(|(from, until)| (*from..*until).contains(&minute))
    };
    let mut used = Vec::new();
    for (opened, end) in asked {
        let mut ran = 0;
        for minute in *opened..*end {
            if within(paused, minute) {
                continue;
            }
            if within(away, minute) && allowance > 0 {
                allowance -= 1;
                continue;
            }
            ran += 1;
        }
        used.push((ran - free).max(0));
    }
    used
}

#[test]
fn clocks_equal_a_slow_count_by_minutes() {
    let mut dice = ChaCha20Rng::seed_from_u64(10);
    let start: Timestamp = MONDAY.parse().unwrap();
    let minute = |minutes: i64| start + SignedDuration::from_mins(minutes);
    for _ in 0..1000 {
        let [free, allowance, bank, more] = [200, 900, 3000, 300].map(|most| dice.random_range(0..most));
        let mut now = 0;
        let mut exchanges = Vec::new();
        let mut windows = Vec::new();
        let mut answered = 0;
        for exchange in 1..=dice.random_range(1..8) {
            let opened = now + dice.random_range(0..100);
            let closed = opened + dice.random_range(1..1500);
            let sent = (dice.random_range(0..4) > 0).then(|| dice.random_range(opened..=closed));
            let undone = dice.random_range(0..6) == 0;
            answered += i64::from(sent.is_some() && !undone);
            let (opened_at, closed_at) = (minute(opened), minute(closed));
            let sent_at = sent.map(minute);
            exchanges.push(Asked { exchange, opened: opened_at, sent: sent_at, closed: closed_at, undone });
            windows.push((opened, sent.unwrap_or(closed)));
            now = closed;
        }
        let [paused, away] = [0, 1].map(|_| stretches(&mut dice, now));
        let extensions: Vec<i64> = (0..dice.random_range(0..3)).map(|_| dice.random_range(0..500)).collect();
        let timed = |of: &[(i64, i64)]| -> Vec<Stretch> {
            of.iter().map(|(from, until)| Stretch { from: minute(*from), until: minute(*until) }).collect()
        };
        let mins = SignedDuration::from_mins;
        let granted: Vec<Granted> =
            extensions.iter().map(|time| Granted { at: minute(now / 2), time: mins(*time) }).collect();
        let terms = Terms {
            bank: mins(bank),
            per_exchange: mins(more),
            free: mins(free),
            allowance: mins(allowance),
        };
        let (pauses, absences) = (timed(&paused), timed(&away));
        let record = Record { asked: &exchanges, paused: &pauses, away: &absences, granted: &granted };
        let clock = clock(&terms, &record);
        let slow = slowly(&windows, [&paused, &away], free, allowance);
        let fast: Vec<SignedDuration> = clock.lines.iter().map(|line| line.used).collect();
        assert_eq!(fast, slow.iter().map(|used| mins(*used)).collect::<Vec<_>>());
        let left = bank + more * answered + extensions.iter().sum::<i64>() - slow.iter().sum::<i64>();
        assert_eq!(clock.left, mins(left));
    }
}
