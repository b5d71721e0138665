//! What every place that keeps a match must do, whatever it is made of. A test of another kind of store
//! includes this file as a module of its own, imports there what it names, and calls [`all`] with a way to
//! make a fresh place.

use std::cell::RefCell;

use engine::dice::Seed;
use engine::digest::Salt;
use engine::party::Party;
use engine::rulebook::two_sided::{declare, party};
use serde_json::json;

use super::{Head, InMemory, Keep, Kind, Line, Log, Mark, Published, Raw, Store, verify};

/// Makes a fresh place without a match in it.
pub type Fresh<'f> = &'f dyn Fn() -> Box<dyn Store>;

/// What is demanded, with its name.
type Demand = (&'static str, fn(Fresh<'_>));

const DEMANDS: [Demand; 11] = [
    ("an empty place holds nothing", an_empty_place_holds_nothing),
    ("a match is begun once", a_match_is_begun_once),
    ("a match goes on from where it was", a_match_goes_on_from_where_it_was),
    ("one hand at a time", one_hand_at_a_time),
    ("the bytes are those of any other place", the_bytes_are_those_of_any_other_place),
    ("what is no entry changes nothing", what_is_no_entry_changes_nothing),
    ("a mark changes with the journal", a_mark_changes_with_the_journal),
    ("a journal is opened by its mark alone", a_journal_is_opened_by_its_mark_alone),
    ("seed and bookmark are kept", seed_and_bookmark_are_kept),
    ("what is published is kept as long as it should be", what_is_published_is_kept),
    ("small things are kept by name", small_things_are_kept_by_name),
];

/// Tries all that is demanded of a kind of store, each in fresh places.
#[allow(clippy::disallowed_macros, reason = "a test that fails says what it tried")]
pub fn all(fresh: Fresh<'_>) {
    declare();
    for (name, demand) in DEMANDS {
        println!("{name}");
        demand(fresh);
    }
}

/// Appends so many entries: a genesis if the journal is empty, then rulings.
pub fn write(log: &RefCell<Box<dyn Log>>, entries: u64) {
    let mut log = log.borrow_mut();
    for _ in 0..entries {
        let number = log.head().map_or(0, |head| head.number) + 1;
        let kind = if number == 1 { Kind::Genesis } else { Kind::Ruling };
        let body = json!({"number": number, "words": "Grün \" \\ \u{2028}"});
        let salt = Salt::from_bytes([number as u8; 32]);
        let (exchange, party) = ((number > 1).then_some(1), (number > 1).then_some(party::AXIS));
        let time = "2026-11-21T20:00:00Z";
        log.append(Line { kind, exchange, party, time, body, salt }).expect("appended");
    }
}

/// Begins a match with so many entries.
fn begun(place: &dyn Store, entries: u64) {
    write(&RefCell::new(place.begin().expect("begun")), entries);
}

fn count(place: &dyn Store) -> usize {
    place.read().expect("read").entries.len()
}

fn of(kind: &'static str, exchange: u32, party: Party, extension: &'static str) -> Published {
    Published { kind, exchange, party, extension }
}

fn an_empty_place_holds_nothing(fresh: Fresh<'_>) {
    let place = fresh();
    assert!(!place.name().is_empty());
    assert!(!place.is_begun());
    assert!(place.read().is_err() && place.claim().is_err() && place.raw().is_err());
    assert_eq!(place.mark().expect("looked at"), None);
    assert!(place.bookmark().is_none() && place.seed().expect("looked at").is_none());
    let packet = of("packets", 1, party::AXIS, "json");
    assert!(
        place.published_size(&packet).is_none() && place.published(&packet).expect("looked at").is_none()
    );
    assert_eq!(place.small("record.json").expect("looked at"), None);
    place.drop_small("record.json").expect("nothing to remove");
    place.clear_before(&[("packets", &["json"])], 9);
    place.tidy().expect("nothing to clear");
    assert!(!place.is_begun(), "looking begins nothing");
}

fn a_match_is_begun_once(fresh: Fresh<'_>) {
    let place = fresh();
    drop(place.begin().expect("begun"));
    assert!(!place.is_begun(), "there is no match without a first entry");
    begun(&*place, 1);
    assert!(place.is_begun() && place.handle().is_begun());
    assert!(place.begin().is_err() && place.handle().begin().is_err());
    assert_eq!(count(&*place), 1);
}

