//! What every place must do that keeps an office's own things, whatever it is made of. A test of another kind
//! of shelf includes this file as a module of its own, imports there what it names, and calls [`all`] with a
//! way to make a fresh place.

use std::collections::{BTreeMap, BTreeSet};

use super::{MatchFault, Opened, Shelf};

/// Makes a fresh place in which nothing was kept.
pub type Fresh<'f> = &'f dyn Fn() -> Box<dyn Shelf>;

/// What is demanded, with its name.
type Demand = (&'static str, fn(Fresh<'_>));

const DEMANDS: [Demand; 8] = [
    ("one run at a time", one_run_at_a_time),
    ("facts stay in their order", facts_stay_in_their_order),
    ("what was put by is found", what_was_put_by_is_found),
    ("what was heard is kept by person and match", what_was_heard_is_kept),
    ("mails wait until they are sent", mails_wait_until_they_are_sent),
    ("letters are put aside", letters_are_put_aside),
    ("small things and secrets are kept by name", small_things_and_secrets_are_kept),
    ("all of it can be listed", all_of_it_can_be_listed),
];

/// Tries all that is demanded of a kind of shelf, each in a fresh place.
#[allow(clippy::disallowed_macros, reason = "a test that fails says what it tried")]
pub fn all(fresh: Fresh<'_>) {
    for (name, demand) in DEMANDS {
        println!("{name}");
        demand(fresh);
    }
}

fn lines(words: &[&str]) -> Vec<Vec<u8>> {
    words.iter().map(|word| word.as_bytes().to_vec()).collect()
}

fn one_run_at_a_time(fresh: Fresh<'_>) {
    let shelf = fresh();
    let other = shelf.handle();
    assert_eq!(other.name(), shelf.name());
    assert_eq!(other.holder().expect("looked at"), None);
    let claim = shelf.claim().expect("claimed");
    assert!(other.holder().expect("looked at").is_some());
    let Err(MatchFault::Waiting(why)) = other.claim() else { panic!("two runs at once") };
    assert!(why.contains(&shelf.name()), "{why}");
    drop(claim);
    assert_eq!(other.holder().expect("looked at"), None);
    drop(other.claim().expect("claimed"));
}

fn facts_stay_in_their_order(fresh: Fresh<'_>) {
    let shelf = fresh();
    assert!(shelf.look("sent.log").expect("none").is_empty());
    let Opened { mut facts, lines: found, torn } = shelf.facts("sent.log").expect("opened");
    assert_eq!((found.len(), torn), (0, 0));
    facts.append(&lines(&["{\"a\":1}", "{\"b\":\"Grün\"}"])).expect("added");
    facts.append(&[]).expect("nothing to add");
    facts.append(&lines(&["{\"c\":3}"])).expect("added");
    assert_eq!(shelf.look("sent.log").expect("read"), lines(&["{\"a\":1}", "{\"b\":\"Grün\"}", "{\"c\":3}"]));
    assert!(shelf.look("received.log").expect("none").is_empty(), "each log is one of its own");
    facts.rewrite(&lines(&["{\"d\":4}"])).expect("written anew");
    facts.append(&lines(&["{\"e\":5}"])).expect("added");
    drop(facts);
    let again = shelf.handle().facts("sent.log").expect("opened");
    assert_eq!(again.lines, lines(&["{\"d\":4}", "{\"e\":5}"]));
    assert_eq!(again.torn, 0);
}

fn what_was_put_by_is_found(fresh: Fresh<'_>) {
    let shelf = fresh();
    let entries = |pairs: &[(&str, &str)]| -> BTreeMap<String, String> {
        pairs.iter().map(|(key, text)| ((*key).to_owned(), (*text).to_owned())).collect()
    };
    let mut put_by = shelf.put_by("sent").expect("opened");
    put_by.put(BTreeMap::new()).expect("nothing to put by");
    put_by.put(entries(&[("k/b", "two"), ("k/a", "one"), ("i/x", "k/a")])).expect("put by");
    put_by.put(entries(&[("k/b", "three\twords"), ("k/c", "")])).expect("put by");
    for reader in [&put_by, &shelf.handle().put_by("sent").expect("opened")] {
        assert_eq!(reader.find("k/b").expect("read").as_deref(), Some("three\twords"), "the newest counts");
        assert_eq!(reader.find("k/").expect("read"), None);
        let found: BTreeMap<String, String> = reader.under("k/").expect("read").into_iter().collect();
        assert_eq!(found, entries(&[("k/a", "one"), ("k/b", "three\twords"), ("k/c", "")]));
        let keys: Vec<String> = reader.under("").expect("read").into_iter().map(|(key, _)| key).collect();
        assert_eq!(keys, ["i/x", "k/a", "k/b", "k/c"]);
        let each = ["k/b", "j/", "", "k/"].map(str::to_owned);
        let alone = each.iter().map(|start| reader.under(start).expect("read"));
        assert_eq!(reader.under_each(&each).expect("read"), alone.collect::<Vec<_>>());
        assert!(reader.under_each(&[]).expect("read").is_empty());
    }
    assert!(shelf.put_by("received").expect("opened").under("").expect("read").is_empty());
}

