//! Who ran out of time, what follows, and what the book may say of it.

use std::collections::BTreeMap;

use club::clock::Span;
use club::times::{Asked, Times};
use jiff::Timestamp;

use super::*;

/// The banks are two days, an hour more for each exchange, nothing is free.
fn settings(on_empty: OnEmpty) -> ClockSettings {
    ClockSettings { bank: Span::hours(48), per_exchange: Span::hours(1), free: Span::ZERO, on_empty }
}

/// So many hours after the beginning.
fn at(hours: i64) -> Timestamp {
    "2027-03-01T12:00:00Z".parse::<Timestamp>().unwrap() + SignedDuration::from_hours(hours)
}

/// Exchanges, each with when it was opened and closed; the side sent nothing.
fn silent(exchanges: &[(i64, i64)]) -> Times {
    let asked = exchanges.iter().zip(1..).map(|((opened, closed), exchange)| Asked {
        exchange,
        opened: at(*opened),
        sent: None,
        closed: at(*closed),
        undone: false,
    });
    Times { asked: asked.collect(), ..Times::default() }
}

fn clocks(axis: &[(i64, i64)], allies: &[(i64, i64)]) -> Clocks {
    let times: BTreeMap<&str, Times> = [("axis", silent(axis)), ("allies", silent(allies))].into();
    Clocks::by(times.iter().map(|(side, times)| (*side, times)), &settings(OnEmpty::Forfeit))
}

fn gone_on(side: &str, exchange: u32, hours: i64) -> GoneOn {
    let (sides, why) = (vec![side.to_owned()], "a storm".to_owned());
    GoneOn { entry: 9, at: at(hours).to_string(), sides, exchange, why }
}

#[test]
fn who_ran_out_first_loses_after_three_days() {
    let both = clocks(&[(0, 20), (20, 60)], &[(0, 20), (20, 60), (60, 90)]);
    let out = both.out(&[]).unwrap();
    // Both did in the same exchange, so a panel judges.
    assert_eq!((out.sides.len(), out.exchange, out.closed), (2, 2, at(60)));
    assert_eq!(out.follows(OnEmpty::Forfeit), Due::Panel);
    let one = clocks(&[(0, 20), (20, 60)], &[(0, 20)]).out(&[]).unwrap();
    assert_eq!((one.sides.as_slice(), one.due()), (&["axis".to_owned()][..], at(60 + 72)));
    assert_eq!(one.follows(OnEmpty::Forfeit), Due::Forfeit("axis".to_owned()));
    assert_eq!(one.follows(OnEmpty::Adjudicate), Due::Panel);
    assert_eq!(one.follows(OnEmpty::Report), Due::Report);
    assert_eq!(clocks(&[(0, 20)], &[]).out(&[]), None);
}

#[test]
fn a_match_that_goes_on_goes_on_without_that_clock() {
    let of = clocks(&[(0, 50)], &[(50, 70), (70, 130)]);
    assert_eq!(of.out(&[]).unwrap().sides, ["axis"]);
    let later = of.out(&[gone_on("axis", 1, 60)]).unwrap();
    assert_eq!((later.sides.as_slice(), later.exchange), (&["allies".to_owned()][..], 2));
    assert_eq!(of.out(&[gone_on("axis", 1, 60), gone_on("allies", 2, 140)]), None);
}

#[test]
fn that_a_match_went_on_must_follow_from_its_clocks() {
    let of = clocks(&[(0, 50)], &[(0, 20)]);
    let fault = |it: GoneOn| follow(&of, &[it]).unwrap_err().1;
    assert_eq!(follow(&of, &[gone_on("axis", 1, 50 + 72)]), Ok(()));
    assert!(fault(gone_on("axis", 1, 50 + 73)).contains("it could be written from"));
    assert!(fault(gone_on("axis", 1, 49)).contains("it could be written from"));
    assert!(fault(gone_on("allies", 1, 60)).contains("the axis ran out of time, after exchange 1"));
    assert!(fault(gone_on("axis", 2, 60)).contains("after exchange 1"));
    let nobody = clocks(&[(0, 20)], &[(0, 20)]);
    let (entry, what) = follow(&nobody, &[gone_on("axis", 1, 60)]).unwrap_err();
    assert_eq!((entry, what.contains("nobody had run out")), (9, true));
}

#[test]
fn others_read_half_days_and_nobody_an_exchange_that_is_open() {
    assert_eq!(long(SignedDuration::from_mins(0)), "0h");
    assert_eq!(long(SignedDuration::from_mins(90)), "1h 30m");
    assert_eq!(long(SignedDuration::from_mins(-1500)), "-1d 1h");
    assert_eq!(long(SignedDuration::from_mins((44 * 24 + 12) * 60)), "44d 12h");
    let of = clocks(&[(0, 20)], &[(0, 41)]);
    assert_eq!(for_everybody(&of).unwrap(), "allies 0 days, axis 1 day left, as of exchange 1");
    assert_eq!(for_organiser(&of).unwrap(), "allies 7h left, axis 1d 4h left, as of exchange 1");
    assert_eq!(for_everybody(&clocks(&[], &[])), None);
    #[cfg(feature = "mail")]
    assert_eq!(
        words::for_player(&of, "allies").unwrap(),
        "By the clocks, as of exchange 1, you have 7h left, and the axis 1 day."
    );
}