fn a_match_goes_on_from_where_it_was(fresh: Fresh<'_>) {
    let place = fresh();
    begun(&*place, 3);
    let other = place.handle();
    assert_eq!(other.name(), place.name());
    let log = RefCell::new(other.claim().expect("claimed"));
    assert!(log.borrow().notices().is_empty());
    assert_eq!(log.borrow().all().expect("read").len(), 3);
    write(&log, 2);
    let (all, head) = (log.borrow().all().expect("read").into_owned(), log.borrow().head().expect("a head"));
    assert_eq!((head.number, head.hash), (5, all[4].hash()));
    let found = place.read().expect("a reader needs no hand on it");
    assert_eq!((&found.entries, found.head), (&all, Some(head)));
    assert!(found.notices.is_empty() && found.flaws.is_empty());
    log.borrow_mut().hold();
    write(&log, 3);
    log.borrow_mut().release().expect("released");
    drop(log);
    let again = place.claim().expect("claimed");
    assert_eq!(again.all().expect("read").len(), 8);
    assert_eq!(again.head().expect("a head").number, 8);
}

fn one_hand_at_a_time(fresh: Fresh<'_>) {
    let place = fresh();
    begun(&*place, 2);
    let log = place.claim().expect("claimed");
    let Err(fault) = place.handle().claim() else { panic!("two hands hold one journal") };
    assert!(fault.to_string().contains(&place.name()), "{fault}");
    assert_eq!(count(&*place), 2);
    drop(log);
    drop(place.handle().claim().expect("claimed"));
}

fn the_bytes_are_those_of_any_other_place(fresh: Fresh<'_>) {
    let (place, other) = (fresh(), InMemory::whole("other"));
    begun(&*place, 7);
    begun(&other, 7);
    let Raw { journal, head } = place.raw().expect("read");
    assert_eq!(Raw { journal: journal.clone(), head: head.clone() }, other.raw().expect("read"));
    let head: Head = serde_json::from_slice(&head).expect("a head");
    assert_eq!(verify(&journal, Some(head)).expect("it holds"), place.read().expect("read").entries);
}

fn what_is_no_entry_changes_nothing(fresh: Fresh<'_>) {
    let place = fresh();
    begun(&*place, 2);
    let before = place.raw().expect("read");
    let log = RefCell::new(place.claim().expect("claimed"));
    let (salt, body) = (Salt::from_bytes([1; 32]), json!({"fractions": 0.5}));
    let time = "2026-11-21T20:00:00Z";
    let line = Line { kind: Kind::Ruling, exchange: None, party: None, time, body, salt };
    assert!(log.borrow_mut().append(line).is_err());
    assert_eq!(place.raw().expect("read"), before);
    write(&log, 1);
    drop(log);
    assert_eq!(count(&*place), 3);
}

fn a_mark_changes_with_the_journal(fresh: Fresh<'_>) {
    let place = fresh();
    begun(&*place, 2);
    let before = place.mark().expect("looked at").expect("a mark");
    assert_eq!(before.head.number, 2);
    assert_eq!(place.handle().mark().expect("looked at").as_ref(), Some(&before));
    let log = RefCell::new(place.claim().expect("claimed"));
    assert_eq!(log.borrow().mark().expect("looked at").as_ref(), Some(&before));
    log.borrow_mut().hold();
    write(&log, 1);
    assert_eq!(log.borrow().mark().expect("looked at"), None, "nothing held is lasting");
    log.borrow_mut().release().expect("released");
    let after = log.borrow().mark().expect("looked at").expect("a mark");
    assert_ne!(after, before);
    drop(log);
    assert_eq!(place.mark().expect("looked at"), Some(after.clone()));
    // Whoever writes one down finds the same when he reads it.
    let written = serde_json::to_vec(&after).expect("written");
    assert_eq!(serde_json::from_slice::<Mark>(&written).expect("read"), after);
}

fn a_journal_is_opened_by_its_mark_alone(fresh: Fresh<'_>) {
    let place = fresh();
    begun(&*place, 2);
    let mark = place.mark().expect("looked at").expect("a mark");
    let log = RefCell::new(place.claim_at(&mark).expect("looked at").expect("it is as it was"));
    assert_eq!(log.borrow().head(), Some(mark.head));
    write(&log, 2);
    assert_eq!(log.borrow().all().expect("read").len(), 4);
    drop(log);
    assert!(place.claim_at(&mark).expect("looked at").is_none(), "it has gone on since");
    assert_eq!(count(&*place), 4);
    let elsewhere = fresh();
    assert!(elsewhere.claim_at(&mark).expect("looked at").is_none());
}

