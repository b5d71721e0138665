//! Journals that mean what they meant, or end as no match ends: forged so that every hash holds, and found
//! all the same.

use sealord::digest::Digest;
use sealord::entry::Kind;
use serde_json::{Value, json};

use super::forged::{Draft, drafts, first, write};
use super::support::{Desk, SALT, System, answers, on_every_system};
use super::tamper::{AFTER_GENESIS, caught, copied};

on_every_system! {
    a_member_that_nobody_reads_in_any_body,
    bodies_that_are_spelt_another_way,
    ends_that_no_match_has,
    a_change_of_mind_after_the_deadline,
    an_end_of_the_file_that_is_no_entry,
    a_head_in_another_spelling,
}

/// The places of all objects in a body, one of those that differ only in the number of an item.
fn objects(body: &Value) -> Vec<String> {
    fn walk(value: &Value, place: &str, shape: &str, found: &mut Vec<(String, String)>) {
        match value {
            Value::Object(members) => {
                if !found.iter().any(|(_, known)| known == shape) {
                    found.push((place.to_owned(), shape.to_owned()));
                }
                let members = members.iter();
                members.for_each(|(key, it)| {
                    walk(it, &format!("{place}/{key}"), &format!("{shape}/{key}"), found)
                });
            }
            Value::Array(items) => {
                let items = items.iter().enumerate();
                items.for_each(|(at, it)| walk(it, &format!("{place}/{at}"), &format!("{shape}/-"), found));
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    walk(body, "", "", &mut found);
    found.into_iter().map(|(place, _)| place).collect()
}

fn a_member_that_nobody_reads_in_any_body(system: &'static System) {
    let desk = copied(system);
    let whole = drafts(&desk);
    for kind in std::iter::once(Kind::Genesis).chain(AFTER_GENESIS) {
        let at = first(&whole, kind);
        for place in objects(&whole[at].body) {
            let mut forged = whole.clone();
            forged[at].body.pointer_mut(&place).unwrap()["zzz"] = json!("more");
            write(&desk, 5, &forged);
            assert_eq!(caught(&desk, &format!("{kind} {place}")), at as u64 + 1, "{kind} {place}");
        }
        // The most is said of a member in the body itself.
        let mut forged = whole.clone();
        forged[at].body["zzz"] = json!("more");
        write(&desk, 5, &forged);
        assert!(desk.run(&["audit", "m"]).err.contains("zzz"), "{kind}");
    }
}

/// A change of a body; false if there is nothing to change.
type Change = fn(&mut Value) -> bool;

/// Puts a value in a place, if it is not there.
fn put(body: &mut Value, place: &str, value: Value) -> bool {
    body.get(place) != Some(&value) && {
        body[place] = value;
        true
    }
}

fn bodies_that_are_spelt_another_way(system: &'static System) {
    let changes: [(&str, Kind, Change); 6] = [
        ("an optional member that is empty", Kind::Resolved, |body| put(body, "voids", json!([]))),
        ("an optional setting that is empty", Kind::Genesis, |body| put(body, "by_hand", json!([]))),
        ("a member that is left out", Kind::Genesis, |body| {
            body.as_object_mut().unwrap().remove("umpire_plays").is_some()
        }),
        ("a schedule in other words", Kind::Genesis, |body| {
            body["schedule"].as_object_mut().unwrap().remove("keep_schedule").is_some()
        }),
        ("a reason that the event does not give", Kind::Ruling, |body| put(body, "reason", json!("spite"))),
        ("an event of another reason", Kind::Ruling, |body| {
            put(&mut body["event"], "reason", json!("spite"))
        }),
    ];
    let desk = copied(system);
    let whole = drafts(&desk);
    for (what, kind, change) in changes {
        let mut forged = whole.clone();
        let mut of_kind = forged.iter_mut().enumerate().filter(|(_, draft)| draft.kind == kind);
        let at = of_kind.find_map(|(at, draft)| change(&mut draft.body).then_some(at));
        drop(of_kind);
        let at = at.unwrap_or_else(|| panic!("{what}: nothing to forge"));
        write(&desk, 5, &forged);
        assert_eq!(caught(&desk, what), at as u64 + 1, "{what}");
    }
}

fn ends_that_no_match_has(system: &'static System) {
    let desk = copied(system);
    let whole = drafts(&desk);
    let (disclosed, ended) = (first(&whole, Kind::Disclosed), first(&whole, Kind::Ended));
    assert_eq!((disclosed + 2, ended + 1), (whole.len(), whole.len()));
    let last = whole.iter().rfind(|draft| draft.kind == Kind::Opened).unwrap().exchange;
    let undo = Draft {
        body: json!({ "back_to": last, "reason": "better dice" }),
        ..whole[first(&whole, Kind::Superseded)].clone()
    };
    let undo = Draft { time: whole[ended].time.clone(), ..undo };
    let story = &whole[..disclosed];
    let (disclosed, ended) = (&whole[disclosed..ended], &whole[ended..]);
    let undo = std::slice::from_ref(&undo);
    let endings: [(&str, &[&[Draft]], usize); 7] = [
        ("an end twice", &[disclosed, ended, ended], 2),
        ("an end without its seed", &[ended], 0),
        ("an end before its seed", &[ended, disclosed], 0),
        ("a seed twice", &[disclosed, disclosed, ended], 1),
        ("an undo after an end without its seed", &[ended, undo], 0),
        ("an undo in place of the end", &[undo], 0),
        ("an undo after the end", &[disclosed, ended, undo], 2),
    ];
    for (what, ending, wrong) in endings {
        write(&desk, 5, &[story, &ending.concat()].concat());
        assert_eq!(caught(&desk, what), (story.len() + wrong) as u64 + 1, "{what}");
    }
    let mut early = whole.clone();
    early.insert(story.len() - 1, disclosed[0].clone());
    write(&desk, 5, &early);
    assert_eq!(caught(&desk, "a seed before the end"), story.len() as u64);
}

fn a_change_of_mind_after_the_deadline(system: &'static System) {
    let desk = Desk::of(system);
    desk.begin("m", &["--deadline-hours", "1"]);
    let party = *system.parties().iter().find(|party| desk.packet("m", **party).asked).unwrap();
    desk.write("orders.yaml", answers(&desk.packet("m", party), 0, 1));
    desk.ok(&["receive", "m", "orders.yaml", "--salt", SALT]);
    let late = "1941-05-25T00:00:00Z";
    assert_eq!(desk.at(late, &["resolve", "m"]).code, 0);
    let whole = drafts(&desk);
    let (promise, reveal) = (first(&whole, Kind::Commitment), first(&whole, Kind::Reveal));
    let other = json!({ "commitment": Digest::of(b"other orders").to_string() });
    let changes = [
        ("a later commitment", Draft { body: other, ..whole[promise].clone() }),
        ("a withdrawal", Draft { kind: Kind::Withdrawal, body: json!({}), ..whole[promise].clone() }),
    ];
    for (what, draft) in changes {
        let mut forged = whole.clone();
        forged.insert(reveal + 1, Draft { time: late.to_owned(), ..draft });
        write(&desk, 3, &forged);
        assert_eq!(caught(&desk, what), reveal as u64 + 2, "{what}");
    }
}

fn an_end_of_the_file_that_is_no_entry(system: &'static System) {
    let desk = copied(system);
    let journal = desk.read("m/journal.jsonl");
    let next = drafts(&desk).len() as u64 + 1;
    for tail in ["{", "{\"body\":", "a word in the umpire's ear", "\0\0\0\0", "{\0\0}\n"] {
        desk.write("m/journal.jsonl", [&journal[..], tail.as_bytes()].concat());
        assert_eq!(caught(&desk, tail), next, "{tail:?}");
        // Whoever only wants to look is told, and sees the rest.
        assert!(desk.expect(0, &["status", "m"]).err.contains("not finished"), "{tail:?}");
    }
}

fn a_head_in_another_spelling(system: &'static System) {
    let desk = copied(system);
    let head = String::from_utf8(desk.read("m/head.json")).unwrap();
    let (hash, number) = head.trim().trim_matches(['{', '}']).split_once(',').unwrap();
    let others = [
        head.replace(':', ": "),
        head.replace('{', "{ "),
        format!("{head}\n"),
        format!(" {head}"),
        head.trim().to_owned(),
        head.replace('\n', "\r\n"),
        format!("{{{number},{hash}}}\n"),
    ];
    for other in others {
        desk.write("m/head.json", &other);
        let ran = desk.expect(5, &["audit", "m"]);
        assert!(ran.err.contains("head.json"), "{other:?}: {ran:?}");
        desk.expect(0, &["status", "m"]);
    }
    desk.write("m/head.json", head);
    desk.ok(&["audit", "m"]);
}
