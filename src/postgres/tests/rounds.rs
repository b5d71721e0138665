//! Workers who claim, renew, note and give back.

use std::time::{Duration, Instant};

use club::matches::Store;
use jiff::Timestamp;

use super::{Office, add, brisk, words};
use crate::{Database, Heads, Match, Patience};

fn begin(office: &Office, word: &str, due: Option<&str>) {
    let worker = office.worker("umpire");
    let it = Match::new(&worker, word);
    let mut log = it.begin().unwrap();
    add(log.as_mut(), "first").unwrap();
    it.note(due.map(|at| at.parse::<Timestamp>().unwrap())).unwrap();
}

#[test]
fn two_workers_share_what_is_due_and_never_have_the_same() {
    let Some(office) = Office::new() else { return };
    begin(&office, "late", Some("2020-01-02T00:00:00Z"));
    begin(&office, "later", Some("2020-01-03T00:00:00Z"));
    begin(&office, "latest", Some("2020-01-01T00:00:00Z"));
    begin(&office, "soon", Some("9999-01-01T00:00:00Z"));
    begin(&office, "never", None);
    let (one, two) = (office.worker("one"), office.worker("two"));
    let first = Match::due(&one).unwrap().unwrap();
    let second = Match::due(&two).unwrap().unwrap();
    let third = Match::due(&two).unwrap().unwrap();
    assert_eq!([first.word(), second.word(), third.word()], ["latest", "late", "later"]);
    assert!(Match::due(&one).unwrap().is_none());
    assert!(words(Match::new(&two, "latest").claim()).contains("one has it until"));
    // Whoever has taken it opens it under the same lease; given back without a note, it is still due.
    drop(first.claim().unwrap());
    let again = Match::due(&two).unwrap().unwrap();
    assert_eq!(again.word(), "latest");
    let mut log = again.claim().unwrap();
    add(log.as_mut(), "second").unwrap();
    again.note(Some("9999-01-01T00:00:00Z".parse().unwrap())).unwrap();
    assert!(words(first.note(None)).contains("two has it until"));
    drop((log, second));
    assert_eq!(Match::due(&one).unwrap().unwrap().word(), "late");
}

#[test]
fn whoever_wakes_after_his_lease_writes_nothing() {
    let Some(office) = Office::new() else { return };
    begin(&office, "frozen", None);
    let short = Patience { lease: Duration::from_millis(1500), ..brisk() };
    let over = short.lease + Duration::from_millis(50);
    let one = Database::open(office.settings(), "one", Heads::none(), short).unwrap();
    let two = office.worker("two");
    let (first, second) = (Match::new(&one, "frozen"), Match::new(&two, "frozen"));
    let mut frozen = first.claim().unwrap();
    // Nobody else came, and the lease is over all the same.
    std::thread::sleep(over);
    let fault = words(add(frozen.as_mut(), "too late"));
    assert!(fault.starts_with("InputOutput frozen: the lease of this worker ended at"), "{fault}");
    assert!(words(add(frozen.as_mut(), "again")).contains("an earlier write"));
    drop(frozen);
    let mut frozen = first.claim().unwrap();
    frozen.hold();
    add(frozen.as_mut(), "held").unwrap();
    std::thread::sleep(over);
    let mut log = second.claim().unwrap();
    add(log.as_mut(), "second").unwrap();
    let fault = words(frozen.release());
    assert!(fault.contains("the lease of this worker was over, and two took the match"), "{fault}");
    assert!(words(first.keep_small("a", b"b")).contains("two took the match"));
    assert!(words(frozen.keep(b"bookmark")).contains("two took the match"));
    assert!(words(first.keep_seed(&engine::dice::Seed::practice(1))).contains("two took the match"));
    // What is dropped late takes nothing from whoever has the match.
    drop(frozen);
    add(log.as_mut(), "third").unwrap();
    drop(log);
    assert_eq!(first.read().unwrap().entries.len(), 3);
}

#[test]
fn work_renews_the_lease() {
    let Some(office) = Office::new() else { return };
    begin(&office, "long", None);
    let short = Patience { lease: Duration::from_millis(1500), ..brisk() };
    let database = Database::open(office.settings(), "one", Heads::none(), short).unwrap();
    let mut log = Match::new(&database, "long").claim().unwrap();
    log.hold();
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(4) {
        add(log.as_mut(), "held").unwrap();
        std::thread::sleep(Duration::from_millis(50));
    }
    log.release().unwrap();
}

#[test]
fn a_claim_and_an_append_take_little_time() {
    let Some(office) = Office::new() else { return };
    let sql = "insert into club.game (office, word, head_hash, head_number, due_at) select $1, 'm' || n, $2, 0, \
               '2030-01-01' from generate_series(1, 10000) n";
    let none = &[0u8; 32][..];
    office.client().execute(sql, &[&super::OFFICE, &none]).unwrap();
    office.client().batch_execute("analyze").unwrap();
    begin(&office, "quick", Some("2020-01-01T00:00:00Z"));
    let database = office.worker("one");
    let rounds = 100;
    let (mut claims, mut appends) = (Vec::new(), Vec::new());
    for _ in 0..rounds {
        let at = Instant::now();
        let it = Match::due(&database).unwrap().unwrap();
        let mark = it.mark().unwrap().unwrap();
        let mut log = it.claim_at(&mark).unwrap().unwrap();
        claims.push(at.elapsed());
        let at = Instant::now();
        add(log.as_mut(), "an entry").unwrap();
        appends.push(at.elapsed());
    }
    let median = |times: &mut Vec<Duration>| {
        times.sort_unstable();
        times[times.len() / 2]
    };
    let (claim, append) = (median(&mut claims), median(&mut appends));
    let statements = database.statements() as f64 / f64::from(rounds);
    use std::io::Write;
    writeln!(
        std::io::stdout(),
        "of 10,001 matches: claim {claim:.2?}, append {append:.2?} (medians of {rounds}); {statements:.1} statements"
    )
    .unwrap();
    // The machine of the tests may be busy with other things: how often the server is asked hangs on it
    // only where a lease had to be renewed in between, or a statement sent again.
    assert!(statements < 4.1, "{statements} statements for a claim and an append");
}
