//! Journals forged with care: every hash made anew, the salts as the seed gives them, the head made right.

use sealord::digest::{Digest, Salt};
use sealord::entry::Place;
use sealord::entry::{Entry, Kind};
use sealord::journal::verify;
use sealord::party::Party;
use serde_json::{Value, json};

use super::support::{Desk, SALT, SEAS_OF_THUNDER, System, answers, on_every_system};
use super::tamper::{AFTER_GENESIS, caught, copied, notes};

on_every_system! {
    written_anew_without_a_change_it_holds,
    silence_that_the_policy_did_not_answer,
    answers_by_policy_twice_or_for_nobody,
    headers_that_say_something_else_than_their_entries,
    a_salt_that_the_umpire_chose,
    a_missing_head_is_told_and_nothing_is_written,
    a_journal_rewritten_since_a_packet_was_sent,
    files_after_the_deadline_and_policy_before_it_are_noted,
    a_clock_that_is_set_back_does_not_set_the_journal_back,
}

/// An entry that can be changed.
#[derive(Clone)]
pub struct Draft {
    pub kind: Kind,
    pub exchange: Option<u32>,
    pub party: Option<Party>,
    pub time: String,
    pub body: Value,
    pub salt: Option<Salt>,
}

/// The entries of a journal.
pub fn drafts(desk: &Desk) -> Vec<Draft> {
    let draft = |entry: Entry| {
        let header = entry.header();
        let (kind, exchange, party, time) = (header.kind, header.exchange, header.party, header.time.clone());
        Draft { kind, exchange, party, time, body: entry.body(), salt: None }
    };
    verify(&desk.read("m/journal.jsonl"), None).unwrap().into_iter().map(draft).collect()
}

/// The salt of an entry's body, as `docs/journal.md` says.
fn salt(seed: &str, number: u64) -> Salt {
    let parts: [&[u8]; 3] = [b"sealord/journal-salt/v1\0", seed.as_bytes(), &number.to_be_bytes()];
    Salt::from_bytes(*Digest::of_parts(&parts).as_bytes())
}

/// Writes a journal anew, as somebody who knows the seed can.
pub fn write(desk: &Desk, number: u64, drafts: &[Draft]) {
    let seed = sealord::dice::Seed::practice(number).to_hex();
    let (mut prev, mut journal, mut number) = (Digest::ZERO, Vec::new(), 0);
    for Draft { kind, exchange, party, time, body, salt: own } in drafts.iter().cloned() {
        number += 1;
        let place = Place { number, prev, kind, exchange, party, time: &time };
        let made = Entry::make(place, body, own.unwrap_or_else(|| salt(&seed, number))).unwrap();
        prev = made.hash();
        journal.extend(made.line());
    }
    desk.write("m/journal.jsonl", journal);
    desk.write("m/head.json", format!("{{\"hash\":\"{prev}\",\"number\":{number}}}\n"));
}

/// The place of the first entry of a kind.
pub fn first(drafts: &[Draft], kind: Kind) -> usize {
    drafts.iter().position(|draft| draft.kind == kind).unwrap_or_else(|| panic!("no {kind}"))
}

/// A match of one exchange that its umpire closed early, in a folder without the seed.
fn closed_early(system: &'static System) -> Desk {
    let desk = Desk::of(system);
    desk.begin("m", &["--deadline-hours", "24"]);
    desk.ok(&["resolve", "m", "--close"]);
    std::fs::remove_dir_all(desk.path("m/secret")).unwrap();
    desk
}

fn written_anew_without_a_change_it_holds(system: &'static System) {
    let desk = copied(system);
    let before = desk.read("m/journal.jsonl");
    write(&desk, 5, &drafts(&desk));
    assert_eq!(desk.read("m/journal.jsonl"), before);
    desk.ok(&["audit", "m"]);
}

fn silence_that_the_policy_did_not_answer(system: &'static System) {
    for (desk, seed) in [(copied(system), 5), (closed_early(system), 3)] {
        let mut changed = drafts(&desk);
        let at = first(&changed, Kind::Default);
        changed.remove(at);
        let resolved = changed[at..].iter().position(|draft| draft.kind == Kind::Resolved).unwrap() + at;
        write(&desk, seed, &changed);
        assert_eq!(caught(&desk, "a dropped default"), resolved as u64 + 1);
        assert!(desk.run(&["audit", "m"]).err.contains("no entry answers"));
    }
}

fn answers_by_policy_twice_or_for_nobody(system: &'static System) {
    let desk = copied(system);
    let whole = drafts(&desk);
    let at = first(&whole, Kind::Default);
    let mut twice = whole.clone();
    twice.insert(at + 1, whole[at].clone());
    write(&desk, 5, &twice);
    assert_eq!(caught(&desk, "a second default"), at as u64 + 2);
}

