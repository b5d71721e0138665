//! What an audit lists although nothing is wrong: in words and as JSON, with its entry, exchange and side.
//! And a clock that was given wrongly.

use sealord::digest::Digest;
use sealord::entry::{Entry, Kind};
use sealord::journal::verify;
use sealord::party::Party;
use serde_json::{Value, json};

use super::forged::{Draft, drafts, first, write};
use super::promises::seal;
use super::support::{Desk, NOW, SALT, System, answers, on_every_system};

on_every_system! {
    what_an_audit_counts_and_lists,
    answers_by_the_umpire_are_in_the_reports_of_all_sides,
    a_time_far_from_the_newest_entry_needs_force,
}

/// Before the deadline of 24 hours.
const BEFORE: &str = "1941-05-25T05:00:00Z";
/// After it, and before the time for files is up.
const BETWEEN: &str = "1941-05-25T12:00:00Z";
/// After that as well.
const AFTER: &str = "1941-05-26T12:00:00Z";

/// Plays a match, or forges one.
type Play = fn(&Desk);

fn asked(desk: &Desk) -> Vec<Party> {
    desk.parties().iter().copied().filter(|party| desk.packet("m", *party).asked).collect()
}

fn entries(desk: &Desk, kind: Kind) -> Vec<Entry> {
    let entries = verify(&desk.read("m/journal.jsonl"), None).unwrap();
    entries.into_iter().filter(|entry| entry.header().kind == kind).collect()
}

#[track_caller]
fn done(desk: &Desk, now: &str, args: &[&str]) {
    let ran = desk.at(now, args);
    assert_eq!(ran.code, 0, "{args:?} {ran:?}");
}

/// All who are asked commit to files of 24 hours.
fn promised(desk: &Desk) -> Vec<Party> {
    desk.begin("m", &["--trust", "commit-reveal", "--deadline-hours", "24"]);
    let asked = asked(desk);
    for party in &asked {
        let commitment = seal(desk, *party, "7");
        done(desk, BEFORE, &["commit", "m", party.id(), &commitment]);
    }
    asked
}

fn opened_at(desk: &Desk, now: &str) {
    for party in promised(desk) {
        done(desk, now, &["reveal", "m", &format!("{}.sealed", party.id())]);
    }
    done(desk, now, &["resolve", "m"]);
}

/// Nobody opens what was promised.
fn kept_closed(desk: &Desk, now: &str, more: &[&str]) {
    promised(desk);
    done(desk, now, &[&["resolve", "m"], more].concat());
}

/// An exchange under the trust *umpire*, with changes to the entries of its first file.
fn gathered(desk: &Desk, change: impl Fn(&mut Vec<Draft>)) {
    desk.begin("m", &[]);
    desk.exchange("m", 0);
    let mut forged = drafts(desk);
    change(&mut forged);
    write(desk, 3, &forged);
}

fn withdrawn(drafts: &mut Vec<Draft>) {
    let (promise, reveal) = (first(drafts, Kind::Commitment), first(drafts, Kind::Reveal));
    let back = Draft { kind: Kind::Withdrawal, body: json!({}), ..drafts[reveal].clone() };
    let again = [back, drafts[promise].clone(), drafts[reveal].clone()];
    drafts.splice(reveal + 1..reveal + 1, again);
}

fn phantom(drafts: &mut Vec<Draft>) {
    let (promise, reveal) = (first(drafts, Kind::Commitment), first(drafts, Kind::Reveal));
    let other = json!({ "commitment": Digest::of(b"what nobody wrote").to_string() });
    drafts.insert(reveal + 1, Draft { body: other, ..drafts[promise].clone() });
}

fn hesitant(desk: &Desk) {
    desk.begin("m", &["--deadline-hours", "24"]);
    for party in asked(desk) {
        let orders = answers(&desk.packet("m", party), 0, 1).replace("final: true\n", "");
        desk.write("orders.yaml", orders);
        desk.ok(&["receive", "m", "orders.yaml", "--salt", SALT]);
    }
    desk.expect(4, &["resolve", "m"]);
    desk.ok(&["resolve", "m", "--close"]);
}

fn stood_in(desk: &Desk) {
    desk.begin("m", &["--trust", "commit-reveal", "--asked-seal", "--missing", "umpire"]);
    for party in asked(desk) {
        desk.write("orders.yaml", answers(&desk.packet("m", party), 0, 1));
        desk.ok(&["receive", "m", "orders.yaml", "--side", party.id()]);
    }
    desk.ok(&["resolve", "m", "--close"]);
}

fn undone(desk: &Desk) {
    desk.begin("m", &[]);
    desk.exchange("m", 0);
    desk.ok(&["undo", "m", "--to", "1", "--reason", "a misread port"]);
}

