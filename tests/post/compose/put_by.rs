//! What was sent or came in long ago is put by, and still known.

use fs_err as fs;
use sealord::post::compose::inbox::{Inbox, Received};
use sealord::post::compose::outbox::{Outbox, OutboxFault, Pace, State};
use sealord::post::shelf::ShelfDir;
use sealord::post::wire::pace::RateLimit;

use super::outbox::{anna, at, folder, hash, open, pace, queue, received};

/// Very many mails, as a log of another day has them: so many of them were sent, and a few failed or came
/// back.
fn aged(post: &std::path::Path, count: usize) {
    use std::fmt::Write;
    fs::create_dir_all(post).expect("a folder");
    let mut log = String::new();
    for n in 0..count {
        let (key, queued) = (aged_key(n), at(n as i64));
        let hash = hash(key.as_bytes());
        writeln!(log, r#"{{"fact":"queued","key":"{key}","message_id":"<{n}@club.example>","sha256":"{hash}","to":["anna@example.org"],"at":"{queued}"}}"#).expect("text");
        match n % 1000 {
            7 => writeln!(log, r#"{{"fact":"failed","key":"{key}","at":"{queued}","permanent":true,"why":"550 no","attempt":1}}"#),
            _ => writeln!(log, r#"{{"fact":"sent","key":"{key}","at":"{queued}","answer":"250 ok"}}"#),
        }
        .expect("text");
        if n % 1000 == 9 {
            writeln!(log, r#"{{"fact":"bounced","message_id":"<{n}@club.example>","recipient":"anna@example.org","status":"5.1.1"}}"#).expect("text");
        }
    }
    fs::write(post.join("sent.log"), log).expect("written");
}

/// The lines of a mail that was queued and sent.
fn sent(key: &str, minute: i64) -> String {
    let (hash, at) = (hash(key.as_bytes()), at(minute));
    let id = key.replace('/', ".");
    format!(
        "{{\"fact\":\"queued\",\"key\":\"{key}\",\"message_id\":\"<{id}@club.example>\",\"sha256\":\"{hash}\",\"to\":[],\
         \"at\":\"{at}\"}}\n{{\"fact\":\"sent\",\"key\":\"{key}\",\"at\":\"{at}\",\"answer\":\"250 ok\"}}\n"
    )
}

fn aged_key(n: usize) -> String {
    format!("match-{}/axis/{}/report", n % 20, n / 20)
}

/// What was put by is known all the same, by its key, by its id and by how keys begin; the log stays short at
/// any age, also if the run that put it by died before the log was written anew.
#[test]
fn what_was_sent_long_ago_is_put_by_and_still_known() {
    const COUNT: usize = 9000;
    let dir = folder();
    let post = dir.path().join("post");
    aged(&post, COUNT);
    let log = post.join("sent.log");
    let old = fs::read(&log).expect("a log");
    for crashed in [false, true] {
        if crashed {
            fs::write(&log, &old).expect("written");
        }
        let mut outbox = open(&dir);
        let lines = fs::read_to_string(&log).expect("a log").lines().count();
        assert!(lines < 3500, "{lines} lines");
        assert_eq!(outbox.ever(), COUNT as u64);
        for n in (0..COUNT).step_by(if crashed { 97 } else { 1 }) {
            let key = aged_key(n);
            let item = outbox.item(&key).unwrap_or_else(|| panic!("{key} is forgotten"));
            let state = if n % 1000 == 7 { State::Refused } else { State::Sent };
            assert_eq!(
                (item.state, item.place(), item.bounces.len()),
                (state, n as u64, usize::from(n % 1000 == 9))
            );
            assert_eq!(
                outbox.by_message_id(&format!("{n}@club.example")).map(|item| item.key),
                Some(key.clone())
            );
            assert!(
                !outbox
                    .queue(&key, &format!("<{n}@club.example>"), &hash(key.as_bytes()), &anna(), at(0))
                    .expect("known")
            );
            let other = outbox.queue(&key, "<x@club.example>", &hash(b"other"), &anna(), at(0));
            assert!(matches!(other, Err(OutboxFault::Different { .. })), "{other:?}");
        }
        assert!(outbox.item("match-1/axis/9999/report").is_none());
        assert_eq!(outbox.under("match-3/axis/").count(), COUNT / 20);
        assert_eq!(outbox.under("match-3/axis/44/").count(), 1);
        let status = outbox.status(&pace());
        assert_eq!((status.sent, status.refused.len() + status.older.0), (COUNT - 9, 9));
        assert_eq!(status.bounced.len() + status.older.1, 9);
        // A reader finds the same without writing anything.
        let bytes = fs::read(&log).expect("a log");
        let reader = Outbox::look(&ShelfDir::new(dir.path())).expect("it opens");
        assert!(reader.item(&aged_key(5)).is_some() && reader.status(&pace()) == status);
        assert!(fs::read(&log).expect("a log") == bytes);
    }
    // What comes back after so long is noted once.
    let mut outbox = open(&dir);
    assert!(outbox.bounced("<5@club.example>", "anna@example.org", "5.1.1").expect("noted"));
    assert!(!outbox.bounced("<5@club.example>", "anna@example.org", "5.1.1").expect("noted"));
    let mut outbox = open(&dir);
    assert_eq!(outbox.item(&aged_key(5)).expect("known").bounces.len(), 1);
    assert!(!outbox.bounced("<5@club.example>", "anna@example.org", "5.1.1").expect("noted"));
    let status = outbox.status(&pace());
    assert_eq!((status.sent, status.bounced.len() + status.older.1), (COUNT - 9, 10));
    // And it goes on: years later there are few files and a short log.
    for round in 0..3 {
        drop(outbox);
        let fresh: String = (0..2600).map(|n| sent(&format!("later-{round}/axis/{n}/report"), n)).collect();
        let log = fs::read_to_string(&log).expect("a log") + &fresh;
        fs::write(post.join("sent.log"), log).expect("written");
        outbox = open(&dir);
    }
    assert_eq!(outbox.status(&pace()).sent, COUNT - 9 + 3 * 2600);
    assert!(fs::read_to_string(&log).expect("a log").lines().count() < 3500);
    assert!(fs::read_dir(post.join("sent")).expect("files").count() <= 5);
}

/// The pace remembers what was put by in the same hour.
#[test]
fn what_was_put_by_just_now_counts_for_the_pace() {
    let dir = folder();
    let post = dir.path().join("post");
    fs::create_dir_all(&post).expect("a folder");
    let log: String = (0..3500).map(|n| sent(&format!("m/axis/{n}/report"), 0)).collect();
    fs::write(post.join("sent.log"), log).expect("written");
    let mut outbox = open(&dir);
    queue(&mut outbox, "next", 1);
    let limit = |most: u32| Pace { rate: RateLimit { per_hour: Some(most), per_minute: None }, ..pace() };
    assert!(outbox.due(at(1), &limit(3500)).is_empty());
    assert_eq!(outbox.due(at(1), &limit(3501)).len(), 1);
}

#[test]
fn what_came_in_long_ago_is_put_by_and_still_known() {
    let dir = folder();
    let post = dir.path().join("post");
    let message = |n: u32| Received {
        same: Some(format!("letter-{n}")),
        answer: Some(format!("m/axis/{n}/receipt")),
        at: at(i64::from(n)),
        ..received(n)
    };
    let mut inbox = Inbox::open(&ShelfDir::new(dir.path())).expect("it opens");
    inbox.record_all((0..5000).map(message).collect()).expect("recorded");
    let old = fs::read(post.join("received.log")).expect("a log");
    for crashed in [false, true] {
        if crashed {
            fs::write(post.join("received.log"), &old).expect("written");
        }
        let mut inbox = Inbox::open(&ShelfDir::new(dir.path())).expect("it opens");
        assert!(fs::read_to_string(post.join("received.log")).expect("a log").lines().count() <= 1001);
        assert_eq!(inbox.len(), 5000);
        for n in (0..5000).step_by(41) {
            assert_eq!(inbox.seen(&message(n).sha256).expect("read"), Some(message(n)));
            assert!(inbox.met(&format!("letter-{n}")).expect("read"));
            assert!(!inbox.record(message(n)).expect("known"));
        }
        assert!(!inbox.met("letter-5000").expect("read"));
        assert_eq!(inbox.answered().into_iter().collect::<Vec<_>>(), [("m/axis".to_owned(), at(4999))]);
    }
}
