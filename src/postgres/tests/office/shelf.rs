//! The suite of all shelves, over the database.

/// The suite itself, which stands beside the other shelves.
#[path = "../../../club/post/shelf/tests/suite.rs"]
#[allow(clippy::disallowed_macros, reason = "it says which demand it is at")]
pub mod demands;

use std::cell::RefCell;
use std::collections::BTreeSet;

use club::matches::MatchFault;
use club::post::shelf::{Opened, Shelf};

use super::super::Office;
use crate::OfficeShelf;

#[test]
fn the_database_keeps_what_is_the_offices_own() {
    let Some(_) = Office::new() else { return };
    let offices: RefCell<Vec<Office>> = RefCell::default();
    demands::all(&|| {
        let office = Office::new().expect("a server");
        let shelf = OfficeShelf::new(&office.worker("one"));
        offices.borrow_mut().push(office);
        Box::new(shelf)
    });
}

#[test]
fn what_was_heard_of_no_match_does_not_grow_for_ever() {
    const ANNA: &str = "00000000000a44a0";
    let Some(office) = Office::new() else { return };
    let heard = OfficeShelf::new(&office.worker("one")).heard();
    let row = |round: u64| (0..9000).map(|nth| round * 1_000_000 + nth).collect::<Vec<u64>>();
    for round in 0..55 {
        heard.keep(ANNA, None, &row(round)).unwrap();
    }
    let kept: BTreeSet<u64> = heard.of(ANNA).unwrap().into_iter().flatten().collect();
    assert!(kept.len() < 400_000, "{}", kept.len());
    assert!(
        (20..55).all(|round| row(round).iter().all(|number| kept.contains(number))),
        "the newest are there"
    );
    assert!(!kept.contains(&row(0)[0]), "the oldest went");
    heard.keep(ANNA, None, &row(54)).unwrap();
    assert_eq!(heard.of(ANNA).unwrap().into_iter().flatten().count(), kept.len(), "nothing is kept twice");
}
