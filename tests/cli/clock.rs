//! Matches with a calendar: deadlines, grace, more time, pauses, absences, and what an audit says of them.

use sealord::party::Party;
use sealord::rules::two_sided::party::AXIS;
use serde_json::{Value, json};

use super::forged::{drafts, write};
use super::promises::seal;
use super::support::{Desk, Ran, SALT, answers};

/// What a journal says of its clock.
mod journal;
/// How much time each side has used.
mod used;

/// When all matches here begin: a Monday.
const BEGIN: &str = "2026-11-23T10:00:00Z";
/// Before, at and after the first deadline, Sunday 29 November at 20:00 in Berlin, and when the grace is
/// over.
const BEFORE: &str = "2026-11-29T18:59:59Z";
const DUE: &str = "2026-11-29T19:00:00Z";
const GRACE: &str = "2026-11-29T21:00:00Z";
const OVER: &str = "2026-11-30T07:00:00Z";
const WORDS: &str = "Sunday 29 November 2026, 20:00 CET (19:00 UTC)";

const WEEKLY: &str = "zone: Europe/Berlin\nevery: Sunday 20:00\n";
const GENEROUS: &str =
    "zone: Europe/Berlin\nevery: Sunday 20:00\ngrace: 12h\nextensions: {count: 2, hours: 48}\n";

#[track_caller]
fn begin(schedule: &str, more: &[&str]) -> Desk {
    let desk = Desk::new();
    desk.write("schedule.yaml", schedule);
    at(&desk, 0, BEGIN, &[&["new", "m", "--seed", "3", "--schedule", "schedule.yaml"], more].concat());
    desk
}

/// Runs a command at a time, which may be a year later; it must end with a code.
#[track_caller]
fn at(desk: &Desk, code: i32, now: &str, args: &[&str]) -> Ran {
    let ran = desk.at(now, &[&["--force"], args].concat());
    assert_eq!(ran.code, code, "{args:?}\n{}{}", ran.out, ran.err);
    ran
}

#[track_caller]
fn clock(desk: &Desk, code: i32, now: &str, args: &[&str]) -> Ran {
    at(desk, code, now, &[&["clock", "m"], args].concat())
}

#[track_caller]
fn status(desk: &Desk, now: &str) -> Value {
    serde_json::from_str(&at(desk, 0, now, &["--json", "status", "m"]).out).unwrap()
}

/// Hands in the form of a party as it is.
#[track_caller]
fn hand_in(desk: &Desk, now: &str, party: Party, is_final: bool) -> Ran {
    let packet = desk.packet("m", party);
    let name = format!("m/forms/{:03}-{}.yaml", packet.exchange, party.id());
    let form = String::from_utf8(desk.read(&name)).unwrap();
    let form = if is_final { form.replace("# final: true ", "final: true ") } else { form };
    desk.write("orders.yaml", form);
    at(desk, 0, now, &["receive", "m", "orders.yaml", "--side", party.id(), "--salt", SALT])
}

#[test]
fn status_tells_the_deadline_in_the_words_of_the_zone() {
    let desk = begin(GENEROUS, &[]);
    let told = at(&desk, 0, BEGIN, &["status", "m"]).out;
    assert!(told.contains(&format!("exchange 1 is open until {WORDS}, in 6 days\n")), "{told}");
    assert!(
        told.contains("late orders count until Monday 30 November 2026, 08:00 CET (07:00 UTC)"),
        "{told}"
    );
    assert!(told.contains("  Axis: no orders\n") && told.contains("  Allies: nothing to answer\n"), "{told}");
    hand_in(&desk, BEGIN, AXIS, false);
    assert!(at(&desk, 0, BEGIN, &["status", "m"]).out.contains("  Axis: has orders, not final\n"));
    hand_in(&desk, BEGIN, AXIS, true);
    let status = status(&desk, BEGIN);
    assert_eq!(status["deadline"], DUE);
    assert_eq!(status["deadline_words"], WORDS);
    assert_eq!(status["seconds_left"], 6 * 24 * 3600 + 9 * 3600);
    let soon = at(&desk, 0, "2026-11-29T18:30:00Z", &["status", "m"]).out;
    assert!(soon.contains(&format!("{WORDS}, in less than an hour\n")), "{soon}");
    let late = at(&desk, 0, "2026-11-29T20:00:00Z", &["status", "m"]).out;
    assert!(late.contains(&format!("{WORDS}, which has passed\n")), "{late}");
    let axis = &status["orders"][0];
    assert_eq!((&axis["has_orders"], &axis["is_final"]), (&json!(true), &json!(true)));
    assert_eq!(axis["last_change"], BEGIN);
    assert_eq!(status["late"], json!([]));
    at(&desk, 0, BEGIN, &["resolve", "m"]);
}

