//! The files: what is on disk after each step, after each crash, and after tampering.

use engine::rulebook::two_sided::party::AXIS;
use serde_json::json;
use tempfile::TempDir;

use super::super::tests::{TIME, salt};
use super::*;

fn folder() -> TempDir {
    engine::rulebook::two_sided::declare();
    tempfile::tempdir().expect("a temporary folder")
}

fn add(journal: &mut Journal, kind: Kind) {
    let number = journal.all().expect("read").len() as u64 + 1;
    let body = json!({"number": number});
    journal.append(kind, Some(1), Some(AXIS), TIME, body, salt(number)).expect("appended");
}

/// A closed journal of this many entries.
fn written(entries: usize) -> TempDir {
    let dir = folder();
    let mut journal = Journal::create(&dir).expect("created");
    for at in 0..entries {
        add(&mut journal, if at == 0 { Kind::Genesis } else { Kind::Ruling });
    }
    dir
}

fn bytes(dir: &TempDir) -> Vec<u8> {
    fs::read(dir.path().join(JOURNAL)).expect("readable")
}

fn overwrite(dir: &TempDir, name: &str, bytes: &[u8]) {
    fs::write(dir.path().join(name), bytes).expect("writable");
}

fn line_starts(bytes: &[u8]) -> Vec<usize> {
    bytes
        .split_inclusive(|&byte| byte == b'\n')
        .scan(0, |at, line| Some(std::mem::replace(at, *at + line.len())))
        .collect()
}

fn chain_fault(result: Result<Journal, StoreFault>) -> ChainFault {
    match result {
        Err(StoreFault::Chain(fault)) => fault,
        other => panic!("expected a chain fault, found {other:?}"),
    }
}

#[test]
fn what_was_appended_is_there_after_closing() {
    let dir = written(3);
    let mut journal = Journal::open(&dir).expect("opens");
    assert!(journal.notices().is_empty());
    assert_eq!(journal.all().expect("read").len(), 3);
    add(&mut journal, Kind::Resolved);
    let head = journal.head().expect("not empty");
    assert_eq!(head.number, 4);
    let snapshot = Journal::read(&dir).expect("reads without the lock");
    assert_eq!((snapshot.entries, snapshot.head), (journal.all().expect("read").into_owned(), Some(head)));
    let expected = format!("{{\"hash\":\"{}\",\"number\":4}}\n", head.hash);
    assert_eq!(fs::read_to_string(dir.path().join(HEAD)).expect("readable"), expected);
}

#[test]
fn a_second_hand_on_the_journal_is_told_so() {
    let dir = folder();
    let journal = Journal::create(&dir).expect("created");
    assert!(matches!(Journal::open_trying(dir.path(), 2), Err(StoreFault::Busy(_))));
    drop(journal);
    assert!(Journal::open(&dir).is_ok());
}

#[test]
fn missing_and_existing_journals_are_told_apart() {
    let dir = folder();
    assert!(matches!(Journal::open(&dir), Err(StoreFault::Missing(_))));
    assert!(matches!(Journal::read(&dir), Err(StoreFault::Missing(_))));
    let dir = written(1);
    assert!(matches!(Journal::create(&dir), Err(StoreFault::Exists(_))));
    assert!(Journal::create(written(0)).is_ok(), "a journal without entries may be begun again");
}

#[test]
fn a_line_torn_anywhere_is_set_aside_whole() {
    let dir = written(3);
    let (whole, head) = (bytes(&dir), fs::read(dir.path().join(HEAD)).expect("readable"));
    let last = line_starts(&whole)[2];
    let older = Journal::read(&dir).expect("reads").entries[1].hash();
    // Each round waits for the disk several times, so not every byte is tried.
    for end in (last + 1..whole.len()).step_by(29).chain([whole.len() - 1]) {
        let dir = folder();
        overwrite(&dir, JOURNAL, &whole[..end]);
        overwrite(&dir, HEAD, format!("{{\"hash\":\"{older}\",\"number\":2}}").as_bytes());
        let mut journal = Journal::open(&dir).expect("opens");
        assert_eq!(journal.all().expect("read").len(), 2);
        assert!(journal.notices()[0].contains("torn-3.txt"), "{:?}", journal.notices());
        assert_eq!(fs::read(dir.path().join("torn-3.txt")).expect("readable"), &whole[last..end]);
        add(&mut journal, Kind::Ruling);
        assert_eq!(bytes(&dir), whole);
        assert_eq!(fs::read(dir.path().join(HEAD)).expect("readable"), head);
    }
}

#[test]
fn a_second_torn_line_does_not_replace_the_first() {
    let dir = written(2);
    let whole = bytes(&dir);
    for name in ["torn-3.txt", "torn-3-2.txt"] {
        overwrite(&dir, JOURNAL, &[&whole[..], b"{\"bo"].concat());
        assert!(Journal::open(&dir).expect("opens").notices()[0].ends_with(name));
        assert_eq!(fs::read(dir.path().join(name)).expect("readable"), b"{\"bo");
    }
}

