//! Commitments: `sha256sum`, and a match under commit-reveal.

use std::process::Command;

use sealord::party::Party;
use sealord::rules::two_sided::party::{ALLIES, AXIS};

use super::support::{Desk, PARTIES, answers, hashes};
use crate::skip::skip_without;

/// Seals the orders of a party for the open exchange; gives back the commitment. The file is `<side>.sealed`.
pub fn seal(desk: &Desk, party: Party, salt: &str) -> String {
    let packet = desk.packet("m", party);
    desk.write("orders.yaml", answers(&packet, 0, 1));
    let out = format!("{}.sealed", party.id());
    _ = std::fs::remove_file(desk.path(&out));
    let from = format!("m/packets/{:03}-{}.json", packet.exchange, party.id());
    let args = ["seal", "orders.yaml", "--packet", &from, "-o", &out, "--salt", &salt.repeat(64)];
    desk.ok(&args).split_whitespace().next().unwrap().to_owned()
}

fn commit_reveal() -> Desk {
    let desk = Desk::new();
    desk.begin("m", &["--trust", "commit-reveal", "--umpire-plays", "allies"]);
    desk
}

#[test]
fn sha256sum_alone_proves_a_commitment() {
    let desk = Desk::new();
    desk.begin("m", &[]);
    let commitment = seal(&desk, AXIS, "1");
    let receipt = desk.ok(&["receive", "m", "axis.sealed"]);
    assert!(receipt.contains(&format!("\nsha256 {commitment}\n")), "{receipt}");
    let Ok(output) = Command::new("sha256sum").arg(desk.path("axis.sealed")).output() else {
        return skip_without("sha256sum");
    };
    assert!(output.status.success());
    assert_eq!(String::from_utf8(output.stdout).unwrap().split(' ').next(), Some(commitment.as_str()));
}

#[test]
fn an_exchange_by_commit_and_reveal() {
    let desk = commit_reveal();
    let promises = PARTIES.map(|party| (party.id(), seal(&desk, party, "2")));
    for (at, (party, commitment)) in promises.iter().enumerate() {
        let ran = desk.expect(1, &["reveal", "m", "axis.sealed"]);
        assert!(ran.err.contains("help: "), "{ran:?}");
        desk.ok(&["commit", "m", party, &format!("{commitment}  {party}.sealed")]);
        let status = desk.status("m");
        assert_eq!(status["committed"].as_array().unwrap().len(), at + 1);
        assert!(desk.ok(&["status", "m"]).contains("committed, not yet revealed: "));
    }
    desk.expect(4, &["resolve", "m"]);
    for party in ["allies", "axis"] {
        desk.ok(&["reveal", "m", &format!("{party}.sealed")]);
    }
    assert_eq!(desk.status("m")["missing"].as_array().unwrap().len(), 0);
    let again = desk.json(0, &["reveal", "m", "axis.sealed"]);
    assert_eq!(again["again"], true);
    desk.ok(&["resolve", "m"]);
    assert_eq!(desk.status("m")["exchange"], 2);
    desk.ok(&["audit", "m"]);
}

#[test]
fn a_reveal_that_was_not_promised_is_a_failed_proof() {
    let desk = commit_reveal();
    for party in PARTIES {
        let commitment = seal(&desk, party, "3");
        desk.ok(&["commit", "m", party.id(), &commitment]);
    }
    let before = hashes(&desk.path("m"));
    seal(&desk, AXIS, "4");
    let ran = desk.expect(5, &["reveal", "m", "axis.sealed"]);
    assert!(ran.err.contains("not the file that was committed to"), "{ran:?}");
    assert_eq!(hashes(&desk.path("m")), before);
}

#[test]
fn once_a_file_is_open_no_promise_changes() {
    let desk = commit_reveal();
    let promises = PARTIES.map(|party| seal(&desk, party, "5"));
    desk.ok(&["commit", "m", "axis", &promises[1]]);
    desk.ok(&["commit", "m", "axis", &promises[0]]);
    // A promise that was replaced never counts again.
    let ran = desk.expect(1, &["commit", "m", "axis", &promises[1]]);
    assert!(ran.err.contains("was replaced"), "{ran:?}");
    desk.ok(&["commit", "m", "allies", &promises[1]]);
    desk.ok(&["reveal", "m", "allies.sealed"]);
    let before = hashes(&desk.path("m"));
    let other = seal(&desk, AXIS, "6");
    desk.expect(1, &["commit", "m", "axis", &other]);
    desk.expect(5, &["reveal", "m", "axis.sealed"]);
    seal(&desk, ALLIES, "6");
    desk.expect(5, &["receive", "m", "allies.sealed"]);
    assert_eq!(hashes(&desk.path("m")), before);
    assert!(!before.is_empty());
}

#[test]
fn plain_orders_and_nonsense_are_no_promises() {
    let desk = commit_reveal();
    desk.expect(1, &["receive", "m", "m/forms/001-axis.yaml"]);
    desk.expect(1, &["reveal", "m", "m/forms/001-axis.yaml"]);
    desk.expect(1, &["commit", "m", "axis", "not-a-hash"]);
}

#[test]
fn where_the_umpire_plays_both_parties_seal_and_saying_nothing_is_an_order() {
    let desk = Desk::new();
    desk.begin("m", &["--trust", "commit-reveal", "--umpire-plays", "axis"]);
    assert_eq!(desk.status("m")["missing"].as_array().unwrap().len(), 2);
    let packet = desk.packet("m", ALLIES);
    assert!(packet.asked && packet.questions.is_empty());
    for party in PARTIES {
        let commitment = seal(&desk, party, "8");
        desk.ok(&["commit", "m", party.id(), &commitment]);
        desk.expect(4, &["resolve", "m"]);
    }
    desk.ok(&["reveal", "m", "axis.sealed"]);
    let receipt = desk.ok(&["reveal", "m", "allies.sealed"]);
    assert!(receipt.contains("understood: no answers"), "{receipt}");
    desk.ok(&["resolve", "m"]);
    desk.ok(&["audit", "m"]);
}

#[test]
fn under_the_umpire_a_promise_alone_takes_no_file_away() {
    let desk = Desk::new();
    desk.begin("m", &[]);
    seal(&desk, AXIS, "1");
    desk.ok(&["receive", "m", "axis.sealed"]);
    // This is also where a crash leaves the match in the midst of receiving a second file.
    let second = seal(&desk, AXIS, "2");
    desk.ok(&["commit", "m", "axis", &second]);
    assert_eq!(desk.status("m")["missing"].as_array().unwrap().len(), 0);
    assert_eq!(desk.json(0, &["receive", "m", "axis.sealed"])["again"], false);
    desk.ok(&["resolve", "m"]);
    desk.ok(&["audit", "m"]);
}
