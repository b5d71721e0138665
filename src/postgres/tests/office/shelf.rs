//! The suite of all shelves, over the database.

/// The suite itself, which stands beside the other shelves.
#[path = "../../../club/post/shelf/tests/suite.rs"]
#[allow(clippy::disallowed_macros, reason = "it says which demand it is at")]
pub mod demands;

use std::cell::RefCell;

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
    let row = |round: u64| (0..20_000).map(|nth| round * 1_000_000 + nth).collect::<Vec<u64>>();
    for round in 0..40 {
        heard.keep(ANNA, None, &row(round)).unwrap();
        heard.keep(ANNA, None, &row(round)[..100]).unwrap();
    }
    let kept: Vec<u64> = heard.of(ANNA).unwrap().into_iter().flatten().collect();
    assert!(kept.len() < 640_000, "{}", kept.len());
    assert!(row(39).iter().all(|number| kept.contains(number)), "the newest are there");
    assert!(!kept.contains(&row(0)[0]), "the oldest went");
}
