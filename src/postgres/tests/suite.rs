//! The suite of all stores, over the database.

/// The suite itself, which stands beside the other stores.
#[path = "../../club/matches/store/tests/suite.rs"]
#[allow(clippy::disallowed_macros, reason = "it says which demand it is at")]
pub mod demands;

use std::cell::Cell;

use club::journal::{Head, Kind, Mark, verify};
use club::matches::{InMemory, Keep, Line, Log, Published, Raw, Store};

use super::{Office, add, words};
use crate::Match;

#[test]
fn the_database_keeps_a_match() {
    let Some(office) = Office::new() else { return };
    let database = office.worker("one");
    let number = Cell::new(0);
    demands::all(&|| {
        number.set(number.get() + 1);
        Box::new(Match::new(&database, &format!("spring-{}", number.get())))
    });
}

#[test]
fn a_match_that_another_worker_has_is_named_with_him() {
    let Some(office) = Office::new() else { return };
    let (one, two) =
        (Match::new(&office.worker("one"), "spring"), Match::new(&office.worker("two"), "spring"));
    assert!(words(two.claim()).contains("there is no match spring in the database"));
    let mut log = one.begin().unwrap();
    assert!(
        words(two.begin()).contains("spring: another process is working on this match (one has it until 2")
    );
    assert!(words(two.claim()).contains("one has it until"));
    // Handles of the worker who has it write under its lease.
    add(log.as_mut(), "first").unwrap();
    Match::new(&one.database(), "spring").keep_small("record.json", b"{}").unwrap();
    assert!(words(two.keep_small("record.json", b"")).contains("one has it until"));
    drop(log);
    assert!(words(two.begin()).contains("there is already a match spring"));
    two.keep_small("record.json", b"{}").unwrap();
    two.claim().unwrap();
}
