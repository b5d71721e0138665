//! Journals that somebody changed, clumsily and cleverly: `audit` finds the first entry that fails.

use sealord::digest::{Digest, Salt};
use sealord::entry::Place;
use sealord::entry::{Entry, Kind};
use sealord::journal::verify;
use serde_json::{Value, json};

use super::promises::seal;
use super::support::{
    Desk, Luck, PARTIES, SEAS_OF_THUNDER, System, answers, copy, finished_of, on_every_system,
};

on_every_system! {
    the_journal_under_attack_has_entries_of_every_kind,
    a_flipped_byte_anywhere,
    lines_dropped_swapped_and_repeated,
    cut_anywhere,
    a_forged_die,
    an_event_left_out,
    a_forged_position_or_end,
    forged_orders,
    a_dropped_ruling,
    a_match_played_on_after_its_seed_was_disclosed,
    an_umpire_who_plays_and_gets_out_of_his_own_promise,
    orders_of_another_match_put_into_this_one,
    another_seed_in_the_umpires_folder,
}

/// Audits a journal in a copy of the finished match's folder; gives the entry that it names.
#[track_caller]
pub fn caught(desk: &Desk, what: &str) -> u64 {
    let ran = desk.run(&["audit", "m"]);
    assert_eq!(ran.code, 5, "{what}: {ran:?}");
    let named = ran.err.split("journal entry ").nth(1).unwrap_or_else(|| panic!("{what}: {ran:?}"));
    let number: String = named.chars().take_while(char::is_ascii_digit).collect();
    number.parse().unwrap_or_else(|_| panic!("{what}: {ran:?}"))
}

/// The journal of the finished match, without its secrets.
pub fn copied(system: &'static System) -> Desk {
    let desk = Desk::of(system);
    for part in ["journal.jsonl", "head.json"] {
        std::fs::create_dir_all(desk.path("m")).unwrap();
        desk.write(&format!("m/{part}"), finished_of(system).read(format!("m/{part}")));
    }
    desk
}

fn lines(journal: &[u8]) -> Vec<&[u8]> {
    journal.split_inclusive(|&byte| byte == b'\n').collect()
}

/// The kinds of entries that follow the first one.
pub const AFTER_GENESIS: [Kind; 10] = [
    Kind::Opened,
    Kind::Commitment,
    Kind::Reveal,
    Kind::Default,
    Kind::Ruling,
    Kind::Clock,
    Kind::Resolved,
    Kind::Superseded,
    Kind::Disclosed,
    Kind::Ended,
];

fn the_journal_under_attack_has_entries_of_every_kind(system: &'static System) {
    let desk = copied(system);
    desk.ok(&["audit", "m"]);
    let entries = verify(&desk.read("m/journal.jsonl"), None).unwrap();
    for kind in std::iter::once(Kind::Genesis).chain(AFTER_GENESIS) {
        assert!(entries.iter().any(|entry| entry.header().kind == kind), "{kind}");
    }
}

fn a_flipped_byte_anywhere(system: &'static System) {
    let desk = copied(system);
    let journal = desk.read("m/journal.jsonl");
    let entries = verify(&journal, None).unwrap();
    let all = lines(&journal);
    let start = |line: usize| all[..line].iter().map(|line| line.len()).sum::<usize>();
    let mut luck = Luck::new(300);
    let mut places = vec![0, journal.len() - 1, journal.len() - 2];
    // One byte in the first entry of each kind, then anywhere.
    let mut kinds: Vec<Kind> = Vec::new();
    for (at, entry) in entries.iter().enumerate() {
        if !kinds.contains(&entry.header().kind) {
            kinds.push(entry.header().kind);
            places.push(start(at) + luck.below(all[at].len()));
        }
    }
    places.resize_with(300, || luck.below(journal.len()));
    for place in places {
        let mut bad = journal.clone();
        bad[place] ^= 1 << luck.below(8);
        desk.write("m/journal.jsonl", &bad);
        let named = caught(&desk, &format!("byte {place}"));
        let line = journal[..place].iter().filter(|&&byte| byte == b'\n').count() as u64 + 1;
        // The end of the file is missed by the head, not by its own line.
        assert!(named == line || line == all.len() as u64, "byte {place}: {named}, not {line}");
    }
}