#[test]
fn every_fault_of_a_schedule_is_told_and_nothing_is_begun() {
    let desk = Desk::new();
    desk.write("bad.yaml", "zone: Berlin\nevery: Sonntag 20:00\ngrace: 12\n");
    let ran = desk.expect(1, &["new", "m", "--schedule", "bad.yaml"]);
    for told in ["bad.yaml:1:1", "Europe/Berlin", "bad.yaml:2:1", "bad.yaml:3:1", "12h"] {
        assert!(ran.err.contains(told), "{told}: {}", ran.err);
    }
    desk.write("bad.yaml", "zone: Europe/Berlin\nevry: Sunday 20:00\n");
    assert!(desk.expect(1, &["new", "m", "--schedule", "bad.yaml"]).err.contains("evry"));
    assert!(!desk.path("m").exists());
}

#[test]
fn orders_within_the_grace_count_and_are_named_late() {
    let desk = begin(GENEROUS, &[]);
    at(&desk, 4, BEFORE, &["resolve", "m"]);
    let ran = at(&desk, 4, GRACE, &["resolve", "m"]);
    assert!(
        ran.err.contains("orders of Axis are missing; late ones count until Monday 30 November"),
        "{ran:?}"
    );
    let receipt = hand_in(&desk, GRACE, AXIS, false);
    assert!(receipt.out.contains(&format!("late: the deadline was {WORDS}\n")), "{}", receipt.out);
    let told = at(&desk, 0, GRACE, &["status", "m"]).out;
    assert!(told.contains("  Axis: has orders, not final, late\n"), "{told}");
    let other = answers(&desk.packet("m", AXIS), 90, 4);
    desk.write("orders.yaml", other);
    at(&desk, 1, GRACE, &["receive", "m", "orders.yaml"]);
    let told = at(&desk, 0, GRACE, &["resolve", "m"]).out;
    assert!(told.contains(&format!("late: Axis (the deadline was {WORDS})\n")), "{told}");
    let audit = desk.ok(&["audit", "m"]);
    assert!(audit.contains("1 × file accepted after its deadline"), "{audit}");
}

#[test]
fn on_the_instant_of_the_deadline_is_in_time_and_after_the_grace_nobody_is_waited_for() {
    let desk = begin(GENEROUS, &[]);
    assert!(!hand_in(&desk, DUE, AXIS, false).out.contains("late:"));
    assert!(!at(&desk, 0, DUE, &["resolve", "m"]).out.contains("late"));
    let desk = begin(GENEROUS, &[]);
    let told = at(&desk, 0, OVER, &["resolve", "m"]).out;
    assert!(told.contains("without orders: Axis\n"), "{told}");
    // A first file counts until the exchange is resolved.
    let desk = begin(GENEROUS, &[]);
    hand_in(&desk, "2026-12-01T00:00:00Z", AXIS, false);
    let told = at(&desk, 0, "2026-12-01T00:00:01Z", &["resolve", "m"]).out;
    assert!(told.contains("late: Axis") && !told.contains("without"), "{told}");
}