fn headers_that_say_something_else_than_their_entries(system: &'static System) {
    let desk = copied(system);
    let whole = drafts(&desk);
    let mut changes: Vec<(usize, Draft)> = Vec::new();
    for kind in AFTER_GENESIS {
        let at = first(&whole, kind);
        let good = whole[at].clone();
        let other = if good.party.is_some() { None } else { Some(system.parties()[0]) };
        changes.push((at, Draft { exchange: Some(77), ..good.clone() }));
        changes.push((at, Draft { party: other, ..good.clone() }));
        changes.push((
            at,
            Draft {
                party: good
                    .party
                    .map_or(system.parties().last().copied(), |it| it.others(system.parties()).next()),
                ..good.clone()
            },
        ));
        changes.push((at, Draft { time: "1900-01-01T00:00:00Z".to_owned(), ..good.clone() }));
        if good.exchange.is_some() {
            changes.push((at, Draft { exchange: None, ..good }));
        }
    }
    for (at, draft) in changes {
        let mut forged = whole.clone();
        let what = format!("{} {:?} {:?} {}", draft.kind, draft.exchange, draft.party, draft.time);
        forged[at] = draft;
        write(&desk, 5, &forged);
        assert_eq!(caught(&desk, &what), at as u64 + 1, "{what}");
    }
}

fn a_salt_that_the_umpire_chose(system: &'static System) {
    let desk = copied(system);
    let mut changed = drafts(&desk);
    changed[6].salt = Some(Salt::from_bytes([9; 32]));
    write(&desk, 5, &changed);
    assert_eq!(caught(&desk, "a chosen salt"), 7);
}

#[test]
fn events_of_things_that_are_not_in_play_are_told_not_met() {
    let desk = closed_early(&SEAS_OF_THUNDER);
    let whole = drafts(&desk);
    let at = whole.iter().rposition(|draft| draft.kind == Kind::Resolved).unwrap();
    let zone = |zone: u8| json!({ "event": "battle-began", "zone": zone });
    let events = [
        json!({ "event": "convoy-placed", "by": "axis", "token": 250, "zone": 9 }),
        json!({ "event": "air-arrived", "side": "axis", "lba": [9999] }),
        json!({ "event": "deployed", "side": "axis", "ships": [[0, 60_000]] }),
        json!({ "event": "control-judged", "zones": [[0, "uncontested"]] }),
        json!({ "event": "phase-began", "turn": 255, "phase": "combat" }),
        json!({ "event": "turn-ended", "turn": 255 }),
        json!({ "event": "overstacked", "side": "axis", "port": 0, "ships": [65_535] }),
        json!({ "event": "damaged", "zone": 9, "unit": 0, "segment": "line", "die": 1, "turns": 0 }),
        json!({ "event": "zones-scored", "side": "axis", "zones": [9], "points": 65_535 }),
        zone(0),
        zone(122),
        zone(255),
    ];
    for event in events {
        let mut forged = whole.clone();
        let mut told = notes(&mut forged[at].body);
        *told[0] = json!({ "event": event });
        write(&desk, 3, &forged);
        assert_eq!(caught(&desk, &event.to_string()), at as u64 + 1);
        for command in [["status", "m"], ["audit", "m"]] {
            let ran = desk.run(&command);
            assert_eq!(ran.code, 5, "{event} {ran:?}");
        }
    }
}

#[test]
fn a_ruling_on_what_is_not_in_play() {
    let desk = Desk::new();
    desk.begin("m", &[]);
    desk.ok(&["rule", "m", "--reason", "made good", "points", "axis", "2"]);
    let whole = drafts(&desk);
    let at = first(&whole, Kind::Ruling);
    for change in [
        json!({ "convoy": { "token": 250, "to": 9 } }),
        json!({ "unit": { "unit": 9999, "to": "sunk" } }),
        json!({ "unit": { "unit": 0, "to": { "port": 60_000 } } }),
        json!({ "points": { "side": "axis", "points": 30_000 } }),
    ] {
        let mut forged = whole.clone();
        forged[at].body["event"]["change"] = change.clone();
        write(&desk, 3, &forged);
        assert_eq!(caught(&desk, &change.to_string()), at as u64 + 1);
        desk.expect(5, &["status", "m"]);
    }
    let desk = Desk::new();
    desk.begin("m", &[]);
    let told = desk.expect(1, &["rule", "m", "--reason", "too much", "points", "axis", "30000"]).err;
    assert!(told.contains("30000 points"), "{told}");
    desk.ok(&["audit", "m"]);
}