#[test]
fn a_block_of_zeros_in_an_unacknowledged_line_counts_as_torn() {
    let dir = written(2);
    let whole = bytes(&dir);
    overwrite(&dir, JOURNAL, &[&whole[..], b"{\"body\":\0\0\0\0}\n"].concat());
    let journal = Journal::open(&dir).expect("opens");
    assert_eq!((journal.all().expect("read").len(), journal.notices().len()), (2, 1));
    assert_eq!(bytes(&dir), whole);
}

#[test]
fn entries_held_together_are_acknowledged_together() {
    let dir = written(2);
    let head = || fs::read(dir.path().join(HEAD)).expect("readable");
    let before = (bytes(&dir), head());
    let mut journal = Journal::open(&dir).expect("opens");
    journal.hold();
    add(&mut journal, Kind::Resolved);
    add(&mut journal, Kind::Opened);
    assert_eq!(head(), before.1, "nothing is acknowledged yet");
    drop(journal);
    let held = bytes(&dir);
    // Whatever a power cut leaves of them, a whole number of entries counts, and what was acknowledged stays.
    for cut in before.0.len()..held.len() {
        overwrite(&dir, JOURNAL, &held[..cut]);
        overwrite(&dir, HEAD, &before.1);
        let journal = Journal::open(&dir).expect("opens");
        assert!((2..4).contains(&journal.all().expect("read").len()), "{cut}");
        assert!(bytes(&dir).starts_with(&before.0));
    }
    for (from, to) in [(0, 5), (3, 40)] {
        let mut zeros = held.clone();
        zeros[before.0.len() + from..before.0.len() + to].fill(0);
        overwrite(&dir, JOURNAL, &zeros);
        overwrite(&dir, HEAD, &before.1);
        assert_eq!(Journal::open(&dir).expect("opens").all().expect("read").len(), 2);
        assert_eq!(bytes(&dir), before.0);
    }
    let mut journal = Journal::open(&dir).expect("opens");
    journal.hold();
    add(&mut journal, Kind::Resolved);
    add(&mut journal, Kind::Opened);
    journal.release().expect("released");
    journal.release().expect("nothing is held");
    assert_eq!(journal.head().map(|head| head.number), Some(4));
    drop(journal);
    assert!(Journal::open(&dir).expect("opens").notices().is_empty());
    assert_eq!(bytes(&dir), held);
}

#[test]
fn held_entries_that_cannot_be_acknowledged_are_taken_back() {
    let dir = written(2);
    let before = bytes(&dir);
    let mut journal = Journal::open(&dir).expect("opens");
    journal.hold();
    add(&mut journal, Kind::Resolved);
    // Where the new head is to be written stands a folder.
    fs::create_dir(dir.path().join(NEW_HEAD)).expect("made");
    assert!(matches!(journal.release(), Err(StoreFault::Io(_))));
    assert_eq!(bytes(&dir), before);
    let again = journal.append(Kind::Opened, None, None, TIME, json!({}), salt(9));
    assert!(matches!(again, Err(StoreFault::Broken)));
    drop(journal);
    fs::remove_dir(dir.path().join(NEW_HEAD)).expect("removed");
    assert_eq!(Journal::open(&dir).expect("opens").all().expect("read").len(), 2);
}

#[test]
fn a_torn_line_that_head_json_claims_is_a_fault_and_stays() {
    let dir = written(3);
    let whole = bytes(&dir);
    overwrite(&dir, JOURNAL, &whole[..whole.len() - 1]);
    assert_eq!(chain_fault(Journal::open(&dir)).entry, 3);
    assert_eq!(bytes(&dir), &whole[..whole.len() - 1]);
    assert!(!dir.path().join("torn-3.txt").exists());
}

#[test]
fn a_reader_leaves_a_torn_line_where_it_is() {
    let dir = written(2);
    let torn = [&bytes(&dir)[..], b"{\"bo"].concat();
    overwrite(&dir, JOURNAL, &torn);
    let snapshot = Journal::read(&dir).expect("reads");
    assert_eq!((snapshot.entries.len(), snapshot.notices.len()), (2, 1));
    assert_eq!(bytes(&dir), torn);
}

#[test]
fn a_head_that_lags_behind_is_renewed() {
    let dir = written(3);
    let good = fs::read(dir.path().join(HEAD)).expect("readable");
    let older = Journal::read(&dir).expect("reads").entries[1].hash();
    overwrite(&dir, HEAD, format!("{{\"hash\":\"{older}\",\"number\":2}}").as_bytes());
    assert!(Journal::open(&dir).expect("opens").notices()[0].contains("entry 2"));
    assert_eq!(fs::read(dir.path().join(HEAD)).expect("readable"), good);
}

#[test]
fn the_head_of_a_first_entry_is_made_when_a_power_cut_lost_it() {
    let dir = written(1);
    let good = fs::read(dir.path().join(HEAD)).expect("readable");
    fs::remove_file(dir.path().join(HEAD)).expect("removed");
    assert!(Journal::open(&dir).expect("opens").notices()[0].contains("missing"));
    assert_eq!(fs::read(dir.path().join(HEAD)).expect("readable"), good);
}