fn lines_dropped_swapped_and_repeated(system: &'static System) {
    let desk = copied(system);
    let journal = desk.read("m/journal.jsonl");
    let all = lines(&journal);
    let last = all.len() - 1;
    let mut luck = Luck::new(20);
    for round in 0..20 {
        let at = match round {
            0 => 0,
            1 => last,
            _ => luck.below(all.len()),
        };
        let mut dropped = all.clone();
        dropped.remove(at);
        desk.write("m/journal.jsonl", dropped.concat());
        assert_eq!(caught(&desk, &format!("{at} dropped")), at as u64 + 1);
        let mut swapped = all.clone();
        let other = if at == last { at - 1 } else { at + 1 + luck.below(last - at) };
        swapped.swap(at, other);
        desk.write("m/journal.jsonl", swapped.concat());
        assert_eq!(caught(&desk, &format!("{at} and {other} swapped")), at.min(other) as u64 + 1);
        let mut repeated = all.clone();
        repeated.insert(at, all[at]);
        desk.write("m/journal.jsonl", repeated.concat());
        assert_eq!(caught(&desk, &format!("{at} repeated")), at as u64 + 2);
    }
}

fn cut_anywhere(system: &'static System) {
    let desk = copied(system);
    let journal = desk.read("m/journal.jsonl");
    let mut luck = Luck::new(21);
    for round in 0..20 {
        let end = if round == 0 { 0 } else { luck.below(journal.len()) };
        desk.write("m/journal.jsonl", &journal[..end]);
        caught(&desk, &format!("cut at {end}"));
    }
}

/// Writes the entries again after a change, with every later hash and the head made right.
fn rechain(desk: &Desk, changed: Vec<(Entry, Option<Value>)>) {
    let mut prev = Digest::ZERO;
    let mut journal = Vec::new();
    let mut number = 0;
    for (entry, body) in changed {
        number += 1;
        let header = entry.header();
        let (kind, exchange, party, time) = (header.kind, header.exchange, header.party, &*header.time);
        let place = Place { number, prev, kind, exchange, party, time };
        let body = body.unwrap_or_else(|| entry.body());
        let made = Entry::make(place, body, entry.salt()).unwrap();
        prev = made.hash();
        journal.extend(made.line());
    }
    desk.write("m/journal.jsonl", journal);
    desk.write("m/head.json", format!("{{\"hash\":\"{prev}\",\"number\":{number}}}\n"));
}

/// Changes the body of the first entry for which `change` does something, consistently; the audit must name
/// it.
#[track_caller]
fn forged(system: &'static System, what: &str, change: impl Fn(&Entry, &mut Value) -> bool) {
    let desk = copied(system);
    let entries = verify(&desk.read("m/journal.jsonl"), None).unwrap();
    let mut at = None;
    let mut changed = Vec::new();
    for entry in entries {
        let mut body = entry.body();
        let number = entry.header().number;
        let hit = at.is_none() && change(&entry, &mut body);
        at = at.or(hit.then_some(number));
        changed.push((entry, hit.then_some(body)));
    }
    let at = at.unwrap_or_else(|| panic!("{what}: nothing to forge"));
    rechain(&desk, changed);
    assert_eq!(caught(&desk, what), at, "{what}");
}

/// The notes of a resolved body.
pub fn notes(body: &mut Value) -> Vec<&mut Value> {
    let mut found = Vec::new();
    for step in body["steps"].as_array_mut().into_iter().flatten() {
        for section in step["sections"].as_array_mut().into_iter().flatten() {
            found.extend(section["notes"].as_array_mut().into_iter().flatten());
        }
    }
    found
}

fn a_forged_die(system: &'static System) {
    forged(system, "a die of a battle", |entry, body| {
        let resolved = entry.header().kind == Kind::Resolved && entry.header().number > 10;
        let rolls = notes(body).into_iter().filter(|_| resolved).find(|note| note.get("roll").is_some());
        let Some(roll) = rolls else { return false };
        let face = &mut roll["roll"]["faces"][0];
        *face = json!(face.as_u64().unwrap() % 6 + 1);
        true
    });
}

#[test]
fn a_forged_event() {
    forged(&SEAS_OF_THUNDER, "a zone in an event", |entry, body| {
        let resolved = entry.header().kind == Kind::Resolved && entry.header().number > 10;
        let event = notes(body).into_iter().filter(|_| resolved).find(|note| note["event"]["zone"].is_u64());
        let Some(event) = event else { return false };
        event["event"]["zone"] = json!(event["event"]["zone"].as_u64().unwrap() % 90 + 1);
        true
    });
}

