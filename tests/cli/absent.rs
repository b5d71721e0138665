//! Commit-reveal when somebody does not come: no promised file is passed over before it could be opened, and
//! the umpire who plays is held to his own.

use sealord::entry::{Entry, Kind};
use sealord::party::Party;
use sealord::rules::two_sided::party::{ALLIES, AXIS};

use super::promises::seal;
use super::support::{Desk, NOW, PARTIES};

const BEFORE: &str = "1941-05-25T05:51:59Z";
const DEADLINE: &str = "1941-05-25T05:52:00Z";
const FILES_DUE: &str = "1941-05-26T05:51:59Z";

fn begin(more: &[&str]) -> Desk {
    let desk = Desk::new();
    desk.begin("m", &[&["--trust", "commit-reveal"], more].concat());
    desk
}

fn promise(desk: &Desk, party: Party) {
    let commitment = seal(desk, party, "7");
    desk.ok(&["commit", "m", party.id(), &commitment]);
}

fn open(desk: &Desk, party: Party) {
    desk.ok(&["reveal", "m", &format!("{}.sealed", party.id())]);
}

/// The parties for which a policy answered.
fn defaults(desk: &Desk) -> Vec<Party> {
    let entries = sealord::journal::verify(&desk.read("m/journal.jsonl"), None).unwrap();
    let defaults = entries.iter().filter(|entry| entry.header().kind == Kind::Default);
    defaults.filter_map(|entry: &Entry| entry.header().party).collect()
}

#[test]
fn an_absent_party_takes_no_orders_from_the_punctual_one() {
    for policy in ["doctrine", "hold", "staff"] {
        for (absent, punctual) in [(AXIS, ALLIES), (ALLIES, AXIS)] {
            let desk = begin(&["--umpire-plays", "allies", "--missing", policy]);
            promise(&desk, punctual);
            desk.expect(4, &["resolve", "m"]);
            assert!(defaults(&desk).is_empty());
            let ran = desk.expect(4, &["resolve", "m", "--close"]);
            assert!(ran.err.contains(&format!("{} may now open", punctual.name())), "{ran:?}");
            assert_eq!(defaults(&desk), [absent]);
            desk.expect(4, &["resolve", "m"]);
            open(&desk, punctual);
            desk.ok(&["resolve", "m"]);
            assert_eq!(defaults(&desk), [absent]);
            desk.ok(&["audit", "m"]);
        }
    }
}

#[test]
fn a_party_that_keeps_its_file_closed_is_passed_over_at_the_second_call() {
    let desk = begin(&["--umpire-plays", "allies"]);
    promise(&desk, AXIS);
    desk.expect(4, &["resolve", "m", "--close"]);
    desk.ok(&["resolve", "m", "--close"]);
    assert_eq!(defaults(&desk), PARTIES.map(|party| if party == AXIS { ALLIES } else { AXIS }));
    desk.ok(&["audit", "m"]);
}

#[test]
fn files_have_as_many_hours_as_commitments() {
    let desk = begin(&["--asked-seal", "--deadline-hours", "24"]);
    let commitment = seal(&desk, AXIS, "7");
    assert_eq!(desk.at(BEFORE, &["commit", "m", "axis", &commitment]).code, 0);
    let ran = desk.at(DEADLINE, &["resolve", "m"]);
    assert!(ran.code == 4 && ran.err.contains(FILES_DUE), "{ran:?}");
    assert!(desk.at(DEADLINE, &["status", "m"]).out.contains("may now open"));
    assert!(desk.status("m")["waits_for"].as_str().unwrap().contains(FILES_DUE));
    assert!(defaults(&desk).is_empty());
    assert_eq!(desk.at(FILES_DUE, &["resolve", "m"]).code, 0);
    assert_eq!(defaults(&desk), [AXIS]);
    desk.ok(&["audit", "m"]);
}

#[test]
fn what_all_have_opened_waits_for_no_deadline() {
    let desk = begin(&["--asked-seal", "--deadline-hours", "24"]);
    desk.ok(&["seal", "m/forms/001-axis.yaml", "-p", "m/packets/001-axis.json", "-o", "axis.sealed"]);
    let sum = sealord::digest::Digest::of(&desk.read("axis.sealed")).to_string();
    desk.ok(&["commit", "m", "axis", &sum]);
    let receipt = desk.json(0, &["reveal", "m", "axis.sealed"]);
    assert_eq!(receipt["final"], false);
    desk.ok(&["resolve", "m"]);
}

