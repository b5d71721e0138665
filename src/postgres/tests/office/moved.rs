//! What is an office's own goes there and back, wherever the copy is cut short.

use club::post::shelf::{Away, Shelf, ShelfDir};

use super::super::{Office, words};
use crate::{Direction, OfficeShelf, copy_office, premises};

fn lines(word: &str) -> Vec<Vec<u8>> {
    vec![format!("{{\"word\":\"{word}\"}}").into_bytes()]
}

/// Adds a line to a log of the office, as a run does.
fn runs(shelf: &dyn Shelf, word: &str) {
    let _claim = shelf.claim().unwrap();
    shelf.facts("register.log").unwrap().facts.append(&lines(word)).unwrap();
}

#[test]
fn an_office_is_run_at_one_place_only() {
    let Some(office) = Office::new() else { return };
    let (database, path) = (office.worker("one"), office.folder.path());
    let (folder, rows) = (ShelfDir::new(path), OfficeShelf::new(&database));
    let copy = |to| copy_office(&database, path, to);
    assert_eq!(copy(Direction::Postgres).unwrap(), None, "nobody ran it yet");
    runs(&folder, "one");
    folder.keep_secret("desk.key", b"hush").unwrap();
    assert!(words(premises(path, &database)).contains("was run from its folder, and has not moved"));
    assert_eq!(copy(Direction::Folder).unwrap(), None, "nothing is in the database");

    // As if a copy had ended in its middle, and once more behind the mark of the folder.
    rows.set_away(Some(Away::Arriving)).unwrap();
    assert!(words(rows.claim()).contains("still being copied into the database"));
    assert!(words(copy(Direction::Folder)).contains("cut short"));
    assert_eq!(copy(Direction::Postgres).unwrap().unwrap().facts, 1);
    rows.set_away(Some(Away::Arriving)).unwrap();
    assert!(copy(Direction::Postgres).unwrap().is_some());
    assert_eq!(copy(Direction::Postgres).unwrap(), None, "all is there");
    assert!(premises(path, &database).is_ok());
    assert!(words(folder.claim()).contains("has moved into a database"));
    runs(&rows, "two");
    assert_eq!(rows.secret("desk.key").unwrap().as_deref(), Some(&b"hush"[..]));

    // The way back, cut short behind its first mark, and behind its second.
    folder.set_away(Some(Away::Arriving)).unwrap();
    assert!(words(folder.claim()).contains("still being copied here"));
    assert!(words(copy(Direction::Postgres)).contains("cut short"));
    assert_eq!(copy(Direction::Folder).unwrap().unwrap().facts, 2);
    folder.set_away(Some(Away::Arriving)).unwrap();
    assert!(copy(Direction::Folder).unwrap().is_some());
    assert_eq!(copy(Direction::Folder).unwrap(), None, "all is there");
    assert!(words(rows.claim()).contains("has moved out of the database"));
    assert_eq!(folder.look("register.log").unwrap(), [lines("one"), lines("two")].concat());
    runs(&folder, "three");

    // There once more; and somebody who takes the marks away by hand.
    assert_eq!(copy(Direction::Postgres).unwrap().unwrap().facts, 3);
    folder.set_away(None).unwrap();
    assert!(words(copy(Direction::Postgres)).contains("both from its folder and from the database"));
    assert!(words(copy(Direction::Folder)).contains("both from its folder and from the database"));
}
