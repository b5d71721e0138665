//! An office's own things as a helper sees them, who tends a match for the run that has claimed the office.
//! The helper reads what is there; what it would write is collected, and the run writes it.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::io;
use std::mem::take;
use std::rc::Rc;

use super::fault::LogFault;
use super::traits::{Claimed, Facts, Heard, HeardRow, Holder, Opened, PutBy, Shelf};
use crate::matches::MatchFault;

/// What a helper would have written.
#[derive(Debug, Default)]
pub struct Collected {
    /// Lines of the log of what goes out.
    pub lines: Vec<Vec<u8>>,
    /// Mails by their keys.
    pub mails: Vec<(String, Vec<u8>)>,
    /// Matches that are over, by the words under which their numbers are kept.
    pub over: Vec<String>,
}

/// An office's own things for a helper.
pub struct ShelfApart {
    shelf: Box<dyn Shelf>,
    collected: Rc<RefCell<Collected>>,
}

impl ShelfApart {
    /// Those of a shelf.
    pub fn new(shelf: Box<dyn Shelf>) -> ShelfApart {
        ShelfApart { shelf, collected: Rc::default() }
    }

    /// Another handle of them: what it collects is the same.
    pub fn same(&self) -> ShelfApart {
        ShelfApart { shelf: self.shelf.handle(), collected: Rc::clone(&self.collected) }
    }

    /// Takes what was collected.
    pub fn take(&self) -> Collected {
        take(&mut *self.collected.borrow_mut())
    }
}

/// What only the run itself does.
fn refused(what: &str) -> String {
    format!("a helper has {what}, which only the run itself may do")
}

fn defect(what: &str) -> MatchFault {
    MatchFault::Bug(refused(what))
}

impl Shelf for ShelfApart {
    fn name(&self) -> String {
        self.shelf.name()
    }

    fn place(&self, name: &str) -> String {
        self.shelf.place(name)
    }

    fn handle(&self) -> Box<dyn Shelf> {
        Box::new(self.same())
    }

    fn claim(&self) -> Result<Claimed, MatchFault> {
        Err(defect("claimed the office"))
    }

    fn holder(&self) -> Result<Option<Holder>, MatchFault> {
        self.shelf.holder()
    }

    fn facts(&self, log: &str) -> Result<Opened, LogFault> {
        let facts = Box::new(FactsApart(Rc::clone(&self.collected)));
        Ok(Opened { facts, lines: self.shelf.look(log)?, torn: 0 })
    }

    fn look(&self, log: &str) -> Result<Vec<Vec<u8>>, LogFault> {
        self.shelf.look(log)
    }

    fn put_by(&self, name: &str) -> io::Result<Box<dyn PutBy>> {
        self.shelf.put_by(name)
    }

    fn heard(&self) -> Box<dyn Heard> {
        Box::new(HeardApart { heard: self.shelf.heard(), collected: Rc::clone(&self.collected) })
    }

    fn keep_mail(&self, key: &str, bytes: &[u8]) -> Result<(), MatchFault> {
        self.collected.borrow_mut().mails.push((key.to_owned(), bytes.to_vec()));
        Ok(())
    }

    fn mail(&self, key: &str) -> io::Result<Vec<u8>> {
        self.shelf.mail(key)
    }

    fn drop_mail(&self, _: &str) -> io::Result<()> {
        Err(io::Error::other(refused("dropped a mail")))
    }

    fn put_aside(&self, _: &str, _: &[u8]) -> Result<String, MatchFault> {
        Err(defect("put a letter aside"))
    }

    fn aside_name(&self, word: &str) -> String {
        self.shelf.aside_name(word)
    }

    fn letters(&self) -> Result<Vec<(String, Vec<u8>)>, MatchFault> {
        self.shelf.letters()
    }

    fn aside(&self) -> Result<Vec<String>, MatchFault> {
        self.shelf.aside()
    }

    fn small(&self, name: &str) -> Result<Option<Vec<u8>>, MatchFault> {
        self.shelf.small(name)
    }

    fn keep_small(&self, _: &str, _: &[u8]) -> Result<(), MatchFault> {
        Err(defect("kept something small"))
    }

    fn smalls(&self) -> Result<Vec<String>, MatchFault> {
        self.shelf.smalls()
    }

    fn secret(&self, name: &str) -> Result<Option<Vec<u8>>, MatchFault> {
        self.shelf.secret(name)
    }

    fn keep_secret(&self, _: &str, _: &[u8]) -> Result<(), MatchFault> {
        Err(defect("kept a secret"))
    }

    fn tidy(&self, _: &BTreeSet<String>) -> Result<(), MatchFault> {
        Err(defect("tidied up"))
    }
}

/// The log of what goes out, of which a helper collects what it adds.
#[derive(Debug)]
struct FactsApart(Rc<RefCell<Collected>>);

impl Facts for FactsApart {
    fn mend(&mut self) -> Result<(), LogFault> {
        Ok(())
    }

    fn append(&mut self, lines: &[Vec<u8>]) -> Result<(), LogFault> {
        self.0.borrow_mut().lines.extend_from_slice(lines);
        Ok(())
    }

    fn rewrite(&mut self, _: &[Vec<u8>]) -> Result<(), LogFault> {
        Err(LogFault::Elsewhere(refused("written a log anew")))
    }
}

/// What people heard and said. Only whoever tends a match adds numbers of that match, so these are kept at
/// once; what is of no match, several may add to, and the run does.
struct HeardApart {
    heard: Box<dyn Heard>,
    collected: Rc<RefCell<Collected>>,
}

impl Heard for HeardApart {
    fn keep(&self, whose: &str, of: Option<&str>, numbers: &[u64]) -> io::Result<()> {
        match of {
            Some(_) => self.heard.keep(whose, of, numbers),
            None => Err(io::Error::other(refused("kept what somebody heard of no match"))),
        }
    }

    fn of(&self, whose: &str) -> io::Result<Vec<Vec<u64>>> {
        self.heard.of(whose)
    }

    fn all(&self) -> io::Result<Vec<HeardRow>> {
        self.heard.all()
    }

    fn is_over(&self, of: &str) -> io::Result<()> {
        self.collected.borrow_mut().over.push(of.to_owned());
        Ok(())
    }
}