fn what_was_heard_is_kept(fresh: Fresh<'_>) {
    const ANNA: &str = "00000000000a44a0";
    const BERT: &str = "00000000000be470";
    const SPRING: &str = "0000000000059216";
    let heard = fresh().heard();
    let of =
        |whose: &str| -> BTreeSet<u64> { heard.of(whose).expect("read").into_iter().flatten().collect() };
    assert!(of(ANNA).is_empty());
    heard.keep(ANNA, Some(SPRING), &[9, 3, u64::MAX]).expect("kept");
    heard.keep(ANNA, None, &[4]).expect("kept");
    heard.keep(ANNA, Some(SPRING), &[3, 5]).expect("kept");
    heard.keep(BERT, Some(SPRING), &[7]).expect("kept");
    assert!(heard.of(ANNA).expect("read").iter().all(|row| row.is_sorted()));
    assert_eq!(of(ANNA), BTreeSet::from([3, 4, 5, 9, u64::MAX]));
    heard.is_over(SPRING).expect("joined");
    heard.is_over(SPRING).expect("nothing to join");
    assert_eq!((of(ANNA), of(BERT)), (BTreeSet::from([3, 4, 5, 9, u64::MAX]), BTreeSet::from([7])));
}

fn mails_wait_until_they_are_sent(fresh: Fresh<'_>) {
    let shelf = fresh();
    let _claim = shelf.claim().expect("claimed");
    let long = format!("spring/axis/1/{}", "x".repeat(180));
    assert!(shelf.mail("spring/axis/1/report").is_err());
    shelf.drop_mail("spring/axis/1/report").expect("nothing to remove");
    for key in ["spring/axis/1/report", "spring/axis/2/report", &long] {
        shelf.keep_mail(key, format!("From: {key}\r\n\0").as_bytes()).expect("kept");
    }
    shelf.keep_mail("spring/axis/2/report", b"anew").expect("kept");
    assert_eq!(shelf.handle().mail("spring/axis/2/report").expect("read"), b"anew");
    assert_eq!(shelf.mail(&long).expect("read"), format!("From: {long}\r\n\0").as_bytes());
    shelf.drop_mail("spring/axis/2/report").expect("removed");
    assert!(shelf.mail("spring/axis/2/report").is_err());
    shelf.keep_small("small.json", b"{}").expect("kept");
    shelf.tidy(&BTreeSet::from([long.clone()])).expect("cleared");
    assert!(shelf.mail("spring/axis/1/report").is_err(), "it does not wait any more");
    assert!(shelf.mail(&long).is_ok());
    assert!(shelf.small("small.json").expect("read").is_some());
}

fn letters_are_put_aside(fresh: Fresh<'_>) {
    let shelf = fresh();
    assert!(shelf.aside().expect("none").is_empty());
    let two = shelf.put_aside("bb22", b"Subject: two").expect("put aside");
    let one = shelf.put_aside("aa11", b"Subject: one").expect("put aside");
    assert_eq!(one, shelf.aside_name("aa11"));
    assert_eq!(shelf.handle().aside().expect("looked at"), [one, two]);
}

fn small_things_and_secrets_are_kept(fresh: Fresh<'_>) {
    let shelf = fresh();
    let _claim = shelf.claim().expect("claimed");
    assert!(
        shelf.small("imap.json").expect("none").is_none()
            && shelf.secret("desk.key").expect("none").is_none()
    );
    shelf.keep_small("imap.json", b"1").expect("kept");
    shelf.keep_small("imap.json", b"2\n").expect("kept");
    shelf.keep_secret("desk.key", b"hush\n").expect("kept");
    assert_eq!(shelf.handle().small("imap.json").expect("read").as_deref(), Some(&b"2\n"[..]));
    assert_eq!(shelf.handle().secret("desk.key").expect("read").as_deref(), Some(&b"hush\n"[..]));
    assert!(shelf.place("desk.key").contains(&shelf.name()) && shelf.place("desk.key").ends_with("desk.key"));
    assert!(shelf.exposed().is_empty(), "{:?}", shelf.exposed());
}

fn all_of_it_can_be_listed(fresh: Fresh<'_>) {
    const ANNA: &str = "00000000000a44a0";
    const SPRING: &str = "0000000000059216";
    let shelf = fresh();
    assert!(shelf.smalls().expect("none").is_empty() && shelf.letters().expect("none").is_empty());
    let _claim = shelf.claim().expect("claimed");
    let mut log = shelf.facts("sent.log").expect("opened").facts;
    log.append(&lines(&["{}"])).expect("added");
    assert!(shelf.smalls().expect("none").is_empty(), "neither a log nor the claim is a small thing");
    shelf.keep_secret("desk.key", b"hush").expect("kept");
    shelf.keep_small("a.json", b"{}").expect("kept");
    assert_eq!(shelf.handle().smalls().expect("listed"), ["a.json", "desk.key"]);
    shelf.put_aside("aa11", b"Subject: one").expect("put aside");
    assert_eq!(shelf.letters().expect("listed"), [("aa11".to_owned(), b"Subject: one".to_vec())]);
    let heard = shelf.heard();
    heard.keep(ANNA, Some(SPRING), &[3, 9]).expect("kept");
    heard.keep(ANNA, None, &[5]).expect("kept");
    let mut all = heard.all().expect("listed");
    all.sort_by_key(|row| row.of.clone());
    let found: Vec<_> = all.iter().map(|row| (&*row.whose, row.of.as_deref(), &*row.numbers)).collect();
    assert_eq!(found, [(ANNA, None, &[5][..]), (ANNA, Some(SPRING), &[3, 9][..])]);
    let fault = shelf.mail("nobody").expect_err("it is not there");
    assert_eq!(fault.kind(), std::io::ErrorKind::NotFound);
}
