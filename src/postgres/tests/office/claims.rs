//! Who runs an office: one at a time, however late the other wakes.

use std::collections::BTreeMap;
use std::time::Duration;

use club::matches::{MatchFault, Store};
use club::post::shelf::{LogFault, Shelf};

use super::super::{Office, add, brisk, words};
use crate::{Database, Heads, Match, OfficeShelf, Patience};

fn lines(word: &str) -> Vec<Vec<u8>> {
    vec![word.as_bytes().to_vec()]
}

/// A worker whose leases last so long.
fn worker(office: &Office, name: &str, lease: Duration) -> OfficeShelf {
    let patience = Patience { lease, ..brisk() };
    OfficeShelf::new(&Database::open(office.settings(), name, Heads::none(), patience).unwrap())
}

#[test]
fn a_run_that_lives_keeps_the_office_longer_than_its_lease() {
    let Some(office) = Office::new() else { return };
    let lease = Duration::from_secs(2);
    let (one, two) = (worker(&office, "one", lease), worker(&office, "two", lease));
    let claim = one.claim().unwrap();
    std::thread::sleep(lease * 2);
    let Err(MatchFault::Waiting(why)) = two.claim() else { panic!("two runs at once") };
    assert!(why.contains("another run is busy in office@club.example (one has it until 2"), "{why}");
    one.keep_small("a", b"b").unwrap();
    let fault = two.keep_small("a", b"c").unwrap_err().to_string();
    assert!(fault.contains("another run is busy with this office (one has it until"), "{fault}");
    drop(claim);
    drop(two.claim().unwrap());
}

/// The office is taken from somebody who cannot renew his lease, as if he were frozen.
#[test]
fn a_run_that_lost_the_office_writes_nothing_more() {
    let Some(office) = Office::new() else { return };
    let (first, second) = (office.worker("one"), office.worker("two"));
    add(Match::new(&second, "spring").begin().unwrap().as_mut(), "first").unwrap();
    let (one, two) = (OfficeShelf::new(&first), OfficeShelf::new(&second));
    let claim = one.claim().unwrap();
    let mut log = one.facts("sent.log").unwrap().facts;
    log.append(&lines("first")).unwrap();
    one.keep_mail("a", b"mail").unwrap();
    office.client().batch_execute("update club.office set lease_until = clock_timestamp()").unwrap();
    // Nobody else came, and it is over all the same.
    let fault = log.append(&lines("late")).unwrap_err().to_string();
    assert!(fault.contains("the lease of this run on the office is over"), "{fault}");
    let other = two.claim().unwrap();
    let said = "the lease of this run on the office was over, and another has begun (two has it until 2";
    let put = BTreeMap::from([("k".to_owned(), "v".to_owned())]);
    let faults = [
        log.append(&lines("late")).unwrap_err().to_string(),
        log.rewrite(&lines("late")).unwrap_err().to_string(),
        one.put_by("sent").unwrap().put(put).unwrap_err().to_string(),
        one.heard().keep("00000000000a44a0", None, &[1]).unwrap_err().to_string(),
        one.keep_mail("b", b"late").unwrap_err().to_string(),
        one.drop_mail("a").unwrap_err().to_string(),
        one.put_aside("a", b"late").unwrap_err().to_string(),
        one.keep_secret("a", b"late").unwrap_err().to_string(),
        one.tidy(&Default::default()).unwrap_err().to_string(),
    ];
    assert!(faults.iter().all(|fault| fault.contains(said)), "{faults:#?}");
    assert!(one.mail("a").unwrap_err().to_string().contains("another run has the office"));
    // Nor does it go on with a match that it had not taken yet, or begins another.
    let of_one = Match::new(&first, "spring");
    let told = words(of_one.claim());
    assert!(told.contains("the lease of this run on the office is over"), "{told}");
    assert!(
        words(Match::new(&first, "summer").begin()).contains("the lease of this run on the office is over")
    );
    // What is dropped late takes nothing from whoever has the office.
    drop(claim);
    two.keep_small("a", b"b").unwrap();
    assert_eq!(two.look("sent.log").unwrap(), lines("first"));
    assert_eq!(two.mail("a").unwrap(), b"mail");
    drop(other);
    drop(Match::new(&second, "spring").claim().unwrap());
}

#[test]
fn who_adds_to_a_log_that_another_has_changed_is_refused() {
    let Some(office) = Office::new() else { return };
    let shelf = OfficeShelf::new(&office.worker("one"));
    let mut one = shelf.facts("register.log").unwrap().facts;
    let mut two = shelf.facts("register.log").unwrap().facts;
    one.append(&lines("first")).unwrap();
    let Err(LogFault::Changed(place)) = two.append(&lines("other")) else { panic!("it was taken") };
    assert_eq!(place, "office@club.example/register.log");
    assert!(matches!(two.rewrite(&lines("other")), Err(LogFault::Changed(_))));
    let mut two = shelf.facts("register.log").unwrap().facts;
    two.rewrite(&[]).unwrap();
    assert!(matches!(one.append(&lines("second")), Err(LogFault::Changed(_))));
    two.append(&lines("third")).unwrap();
    assert_eq!(shelf.look("register.log").unwrap(), lines("third"));
}