#[test]
fn more_time_is_counted_and_charged() {
    let desk = begin(GENEROUS, &[]);
    let extend = ["extend", "--side", "axis", "--reason", "a move", "--hours"];
    let ran = clock(&desk, 1, BEGIN, &[&extend[..], &["72"]].concat());
    assert!(ran.err.contains("72 hours") && ran.err.contains("help:"), "{ran:?}");
    let told = clock(&desk, 0, BEGIN, &[&extend[..], &["24"]].concat()).out;
    assert!(told.contains("until Monday 30 November 2026, 20:00 CET"), "{told}");
    assert!(told.contains("extension for the Axis (a move)"), "{told}");
    assert_eq!(desk.packet("m", AXIS).deadline.as_deref(), Some("2026-11-30T19:00:00Z"));
    let again = clock(&desk, 0, BEGIN, &[&extend[..], &["24"]].concat()).out;
    assert!(again.contains("already recorded, as entry"), "{again}");
    assert!(clock(&desk, 0, BEGIN, &[]).out.contains("extensions left: Axis 1, Allies 2\n"));
    clock(&desk, 0, BEGIN, &["extend", "--side", "axis", "--reason", "flu"]);
    assert_eq!(status(&desk, BEGIN)["deadline"], "2026-12-02T19:00:00Z");
    let ran = clock(&desk, 1, BEGIN, &["extend", "--side", "axis", "--reason", "more"]);
    assert!(ran.err.contains("has used its extensions") && ran.err.contains("umpire"), "{ran:?}");
    let late = "2026-12-02T19:00:01Z";
    let ran = clock(&desk, 1, late, &["extend", "--side", "allies", "--reason", "x"]);
    assert!(ran.err.contains("the deadline passed"), "{ran:?}");
    clock(&desk, 0, late, &["extend", "--side", "allies", "--reason", "x", "--hours", "5", "--by-umpire"]);
    assert_eq!(status(&desk, late)["deadline"], "2026-12-03T00:01:00Z");
    at(&desk, 4, late, &["resolve", "m"]);
    desk.ok(&["audit", "m"]);
}

#[test]
fn a_pause_stops_everything_but_the_umpires_hand() {
    let desk = begin(GENEROUS, &[]);
    clock(&desk, 0, "2026-11-24T10:00:00Z", &["pause", "--reason", "a wedding"]);
    let ran = clock(&desk, 1, "2026-11-24T11:00:00Z", &["pause", "--reason", "another"]);
    assert!(ran.err.contains("already paused"), "{ran:?}");
    let year = "2027-11-24T10:00:00Z";
    assert!(at(&desk, 4, year, &["resolve", "m"]).err.contains("the match is paused"));
    let (told, seen) = (at(&desk, 0, year, &["status", "m"]).out, status(&desk, year));
    assert!(told.contains("the match is paused, so it has no deadline now"), "{told}");
    assert_eq!((&seen["deadline"], &seen["paused"]), (&Value::Null, &json!(true)));
    hand_in(&desk, year, AXIS, false);
    clock(&desk, 0, year, &["resume"]);
    // Five days and nine hours were left.
    let status = status(&desk, year);
    assert_eq!((&status["deadline"], &status["late"]), (&json!("2027-12-05T19:00:00Z"), &json!([])));
    assert!(clock(&desk, 0, year, &["resume"]).out.contains("already recorded"));
    clock(&desk, 0, year, &["pause", "--reason", "again"]);
    at(&desk, 0, year, &["resolve", "m", "--close"]);
    let told = at(&desk, 0, year, &["status", "m"]).out;
    assert!(told.contains("exchange 2 is open; the match is paused"), "{told}");
    desk.ok(&["audit", "m"]);
}

