//! The matches of an office in memory, for tests of what is above.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use jiff::Timestamp;

use super::Yard;
use crate::matches::{InMemory, MatchFault, Store};
use crate::post::office::state::MatchSnapshot;
use engine::digest::Digest;

/// The matches of an office in memory. Clones of it are handles of the same place.
#[derive(Clone, Default)]
pub struct YardInMemory {
    matches: Rc<RefCell<BTreeMap<String, InMemory>>>,
    noted: Rc<RefCell<Noted>>,
}

#[derive(Default)]
struct Noted {
    basis: Option<Digest>,
    matches: BTreeMap<String, Rc<MatchSnapshot>>,
}

impl Yard for YardInMemory {
    fn open(&self, word: &str) -> Box<dyn Store> {
        let mut matches = self.matches.borrow_mut();
        Box::new(matches.entry(word.to_owned()).or_insert_with(|| InMemory::whole(word)).clone())
    }

    fn begin(&self, word: &str) -> Result<Box<dyn Store>, MatchFault> {
        Ok(self.open(word))
    }

    fn words(&self) -> Result<Vec<String>, MatchFault> {
        let matches = self.matches.borrow();
        Ok(matches.iter().filter(|(_, place)| place.is_begun()).map(|(word, _)| word.clone()).collect())
    }

    fn under(&mut self, basis: Digest) {
        let mut noted = self.noted.borrow_mut();
        if noted.basis != Some(basis) {
            *noted = Noted { basis: Some(basis), matches: BTreeMap::new() };
        }
    }

    fn noted(&self, word: &str) -> Option<Rc<MatchSnapshot>> {
        self.noted.borrow().matches.get(word).cloned()
    }

    fn note(&mut self, word: &str, snapshot: Option<&Rc<MatchSnapshot>>) {
        let matches = &mut self.noted.borrow_mut().matches;
        match snapshot {
            Some(snapshot) => _ = matches.insert(word.to_owned(), Rc::clone(snapshot)),
            None => _ = matches.remove(word),
        }
    }

    fn due(&self, now: Timestamp) -> Result<Vec<String>, MatchFault> {
        let noted = self.noted.borrow();
        let due = noted.matches.iter().filter(|(_, snapshot)| snapshot.is_due(now));
        Ok(due.map(|(word, _)| word.clone()).collect())
    }

    fn held(&self) -> Result<usize, MatchFault> {
        Ok(self.matches.borrow().values().filter(|place| place.is_held()).count())
    }

    fn keep(&mut self) -> Result<(), MatchFault> {
        Ok(())
    }
}
