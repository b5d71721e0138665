//! How much time each side has used, as `sealord clock MATCH --used` works it out.

use sealord::rules::two_sided::party::AXIS;
use serde_json::Value;

use super::super::support::Desk;
use super::{at, begin, hand_in};

const GENEROUS: &str = "zone: UTC\nevery: Sunday 20:00\ngrace: 12h\nextensions: {count: 2, hours: 48}\n";
/// The instant, so many hours after the Monday at which the match begins.
fn hour(hours: i64) -> String {
    let monday: jiff::Timestamp = super::BEGIN.parse().unwrap();
    (monday + jiff::SignedDuration::from_hours(hours)).to_string()
}

#[track_caller]
fn used(desk: &Desk, more: &[&str]) -> Value {
    let args = [&["--json", "clock", "m", "--used"], more].concat();
    serde_json::from_str(&at(desk, 0, &hour(999), &args).out).unwrap()
}

fn hours(value: &Value) -> f64 {
    value.as_f64().unwrap() / 3600.0
}

const TERMS: [&str; 6] = ["--bank", "45d", "--free", "24h", "--per-exchange", "12h"];

/// The Axis sends after 30 hours and again after 48; the exchange is closed an hour later.
fn answered() -> Desk {
    let desk = begin(GENEROUS, &[]);
    hand_in(&desk, &hour(30), AXIS, false);
    hand_in(&desk, &hour(48), AXIS, true);
    at(&desk, 0, &hour(49), &["resolve", "m", "--close"]);
    desk
}

#[test]
fn the_newest_file_that_counted_stops_the_clock() {
    let desk = answered();
    let axis = &used(&desk, &TERMS[..4])["sides"]["axis"];
    assert_eq!((hours(&axis["used_seconds"]), hours(&axis["left_seconds"])), (24.0, 44.0 * 24.0));
    let sides = used(&desk, &TERMS);
    assert_eq!(hours(&sides["sides"]["axis"]["left_seconds"]), 44.0 * 24.0 + 12.0);
    // The Allies were asked nothing.
    assert_eq!(hours(&sides["sides"]["allies"]["used_seconds"]), 0.0);
    assert_eq!(sides["sides"]["allies"]["exchanges"].as_array().unwrap().len(), 0);
    let told = at(&desk, 0, &hour(60), &[&["clock", "m", "--used"], &TERMS[..]].concat()).out;
    assert!(told.contains("Axis: 1d, 44d 12h left\n  exchange   1: 1d, 44d 12h left\n"), "{told}");
    // Without a bank there is nothing that could be left.
    let told = at(&desk, 0, &hour(60), &["clock", "m", "--used"]).out;
    assert!(told.contains("Axis: 2d\n") && !told.contains("left"), "{told}");
}

#[test]
fn pauses_absences_extensions_and_an_undo() {
    let desk = begin(GENEROUS, &[]);
    let clock = |now: i64, args: &[&str]| at(&desk, 0, &hour(now), &[&["clock", "m"], args].concat());
    clock(0, &["absence", "--side", "axis", "--from", "2026-11-23T15:00", "--to", "2026-11-23T21:00"]);
    clock(10, &["pause", "--reason", "a wedding"]);
    clock(20, &["resume"]);
    clock(21, &["extend", "--side", "axis", "--hours", "72", "--reason", "a storm", "--by-umpire"]);
    hand_in(&desk, &hour(48), AXIS, true);
    at(&desk, 0, &hour(49), &["resolve", "m", "--close"]);
    // Of 48 hours 10 were paused; away were 5 more, as one of 6 hours was paused too; 24 are free.
    let axis = used(&desk, &TERMS)["sides"]["axis"].clone();
    assert_eq!(hours(&axis["used_seconds"]), 48.0 - 10.0 - 5.0 - 24.0);
    assert_eq!(hours(&axis["left_seconds"]), 45.0 * 24.0 + 12.0 + 72.0 - 9.0);
    // Of absences no more than the allowance.
    let little = used(&desk, &[&TERMS[..], &["--away", "2h"]].concat());
    assert_eq!(hours(&little["sides"]["axis"]["used_seconds"]), 12.0);

    // What is taken back stays used, and stays granted, but is no answer any more.
    at(&desk, 0, &hour(60), &["undo", "m", "--to", "1", "--reason", "a slip"]);
    let axis = used(&desk, &TERMS)["sides"]["axis"].clone();
    assert_eq!(hours(&axis["used_seconds"]), 9.0);
    assert_eq!(hours(&axis["left_seconds"]), 45.0 * 24.0 + 72.0 - 9.0);
    // The exchange in its place is silent to its end.
    at(&desk, 0, &hour(100), &["resolve", "m", "--close"]);
    let axis = used(&desk, &TERMS)["sides"]["axis"].clone();
    assert_eq!(hours(&axis["used_seconds"]), 9.0 + 40.0 - 24.0);
    let lines = axis["exchanges"].as_array().unwrap();
    assert_eq!(lines.len(), 2);
    assert_eq!(axis["ran_out"], Value::Null);
    // Without free time 33 and 40 hours were used, of 72 that were granted and one of the bank.
    let out = used(&desk, &["--bank", "1h"]);
    assert_eq!(out["sides"]["axis"]["ran_out"], lines[1]["exchange"]);
}

#[test]
fn what_makes_no_sense_together_is_refused() {
    let desk = begin(GENEROUS, &[]);
    at(&desk, 1, &hour(1), &["clock", "m", "--used", "pause", "--reason", "x"]);
    at(&desk, 2, &hour(1), &["clock", "m", "--bank", "45d"]);
    let told = at(&desk, 2, &hour(1), &["clock", "m", "--used", "--bank", "a while"]).err;
    assert!(told.contains("a while"), "{told}");
}
