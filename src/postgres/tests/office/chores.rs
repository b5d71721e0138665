//! Matches that a run lays out: each is tended by one worker, and counts only for the run that laid it out.

use std::rc::Rc;

use club::post::office::{Chore, ChoreTable, Chores, Yard};
use club::post::shelf::{Claimed, Shelf};
use engine::digest::Digest;
use jiff::Timestamp;

use super::super::{Office, TIME, words};
use crate::{Database, OfficeShelf, OfficeYard};

/// A worker, and the chores as it sees them.
struct Worker {
    database: Rc<Database>,
    shelf: OfficeShelf,
    table: Box<dyn ChoreTable>,
}

impl Worker {
    fn new(office: &Office, name: &str) -> Worker {
        let database = office.worker(name);
        let shelf = OfficeShelf::new(&database);
        let table = OfficeYard::of(&shelf).chores().unwrap();
        Worker { database, shelf, table }
    }

    /// Begins a run, and lays out two matches.
    fn begins(&self) -> Claimed {
        let claim = self.shelf.claim().unwrap();
        let chores = [("spring".to_owned(), None), ("summer".to_owned(), Some(b"noted".to_vec()))];
        self.table.lay_out(at(), Digest::ZERO, &chores).unwrap();
        claim
    }

    fn joins(&self) -> (Chores, Claimed) {
        let wanted = self.table.wanted().unwrap().expect("a run");
        let joined = self.table.join(&wanted);
        (wanted, joined)
    }

    fn takes(&self) -> Chore {
        self.table.take().unwrap().expect("a chore")
    }
}

fn at() -> Timestamp {
    TIME.parse().unwrap()
}

fn mails() -> Vec<(String, Vec<u8>)> {
    vec![("summer/axis/1/report".to_owned(), b"mail".to_vec())]
}

#[test]
fn each_chore_is_taken_once_and_handed_in_once_with_its_mails() {
    let Some(office) = Office::new() else { return };
    let (one, two) = (Worker::new(&office, "one"), Worker::new(&office, "two"));
    assert_eq!(one.table.helpers(60.0).unwrap(), 0);
    assert!(two.table.wanted().unwrap().is_none());
    assert_eq!(one.table.helpers(60.0).unwrap(), 1, "it was seen as it asked");
    assert_eq!(two.table.helpers(60.0).unwrap(), 0, "nobody counts himself");
    let claim = one.begins();
    let (wanted, joined) = two.joins();
    assert_eq!((wanted.at, wanted.basis), (at(), Digest::ZERO));
    let (spring, summer) = (one.takes(), two.takes());
    assert_eq!((spring.word.as_str(), spring.snapshot), ("spring", None));
    assert_eq!((summer.word.as_str(), summer.snapshot.as_deref()), ("summer", Some(&b"noted"[..])));
    assert_eq!(one.table.take().unwrap(), None);
    assert!(one.table.handed_in(false).unwrap().is_empty());
    assert!(one.shelf.mail("summer/axis/1/report").is_err());
    two.table.hand_in(&summer, &mails(), b"done").unwrap();
    let fault = words(two.table.hand_in(&summer, &mails(), b"again"));
    assert!(fault.contains("had it so long that another was given it"), "{fault}");
    let found = one.table.handed_in(true).unwrap();
    let found: Vec<_> = found.iter().map(|it| (it.word.as_str(), &it.account[..])).collect();
    assert_eq!(found, [("summer", &b"done"[..])]);
    assert_eq!(one.shelf.mail("summer/axis/1/report").unwrap(), b"mail");
    assert!(one.table.handed_in(false).unwrap().is_empty());
    assert!(two.table.wanted().unwrap().is_none());
    drop((joined, claim));
    assert_eq!(two.database.run.get(), 0);
}

#[test]
fn who_has_a_chore_too_long_loses_it() {
    let Some(office) = Office::new() else { return };
    let (one, two) = (Worker::new(&office, "one"), Worker::new(&office, "two"));
    let _claim = one.begins();
    let (_, _joined) = two.joins();
    let late = two.takes();
    office.client().batch_execute("update club.chore set token_until = clock_timestamp()").unwrap();
    assert_eq!(one.takes().word, late.word);
    let fault = words(two.table.hand_in(&late, &mails(), b"late"));
    assert!(fault.contains("had it so long that another was given it"), "{fault}");
    assert!(one.table.handed_in(false).unwrap().is_empty());
    assert!(one.shelf.mail("summer/axis/1/report").is_err(), "nor were its mails kept");
}

#[test]
fn nothing_is_written_for_a_run_that_is_over() {
    let Some(office) = Office::new() else { return };
    let (one, two, three) =
        (Worker::new(&office, "one"), Worker::new(&office, "two"), Worker::new(&office, "three"));
    let claim = one.begins();
    let (_, joined) = two.joins();
    let chore = two.takes();
    office.client().batch_execute("update club.office set lease_until = clock_timestamp()").unwrap();
    let next = three.begins();
    let said = "the lease of this run on the office was over, and another has begun (three has it until 2";
    let fault = words(two.table.hand_in(&chore, &mails(), b"late"));
    assert!(fault.contains(said), "{fault}");
    assert_eq!(two.table.take().unwrap(), None, "those of the next run are not for it");
    let fault = two.shelf.heard().keep("00000000000a44a0", Some("00000000000a44a1"), &[1]).unwrap_err();
    assert!(fault.to_string().contains(said), "{fault}");
    // One that was laid out and never taken is not wanted any more, either.
    drop((joined, claim));
    office.client().batch_execute("update club.office set lease_until = clock_timestamp()").unwrap();
    assert!(two.table.wanted().unwrap().is_none());
    drop(next);
}
