//! Deadlines, and what happens to parties that send nothing.

use sealord::digest::Digest;
use sealord::entry::{Entry, Kind};
use sealord::party::Party;
use sealord::rules::two_sided::party::AXIS;

use super::support::{Desk, NOW, SALT, answers};

const BEFORE: &str = "1941-05-25T05:51:59Z";
const AFTER: &str = "1941-05-25T05:52:00Z";

fn entries(desk: &Desk) -> Vec<Entry> {
    sealord::journal::verify(&desk.read("m/journal.jsonl"), None).unwrap()
}

/// The orders given for parties by policy.
fn defaults(desk: &Desk) -> Vec<(Party, String)> {
    let entries = entries(desk);
    let defaults = entries.iter().filter(|entry| entry.header().kind == Kind::Default);
    let orders = |entry: &Entry| entry.body()["orders"].as_str().unwrap().to_owned();
    defaults.map(|entry| (entry.header().party.unwrap(), orders(entry))).collect()
}

/// What the newest resolution told.
fn told(desk: &Desk) -> serde_json::Value {
    let entries = entries(desk);
    let last = entries.iter().rfind(|entry| entry.header().kind == Kind::Resolved).unwrap();
    last.body()
}

fn missed(policy: &str) -> Desk {
    let desk = Desk::new();
    desk.begin("m", &["--deadline-hours", "24", "--missing", policy]);
    assert_eq!(desk.status("m")["deadline"], AFTER);
    assert_eq!(desk.at(BEFORE, &["resolve", "m"]).code, 4);
    desk
}

#[test]
fn doctrine_leaves_a_silent_party_to_silence() {
    let (desk, spoken) = (missed("doctrine"), missed("doctrine"));
    assert_eq!(desk.at(AFTER, &["resolve", "m"]).code, 0);
    assert_eq!(defaults(&desk), [(AXIS, "answers: {}\n".to_owned())]);
    spoken.hand_in("m", 0);
    spoken.at(AFTER, &["resolve", "m"]);
    assert!(told(&desk).to_string().contains("convoy-placed"));
    assert_eq!(told(&desk), told(&spoken), "silence means what the form is filled in with");
    desk.ok(&["audit", "m"]);
}

#[test]
fn doctrine_answers_before_anybody_is_asked() {
    let desk = missed("doctrine");
    desk.write("standing.yaml", "side: axis\nfinal: true\nanswers: {}\ndoctrine:\n  deploy: any\n");
    desk.ok(&["receive", "m", "standing.yaml", "--salt", SALT]);
    desk.ok(&["resolve", "m"]);
    desk.exchange("m", 0);
    let packet = desk.packet("m", AXIS);
    assert_eq!((packet.exchange, packet.asked), (3, false), "doctrine deploys");
    assert!(packet.doctrine.contains("deploy: any"));
    desk.ok(&["audit", "m"]);
}

#[test]
fn hold_says_what_silence_means() {
    let desk = missed("hold");
    let packet = desk.packet("m", AXIS);
    assert_eq!(desk.at(AFTER, &["resolve", "m"]).code, 0);
    let defaults = defaults(&desk);
    let [(party, orders)] = &defaults[..] else { panic!("{defaults:?}") };
    assert_eq!(*party, AXIS);
    let spoken = answers(&packet, 0, 1);
    assert!(spoken.ends_with(orders), "{orders}");
    desk.ok(&["audit", "m"]);
}

#[test]
fn staff_lets_an_officer_decide() {
    let desk = missed("staff");
    let packet = desk.packet("m", AXIS);
    assert_eq!(desk.at(AFTER, &["resolve", "m"]).code, 0);
    let defaults = defaults(&desk);
    let [(party, orders)] = &defaults[..] else { panic!("{defaults:?}") };
    assert_eq!(*party, AXIS);
    assert!(!answers(&packet, 0, 1).ends_with(orders), "an officer has ideas of his own");
    let public = Digest::of_parts(&[
        packet.genesis.as_bytes(),
        &packet.exchange.to_be_bytes(),
        packet.party.id().as_bytes(),
    ]);
    let guess = public.as_bytes()[..8].iter().fold(0, |sum, &byte| sum << 8 | u64::from(byte));
    assert!(!answers(&packet, 60, guess).ends_with(orders), "nobody can foresee them from what is public");
    desk.write("officer.yaml", orders);
    desk.ok(&["audit", "m"]);
    desk.ok(&["check", "officer.yaml", "--packet", "m/packets/001-axis.json"]);
}

#[test]
fn umpire_waits_until_the_umpire_sends_orders() {
    let desk = missed("umpire");
    assert_eq!(desk.at(AFTER, &["resolve", "m"]).code, 4);
    assert_eq!(desk.at(AFTER, &["resolve", "m", "--close"]).code, 4);
    assert!(defaults(&desk).is_empty());
    desk.write("umpire.yaml", "answers: {}\n");
    assert_eq!(desk.at(AFTER, &["receive", "m", "umpire.yaml", "--side", "axis"]).code, 0);
    assert_eq!(desk.at(AFTER, &["resolve", "m"]).code, 0);
    desk.ok(&["audit", "m"]);
}

