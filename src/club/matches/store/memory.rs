//! A match that is kept in memory alone: for matches that are played by the hundred and looked at once.

use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;

use super::traits::{Line, Log, Published, Store};
use crate::journal::{Head, Mark, Snapshot};
use crate::matches::fault::MatchFault;
use engine::dice::Seed;
use engine::digest::Digest;
use engine::entry::{Entry, Place};

/// A place in memory for one match. Nothing that can be made again is kept.
#[derive(Clone, Default)]
pub struct InMemory {
    kept: Rc<RefCell<Kept>>,
}

#[derive(Default)]
struct Kept {
    entries: Vec<Entry>,
    seed: Option<Seed>,
    is_claimed: bool,
}

/// Its journal, open for appending.
struct Open {
    entries: Vec<Entry>,
    place: Rc<RefCell<Kept>>,
}

impl InMemory {
    /// A place that holds these entries already.
    pub fn holding(entries: &[Entry]) -> InMemory {
        let kept = Kept { entries: entries.to_vec(), ..Kept::default() };
        InMemory { kept: Rc::new(RefCell::new(kept)) }
    }

    /// Claims the journal, which holds these entries.
    fn open(&self) -> Result<Box<dyn Log>, MatchFault> {
        let mut kept = self.kept.borrow_mut();
        if std::mem::replace(&mut kept.is_claimed, true) {
            return Err(MatchFault::Bug("a match in memory is claimed twice".to_owned()));
        }
        let entries = std::mem::take(&mut kept.entries);
        Ok(Box::new(Open { entries, place: Rc::clone(&self.kept) }))
    }
}

impl Store for InMemory {
    fn begin(&self) -> Result<Box<dyn Log>, MatchFault> {
        if !self.kept.borrow().entries.is_empty() {
            return Err(MatchFault::Bug("a match in memory is begun twice".to_owned()));
        }
        self.open()
    }

    fn claim(&self) -> Result<Box<dyn Log>, MatchFault> {
        self.open()
    }

    fn read(&self) -> Result<Snapshot, MatchFault> {
        let entries = self.kept.borrow().entries.clone();
        let head = entries.last().map(head);
        Ok(Snapshot { entries, head, ..Snapshot::default() })
    }

    fn mark(&self) -> Result<Option<Mark>, MatchFault> {
        Ok(None)
    }

    fn claim_at(&self, _: &Mark) -> Result<Option<Box<dyn Log>>, MatchFault> {
        Ok(None)
    }

    fn bookmark(&self) -> Option<Vec<u8>> {
        None
    }

    fn seed(&self) -> Result<Option<Seed>, MatchFault> {
        Ok(self.kept.borrow().seed.clone())
    }

    fn keep_seed(&self, seed: &Seed) -> Result<(), MatchFault> {
        self.kept.borrow_mut().seed = Some(seed.clone());
        Ok(())
    }

    fn publish(&self, what: &Published, _: &[u8]) -> Result<String, MatchFault> {
        Ok(format!("{}/{:03}-{}.{}", what.kind, what.exchange, what.party.id(), what.extension))
    }

    fn clear_before(&self, _: &[(&str, &[&str])], _: u32) {}

    fn is_published(&self, _: &Published) -> bool {
        false
    }
}

impl Log for Open {
    fn all(&self) -> Result<Cow<'_, [Entry]>, MatchFault> {
        Ok(Cow::Borrowed(&self.entries))
    }

    fn head(&self) -> Option<Head> {
        self.entries.last().map(head)
    }

    fn notices(&self) -> &[String] {
        &[]
    }

    fn append(&mut self, line: Line<'_>) -> Result<&Entry, MatchFault> {
        let Line { kind, exchange, party, time, body, salt } = line;
        let newest = self.head();
        let number = newest.map_or(0, |head| head.number) + 1;
        let prev = newest.map_or(Digest::ZERO, |head| head.hash);
        let place = Place { number, prev, kind, exchange, party, time };
        let entry = Entry::make(place, body, salt).map_err(|fault| MatchFault::Bug(fault.to_string()))?;
        self.entries.push(entry);
        Ok(&self.entries[self.entries.len() - 1])
    }

    fn hold(&mut self) {}

    fn release(&mut self) -> Result<(), MatchFault> {
        Ok(())
    }

    fn mark(&self) -> Result<Option<Mark>, MatchFault> {
        Ok(None)
    }

    fn keep(&self, _: &[u8]) -> Result<(), MatchFault> {
        Ok(())
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        let mut kept = self.place.borrow_mut();
        kept.entries = std::mem::take(&mut self.entries);
        kept.is_claimed = false;
    }
}

fn head(entry: &Entry) -> Head {
    Head { number: entry.header().number, hash: entry.hash() }
}