#[test]
fn absences_and_holidays_move_deadlines_of_those_who_are_asked() {
    let shared = ["--player", "axis:anna=Germany,Romania", "--player", "axis:bert=Italy"];
    let desk = begin(WEEKLY, &[&["--scenario", "struggle-for-the-middle-sea"], &shared[..]].concat());
    let away = |party| ["absence", "--side", party, "--from", "2026-11-28", "--to", "2026-11-30"];
    clock(&desk, 0, BEGIN, &away("allies"));
    assert_eq!(status(&desk, BEGIN)["deadline"], DUE);
    let ran = clock(&desk, 1, BEGIN, &[&away("axis")[..], &["--player", "carl"]].concat());
    assert!(ran.err.contains("help:"), "{ran:?}");
    let told = clock(&desk, 0, BEGIN, &[&away("axis")[..], &["--player", "anna"]].concat()).out;
    assert!(
        told.contains("until Sunday 6 December 2026") && told.contains("absence of anna (axis)"),
        "{told}"
    );
    let told = clock(&desk, 0, BEGIN, &["holiday", "2026-12-06..2026-12-08", "--name", "Nicholas"]).out;
    assert!(told.contains("until Sunday 13 December 2026"), "{told}");
    let told = clock(&desk, 0, BEGIN, &[]).out;
    assert!(told.contains("the Axis (anna) are away from 2026-11-28 to 2026-11-30"), "{told}");
    assert!(told.contains("no deadline falls on 2026-12-06..2026-12-08 (Nicholas)"), "{told}");
    at(&desk, 2, BEGIN, &["clock", "m", "holiday", "Christmas"]);
    desk.ok(&["audit", "m"]);
}

#[test]
fn another_schedule_holds_from_the_next_exchange_or_at_once() {
    let desk = begin(WEEKLY, &[]);
    desk.write("daily.yaml", "zone: Europe/London\ndaily: \"18:00\"\n");
    let later = "2026-11-24T10:00:00Z";
    clock(&desk, 0, later, &["change", "--schedule", "daily.yaml"]);
    assert_eq!(status(&desk, later)["deadline"], DUE);
    let told = clock(&desk, 0, later, &["change", "--schedule", "daily.yaml", "--at-once"]).out;
    assert!(told.contains("until Tuesday 24 November 2026, 18:00 GMT"), "{told}");
    desk.ok(&["audit", "m"]);
}

#[test]
fn complete_and_final_closes_after_the_time_to_change_ones_mind() {
    let early = "zone: Europe/Berlin\nevery: Sunday 20:00\nearly: {after: 6h}\n";
    for (keep, next) in [(true, "2026-12-06T19:00:00Z"), (false, DUE)] {
        let desk = begin(&format!("{early}keep_schedule: {keep}\n"), &[]);
        hand_in(&desk, "2026-11-24T10:00:00Z", AXIS, false);
        let ran = at(&desk, 4, "2026-11-24T20:00:00Z", &["resolve", "m"]);
        assert!(ran.err.contains("no `final: true`"), "{ran:?}");
        hand_in(&desk, "2026-11-24T21:00:00Z", AXIS, true);
        let ran = at(&desk, 4, "2026-11-25T02:59:59Z", &["resolve", "m"]);
        assert!(ran.err.contains("until Wednesday 25 November 2026, 04:00 CET"), "{ran:?}");
        at(&desk, 0, "2026-11-25T03:00:00Z", &["resolve", "m"]);
        assert_eq!(status(&desk, "2026-11-25T03:00:00Z")["deadline"], next, "keep_schedule: {keep}");
    }
    let desk = begin(WEEKLY, &[]);
    hand_in(&desk, BEGIN, AXIS, true);
    at(&desk, 0, BEGIN, &["resolve", "m"]);
    // A ruling asks again what was asked; its deadline stays.
    at(&desk, 0, BEGIN, &["rule", "m", "--reason", "x", "points", "axis", "1"]);
    let status = status(&desk, BEGIN);
    assert_eq!((&status["exchange"], &status["deadline"]), (&json!(3), &json!("2026-12-06T19:00:00Z")));
}

#[test]
fn without_a_pattern_the_umpire_closes_or_all_are_in() {
    let desk = begin("zone: Europe/Berlin\nnone: true\n", &[]);
    assert!(at(&desk, 4, OVER, &["resolve", "m"]).err.contains("orders of Axis are missing"));
    hand_in(&desk, OVER, AXIS, false);
    at(&desk, 0, OVER, &["resolve", "m"]);
    desk.ok(&["audit", "m"]);
}

