//! The logs of what goes out and what came in: rules, crashes at every byte.

use std::collections::BTreeMap;

use fs_err as fs;
use jiff::{SignedDuration, Timestamp, ToSpan};
use sealord::post::compose::LogFault;
use sealord::post::compose::inbox::{Inbox, Received};
use sealord::post::compose::outbox::{Fact, Outbox, OutboxFault, Pace, State};
use sealord::post::shelf::ShelfDir;
use sealord::post::wire::pace::RateLimit;
use sha2::{Digest, Sha256};
use tempfile::TempDir;

pub(super) fn at(minute: i64) -> Timestamp {
    let start: Timestamp = "2026-11-22T18:00:00Z".parse().expect("an instant");
    start.checked_add(minute.minutes()).expect("in range")
}

pub(super) fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

pub(super) fn anna() -> Vec<String> {
    vec!["anna@example.org".to_owned()]
}

pub(super) fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

pub(super) fn open(dir: &TempDir) -> Outbox {
    Outbox::open(&ShelfDir::new(dir.path())).expect("it opens")
}

pub(super) fn queue(outbox: &mut Outbox, key: &str, minute: i64) -> bool {
    let id = format!("<{key}@club.example>");
    outbox.queue(key, &id, &hash(key.as_bytes()), &anna(), at(minute)).expect("it is queued")
}

pub(super) fn pace() -> Pace {
    Pace {
        first: SignedDuration::from_mins(1),
        most: SignedDuration::from_mins(10),
        attempts: 6,
        rate: RateLimit::default(),
        strangers: RateLimit::default(),
    }
}

#[test]
fn a_key_is_queued_once_and_never_with_other_content() {
    let dir = folder();
    let mut outbox = open(&dir);
    assert!(queue(&mut outbox, "report-4-axis", 0));
    assert!(!queue(&mut outbox, "report-4-axis", 1));
    let other = outbox.queue("report-4-axis", "<b@club.example>", &hash(b"other"), &anna(), at(2));
    assert!(matches!(other, Err(OutboxFault::Different { .. })), "{other:?}");
    let copy = outbox.queue("copy", "<report-4-axis@club.example>", &hash(b"report-4-axis"), &anna(), at(2));
    assert!(matches!(copy, Err(OutboxFault::Different { .. })), "{copy:?}");
    for key in ["", "a b", "a\nb", "\u{e4}", &"x".repeat(201)] {
        let fault = outbox.queue(key, "<c@d>", "", &anna(), at(3));
        assert!(matches!(fault, Err(OutboxFault::Key(_))), "{key:?}");
    }
    assert_eq!(outbox.items().count(), 1);
    assert_eq!(open(&dir).item("report-4-axis"), outbox.item("report-4-axis"));
}

#[test]
fn a_key_and_an_id_stand_for_one_content() {
    let dir = folder();
    let mut outbox = open(&dir);
    let mut queue =
        |key: &str, id: &str, content: &str| outbox.queue(key, id, &hash(content.as_bytes()), &anna(), at(0));
    for (key, id) in [("a", "<a@b>"), ("b", "<b@b>")] {
        assert!(queue(key, id, key).expect("it is queued"));
        assert!(!queue(key, id, key).expect("it is known"));
    }
    for (key, id, content) in
        [("a", "<a@b>", "A"), ("a", "<c@b>", "A"), ("c", "<a@b>", "c"), ("c", "<b@b>", "b")]
    {
        let fault = queue(key, id, content).expect_err("it is refused");
        assert!(matches!(fault, OutboxFault::Different { .. }), "{fault}");
    }
    let keys: Vec<&str> = outbox.items().map(|item| item.key.as_str()).collect();
    assert_eq!(keys, ["a", "b"]);
    assert_eq!(open(&dir).items().count(), 2);
}

