//! What is to be done with an open exchange.

use super::common;

use common::{clock, opening, pause, ts};
use sealord::clock::{Fixed, PartyState, Verdict, decide};

/// Deadline on Sunday 6 December 2026, 19:00 UTC, grace until Monday 07:00.
const FULL: &str = "\
zone: Europe/Berlin
every: Sunday 20:00
grace: 12h
early: {after: 6h}
reminders: [48h, 12h]
outage: 2
";
const OPENED: &str = "2026-12-01T12:00:00Z";

fn fixed(yaml: &str) -> Fixed {
    clock(yaml).fix(&opening(OPENED)).unwrap()
}

/// A party: nothing, orders (`o`) or final orders (`f`), changed at an instant.
fn party(name: &str, orders: &str, change: Option<&str>) -> PartyState {
    PartyState {
        party: name.to_owned(),
        asked: true,
        has_orders: !orders.is_empty(),
        is_final: orders == "f",
        last_change: change.map(ts),
        choice: true,
    }
}

fn none() -> Vec<PartyState> {
    vec![party("axis", "", None), party("allies", "", None)]
}

fn wait(until: &str) -> Verdict {
    Verdict::Wait { until: ts(until) }
}

fn words(list: &[&str]) -> Vec<String> {
    list.iter().map(|it| (*it).to_owned()).collect()
}

#[test]
fn waiting_and_reminding() {
    let fixed = fixed(FULL);
    assert_eq!(decide(ts(OPENED), &fixed, &none()), wait("2026-12-04T19:00:00Z"));
    let parties = [
        party("axis", "o", Some("2026-12-02T00:00:00Z")),
        party("allies", "f", Some("2026-12-02T00:00:00Z")),
    ];
    for (now, lead, until) in [
        ("2026-12-04T19:00:00Z", "2d", "2026-12-06T07:00:00Z"),
        ("2026-12-06T06:59:59Z", "2d", "2026-12-06T07:00:00Z"),
        ("2026-12-06T07:00:00Z", "12h", "2026-12-06T19:00:00Z"),
        ("2026-12-06T18:59:59Z", "12h", "2026-12-06T19:00:00Z"),
    ] {
        match decide(ts(now), &fixed, &parties) {
            Verdict::Remind { reminder, parties, until: next } => {
                assert_eq!(reminder.to_string(), format!("1/2026-12-06T19:00:00Z/{lead}"));
                assert_eq!((parties, next), (words(&["axis"]), ts(until)));
            }
            other => panic!("{now}: {other:?}"),
        }
    }
}

#[test]
fn all_final_closes_early_after_a_change_of_mind_delay() {
    let parties = [
        party("axis", "f", Some("2026-12-02T00:00:00Z")),
        party("allies", "f", Some("2026-12-02T10:00:00Z")),
    ];
    let fixed = fixed(FULL);
    let at = ts("2026-12-02T16:00:00Z");
    assert_eq!(decide(ts("2026-12-02T15:59:59Z"), &fixed, &parties), Verdict::Wait { until: at });
    assert_eq!(decide(at, &fixed, &parties), Verdict::CloseEarly { at });
    assert_eq!(decide(ts("2027-01-01T00:00:00Z"), &fixed, &parties), Verdict::CloseEarly { at });
    // Without `early` it waits, and nobody is reminded.
    let slow = self::fixed("zone: Europe/Berlin\nevery: Sunday 20:00\nreminders: 12h\n");
    assert_eq!(decide(ts("2026-12-06T18:00:00Z"), &slow, &parties), wait("2026-12-06T19:00:00Z"));
    // Too near to the deadline for the delay: the deadline counts.
    let near = [party("axis", "f", Some("2026-12-06T13:00:00Z"))];
    assert_eq!(decide(ts("2026-12-06T18:59:59Z"), &fixed, &near), wait("2026-12-06T19:00:00Z"));
    assert_eq!(
        decide(ts("2026-12-06T19:00:00Z"), &fixed, &near),
        Verdict::Close { on_time: words(&["axis"]), late: vec![], missing: vec![] }
    );
}

#[test]
fn orders_that_are_not_final_count_at_the_deadline() {
    let parties = [party("axis", "o", Some("2026-12-06T19:00:00Z")), party("allies", "f", None)];
    assert_eq!(
        decide(ts("2026-12-06T19:00:00Z"), &fixed(FULL), &parties),
        Verdict::Close { on_time: words(&["axis", "allies"]), late: vec![], missing: vec![] }
    );
}