#[test]
fn after_the_deadline_no_other_commitment_is_taken() {
    let desk = begin(&["--asked-seal", "--deadline-hours", "24"]);
    let first = seal(&desk, AXIS, "7");
    assert_eq!(desk.at(BEFORE, &["commit", "m", "axis", &first]).code, 0);
    let second = seal(&desk, AXIS, "8");
    let ran = desk.at(DEADLINE, &["commit", "m", "axis", &second]);
    assert!(ran.code == 1 && ran.err.contains("deadline"), "{ran:?}");
    assert_eq!(desk.at(DEADLINE, &["commit", "m", "axis", &first]).code, 0);
    assert_eq!(desk.at(BEFORE, &["commit", "m", "axis", &second]).code, 0);
}

#[test]
fn the_umpire_opens_his_own_file_first_and_cannot_let_it_fall_due() {
    let desk = begin(&["--umpire-plays", "allies", "--deadline-hours", "24"]);
    PARTIES.iter().for_each(|&party| promise(&desk, party));
    let ran = desk.expect(1, &["reveal", "m", "axis.sealed"]);
    assert!(ran.err.contains("has not opened his own file"), "{ran:?}");
    for args in [&["resolve", "m", "--force", "--close"][..], &["resolve", "m", "--force"]] {
        let ran = desk.at("1942-01-01T00:00:00Z", args);
        assert!(ran.code == 1 && ran.err.contains("sealord reveal"), "{ran:?}");
    }
    assert!(defaults(&desk).is_empty());
    open(&desk, ALLIES);
    open(&desk, AXIS);
    desk.ok(&["resolve", "m"]);
    desk.ok(&["audit", "m"]);
}

#[test]
fn the_umpire_who_is_sent_files_plays_no_party() {
    let desk = Desk::new();
    let ran = desk.expect(2, &["new", "m", "--umpire-plays", "axis"]);
    assert!(ran.err.contains("--trust commit-reveal"), "{ran:?}");
    assert!(!desk.path("m").exists());
}

#[test]
fn the_umpire_answers_for_who_keeps_a_file_closed() {
    let desk = begin(&["--asked-seal", "--missing", "umpire", "--deadline-hours", "24"]);
    promise(&desk, AXIS);
    desk.write("umpire.yaml", "answers: {}\n");
    let give = ["receive", "m", "umpire.yaml", "--side", "axis", "--force"];
    let early = desk.at(BEFORE, &give);
    assert!(early.code == 1 && early.err.contains("have time until"), "{early:?}");
    let late = "1942-01-01T00:00:00Z";
    let ran = desk.at(late, &["resolve", "m", "--force"]);
    assert!(ran.code == 4 && ran.err.contains("--side"), "{ran:?}");
    desk.write("wrong.yaml", "answers:\n  setup/nowhere: 1\n");
    assert_eq!(desk.at(late, &["receive", "m", "wrong.yaml", "--side", "axis", "--force"]).code, 1);
    let ran = desk.at(late, &give);
    assert!(ran.code == 0 && ran.out.contains("umpire's answer"), "{ran:?}");
    assert!(desk.at(late, &give).out.contains("was already here"));
    assert_eq!(defaults(&desk), [AXIS]);
    assert_eq!(desk.at(late, &["resolve", "m"]).code, 0);
    desk.ok(&["audit", "m"]);
}

#[test]
fn nobody_is_passed_over_while_the_umpire_is_waited_for() {
    let desk = begin(&["--missing", "umpire", "--umpire-plays", "allies"]);
    for _ in 0..6 {
        let asks = PARTIES.map(|party| !desk.packet("m", party).questions.is_empty());
        if asks == [false, true] {
            let before = desk.read("m/journal.jsonl");
            desk.expect(4, &["resolve", "m", "--close"]);
            assert_eq!(desk.read("m/journal.jsonl"), before, "nothing is recorded for the Axis");
            return;
        }
        PARTIES.iter().for_each(|&party| promise(&desk, party));
        open(&desk, ALLIES);
        open(&desk, AXIS);
        desk.at(NOW, &["resolve", "m"]);
    }
    panic!("the Allies alone are asked nothing in six exchanges");
}