#[test]
fn numbers_that_add_up_beyond_all_bounds_break_nothing() {
    let desk = closed_early(&SEAS_OF_THUNDER);
    let mut changed = drafts(&desk);
    let at = changed.iter().rposition(|draft| draft.kind == Kind::Resolved).unwrap();
    let scored =
        json!({ "event": { "event": "zones-scored", "side": "axis", "zones": [9], "points": 2000 } });
    let section = &mut changed[at].body["steps"][0]["sections"][0]["notes"];
    section.as_array_mut().unwrap().extend(vec![scored; 100]);
    write(&desk, 3, &changed);
    // The step is not finished, so its sum is not in the position yet, and without the seed nobody can tell.
    for command in [["status", "m"], ["audit", "m"]] {
        let ran = desk.run(&command);
        assert!([0, 5].contains(&ran.code), "{at}: {ran:?}");
    }
}

fn a_missing_head_is_told_and_nothing_is_written(system: &'static System) {
    for cut in [0, 20] {
        let desk = copied(system);
        let journal = desk.read("m/journal.jsonl");
        let lines: Vec<&[u8]> = journal.split_inclusive(|&byte| byte == b'\n').collect();
        desk.write("m/journal.jsonl", lines[..lines.len() - cut].concat());
        std::fs::remove_file(desk.path("m/head.json")).unwrap();
        for command in [["audit", "m"], ["status", "m"]] {
            let ran = desk.expect(0, &command);
            assert!(
                ran.err.contains("head.json is missing, so nobody could see if the end had been cut off"),
                "{ran:?}"
            );
        }
        let ran = desk.expect(5, &["resolve", "m"]);
        assert!(ran.err.contains("head.json is missing"), "{ran:?}");
        assert!(!desk.path("m/head.json").exists());
    }
}

fn a_journal_rewritten_since_a_packet_was_sent(system: &'static System) {
    let (kept, rewritten) = (Desk::of(system), Desk::of(system));
    for (desk, boldness) in [(&kept, 0), (&rewritten, 60)] {
        desk.begin("m", &[]);
        for _ in 0..2 {
            desk.exchange("m", boldness);
        }
        desk.ok(&["audit", "m", "--packet", "m/packets/001-axis.json", "m/packets/003-axis.json"]);
        if std::ptr::eq(desk, &kept) {
            rewritten.write("theirs.json", desk.read("m/packets/003-axis.json"));
        }
    }
    rewritten.ok(&["audit", "m"]);
    let ran = rewritten.expect(5, &["audit", "m", "--packet", "m/packets/001-axis.json", "theirs.json"]);
    assert!(ran.err.contains("theirs.json") && ran.err.contains("journal entry "), "{ran:?}");
    let entry = rewritten.json(5, &["audit", "m", "--packet", "theirs.json"])["entry"].clone();
    assert!(entry.as_u64() > Some(3), "{entry}");
    rewritten.begin("other", &["--match", "other"]);
    let stranger = rewritten.expect(5, &["audit", "m", "--packet", "other/packets/001-axis.json"]);
    assert!(stranger.err.contains("other/packets/001-axis.json is of the match"), "{stranger:?}");
    rewritten.expect(1, &["audit", "m", "other", "--packet", "theirs.json"]);
}

fn files_after_the_deadline_and_policy_before_it_are_noted(system: &'static System) {
    let early = closed_early(system).ok(&["audit", "m"]);
    assert!(early.contains("1 × file by policy before the deadline"), "{early}");
    let desk = Desk::of(system);
    desk.begin("m", &["--deadline-hours", "1"]);
    desk.write("orders.yaml", answers(&desk.packet("m", system.parties()[0]), 0, 1));
    let late = "1941-05-25T00:00:00Z";
    assert_eq!(desk.at(late, &["receive", "m", "orders.yaml", "--salt", SALT]).code, 0);
    assert_eq!(desk.at(late, &["resolve", "m"]).code, 0);
    let audit = desk.json(0, &["audit", "m"]);
    assert_eq!((&audit["late"], &audit["early"]), (&1.into(), &0.into()), "{audit:#}");
}

fn a_clock_that_is_set_back_does_not_set_the_journal_back(system: &'static System) {
    let desk = Desk::of(system);
    desk.begin("m", &["--deadline-hours", "24"]);
    desk.write("orders.yaml", answers(&desk.packet("m", system.parties()[0]), 0, 1));
    let before = "1941-05-24T05:00:00Z";
    assert_eq!(desk.at(before, &["receive", "m", "orders.yaml", "--salt", SALT]).code, 0);
    assert_eq!(desk.at(before, &["resolve", "m", "--close"]).code, 0);
    desk.ok(&["audit", "m"]);
}