#[test]
fn late_parties_are_named() {
    let fixed = fixed(FULL);
    let parties = |allies| vec![party("axis", "o", Some("2026-12-06T18:00:00Z")), allies];
    let until = ts("2026-12-07T07:00:00Z");
    let missing = words(&["allies"]);
    let grace = Verdict::InGrace { missing: missing.clone(), until };
    assert_eq!(decide(ts("2026-12-06T19:00:00Z"), &fixed, &parties(party("allies", "", None))), grace);
    assert_eq!(decide(ts("2026-12-07T06:59:59Z"), &fixed, &parties(party("allies", "", None))), grace);
    let late = party("allies", "o", Some("2026-12-06T20:00:00Z"));
    assert_eq!(
        decide(ts("2026-12-06T20:00:00Z"), &fixed, &parties(late)),
        Verdict::Close { on_time: words(&["axis"]), late: missing.clone(), missing: vec![] }
    );
    let closed = Verdict::Close { on_time: words(&["axis"]), late: vec![], missing };
    assert_eq!(decide(until, &fixed, &parties(party("allies", "", None))), closed);
    // After the grace nothing counts any more.
    let too_late = party("allies", "f", Some("2026-12-07T07:00:01Z"));
    assert_eq!(decide(ts("2026-12-08T00:00:00Z"), &fixed, &parties(too_late)), closed);
}

#[test]
fn too_many_missing_at_once_is_an_outage() {
    let fixed = fixed(FULL);
    let grace = decide(ts("2026-12-06T19:00:00Z"), &fixed, &none());
    assert!(matches!(grace, Verdict::InGrace { .. }));
    let missing = words(&["axis", "allies"]);
    assert_eq!(
        decide(ts("2026-12-07T07:00:00Z"), &fixed, &none()),
        Verdict::Outage { missing: missing.clone() }
    );
    let lax = self::fixed("zone: Europe/Berlin\nevery: Sunday 20:00\n");
    assert_eq!(
        decide(ts("2026-12-06T19:00:00Z"), &lax, &none()),
        Verdict::Close { on_time: vec![], late: vec![], missing }
    );
}

#[test]
fn nobody_is_charged_without_a_choice() {
    let fixed = fixed(FULL);
    let mut parties = none();
    parties[1].choice = false;
    let end = ts("2026-12-07T07:00:00Z");
    assert_eq!(
        decide(end, &fixed, &parties),
        Verdict::Close { on_time: vec![], late: vec![], missing: words(&["axis"]) }
    );
    parties[0] = party("axis", "f", Some("2026-12-02T00:00:00Z"));
    assert_eq!(decide(end, &fixed, &parties), Verdict::CloseEarly { at: ts("2026-12-02T06:00:00Z") });
    parties[0].asked = false;
    assert_eq!(decide(ts(OPENED), &fixed, &parties), Verdict::CloseEarly { at: ts(OPENED) });
}

#[test]
fn paused_or_without_a_deadline() {
    let mut stopped = clock(FULL);
    stopped.record(pause(), ts("2026-12-02T00:00:00Z")).unwrap();
    let fixed = stopped.fix(&opening(OPENED)).unwrap();
    assert_eq!(decide(ts("2027-12-02T00:00:00Z"), &fixed, &none()), Verdict::Paused);
    let by_hand = self::fixed("zone: UTC\nnone: true\n");
    assert_eq!(decide(ts("2027-12-02T00:00:00Z"), &by_hand, &none()), Verdict::NoDeadline);
    let parties = [party("axis", "f", Some("2026-12-02T00:00:00Z"))];
    assert_eq!(decide(ts("2027-12-02T00:00:00Z"), &by_hand, &parties), Verdict::NoDeadline);
    // By hand, but early once all is final.
    let early = self::fixed("zone: UTC\nnone: true\nearly: {after: 6h}\n");
    assert_eq!(decide(ts("2026-12-02T01:00:00Z"), &early, &parties), wait("2026-12-02T06:00:00Z"));
    assert_eq!(
        decide(ts("2026-12-03T00:00:00Z"), &early, &parties),
        Verdict::CloseEarly { at: ts("2026-12-02T06:00:00Z") }
    );
}

#[test]
fn the_delay_counts_from_the_opening_for_orders_sent_ahead() {
    let parties = [party("axis", "f", Some("2026-11-20T00:00:00Z"))];
    assert_eq!(decide(ts(OPENED), &fixed(FULL), &parties), wait("2026-12-01T18:00:00Z"));
}