#[test]
fn where_so_many_are_missing_at_once_the_umpire_decides() {
    let desk = begin(&format!("{WEEKLY}outage: 2\n"), &[]);
    for _ in 0..2 {
        at(&desk, 0, BEGIN, &["resolve", "m", "--close"]);
    }
    let status = status(&desk, BEGIN);
    assert_eq!((&status["exchange"], &status["missing"]), (&json!(3), &json!(["axis", "allies"])));
    let year = "2027-11-24T10:00:00Z";
    let ran = at(&desk, 4, year, &["resolve", "m"]);
    assert!(ran.err.contains("Axis and Allies") && ran.err.contains("the mail may be to blame"), "{ran:?}");
    let told = at(&desk, 0, year, &["resolve", "m", "--close"]).out;
    assert!(told.contains("without orders: Axis and Allies\n"), "{told}");
    desk.ok(&["audit", "m"]);
}

#[test]
fn under_commit_reveal_the_deadline_is_for_promises_and_the_hours_for_files() {
    let more = ["--trust", "commit-reveal", "--asked-seal", "--deadline-hours", "24"];
    let desk = begin(GENEROUS, &more);
    assert_eq!(status(&desk, BEGIN)["deadline"], DUE);
    let commitment = seal(&desk, AXIS, "2");
    assert!(at(&desk, 4, GRACE, &["resolve", "m"]).err.contains("commitments of Axis are missing; late"));
    let receipt = at(&desk, 0, GRACE, &["commit", "m", "axis", &commitment]).out;
    assert!(receipt.contains("late: the deadline was"), "{receipt}");
    let state = &status(&desk, GRACE)["orders"][0];
    assert_eq!((&state["has_orders"], &state["is_final"]), (&json!(true), &json!(false)));
    let ran = at(&desk, 4, OVER, &["resolve", "m"]);
    assert!(ran.err.contains("until 2026-11-30T21:00:00Z"), "{ran:?}");
    at(&desk, 0, OVER, &["reveal", "m", "axis.sealed"]);
    at(&desk, 0, OVER, &["resolve", "m"]);
    desk.ok(&["audit", "m"]);
    // Who promised in time and opens later is not late.
    let desk = begin(GENEROUS, &more);
    let commitment = seal(&desk, AXIS, "2");
    at(&desk, 0, BEFORE, &["commit", "m", "axis", &commitment]);
    assert!(!at(&desk, 0, GRACE, &["reveal", "m", "axis.sealed"]).out.contains("late:"));
    at(&desk, 0, GRACE, &["resolve", "m"]);
}

#[test]
fn who_is_asked_nothing_and_must_seal_is_waited_for_as_any() {
    let desk =
        begin(&format!("{GENEROUS}outage: 1\n"), &["--trust", "commit-reveal", "--umpire-plays", "axis"]);
    let allies = &status(&desk, BEGIN)["orders"][1];
    assert_eq!((&allies["asked"], &allies["choice"]), (&json!(true), &json!(true)));
    let commitment = seal(&desk, AXIS, "2");
    at(&desk, 0, BEFORE, &["commit", "m", "axis", &commitment]);
    assert!(at(&desk, 4, BEFORE, &["resolve", "m"]).err.contains("commitments of Allies are missing"));
    // Their salt is wanted: the grace is waited out for them, and they may be missing because the mail is
    // down.
    assert!(
        at(&desk, 4, DUE, &["resolve", "m"]).err.contains("commitments of Allies are missing; late ones")
    );
    assert!(at(&desk, 4, OVER, &["resolve", "m"]).err.contains("mail may be to blame"));
    let ran = at(&desk, 4, OVER, &["resolve", "m", "--close"]);
    assert!(ran.err.contains("Allies committed to nothing and got orders by policy"), "{ran:?}");
    at(&desk, 0, OVER, &["reveal", "m", "axis.sealed"]);
    at(&desk, 0, OVER, &["resolve", "m"]);
    let audit = desk.json(0, &["audit", "m"]);
    assert_eq!(audit["lone_salts"], 1, "{audit}");
}