#[test]
fn only_what_was_queued_may_go_out_and_only_once() {
    let mut outbox = open(&folder());
    queue(&mut outbox, "a", 0);
    assert!(outbox.allow("a", b"a").is_ok());
    assert!(matches!(outbox.allow("a", b"A"), Err(OutboxFault::Different { .. })));
    assert!(matches!(outbox.allow("b", b"b"), Err(OutboxFault::Unknown(_))));
    assert!(matches!(outbox.sent("b", "250", at(1)), Err(OutboxFault::Unknown(_))));
    outbox.sent("a", "250 ok\r\nqueued", at(1)).expect("it is noted");
    assert!(matches!(outbox.allow("a", b"a"), Err(OutboxFault::Settled(_))));
    assert!(matches!(outbox.sent("a", "250", at(2)), Err(OutboxFault::Settled(_))));
    assert!(matches!(outbox.failed("a", false, "late", at(2)), Err(OutboxFault::Settled(_))));
    let item = outbox.item("a").expect("it is there");
    assert_eq!((item.state, item.answer.as_str(), item.attempts), (State::Sent, "250 ok queued", 1));
}

#[test]
fn a_failure_waits_longer_each_time_and_then_gives_up() {
    let mut outbox = open(&folder());
    queue(&mut outbox, "a", 0);
    let (mut now, mut waits) = (at(0), Vec::new());
    while let [key] = outbox.due(now, &pace()).as_slice() {
        outbox.failed(key, false, "connection refused", now).expect("it is noted");
        let Some(next) = pace().next(&outbox.item("a").expect("it is there")) else { break };
        assert!(outbox.due(next - 1.second(), &pace()).is_empty());
        waits.push(next.duration_since(now).as_mins());
        now = next;
    }
    assert_eq!(waits, [1, 2, 4, 8, 10]);
    let later = now + 1000.hours();
    assert!(outbox.due(later, &pace()).is_empty());
    assert_eq!(outbox.status(&pace()).refused[0].why, "connection refused");
    // A longer patience takes it up again.
    assert_eq!(outbox.due(later, &Pace { attempts: 7, ..pace() }), ["a"]);
}

#[test]
fn a_refusal_for_good_is_not_tried_again() {
    let mut outbox = open(&folder());
    queue(&mut outbox, "a", 0);
    assert_eq!(outbox.failed("a", true, "550 no such user", at(1)).expect("it is noted"), 1);
    assert!(outbox.due(at(10_000), &pace()).is_empty());
    assert!(matches!(outbox.allow("a", b"a"), Err(OutboxFault::Settled(_))));
}

#[test]
fn a_clock_that_was_set_back_does_not_stop_mail() {
    let mut outbox = open(&folder());
    queue(&mut outbox, "a", 0);
    outbox.failed("a", false, "try later", at(100_000)).expect("it is noted");
    assert_eq!(outbox.due(at(1), &pace()), ["a"]);
}

#[test]
fn mail_goes_out_in_order_and_at_the_pace() {
    let mut outbox = open(&folder());
    for key in ["c", "a", "b", "d"] {
        queue(&mut outbox, key, 0);
    }
    let pace = Pace { rate: RateLimit { per_minute: Some(3), per_hour: Some(4) }, ..pace() };
    assert_eq!(outbox.due(at(0), &pace), ["c", "a", "b"]);
    outbox.sent("c", "250", at(0)).expect("it is noted");
    outbox.failed("a", false, "later", at(0)).expect("it is noted");
    assert_eq!(outbox.due(at(0), &pace), ["b"]);
    // Four in an hour: two were tried.
    assert_eq!(outbox.due(at(1), &pace), ["a", "b"]);
    assert_eq!(outbox.due(at(60), &pace), ["a", "b", "d"]);
}