fn an_event_left_out(system: &'static System) {
    forged(system, "an event left out", |entry, body| {
        let resolved = entry.header().kind == Kind::Resolved && entry.header().number > 10;
        let notes = body.pointer_mut("/steps/0/sections/0/notes").and_then(Value::as_array_mut);
        resolved && notes.is_some_and(|notes| notes.pop().is_some())
    });
}

fn a_forged_position_or_end(system: &'static System) {
    let wrong = json!(Digest::of(b"elsewhere").to_string());
    forged(system, "a position", |entry, body| {
        let resolved = entry.header().kind == Kind::Resolved && entry.header().number > 10;
        resolved && std::mem::replace(&mut body["position"], wrong.clone()).is_string()
    });
    forged(system, "the last position", |entry, body| {
        entry.header().kind == Kind::Ended
            && std::mem::replace(&mut body["position"], wrong.clone()).is_string()
    });
    forged(system, "the seed", |entry, body| {
        let disclosed = entry.header().kind == Kind::Disclosed;
        disclosed && std::mem::replace(&mut body["seed"], json!("00".repeat(32))).is_string()
    });
    forged(system, "the same seed in capitals", |entry, body| {
        let capitals = body["seed"].as_str().map(str::to_uppercase);
        entry.header().kind == Kind::Disclosed
            && capitals.is_some_and(|seed| std::mem::replace(&mut body["seed"], json!(seed)).is_string())
    });
}

fn forged_orders(system: &'static System) {
    let change = |body: &mut Value| {
        let file = body["file"].as_str().unwrap().to_owned();
        let other = file.replacen("written by", "whispered by", 1);
        body["file"] = json!(other);
        file != other
    };
    forged(system, "a reveal", |entry, body| entry.header().kind == Kind::Reveal && change(body));
    forged(system, "the orders of a silent side", |entry, body| {
        let default = entry.header().kind == Kind::Default;
        default && std::mem::replace(&mut body["orders"], json!("note: nothing\n")).is_string()
    });
    forged(system, "the policy for a silent side", |entry, body| {
        let default = entry.header().kind == Kind::Default;
        default && std::mem::replace(&mut body["policy"], json!("umpire")).is_string()
    });
    forged(system, "a question", |entry, body| {
        let asked = entry.header().kind == Kind::Opened && body["asked"]["axis"].is_array();
        asked && body["asked"]["axis"].as_array_mut().unwrap().pop().is_some()
    });
    forged(system, "who must seal", |entry, body| {
        let opened = entry.header().kind == Kind::Opened;
        opened && std::mem::replace(&mut body["sealing"], json!(["axis", "allies"])) != body["sealing"]
    });
    forged(system, "a deadline", |entry, body| {
        let opened = entry.header().kind == Kind::Opened;
        opened && std::mem::replace(&mut body["deadline"], json!("1939-09-03T12:15:00Z")).is_null()
    });
}

#[test]
fn a_forged_ruling() {
    forged(&SEAS_OF_THUNDER, "a ruling", |entry, body| {
        let ruling = entry.header().kind == Kind::Ruling;
        ruling && std::mem::replace(&mut body["event"]["change"]["points"]["points"], json!(9)).is_number()
    });
}

#[test]
fn a_reveal_and_its_commitment_forged_together() {
    let desk = copied(&SEAS_OF_THUNDER);
    let entries = verify(&desk.read("m/journal.jsonl"), None).unwrap();
    let of = |kind: Kind| entries.iter().position(move |entry| entry.header().kind == kind).unwrap();
    let (promise, reveal, resolved) = (of(Kind::Commitment), of(Kind::Reveal), of(Kind::Reveal) + 1);
    assert_eq!(entries[resolved].header().kind, Kind::Resolved);
    let body = entries[reveal].body();
    let file = body["file"].as_str().unwrap();
    // The first token of the first file, wherever it was put.
    let token = file.find("axis-").unwrap();
    let at = token + file[token..].find(": ").unwrap() + 2;
    let orders = file.to_owned();
    let digit = if &orders[at..=at] == "2" { "3" } else { "2" };
    let end = at + orders[at..].find('\n').unwrap();
    let other = format!("{}{digit}{}", &orders[..at], &orders[end..]);
    let bodies = |number: usize| match number {
        it if it == promise => Some(json!({ "commitment": Digest::of(other.as_bytes()).to_string() })),
        it if it == reveal => Some(json!({ "file": other })),
        _ => None,
    };
    let changed = entries.iter().cloned().enumerate().map(|(at, entry)| (entry, bodies(at))).collect();
    rechain(&desk, changed);
    assert_eq!(caught(&desk, "other orders"), resolved as u64 + 1);
}

