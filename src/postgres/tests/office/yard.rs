//! The suite of all yards, over the database.

/// The suite itself, which stands beside the other yards.
#[path = "../../../club/post/office/state/yard/tests/suite.rs"]
#[allow(clippy::disallowed_macros, reason = "it says which demand it is at")]
pub mod demands;

use std::cell::RefCell;
use std::rc::Rc;

use club::journal::Mark;
use club::matches::{Line, Store};
use club::post::office::{MatchSnapshot, Standing, Waits, Yard};

use super::super::Office;
use crate::{OfficeShelf, OfficeYard};

#[test]
fn the_database_keeps_the_matches_of_an_office() {
    let Some(_) = Office::new() else { return };
    let offices: RefCell<Vec<Office>> = RefCell::default();
    demands::all(&|| {
        let office = Office::new().expect("a server");
        let database = office.worker("one");
        offices.borrow_mut().push(office);
        Box::new(move || Box::new(OfficeYard::of(&OfficeShelf::new(&Rc::clone(&database)))))
    });
}