fn ruled_over(desk: &Desk) {
    desk.begin("m", &[]);
    desk.hand_in("m", 0);
    desk.rule("m", "made good");
}

/// How often the audit should count something: as often as there are entries of a kind, or so many times.
enum Times {
    EachOf(Kind),
    Just(usize),
}

fn what_an_audit_counts_and_lists(system: &'static System) {
    use Times::{EachOf, Just};
    let table: [(Play, &str, &str, Times); 11] = [
        (|desk| opened_at(desk, BEFORE), "late", "late", Just(0)),
        (|desk| opened_at(desk, BETWEEN), "late", "late", Just(0)),
        (|desk| opened_at(desk, AFTER), "late", "late", EachOf(Kind::Reveal)),
        (|desk| kept_closed(desk, BETWEEN, &["--close"]), "early", "early", EachOf(Kind::Default)),
        (|desk| kept_closed(desk, AFTER, &[]), "early", "early", Just(0)),
        (|desk| gathered(desk, withdrawn), "withdrawals", "withdrawal", Just(1)),
        (|desk| gathered(desk, phantom), "unopened", "unopened", Just(1)),
        (hesitant, "not_final", "not-final", EachOf(Kind::Reveal)),
        (stood_in, "by_umpire", "by-umpire", EachOf(Kind::Default)),
        (undone, "undone_commitments", "undone-commitment", EachOf(Kind::Commitment)),
        (ruled_over, "undone_commitments", "undone-commitment", EachOf(Kind::Commitment)),
    ];
    for (row, (play, field, word, times)) in table.into_iter().enumerate() {
        let desk = Desk::of(system);
        play(&desk);
        let times = match times {
            EachOf(kind) => entries(&desk, kind).len(),
            Just(times) => times,
        };
        let audit = desk.json(0, &["audit", "m"]);
        assert_eq!(audit[field], json!(times), "row {row}: {audit:#}");
        let remarks: Vec<&Value> =
            audit["remarks"].as_array().unwrap().iter().filter(|remark| remark["what"] == word).collect();
        assert_eq!(remarks.len(), times, "row {row}: {audit:#}");
        let told = desk.ok(&["audit", "m"]);
        for remark in remarks {
            let (entry, side) = (&remark["entry"], remark["side"].as_str().unwrap());
            let line = format!("    entry {entry}, exchange 1: ");
            let line = told.lines().find(|it| it.starts_with(&line)).unwrap_or_else(|| panic!("{told}"));
            assert!(line.contains(Party::parse(side).unwrap().name()), "row {row}: {told}");
        }
    }
}

fn answers_by_the_umpire_are_in_the_reports_of_all_sides(system: &'static System) {
    let desk = Desk::of(system);
    stood_in(&desk);
    let answered: Vec<Party> =
        entries(&desk, Kind::Default).iter().filter_map(|entry| entry.header().party).collect();
    assert!(!answered.is_empty());
    for reader in desk.parties() {
        for extension in ["txt", "md", "html"] {
            let report = desk.read(format!("m/reports/002-{}.{extension}", reader.id()));
            let report = String::from_utf8(report).unwrap();
            let report = report.split_whitespace().collect::<Vec<_>>().join(" ");
            for party in &answered {
                let told = format!("The umpire wrote answers for the {} in exchange 1", party.name());
                assert!(report.contains(&told), "{} {extension}", reader.id());
            }
        }
    }
}

fn a_time_far_from_the_newest_entry_needs_force(system: &'static System) {
    let desk = Desk::of(system);
    desk.begin("m", &["--deadline-hours", "24"]);
    let before = desk.read("m/journal.jsonl");
    let far = "1941-06-24T06:00:00Z";
    for args in [&["resolve", "m", "--close"][..], &["undo", "m", "--to", "1", "--reason", "x"]] {
        let ran = desk.at(far, args);
        assert!(ran.code == 2 && ran.err.contains("--force"), "{args:?} {ran:?}");
        let ran = desk.run(&[&["--now", "2036-01-01T00:00:00Z"], args].concat());
        assert!(ran.code == 2 && ran.err.contains("--force"), "{args:?} {ran:?}");
    }
    assert_eq!(desk.read("m/journal.jsonl"), before);
    done(&desk, far, &["status", "m"]);
    let edge = "1941-06-24T05:52:00Z";
    done(&desk, edge, &["undo", "m", "--to", "1", "--reason", "31 days later"]);
    done(&desk, "1942-05-24T05:52:00Z", &["--force", "resolve", "m", "--close"]);
    // A clock that was set back is believed as little as ever.
    done(&desk, NOW, &["resolve", "m", "--close"]);
    desk.ok(&["audit", "m"]);
}