fn seed_and_bookmark_are_kept(fresh: Fresh<'_>) {
    let place = fresh();
    {
        let log = RefCell::new(place.begin().expect("begun"));
        let (one, other) = (Seed::practice(1), Seed::practice(2));
        place.keep_seed(&one).expect("kept");
        // One that lies there belongs to a match that was never begun.
        place.keep_seed(&other).expect("kept");
        write(&log, 1);
        assert_eq!(place.handle().seed().expect("read").expect("a seed").to_hex(), other.to_hex());
        log.borrow().keep(b"here").expect("kept");
        log.borrow().keep(b"there\n\0").expect("kept");
    }
    assert_eq!(place.handle().bookmark().as_deref(), Some(&b"there\n\0"[..]));
}

fn what_is_published_is_kept(fresh: Fresh<'_>) {
    let place = fresh();
    begun(&*place, 1);
    for exchange in 1..=4 {
        for party in [party::AXIS, party::ALLIES] {
            for (kind, end) in [("packets", "json"), ("reports", "txt"), ("orders", "yaml")] {
                let what = of(kind, exchange, party, end);
                let called = place.publish(&what, what.name().as_bytes()).expect("published");
                assert!(called.replace('\\', "/").ends_with(&what.name()), "{called}");
            }
        }
    }
    let packet = |exchange: u32| of("packets", exchange, party::AXIS, "json");
    place.publish(&packet(4), b"").expect("published");
    assert_eq!(place.published_size(&packet(4)), Some(0));
    place.publish(&packet(4), b"new").expect("published");
    assert_eq!(place.handle().published_size(&packet(4)), Some(3));
    assert_eq!(place.published(&packet(4)).expect("read").as_deref(), Some(&b"new"[..]));
    let made: [(&str, &[&str]); 2] = [("packets", &["json"]), ("reports", &["txt", "html"])];
    let kept = |kind: &'static str, end: &'static str| {
        let is = |exchange: &u32| place.published_size(&of(kind, *exchange, party::ALLIES, end)).is_some();
        (1..=4).filter(is).collect::<Vec<u32>>()
    };
    place.limited(Keep::All).clear_before(&made, 4);
    assert_eq!(kept("packets", "json"), [1, 2, 3, 4]);
    place.limited(Keep::Newest(3)).clear_before(&made, 4);
    assert_eq!((kept("packets", "json"), kept("reports", "txt")), (vec![2, 3, 4], vec![2, 3, 4]));
    place.clear_before(&made, 4);
    assert_eq!((kept("packets", "json"), kept("orders", "yaml")), (vec![3, 4], vec![1, 2, 3, 4]));
    assert_eq!(place.published(&packet(1)).expect("looked at"), None);
}

fn small_things_are_kept_by_name(fresh: Fresh<'_>) {
    let place = fresh();
    begun(&*place, 1);
    place.keep_small("record.json", b"{}").expect("kept");
    place.keep_small("record.json", b"{\"more\":\0}").expect("kept");
    place.keep_small("secret/envelope.key", b"a key\n").expect("kept");
    let other = place.handle();
    assert_eq!(other.small("record.json").expect("read").as_deref(), Some(&b"{\"more\":\0}"[..]));
    assert_eq!(other.small("secret/envelope.key").expect("read").as_deref(), Some(&b"a key\n"[..]));
    assert_eq!(other.small("envelope.key").expect("looked at"), None);
    other.drop_small("record.json").expect("removed");
    other.drop_small("record.json").expect("nothing to remove");
    assert_eq!(place.small("record.json").expect("looked at"), None);
    for name in ["", ".", "..", ".x", "a/b", "secret/", "secret/../x", "/x", "a b", "x.part", "é"] {
        assert!(place.small(name).is_err() && place.keep_small(name, b"").is_err(), "{name:?}");
    }
    for own in ["journal.jsonl", "head.json", "secret/seed", "secret/bookmark"] {
        assert!(place.keep_small(own, b"").is_err() && place.drop_small(own).is_err(), "{own}");
    }
    place.tidy().expect("nothing to clear");
    assert_eq!(place.small("secret/envelope.key").expect("read").as_deref(), Some(&b"a key\n"[..]));
    assert_eq!(count(&*place), 1);
}
