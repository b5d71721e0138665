//! Maildirs laid out by hand.

use std::fs;
use std::path::Path;

use sealord::post::wire::inward::maildir::Maildir;
use sealord::post::wire::inward::{Body, HEAD};
use sealord::post::wire::{Backlog, Done, MessageId, Source, WireFault};

const LARGEST: u64 = 100_000;

fn maildir() -> tempfile::TempDir {
    let temp = tempfile::tempdir().unwrap();
    for part in ["new", "cur", "tmp"] {
        fs::create_dir(temp.path().join(part)).unwrap();
    }
    temp
}

fn open(temp: &tempfile::TempDir) -> Maildir {
    Maildir::open(temp.path(), LARGEST).unwrap()
}

fn put(temp: &tempfile::TempDir, name: &str, text: &str) {
    fs::write(temp.path().join(name), text).unwrap();
}

fn ids(source: &mut Maildir) -> Vec<String> {
    source.waiting(100).unwrap().into_iter().map(|waiting| waiting.id.0).collect()
}

fn id(name: &str) -> MessageId {
    MessageId(name.into())
}

fn names(path: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(path).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn what_waits_and_in_which_order() {
    let temp = maildir();
    put(&temp, "new/200.b.host", "two");
    put(&temp, "new/200.a.host", "one");
    put(&temp, "new/1000.a.host", "four");
    put(&temp, "new/nameless", "last");
    put(&temp, "cur/300.a.host:2,F", "three");
    put(&temp, "cur/100.a.host:2,RS", "seen");
    put(&temp, "new/.hidden", "no");
    put(&temp, "tmp/50.a.host", "not yet there");
    fs::create_dir(temp.path().join("new/60.folder")).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink("/etc/passwd", temp.path().join("new/70.link")).unwrap();
    let mut source = open(&temp);
    assert_eq!(ids(&mut source), ["200.a.host", "200.b.host", "300.a.host", "1000.a.host", "nameless"]);
    let first = source.waiting(1).unwrap();
    assert_eq!((first.len(), first[0].size), (1, Some(3)));
}

#[test]
fn what_waits_is_counted_from_when_it_came() {
    let temp = maildir();
    assert_eq!(open(&temp).backlog().unwrap(), Backlog::default());
    put(&temp, "new/200.a.host", "one");
    put(&temp, "cur/100.a.host:2,F", "two");
    put(&temp, "cur/50.a.host:2,S", "seen");
    let came = |name: &str, second: i64| {
        let file = fs::File::options().append(true).open(temp.path().join(name)).unwrap();
        file.set_modified(jiff::Timestamp::from_second(second).unwrap().into()).unwrap();
    };
    came("new/200.a.host", 7000);
    came("cur/100.a.host:2,F", 6000);
    came("cur/50.a.host:2,S", 5000);
    let oldest = jiff::Timestamp::from_second(6000).ok();
    assert_eq!(open(&temp).backlog().unwrap(), Backlog { count: 2, oldest });
}

#[test]
fn done_messages_are_moved_and_the_others_come_again() {
    let temp = maildir();
    for number in 1..=4 {
        put(&temp, &format!("new/{number}.a"), "Subject: x\n\nx\n");
    }
    put(&temp, "cur/5.a:2,FR", "x");
    let mut source = open(&temp);
    ids(&mut source);
    for (name, outcome) in
        [("1.a", Done::Taken), ("2.a", Done::Refused), ("4.a", Done::Ignored), ("5.a", Done::Taken)]
    {
        assert!(source.read(&id(name)).unwrap().is_some());
        source.done(&id(name), outcome).unwrap();
        source.done(&id(name), outcome).unwrap();
    }
    // The program dies after reading the third and before marking it.
    assert!(source.read(&id("3.a")).unwrap().is_some());
    drop(source);
    assert_eq!(ids(&mut open(&temp)), ["3.a"]);
    assert_eq!(names(&temp.path().join("cur")), ["1.a:2,S", "4.a:2,S", "5.a:2,FRS"]);
    assert_eq!(names(&temp.path().join(".sealord-refused/cur")), ["2.a:2,S"]);
    assert!(temp.path().join(".sealord-refused/maildirfolder").is_file());
}

#[test]
fn other_programs_may_move_and_remove_messages() {
    let temp = maildir();
    for number in 1..=3 {
        put(&temp, &format!("new/{number}.a"), "text");
    }
    let mut source = open(&temp);
    ids(&mut source);
    fs::rename(temp.path().join("new/1.a"), temp.path().join("cur/1.a:2,")).unwrap();
    fs::remove_file(temp.path().join("new/2.a")).unwrap();
    fs::rename(temp.path().join("new/3.a"), temp.path().join("cur/3.a:2,S")).unwrap();
    let first = source.read(&id("1.a")).unwrap().unwrap();
    assert_eq!(first.body, Body::Whole(b"text".to_vec()));
    let written = fs::metadata(temp.path().join("cur/1.a:2,")).unwrap().modified().unwrap();
    assert_eq!(first.arrived, jiff::Timestamp::try_from(written).ok(), "when it was delivered");
    assert_eq!(source.read(&id("2.a")).unwrap(), None);
    assert_eq!(source.read(&id("3.a")).unwrap(), None, "somebody has read it");
    for name in ["1.a", "2.a", "3.a", "4.a", "../../etc/passwd"] {
        source.done(&id(name), Done::Taken).unwrap();
    }
    assert_eq!(names(&temp.path().join("cur")), ["1.a:2,S", "3.a:2,S"]);
}

#[cfg(unix)]
#[test]
fn a_link_put_in_the_place_of_a_message_is_not_followed() {
    let temp = maildir();
    put(&temp, "new/1.a", "text");
    put(&temp, "secret", "not for mail");
    let mut source = open(&temp);
    ids(&mut source);
    fs::remove_file(temp.path().join("new/1.a")).unwrap();
    std::os::unix::fs::symlink(temp.path().join("secret"), temp.path().join("new/1.a")).unwrap();
    assert_eq!(source.read(&id("1.a")).unwrap(), None);
}

#[test]
fn large_messages_show_their_headers() {
    let temp = maildir();
    put(&temp, "new/1.a", &format!("Subject: x\r\nTo: y\r\n\r\n{}", "body\r\n".repeat(30_000)));
    put(&temp, "new/2.a", &"X-Long: header\n".repeat(30_000));
    put(&temp, "new/3.a", &"x".repeat(LARGEST as usize));
    let mut source = open(&temp);
    ids(&mut source);
    let mut read = |name| source.read(&id(name)).unwrap().unwrap();
    assert_eq!(
        (read("1.a").size, read("1.a").body),
        (180_021, Body::TooLarge(b"Subject: x\r\nTo: y\r\n\r\n".to_vec()))
    );
    assert!(matches!(read("2.a").body, Body::TooLarge(head) if head.len() == HEAD));
    assert!(matches!(read("3.a").body, Body::Whole(whole) if whole.len() as u64 == LARGEST));
}

#[cfg(unix)]
#[test]
fn names_that_are_no_text() {
    use std::os::unix::ffi::OsStrExt;
    let temp = maildir();
    let name = std::ffi::OsStr::from_bytes(b"1.\xff\n:2,F");
    fs::write(temp.path().join("cur").join(name), "text").unwrap();
    let mut source = open(&temp);
    assert_eq!(ids(&mut source), [r"1.\xff\n"]);
    source.done(&id(r"1.\xff\n"), Done::Taken).unwrap();
    let there = fs::read_dir(temp.path().join("cur")).unwrap().next().unwrap().unwrap().file_name();
    assert_eq!(there.as_bytes(), b"1.\xff\n:2,FS");
}

#[test]
fn what_is_no_maildir_is_told() {
    let temp = tempfile::tempdir().unwrap();
    let fault = Maildir::open(temp.path(), LARGEST).unwrap_err();
    assert!(matches!(fault, WireFault::NotThat { .. }) && !fault.may_pass(), "{fault}");
    assert!(
        fault.to_string().contains("is not a Maildir: a folder that holds `new` and `cur`. Check"),
        "{fault}"
    );
}

#[test]
fn a_thousand_messages_are_read_one_by_one() {
    let temp = maildir();
    for number in 0..1000 {
        put(
            &temp,
            &format!("new/{}.M{number}.host", 1_700_000_000 + number / 7),
            &format!("Subject: {number}\n\nx\n"),
        );
    }
    let mut source = open(&temp);
    let mut read = vec![];
    // A run takes a hundred at a time.
    loop {
        let waiting = source.waiting(100).unwrap();
        for message in &waiting {
            let Body::Whole(bytes) = source.read(&message.id).unwrap().unwrap().body else { panic!("large") };
            read.push(bytes);
            source.done(&message.id, Done::Taken).unwrap();
        }
        if waiting.is_empty() {
            break;
        }
    }
    let count = read.len();
    read.sort();
    read.dedup();
    assert_eq!((count, read.len()), (1000, 1000));
}
