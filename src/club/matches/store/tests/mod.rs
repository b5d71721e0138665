//! Every kind of store passes the same suite.

mod suite;

use std::cell::RefCell;

use tempfile::TempDir;

use super::folder::MatchDir;
use crate::journal::{Entry, Head, Kind, Mark, verify};
use crate::matches::{InMemory, Keep, Line, Log, Published, Raw, Store};

#[test]
fn a_folder_keeps_a_match() {
    let folders: RefCell<Vec<TempDir>> = RefCell::default();
    suite::all(&|| {
        let folder = tempfile::tempdir().expect("a folder");
        let place = MatchDir::new(folder.path().join("spring"));
        folders.borrow_mut().push(folder);
        Box::new(place)
    });
}

#[test]
fn memory_keeps_a_match() {
    suite::all(&|| Box::new(InMemory::whole("spring")));
}

/// A place for matches that are looked at once keeps the match, and nothing that follows from it.
#[test]
fn a_lean_place_keeps_the_journal_alone() {
    let place = InMemory::default();
    suite::write(&RefCell::new(place.begin().expect("begun")), 3);
    let party = engine::rulebook::two_sided::party::AXIS;
    let packet = Published { kind: "packets", exchange: 1, party, extension: "json" };
    assert_eq!(place.publish(&packet, b"{}").expect("published"), "packets/001-axis.json");
    place.claim().expect("claimed").keep(b"a bookmark").expect("kept");
    assert!(place.published_size(&packet).is_none() && place.bookmark().is_none());
    assert_eq!(place.mark().expect("looked at"), None);
    let entries = place.read().expect("read").entries;
    assert_eq!(entries.iter().filter(|entry: &&Entry| entry.header().kind == Kind::Ruling).count(), 2);
    assert_eq!(InMemory::holding(&entries).read().expect("read").entries, entries);
}
