//! An office's own things in memory, for tests of what is above.

use std::cell::{RefCell, RefMut};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::io;
use std::rc::Rc;

use super::fault::LogFault;
use super::traits::{Claimed, Facts, Heard, HeardRow, Holder, Opened, PutBy, Shelf};
use crate::matches::MatchFault;

/// An office's own things in memory. Clones of it are handles of the same place.
#[derive(Clone)]
pub struct ShelfInMemory {
    name: String,
    kept: Rc<RefCell<Kept>>,
}

#[derive(Default)]
struct Kept {
    is_claimed: bool,
    logs: BTreeMap<String, Vec<Vec<u8>>>,
    put_by: BTreeMap<String, BTreeMap<String, String>>,
    heard: BTreeMap<(String, Option<String>), BTreeSet<u64>>,
    mails: BTreeMap<String, Vec<u8>>,
    aside: BTreeMap<String, Vec<u8>>,
    small: BTreeMap<String, Vec<u8>>,
}

/// One of its logs, or what one has put by.
struct Part {
    name: String,
    kept: Rc<RefCell<Kept>>,
}

/// The claim on it.
struct Held(Rc<RefCell<Kept>>);

impl Drop for Held {
    fn drop(&mut self) {
        self.0.borrow_mut().is_claimed = false;
    }
}

impl ShelfInMemory {
    /// An empty place of this name.
    pub fn new(name: impl Into<String>) -> ShelfInMemory {
        ShelfInMemory { name: name.into(), kept: Rc::default() }
    }

    fn kept(&self) -> RefMut<'_, Kept> {
        self.kept.borrow_mut()
    }

    fn part(&self, name: &str) -> Part {
        Part { name: name.to_owned(), kept: Rc::clone(&self.kept) }
    }
}

impl fmt::Debug for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl Shelf for ShelfInMemory {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn place(&self, name: &str) -> String {
        format!("{}/{name}", self.name)
    }

    fn handle(&self) -> Box<dyn Shelf> {
        Box::new(self.clone())
    }

    fn claim(&self) -> Result<Claimed, MatchFault> {
        if std::mem::replace(&mut self.kept().is_claimed, true) {
            return Err(MatchFault::Waiting(format!("another run is busy in {}", self.name)));
        }
        Ok(Claimed::by(Held(Rc::clone(&self.kept))))
    }

    fn holder(&self) -> Result<Option<Holder>, MatchFault> {
        Ok(self.kept().is_claimed.then(Holder::default))
    }

    fn facts(&self, log: &str) -> Result<Opened, LogFault> {
        let lines = self.kept().logs.entry(log.to_owned()).or_default().clone();
        Ok(Opened { facts: Box::new(self.part(log)), lines, torn: 0 })
    }

    fn look(&self, log: &str) -> Result<Vec<Vec<u8>>, LogFault> {
        Ok(self.kept().logs.get(log).cloned().unwrap_or_default())
    }

    fn put_by(&self, name: &str) -> io::Result<Box<dyn PutBy>> {
        Ok(Box::new(self.part(name)))
    }

    fn heard(&self) -> Box<dyn Heard> {
        Box::new(self.part("heard"))
    }

    fn keep_mail(&self, key: &str, bytes: &[u8]) -> Result<(), MatchFault> {
        self.kept().mails.insert(key.to_owned(), bytes.to_vec());
        Ok(())
    }

    fn mail(&self, key: &str) -> io::Result<Vec<u8>> {
        let kept = self.kept().mails.get(key).cloned();
        let fault = || io::Error::new(io::ErrorKind::NotFound, format!("the bytes of {key} are not there"));
        kept.ok_or_else(fault)
    }

    fn drop_mail(&self, key: &str) -> io::Result<()> {
        self.kept().mails.remove(key);
        Ok(())
    }

    fn put_aside(&self, word: &str, bytes: &[u8]) -> Result<String, MatchFault> {
        self.kept().aside.insert(word.to_owned(), bytes.to_vec());
        Ok(self.aside_name(word))
    }

    fn aside_name(&self, word: &str) -> String {
        format!("{}/aside/{word}", self.name)
    }

