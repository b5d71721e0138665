//! Every kind of shelf passes the same suite.

mod suite;

use std::cell::RefCell;

use tempfile::TempDir;

use super::{Opened, Shelf, ShelfDir, ShelfInMemory};
use crate::matches::MatchFault;

#[test]
fn a_folder_keeps_what_is_the_offices_own() {
    let folders: RefCell<Vec<TempDir>> = RefCell::default();
    suite::all(&|| {
        let folder = tempfile::tempdir().expect("a folder");
        let shelf = ShelfDir::new(folder.path());
        folders.borrow_mut().push(folder);
        Box::new(shelf)
    });
}

#[test]
fn memory_keeps_what_is_the_offices_own() {
    suite::all(&|| Box::new(ShelfInMemory::new("club")));
}