#[test]
fn the_umpire_answers_for_a_promise_without_a_file() {
    let desk = missed("umpire");
    desk.ok(&["commit", "m", "axis", &"0".repeat(64)]);
    desk.write("umpire.yaml", "answers: {}\n");
    assert_eq!(desk.at(AFTER, &["resolve", "m"]).code, 4);
    assert_eq!(desk.at(AFTER, &["receive", "m", "umpire.yaml", "--side", "axis"]).code, 0);
    assert_eq!(desk.at(AFTER, &["resolve", "m"]).code, 0);
    assert_eq!(defaults(&desk), [(AXIS, "answers: {}\n".to_owned())]);
    desk.ok(&["audit", "m"]);
}

#[test]
fn the_umpire_plans_for_nobody() {
    let desk = missed("umpire");
    desk.ok(&["commit", "m", "axis", &"0".repeat(64)]);
    desk.write("umpire.yaml", "answers: {}\nplans: []\n");
    let ran = desk.at(AFTER, &["receive", "m", "umpire.yaml", "--side", "axis"]);
    assert!(ran.code != 0 && ran.err.contains("only a side itself plans"), "{ran:?}");
    assert!(defaults(&desk).is_empty());
}

#[test]
fn close_waits_for_nobody() {
    let desk = missed("doctrine");
    assert_eq!(desk.at(BEFORE, &["resolve", "m", "--close"]).code, 0);
    assert_eq!(desk.status("m")["exchange"], 2);
}

#[test]
fn final_from_all_closes_before_the_deadline_and_less_does_not() {
    let desk = missed("doctrine");
    desk.ok(&["receive", "m", "m/forms/001-axis.yaml", "--salt", SALT]);
    let ran = desk.expect(4, &["resolve", "m"]);
    assert!(ran.err.contains("final: true"), "{ran:?}");
    let form = String::from_utf8(desk.read("m/forms/001-axis.yaml")).unwrap();
    desk.write("final.yaml", form.replace("# final: true ", "final: true "));
    desk.ok(&["receive", "m", "final.yaml", "--salt", SALT]);
    desk.ok(&["resolve", "m"]);
    assert!(defaults(&desk).is_empty());
}

#[test]
fn the_latest_file_before_the_deadline_counts() {
    let desk = missed("doctrine");
    let packet = desk.packet("m", AXIS);
    let mut commitments = Vec::new();
    for boldness in [100, 0, 70] {
        desk.write("orders.yaml", answers(&packet, boldness, 9));
        let ran = desk.at(BEFORE, &["--json", "receive", "m", "orders.yaml", "--salt", SALT]);
        let receipt: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
        commitments.push(receipt["commitment"].as_str().unwrap().to_owned());
    }
    assert_eq!(desk.at(AFTER, &["resolve", "m"]).code, 0);
    let (alone, last) = (missed("doctrine"), answers(&packet, 70, 9));
    alone.write("orders.yaml", last);
    let receipt = alone.json(0, &["receive", "m", "orders.yaml", "--salt", SALT]);
    assert_eq!(commitments.last().unwrap(), receipt["commitment"].as_str().unwrap());
    assert_eq!(alone.at(AFTER, &["resolve", "m"]).code, 0);
    assert_eq!(told(&desk), told(&alone));
    assert_eq!(alone.at(NOW, &["audit", "m"]).code, 0);
}

/// Doctrine for the convoys would answer the first question at once; by hand it is put to the party.
#[test]
fn a_match_may_have_kinds_decided_by_hand() {
    let desk = Desk::new();
    let slip = desk.run(&["new", "x", "--seed", "1", "--by-hand", "fier"]);
    assert_eq!(slip.code, 1);
    assert!(slip.err.contains("did you mean fire?"), "{}", slip.err);
    desk.begin("m", &["--by-hand", "combat,place-convoys"]);
    let genesis = entries(&desk)[0].body();
    let kinds = genesis["by_hand"].as_array().unwrap();
    assert_eq!(kinds[0], "place-convoys", "in the order of the system");
    assert!(kinds.iter().any(|kind| kind == "mat") && !kinds.iter().any(|kind| kind == "deploy"));
    let packet = desk.packet("m", AXIS);
    let orders = format!(
        "match: {}\nexchange: 1\nside: axis\ndoctrine:\n  mat: [{{prefer: [line]}}]\n  deploy: [{{prefer: [any]}}]\n",
        packet.match_id
    );
    desk.write("orders.yaml", orders);
    let told = desk.ok(&["check", "orders.yaml", "-p", "m/packets/001-axis.json"]);
    assert!(
        told.contains("in this match mat is decided by hand: doctrine answers only if you do not"),
        "{told}"
    );
    desk.ok(&["audit", "m"]);
}