    fn letters(&self) -> Result<Vec<(String, Vec<u8>)>, MatchFault> {
        Ok(self.kept().aside.clone().into_iter().collect())
    }

    fn aside(&self) -> Result<Vec<String>, MatchFault> {
        Ok(self.kept().aside.keys().map(|word| self.aside_name(word)).collect())
    }

    fn small(&self, name: &str) -> Result<Option<Vec<u8>>, MatchFault> {
        Ok(self.kept().small.get(name).cloned())
    }

    fn keep_small(&self, name: &str, bytes: &[u8]) -> Result<(), MatchFault> {
        self.kept().small.insert(name.to_owned(), bytes.to_vec());
        Ok(())
    }

    fn smalls(&self) -> Result<Vec<String>, MatchFault> {
        Ok(self.kept().small.keys().cloned().collect())
    }

    fn secret(&self, name: &str) -> Result<Option<Vec<u8>>, MatchFault> {
        self.small(name)
    }

    fn keep_secret(&self, name: &str, bytes: &[u8]) -> Result<(), MatchFault> {
        self.keep_small(name, bytes)
    }

    fn tidy(&self, waiting: &BTreeSet<String>) -> Result<(), MatchFault> {
        self.kept().mails.retain(|key, _| waiting.contains(key));
        Ok(())
    }
}

impl Facts for Part {
    fn mend(&mut self) -> Result<(), LogFault> {
        Ok(())
    }

    fn append(&mut self, lines: &[Vec<u8>]) -> Result<(), LogFault> {
        self.kept.borrow_mut().logs.entry(self.name.clone()).or_default().extend_from_slice(lines);
        Ok(())
    }

    fn rewrite(&mut self, lines: &[Vec<u8>]) -> Result<(), LogFault> {
        self.kept.borrow_mut().logs.insert(self.name.clone(), lines.to_vec());
        Ok(())
    }
}

impl PutBy for Part {
    fn put(&mut self, entries: BTreeMap<String, String>) -> io::Result<()> {
        self.kept.borrow_mut().put_by.entry(self.name.clone()).or_default().extend(entries);
        Ok(())
    }

    fn find(&self, key: &str) -> io::Result<Option<String>> {
        Ok(self.kept.borrow().put_by.get(&self.name).and_then(|all| all.get(key)).cloned())
    }

    fn under(&self, start: &str) -> io::Result<Vec<(String, String)>> {
        let kept = self.kept.borrow();
        let all = kept.put_by.get(&self.name).into_iter().flat_map(|all| all.range(start.to_owned()..));
        let under = all.take_while(|(key, _)| key.starts_with(start));
        Ok(under.map(|(key, text)| (key.clone(), text.clone())).collect())
    }
}

impl Heard for Part {
    fn keep(&self, whose: &str, of: Option<&str>, numbers: &[u64]) -> io::Result<()> {
        let key = (whose.to_owned(), of.map(str::to_owned));
        self.kept.borrow_mut().heard.entry(key).or_default().extend(numbers);
        Ok(())
    }

    fn of(&self, whose: &str) -> io::Result<Vec<Vec<u64>>> {
        let kept = self.kept.borrow();
        let own = kept.heard.iter().filter(|((of, _), _)| of == whose);
        Ok(own.map(|(_, numbers)| numbers.iter().copied().collect()).collect())
    }

    fn all(&self) -> io::Result<Vec<HeardRow>> {
        let kept = self.kept.borrow();
        let rows = kept.heard.iter().map(|((whose, of), numbers)| HeardRow {
            whose: whose.clone(),
            of: of.clone(),
            numbers: numbers.iter().copied().collect(),
        });
        Ok(rows.collect())
    }

    fn is_over(&self, of: &str) -> io::Result<()> {
        let mut kept = self.kept.borrow_mut();
        let is_of = |key: &&(String, Option<String>)| key.1.as_deref() == Some(of);
        let over: Vec<(String, Option<String>)> = kept.heard.keys().filter(is_of).cloned().collect();
        for key in over {
            let numbers = kept.heard.remove(&key).unwrap_or_default();
            kept.heard.entry((key.0, None)).or_default().extend(numbers);
        }
        Ok(())
    }
}
