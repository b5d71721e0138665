//! Every kind of yard passes the same suite.

mod suite;

use std::cell::RefCell;

use tempfile::TempDir;

use super::{Yard, YardDir, YardInMemory};
use crate::journal::Mark;
use crate::matches::{Line, Store};
use crate::post::office::{MatchSnapshot, Standing, Waits};

#[test]
fn a_folder_keeps_the_matches_of_an_office() {
    let folders: RefCell<Vec<TempDir>> = RefCell::default();
    suite::all(&|| {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path().to_owned();
        folders.borrow_mut().push(folder);
        Box::new(move || Box::new(YardDir::new(&root)))
    });
}

#[test]
fn memory_keeps_the_matches_of_an_office() {
    suite::all(&|| {
        let yard = YardInMemory::default();
        Box::new(move || Box::new(yard.clone()))
    });
}