#[test]
fn waits_never_overflow() {
    let pace = Pace {
        first: SignedDuration::from_hours(1),
        most: SignedDuration::MAX,
        attempts: u32::MAX,
        rate: RateLimit::default(),
        strangers: RateLimit::default(),
    };
    for failures in [0, 1, 2, 30, 31, 32, 63, 64, u32::MAX] {
        assert!(pace.wait(failures) >= SignedDuration::from_hours(1));
    }
    let mut outbox = open(&folder());
    queue(&mut outbox, "a", 0);
    outbox.failed("a", false, "later", Timestamp::MAX).expect("it is noted");
    assert_eq!(pace.next(&outbox.item("a").expect("it is there")), Some(Timestamp::MAX));
}

#[test]
fn bounces_are_noted_once_and_forged_ones_never() {
    let dir = folder();
    let mut outbox = open(&dir);
    queue(&mut outbox, "a", 0);
    outbox.sent("a", "250", at(1)).expect("it is noted");
    let mut bounced = |id: &str, who: &str| outbox.bounced(id, who, "5.1.1").expect("it is noted");
    assert!(!bounced("<z@club.example>", "anna@example.org"));
    assert!(bounced("<a@club.example>", "Anna@Example.org "));
    assert!(!bounced("<a@club.example>", "anna@example.org"));
    assert!(!bounced("<a@club.example>", "anna.somewhere@else.example"));
    assert!(!bounced("a@club.example", "anna@example.org"));
    assert_eq!(outbox.by_message_id("<a@club.example>").expect("it is there").bounces.len(), 1);
    // Letters are read without the brackets.
    assert_eq!(outbox.by_message_id("a@club.example").expect("it is there").key, "a");
    assert_eq!(fs::read_to_string(dir.path().join("post/sent.log")).expect("a log").lines().count(), 3);
}