#[test]
fn a_longer_journal_without_its_head_is_read_with_a_notice_and_not_written() {
    let dir = written(30);
    let whole = bytes(&dir);
    for end in [whole.len(), line_starts(&whole)[10]] {
        overwrite(&dir, JOURNAL, &whole[..end]);
        _ = fs::remove_file(dir.path().join(HEAD));
        assert!(matches!(Journal::open(&dir), Err(StoreFault::NoHead { .. })));
        assert!(!dir.path().join(HEAD).exists(), "no head is invented");
        let notices = Journal::read(&dir).expect("reads").notices;
        assert_eq!(notices, ["head.json is missing, so nobody could see if the end had been cut off"]);
    }
}

#[test]
fn dropping_the_last_lines_is_caught_by_head_json() {
    let dir = written(4);
    let whole = bytes(&dir);
    for start in line_starts(&whole) {
        overwrite(&dir, JOURNAL, &whole[..start]);
        assert_eq!(chain_fault(Journal::open(&dir)).entry, 4);
        assert!(matches!(Journal::read(&dir), Err(StoreFault::Chain(ChainFault { entry: 4, .. }))));
        assert_eq!(bytes(&dir).len(), start, "nothing was changed");
    }
}

#[test]
fn a_damaged_entry_is_named_and_nothing_is_repaired() {
    let dir = written(3);
    let mut damaged = bytes(&dir);
    let second = line_starts(&damaged)[1];
    damaged[second + 12] ^= 1;
    damaged.extend_from_slice(b"{\"torn");
    overwrite(&dir, JOURNAL, &damaged);
    assert_eq!(chain_fault(Journal::open(&dir)).entry, 2);
    assert_eq!(bytes(&dir), damaged);
}

#[test]
fn an_unreadable_head_is_a_fault() {
    let dir = written(1);
    let hash = Journal::read(&dir).expect("reads").entries[0].hash().to_string();
    let capitals = format!("{{\"hash\":\"{}\",\"number\":1}}", hash.to_uppercase()).into_bytes();
    for bad in [&b""[..], b"{}", b"{\"hash\":\"00\",\"number\":1}", &capitals] {
        overwrite(&dir, HEAD, bad);
        assert!(matches!(Journal::open(&dir), Err(StoreFault::Head(_))));
    }
}

#[test]
fn what_is_not_an_entry_is_refused_and_leaves_no_trace() {
    let dir = written(1);
    let before = bytes(&dir);
    let mut journal = Journal::open(&dir).expect("opens");
    let deep = (0..200).fold(json!(1), |inner, _| json!([inner]));
    for (kind, time, body) in [
        (Kind::Ruling, TIME, json!({"x": 0.5})),
        (Kind::Ruling, TIME, json!(9_007_199_254_740_992_u64)),
        (Kind::Ruling, "yesterday", json!(1)),
        (Kind::Genesis, TIME, json!(1)),
        (Kind::Ruling, TIME, deep),
    ] {
        assert!(journal.append(kind, None, None, time, body, salt(2)).is_err());
    }
    assert_eq!(bytes(&dir), before);
    add(&mut journal, Kind::Ruling);
    assert_eq!(Journal::read(&dir).expect("reads").entries.len(), 2);
}

#[test]
fn a_file_changed_under_an_open_journal_is_noticed_before_writing() {
    let dir = written(1);
    let mut journal = Journal::open(&dir).expect("opens");
    let meddled = [&bytes(&dir)[..], b"x"].concat();
    overwrite(&dir, JOURNAL, &meddled);
    let mut append = || journal.append(Kind::Ruling, None, None, TIME, json!(1), salt(2)).map(|_| ());
    assert!(matches!(append(), Err(StoreFault::Changed(_))));
    assert!(matches!(append(), Err(StoreFault::Broken)));
    assert_eq!(bytes(&dir), meddled);
}

/// A mark of files is written as it always was; one of another place is told apart from it, and opens no
/// file.
#[test]
fn a_mark_says_what_kind_of_place_it_is_of() {
    let dir = written(2);
    let mark = Mark::of(dir.path()).expect("looked at").expect("a mark");
    let text = serde_json::to_string(&mark).expect("written");
    let length = bytes(&dir).len();
    let start = format!("{{\"head\":{},\"length\":{length},\"stamp\":[\"", head_text(mark.head).trim());
    assert!(text.starts_with(&start), "{text}");
    assert_eq!(serde_json::from_str::<Mark>(&text).expect("read"), mark);
    assert!(serde_json::from_str::<Mark>(&text.replace("\"length\"", "\"more\":1,\"length\"")).is_err());
    let other = Mark::at(mark.head, "");
    assert_ne!(other, mark);
    let text = serde_json::to_string(&other).expect("written");
    assert_eq!(serde_json::from_str::<Mark>(&text).expect("read"), other);
    assert!(Journal::open_at(&dir, &other).expect("looked at").is_none());
    assert!(Journal::open_at(&dir, &mark).expect("looked at").is_some());
}