fn a_dropped_ruling(system: &'static System) {
    let desk = copied(system);
    let entries = verify(&desk.read("m/journal.jsonl"), None).unwrap();
    let at = entries.iter().position(|entry| entry.header().kind == Kind::Ruling).unwrap();
    let mut kept: Vec<_> = entries.into_iter().map(|entry| (entry, None)).collect();
    kept.remove(at);
    rechain(&desk, kept);
    assert_eq!(caught(&desk, "a dropped ruling"), at as u64 + 1);
}

fn a_match_played_on_after_its_seed_was_disclosed(system: &'static System) {
    let desk = copied(system);
    let entries = verify(&desk.read("m/journal.jsonl"), None).unwrap();
    let opened = entries.iter().rfind(|entry| entry.header().kind == Kind::Opened).unwrap();
    let last = opened.header().exchange.unwrap();
    let undo = entries.iter().find(|entry| entry.header().kind == Kind::Superseded).unwrap().clone();
    let number = entries.len() as u64 + 1;
    let mut more: Vec<_> = entries.into_iter().map(|entry| (entry, None)).collect();
    more.push((undo, Some(json!({ "back_to": last, "reason": "better dice" }))));
    rechain(&desk, more);
    assert_eq!(caught(&desk, "an undo after the end"), number);
}

fn an_umpire_who_plays_and_gets_out_of_his_own_promise(system: &'static System) {
    let (desk, other) = (Desk::of(system), Desk::of(system));
    for desk in [&desk, &other] {
        desk.begin("m", &["--trust", "commit-reveal", "--umpire-plays", "allies"]);
    }
    let promise = seal(&desk, PARTIES[0], "1");
    for desk in [&desk, &other] {
        desk.ok(&["commit", "m", "axis", &promise]);
    }
    desk.expect(4, &["resolve", "m", "--close"]);
    desk.ok(&["reveal", "m", "axis.sealed"]);
    desk.ok(&["audit", "m"]);
    other.ok(&["commit", "m", "allies", &seal(&desk, PARTIES[1], "2")]);
    let of = |desk: &Desk| verify(&desk.read("m/journal.jsonl"), None).unwrap();
    let own = of(&other).pop().unwrap();
    let mut entries: Vec<_> = of(&desk).into_iter().map(|entry| (entry, None)).collect();
    let default = entries.iter().position(|(entry, _)| entry.header().kind == Kind::Default).unwrap();
    entries.insert(default, (own, None));
    let mut opened = entries.clone();
    rechain(&desk, entries);
    assert_eq!(caught(&desk, "a default for the umpire's own side"), default as u64 + 2);
    opened.remove(default + 1);
    rechain(&desk, opened);
    assert_eq!(caught(&desk, "a file opened before the umpire's own"), default as u64 + 2);
}

fn orders_of_another_match_put_into_this_one(system: &'static System) {
    let (desk, other) = (Desk::of(system), Desk::of(system));
    desk.begin("m", &[]);
    other.begin_seeded("m", "77", &[]);
    for desk in [&desk, &other] {
        let packet = desk.packet("m", system.parties()[0]);
        desk.write("orders.yaml", answers(&packet, 0, 1));
        desk.ok(&["receive", "m", "orders.yaml", "--salt", &"7".repeat(64)]);
    }
    let theirs = verify(&other.read("m/journal.jsonl"), None).unwrap();
    let ours = verify(&desk.read("m/journal.jsonl"), None).unwrap();
    let body = |at: usize| (at >= 3).then(|| theirs[at].body());
    let mixed = ours.into_iter().enumerate().map(|(at, entry)| (entry, body(at))).collect();
    rechain(&desk, mixed);
    assert_eq!(caught(&desk, "a file of another match"), 5);
}

fn another_seed_in_the_umpires_folder(system: &'static System) {
    let desk = Desk::of(system);
    desk.begin("m", &[]);
    desk.write("m/secret/seed", format!("{}\n", Salt::from_bytes([7; 32])));
    assert_eq!(caught(&desk, "another seed"), 1);
    desk.expect(5, &["resolve", "m"]);
    let copy_of = Desk::of(system);
    copy(&desk.path("m"), &copy_of.path("m"));
    std::fs::remove_dir_all(copy_of.path("m/secret")).unwrap();
    assert!(copy_of.ok(&["audit", "m"]).contains("not disclosed yet"));
}
