//! What every place must do that keeps all matches of an office, whatever it is made of. A test of another
//! kind of yard includes this file as a module of its own, imports there what it names, and calls [`all`]
//! with a way to make a fresh place.

use std::rc::Rc;

use engine::digest::{Digest, Salt};
use engine::entry::Kind;
use jiff::Timestamp;
use serde_json::json;

use super::{Line, Mark, MatchSnapshot, Standing, Store, Waits, Yard};

/// Opens one place again and again.
pub type Again = Box<dyn Fn() -> Box<dyn Yard>>;

/// What is demanded, with its name.
type Demand = (&'static str, fn(&Again));

const DEMANDS: [Demand; 4] = [
    ("matches are found by their words", matches_are_found_by_their_words),
    ("what was noted counts under its basis", what_was_noted_counts_under_its_basis),
    ("what has waited long enough is due", what_has_waited_long_enough_is_due),
    ("matches that somebody has are counted", matches_that_somebody_has_are_counted),
];

/// Tries all that is demanded of a kind of yard, each in a fresh place.
#[allow(clippy::disallowed_macros, reason = "a test that fails says what it tried")]
pub fn all(fresh: &dyn Fn() -> Again) {
    for (name, demand) in DEMANDS {
        println!("{name}");
        demand(&fresh());
    }
}

/// Begins a match; gives how it looks.
fn begun(store: &dyn Store) -> Mark {
    let (salt, body) = (Salt::from_bytes([1; 32]), json!({"match": store.name()}));
    let time = "2026-11-21T20:00:00Z";
    let mut log = store.begin().expect("begun");
    log.append(Line { kind: Kind::Genesis, exchange: None, party: None, time, body, salt })
        .expect("appended");
    drop(log);
    store.mark().expect("looked at").expect("a mark")
}

fn matches_are_found_by_their_words(again: &Again) {
    let yard = again();
    assert!(yard.words().expect("none").is_empty());
    assert!(!yard.open("spring").is_begun());
    assert!(yard.words().expect("none").is_empty(), "to open a handle begins nothing");
    for word in ["spring", "autumn", "matches/league-1-1"] {
        begun(&*yard.begin(word).expect("a place"));
    }
    let store = yard.begin("spring").expect("what is there is left as it is");
    assert!(store.is_begun());
    assert_eq!(again().words().expect("looked at"), ["autumn", "matches/league-1-1", "spring"]);
    assert_eq!(again().open("spring").raw().expect("read"), store.raw().expect("read"));
}

fn snapshot(word: &str, mark: Mark, until: Option<Timestamp>) -> Rc<MatchSnapshot> {
    let standing = Standing {
        name: "Turn 1".to_owned(),
        exchange: 1,
        parties: Vec::new(),
        officers: Vec::new(),
        over: false,
        wanted: Vec::new(),
        left_to_umpire: false,
        open: None,
        protests: Vec::new(),
    };
    let waits = until.map(|until| Waits { ever: 4, until });
    let (match_id, system, data) = (word.to_owned(), "war-at-sea".to_owned(), "0".to_owned());
    Rc::new(MatchSnapshot { match_id, system, data, mark, standing, waits })
}

fn what_was_noted_counts_under_its_basis(again: &Again) {
    let (one, other) = (Digest::of(b"one"), Digest::of(b"other"));
    let mut yard = again();
    let mark = begun(&*yard.begin("spring").expect("a place"));
    yard.under(one);
    assert_eq!(yard.noted("spring"), None);
    let noted = snapshot("spring", mark, Some(Timestamp::UNIX_EPOCH));
    yard.note("spring", Some(&noted));
    yard.note("autumn", Some(&noted));
    yard.note("autumn", None);
    assert_eq!(yard.noted("spring").as_ref(), Some(&noted));
    yard.keep().expect("kept");
    let mut later = again();
    later.under(one);
    assert_eq!((later.noted("spring").as_ref(), later.noted("autumn")), (Some(&noted), None));
    assert!(noted.holds(&*later.open("spring")) && !noted.holds(&*later.open("autumn")));
    let mut changed = again();
    changed.under(other);
    assert_eq!(changed.noted("spring"), None, "the settings have changed since");
}

fn what_has_waited_long_enough_is_due(again: &Again) {
    let at = |minute: i64| Timestamp::from_second(minute * 60).expect("a time");
    let mut yard = again();
    yard.under(Digest::of(b"one"));
    assert!(yard.due(Timestamp::MAX).expect("none").is_empty());
    for (word, until) in [("a", Some(at(5))), ("b", Some(at(7))), ("c", None), ("d", Some(Timestamp::MAX))] {
        let mark = begun(&*yard.begin(word).expect("a place"));
        yard.note(word, Some(&snapshot(word, mark, until)));
    }
    let due = |yard: &dyn Yard, minute: i64| {
        let mut due = yard.due(at(minute)).expect("looked at");
        due.sort_unstable();
        due
    };
    assert_eq!(due(&*yard, 4), ["c"]);
    assert_eq!(due(&*yard, 5), ["a", "c"]);
    assert_eq!(due(&*yard, 7), ["a", "b", "c"]);
    yard.note("c", None);
    yard.keep().expect("kept");
    let mut later = again();
    later.under(Digest::of(b"one"));
    assert_eq!(due(&*later, 6), ["a"]);
}

fn matches_that_somebody_has_are_counted(again: &Again) {
    let yard = again();
    assert_eq!(yard.held().expect("none"), 0);
    for word in ["spring", "autumn"] {
        begun(&*yard.begin(word).expect("a place"));
    }
    assert_eq!(again().held().expect("looked at"), 0);
    let one = yard.open("spring").claim().expect("claimed");
    let two = yard.open("autumn").claim().expect("claimed");
    assert_eq!(again().held().expect("looked at"), 2);
    drop(one);
    assert_eq!(again().held().expect("looked at"), 1);
    drop(two);
    assert_eq!(again().held().expect("looked at"), 0);
}