#[test]
fn status_tells_what_waits_was_sent_refused_and_bounced() {
    let mut outbox = open(&folder());
    for key in ["report-4-axis", "report-4-allies", "receipt-1", "reminder-1", "status-1"] {
        queue(&mut outbox, key, 0);
    }
    outbox.sent("report-4-axis", "250", at(1)).expect("it is noted");
    outbox
        .bounced("<report-4-axis@club.example>", "anna@example.org", "5.1.1 no such user")
        .expect("it is noted");
    outbox.sent("report-4-allies", "250", at(1)).expect("it is noted");
    outbox.failed("receipt-1", true, "554 refused", at(1)).expect("it is noted");
    outbox.failed("reminder-1", false, "connection refused", at(1)).expect("it is noted");
    insta::assert_snapshot!(outbox.status(&pace()).to_string(), @r"
    mail: 2 waiting, 2 sent, 1 refused, 1 bounced
      waiting  reminder-1 to anna@example.org, attempt 2 at 2026-11-22T18:02:00Z: connection refused
      waiting  status-1 to anna@example.org
      refused  receipt-1 to anna@example.org, after 1 attempt: 554 refused
      bounced  report-4-axis to anna@example.org: 5.1.1 no such user
    ");
}

/// A folder with a log of every kind of fact, and its bytes.
fn written() -> (TempDir, Vec<u8>) {
    let dir = folder();
    let mut outbox = open(&dir);
    for key in ["a", "b", "c", "d"] {
        queue(&mut outbox, key, 0);
    }
    outbox.failed("a", false, "later \u{e4}", at(1)).expect("it is noted");
    outbox.sent("a", "250", at(3)).expect("it is noted");
    outbox.failed("b", true, "no", at(3)).expect("it is noted");
    outbox.bounced("<a@club.example>", "anna@example.org", "5.1.1").expect("it is noted");
    outbox.sent("c", "250", at(4)).expect("it is noted");
    let bytes = fs::read(dir.path().join("post/sent.log")).expect("a log");
    (dir, bytes)
}

#[test]
fn the_log_reads_as_it_is_documented() {
    let (_dir, bytes) = written();
    insta::assert_snapshot!(String::from_utf8(bytes).expect("UTF-8"));
}

#[test]
fn a_crash_at_any_byte_loses_nothing_that_was_whole_and_doubles_nothing() {
    let (_dir, bytes) = written();
    let dir = folder();
    let path = dir.path().join("post/sent.log");
    fs::create_dir(dir.path().join("post")).expect("a folder");
    for cut in 0..=bytes.len() {
        for zeros in [0, 7].into_iter().take(if cut % 5 == 0 { 2 } else { 1 }) {
            let mut torn = bytes[..cut].to_vec();
            torn.extend(std::iter::repeat_n(0, zeros));
            fs::write(&path, &torn).expect("written");

            let whole = bytes[..cut].iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
            let facts: Vec<Fact> = std::str::from_utf8(&bytes[..whole])
                .expect("UTF-8")
                .lines()
                .map(|line| serde_json::from_str(line).expect("a fact"))
                .collect();
            let mut states: BTreeMap<String, State> = BTreeMap::new();
            for fact in &facts {
                let (key, state) = match fact {
                    Fact::Queued { key, .. } => (key, State::Waiting),
                    Fact::Sent { key, .. } => (key, State::Sent),
                    Fact::Failed { key, permanent: true, .. } => (key, State::Refused),
                    Fact::Failed { .. } | Fact::Bounced { .. } | Fact::PutBy(_) | Fact::Stands(_) => continue,
                };
                states.insert(key.clone(), state);
            }
            let mut outbox = open(&dir);
            assert_eq!(outbox.torn(), cut - whole + zeros, "cut at {cut}");
            let found: BTreeMap<String, State> =
                outbox.items().map(|it| (it.key.clone(), it.state)).collect();
            assert_eq!(found, states, "cut at {cut}");

            // The program goes on: it queues everything anew, and sends what is due. Each line waits for the
            // disk, so this is done around the ends of lines, and here and there between.
            let near = |cut: usize| bytes[cut.saturating_sub(2)..bytes.len().min(cut + 1)].contains(&b'\n');
            if zeros > 0 || !(near(cut) || cut % 97 == 0) {
                assert_eq!(fs::read(&path).expect("a log"), bytes[..whole]);
                continue;
            }
            for key in ["a", "b", "c", "d"] {
                assert_eq!(queue(&mut outbox, key, 0), !states.contains_key(key));
            }
            let due = outbox.due(at(1000), &pace());
            for key in ["a", "b", "c", "d"] {
                let waits = states.get(key).is_none_or(|state| *state == State::Waiting);
                assert_eq!(
                    due.iter().filter(|it| *it == key).count(),
                    usize::from(waits),
                    "{key}, cut at {cut}"
                );
            }
            for key in &due {
                outbox.sent(key, "250", at(1000)).expect("it is noted");
            }
            let again = open(&dir);
            assert_eq!(again.torn(), 0);
            assert!(again.due(at(2000), &pace()).is_empty());
            assert_eq!(again.items().count(), 4);
            assert!(fs::read(&path).expect("a log").starts_with(&bytes[..whole]), "cut at {cut}");
        }
    }
}

#[test]
fn a_damaged_or_impossible_line_is_told_and_nothing_is_cut() {
    let (dir, bytes) = written();
    let path = dir.path().join("post/sent.log");
    let text = String::from_utf8(bytes).expect("UTF-8");
    let lines: Vec<&str> = text.lines().collect();
    let fault = |text: String| {
        fs::write(&path, &text).expect("written");
        let fault = Outbox::open(&ShelfDir::new(dir.path())).expect_err("it is refused");
        assert_eq!(fs::read_to_string(&path).expect("a log"), text);
        fault
    };
    let line = |at: usize| format!("{}\n", lines[at]);
    assert!(matches!(fault(line(0) + "{}\n"), OutboxFault::Log(LogFault::Line { line: 2, .. })));
    assert!(matches!(fault(line(0) + "\0\0\n" + &line(1)), OutboxFault::Log(LogFault::Line { line: 2, .. })));
    assert!(matches!(fault(line(5)), OutboxFault::Contradiction { line: 1, .. }));
    assert!(matches!(fault(line(0) + &line(0)), OutboxFault::Contradiction { line: 2, .. }));
    assert!(matches!(fault(line(0) + &line(5) + &line(5)), OutboxFault::Contradiction { line: 3, .. }));
    assert!(matches!(fault(line(7)), OutboxFault::Contradiction { line: 1, .. }));
}

#[test]
fn two_programs_at_once_are_noticed() {
    let dir = folder();
    let (mut first, mut second) = (open(&dir), open(&dir));
    queue(&mut first, "a", 0);
    let fault = second.queue("b", "<b@c>", "", &anna(), at(0));
    assert!(matches!(fault, Err(OutboxFault::Log(LogFault::Changed(_)))), "{fault:?}");
    let fault = second.queue("b", "<b@c>", "", &anna(), at(0));
    assert!(matches!(fault, Err(OutboxFault::Log(LogFault::Broken(_)))), "{fault:?}");
    assert_eq!(open(&dir).items().count(), 1);
}

#[test]
fn a_fact_that_is_too_long_is_refused_and_nothing_is_written() {
    let dir = folder();
    let mut outbox = open(&dir);
    let to = vec!["x".repeat(70_000)];
    let fault = outbox.queue("a", "<a@b>", "", &to, at(0));
    assert!(matches!(fault, Err(OutboxFault::Log(LogFault::TooLong { .. }))), "{fault:?}");
    assert!(queue(&mut outbox, "a", 0));
    assert_eq!(open(&dir).items().count(), 1);
}

pub(super) fn received(n: u32) -> Received {
    let answer = (n != 2).then(|| format!("receipt-{n}"));
    Received { sha256: hash(&n.to_be_bytes()), same: None, outcome: "orders".to_owned(), answer, at: at(0) }
}

#[test]
fn a_message_that_comes_twice_is_known() {
    let dir = folder();
    let mut inbox = Inbox::open(&ShelfDir::new(dir.path())).expect("it opens");
    assert!(inbox.is_empty());
    assert!(inbox.record(received(1)).expect("it is recorded"));
    let other = Received { outcome: "refused".to_owned(), at: at(9), ..received(1) };
    assert!(!inbox.record(other).expect("it is known"));
    let seen = |inbox: &Inbox, n: u32| inbox.seen(&received(n).sha256).expect("it is read");
    assert_eq!(seen(&inbox, 1), Some(received(1)));
    assert_eq!(seen(&inbox, 2), None);
    let many = vec![received(1), received(3), received(4), received(3)];
    assert_eq!(inbox.record_all(many).expect("they are recorded"), 2);
    let again = Inbox::open(&ShelfDir::new(dir.path())).expect("it opens");
    assert_eq!((again.len(), seen(&again, 1)), (3, Some(received(1))));
}

#[test]
fn the_inbox_survives_a_crash_at_any_byte() {
    let dir = folder();
    let post = dir.path().join("post");
    let mut inbox = Inbox::open(&ShelfDir::new(dir.path())).expect("it opens");
    for n in 1..=3 {
        inbox.record(received(n)).expect("it is recorded");
    }
    let bytes = fs::read(post.join("received.log")).expect("a log");
    for cut in 0..=bytes.len() {
        fs::write(post.join("received.log"), &bytes[..cut]).expect("written");
        let mut inbox = Inbox::open(&ShelfDir::new(dir.path())).expect("it opens");
        let whole = bytes[..cut].iter().filter(|byte| **byte == b'\n').count();
        assert_eq!(inbox.len(), whole);
        // Each line waits for the disk, so going on is tried around the ends of lines, and here and there
        // between.
        if cut % 41 > 0 && !bytes[cut.saturating_sub(2)..bytes.len().min(cut + 1)].contains(&b'\n') {
            continue;
        }
        for n in 1..=3 {
            let fresh = inbox.record(received(n)).expect("it is recorded");
            assert_eq!(fresh, n as usize > whole);
        }
        assert_eq!(fs::read(post.join("received.log")).expect("a log"), bytes);
    }
}