#[test]
fn who_has_nothing_to_choose_is_neither_late_nor_missing() {
    // As in matches that began before the genesis said who seals.
    let desk =
        begin(&format!("{GENEROUS}outage: 1\n"), &["--trust", "commit-reveal", "--umpire-plays", "axis"]);
    let mut first = drafts(&desk)[..1].to_vec();
    assert!(first[0].body.as_object_mut().unwrap().remove("sealing").is_some());
    write(&desk, 3, &first);
    std::fs::remove_dir_all(desk.path("m/packets")).unwrap();
    at(&desk, 0, BEGIN, &["resolve", "m"]);
    let allies = &status(&desk, BEGIN)["orders"][1];
    assert_eq!((&allies["asked"], &allies["choice"]), (&json!(true), &json!(false)));
    let commitment = seal(&desk, AXIS, "2");
    at(&desk, 0, BEFORE, &["commit", "m", "axis", &commitment]);
    assert!(at(&desk, 4, BEFORE, &["resolve", "m"]).err.contains("commitments of Allies are missing"));
    // Nobody waits out the grace for the Allies, and they make no outage.
    let ran = at(&desk, 4, DUE, &["resolve", "m"]);
    assert!(ran.err.contains("Allies committed to nothing and got orders by policy"), "{ran:?}");
    at(&desk, 0, GRACE, &["reveal", "m", "axis.sealed"]);
    let told = at(&desk, 0, GRACE, &["resolve", "m"]).out;
    assert!(!told.contains("late") && !told.contains("without orders"), "{told}");
    desk.ok(&["audit", "m"]);
}

#[test]
fn the_umpire_answers_for_nobody_whose_time_is_not_up() {
    let desk = begin(GENEROUS, &["--trust", "commit-reveal", "--asked-seal", "--missing", "umpire"]);
    desk.write("umpire.yaml", "answers: {}\n");
    let answer = ["receive", "m", "umpire.yaml", "--side", "axis"];
    assert!(at(&desk, 1, GRACE, &answer).err.contains("have time until 2026-11-30T07:00:00Z"));
    clock(&desk, 0, GRACE, &["pause", "--reason", "a wedding"]);
    assert!(at(&desk, 1, "2026-12-24T00:00:00Z", &answer).err.contains("the match is paused"));
    clock(&desk, 0, "2026-12-24T00:00:00Z", &["resume"]);
    // The pause began in the grace, so the grace goes on.
    at(&desk, 1, "2026-12-24T09:59:59Z", &answer);
    at(&desk, 0, "2026-12-24T10:00:00Z", &answer);
    at(&desk, 0, "2026-12-24T10:00:00Z", &["resolve", "m"]);
    desk.ok(&["audit", "m"]);
}

#[test]
fn an_undo_gives_extensions_back_and_leaves_the_calendar() {
    let desk = begin(GENEROUS, &[]);
    at(&desk, 0, BEGIN, &["resolve", "m", "--close"]);
    clock(&desk, 0, BEGIN, &["extend", "--side", "allies", "--reason", "flu"]);
    clock(&desk, 0, BEGIN, &["holiday", "2026-12-06"]);
    clock(&desk, 0, BEGIN, &["pause", "--reason", "a wedding"]);
    at(&desk, 0, BEGIN, &["undo", "m", "--to", "2", "--reason", "a misread map"]);
    let told = clock(&desk, 0, BEGIN, &[]).out;
    assert!(told.contains("extensions left: Axis 2, Allies 2\n"), "{told}");
    assert!(told.contains("exchange 3 is open; the match is paused"), "{told}");
    let later = "2026-11-23T11:00:00Z";
    clock(&desk, 0, later, &["resume"]);
    // What exchange 2 had, moved by the holiday; after the hour of pause the next moment of the pattern.
    assert_eq!(status(&desk, later)["deadline"], "2026-12-20T19:00:00Z");
    at(&desk, 0, later, &["undo", "m", "--to", "1", "--reason", "another misread map"]);
    assert_eq!(status(&desk, later)["deadline"], DUE);
    assert_eq!(desk.json(0, &["clock", "m"])["recorded"].as_array().unwrap().len(), 3);
    at(&desk, 0, later, &["resolve", "m", "--close"]);
    desk.ok(&["audit", "m"]);
}

#[test]
fn an_extension_is_for_one_exchange_even_where_the_next_opens_at_its_instant() {
    let desk = begin(GENEROUS, &[]);
    clock(&desk, 0, BEGIN, &["extend", "--side", "axis", "--reason", "flu"]);
    at(&desk, 0, BEGIN, &["resolve", "m", "--close"]);
    assert_eq!(status(&desk, BEGIN)["deadline"], "2026-12-06T19:00:00Z");
    clock(&desk, 0, BEGIN, &["extend", "--side", "axis", "--reason", "flu", "--hours", "1"]);
    assert_eq!(status(&desk, BEGIN)["deadline"], "2026-12-06T20:00:00Z");
    clock(&desk, 1, BEGIN, &["extend", "--side", "axis", "--reason", "a third"]);
    desk.ok(&["audit", "m"]);
}

#[test]
fn a_match_by_the_hour_has_a_clock_from_the_first_event_on() {
    let desk = Desk::new();
    let plain = ["new", "m", "--seed", "3", "--deadline-hours", "168"];
    at(&desk, 0, BEGIN, &plain);
    assert_eq!(status(&desk, BEGIN)["deadline"], "2026-11-30T10:00:00Z");
    // No side has a budget, but the umpire grants what he likes.
    let refused =
        clock(&desk, 1, BEGIN, &["extend", "--side", "axis", "--reason", "flu", "--hours", "5"]).err;
    assert!(refused.contains("extension"), "{refused}");
    clock(&desk, 0, BEGIN, &["extend", "--side", "axis", "--reason", "flu", "--hours", "5", "--by-umpire"]);
    assert_eq!(status(&desk, BEGIN)["deadline"], "2026-11-30T15:00:00Z");
    assert_eq!(status(&desk, BEGIN)["deadline_words"], "Monday 30 November 2026, 15:00 UTC");
    desk.ok(&["audit", "m"]);
    // The next exchange has its hours from its opening, and a pause gives back what was left.
    at(&desk, 0, "2026-11-24T10:00:00Z", &["resolve", "m", "--close"]);
    assert_eq!(status(&desk, "2026-11-24T10:00:00Z")["deadline"], "2026-12-01T10:00:00Z");
    clock(&desk, 0, "2026-11-25T10:00:00Z", &["pause", "--reason", "a wedding"]);
    assert_eq!(status(&desk, "2026-11-25T10:00:00Z")["deadline"], Value::Null);
    at(&desk, 4, "2026-12-20T10:00:00Z", &["resolve", "m"]);
    clock(&desk, 0, "2026-12-20T10:00:00Z", &["resume"]);
    assert_eq!(status(&desk, "2026-12-20T10:00:00Z")["deadline"], "2026-12-26T10:00:00Z");
    desk.ok(&["audit", "m"]);
}

#[test]
fn an_undo_of_the_only_extension_leaves_a_match_by_the_hour_as_it_was() {
    let desk = Desk::new();
    at(&desk, 0, BEGIN, &["new", "m", "--seed", "3", "--deadline-hours", "168"]);
    clock(&desk, 0, BEGIN, &["extend", "--side", "axis", "--reason", "flu", "--hours", "5", "--by-umpire"]);
    at(&desk, 0, BEGIN, &["resolve", "m", "--close"]);
    at(&desk, 0, BEGIN, &["undo", "m", "--to", "1", "--reason", "a misread map"]);
    assert_eq!(status(&desk, BEGIN)["deadline"], "2026-11-30T10:00:00Z");
    at(&desk, 0, BEGIN, &["resolve", "m", "--close"]);
    desk.ok(&["audit", "m"]);
    // What is kept beside the journal says the same as the journal.
    let before = status(&desk, BEGIN);
    std::fs::remove_file(desk.path("m/secret/bookmark")).ok();
    assert_eq!(status(&desk, BEGIN), before);
}
