//! Mbox files.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use proptest::prelude::*;
use sealord::post::wire::inward::mbox::{Locking, Mbox, Quoting, quote, unquote};
use sealord::post::wire::inward::{Body, HEAD};
use sealord::post::wire::{Backlog, Done, MessageId, Source, WireFault};

const FROM: &str = "From anna@club.example Sun Jul  5 20:00:00 2026\n";

struct Post {
    temp: tempfile::TempDir,
}

impl Post {
    fn new(text: impl AsRef<[u8]>) -> Post {
        let temp = tempfile::tempdir().unwrap();
        fs::write(temp.path().join("mbox"), text).unwrap();
        Post { temp }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.temp.path().join(name)
    }

    fn open(&self) -> Mbox {
        self.open_as(Quoting::Mboxrd, Locking::Both)
    }

    fn open_as(&self, quoting: Quoting, locking: Locking) -> Mbox {
        Mbox::open(&self.path("mbox"), &self.path("state"), quoting, locking, 200_000).unwrap()
    }

    fn append(&self, message: &[u8]) {
        let mut file = fs::OpenOptions::new().append(true).open(self.path("mbox")).unwrap();
        file.write_all(&entry(message)).unwrap();
    }
}

fn entry(message: &[u8]) -> Vec<u8> {
    [FROM.as_bytes(), &quote(message, Quoting::Mboxrd), b"\n"].concat()
}

fn all(source: &mut Mbox) -> Vec<(MessageId, Vec<u8>)> {
    let waiting = source.waiting(1000).unwrap();
    let read = |id: MessageId| match source.read(&id).unwrap().expect("it is there").body {
        Body::Whole(bytes) => (id, bytes),
        Body::TooLarge(_) => panic!("large"),
    };
    waiting.into_iter().map(|waiting| waiting.id).map(read).collect()
}

fn texts(source: &mut Mbox) -> Vec<String> {
    all(source).into_iter().map(|(_, bytes)| String::from_utf8(bytes).unwrap()).collect()
}

#[test]
fn messages_begin_at_from_lines_behind_empty_lines() {
    let post = Post::new(format!(
        "{FROM}Subject: one\n\nFrom here on\nnot a new message\n>From there\n>>From afar\n\n{FROM}Subject: two\r\n\r\nbody\r\n\r\n\
         {FROM}Subject: three\n\n\n\nends without an empty line"
    ));
    assert_eq!(post.open().backlog().unwrap(), Backlog { count: 4, oldest: None });
    let rd = texts(&mut post.open());
    // `From here on` stands behind an empty line: a careless writer has made it a message of its own.
    assert_eq!(rd[0], "Subject: one\n");
    assert_eq!(rd[1], "not a new message\nFrom there\n>From afar\n");
    assert_eq!(rd[2], "Subject: two\r\n\r\nbody\r\n");
    assert_eq!(rd[3], "Subject: three\n\n\n\nends without an empty line");
    let o = texts(&mut post.open_as(Quoting::Mboxo, Locking::Both));
    assert_eq!(o[1], "not a new message\nFrom there\n>>From afar\n");
}

#[test]
fn what_is_done_is_remembered_and_the_rest_comes_again() {
    let post = Post::new(b"");
    for number in 1..=4 {
        post.append(format!("Subject: {number}\n\nFrom me\n").as_bytes());
    }
    let before = fs::read(post.path("mbox")).unwrap();
    let mut source = post.open();
    let found = all(&mut source);
    source.done(&found[0].0, Done::Taken).unwrap();
    source.done(&found[0].0, Done::Taken).unwrap();
    source.done(&found[2].0, Done::Refused).unwrap();
    source.done(&MessageId("no such".into()), Done::Taken).unwrap();
    // The program dies after reading the fourth; meanwhile a fifth comes.
    drop(source);
    post.append(b"Subject: 5\n\nx\n");
    let left = texts(&mut post.open());
    assert_eq!(left, ["Subject: 2\n\nFrom me\n", "Subject: 4\n\nFrom me\n", "Subject: 5\n\nx\n"]);
    let state = fs::read_to_string(post.path("state")).unwrap();
    let words: Vec<&str> = state.lines().map(|line| line.rsplit(' ').next().unwrap()).collect();
    assert_eq!(words, ["v1", "taken", "refused"]);
    assert!(fs::read(post.path("mbox")).unwrap().starts_with(&before), "the mbox is never written");
    assert!(!post.path("mbox.lock").exists());
}

#[test]
fn a_torn_state_file_costs_one_message_again() {
    let post = Post::new(b"");
    for number in 1..=3 {
        post.append(format!("Subject: {number}\n\nx\n").as_bytes());
    }
    let mut source = post.open();
    for (id, _) in all(&mut source) {
        source.done(&id, Done::Taken).unwrap();
    }
    let state = fs::read_to_string(post.path("state")).unwrap();
    for cut in 0..state.len() {
        fs::write(post.path("state"), &state[..cut]).unwrap();
        let whole_lines = state[..cut].matches('\n').count().saturating_sub(1);
        let mut source = post.open();
        let left = all(&mut source);
        assert_eq!(left.len(), 3 - whole_lines, "cut at {cut}");
        for (id, _) in left {
            source.done(&id, Done::Ignored).unwrap();
        }
        assert_eq!(texts(&mut post.open()), Vec::<String>::new(), "cut at {cut}");
    }
    fs::write(post.path("state"), "my diary\n").unwrap();
    let fault =
        Mbox::open(&post.path("mbox"), &post.path("state"), Quoting::Mboxrd, Locking::Both, 1).unwrap_err();
    assert!(matches!(fault, WireFault::NotThat { .. }), "{fault}");
    assert_eq!(fs::read_to_string(post.path("state")).unwrap(), "my diary\n");
}

#[test]
fn locks_are_heeded() {
    let post = Post::new(entry(b"Subject: x\n\nx\n"));
    fs::write(post.path("mbox.lock"), "").unwrap();
    let fault = post.open().waiting(1).unwrap_err();
    assert!(matches!(&fault, WireFault::Busy { lock: Some(_), .. }) && fault.may_pass(), "{fault}");
    assert_eq!(post.open_as(Quoting::Mboxrd, Locking::Flock).waiting(9).unwrap().len(), 1);
    assert!(post.path("mbox.lock").exists(), "another's lock is left alone");
    fs::remove_file(post.path("mbox.lock")).unwrap();

    let held = fs::File::open(post.path("mbox")).unwrap();
    held.lock().unwrap();
    let fault = post.open().waiting(1).unwrap_err();
    assert!(matches!(&fault, WireFault::Busy { lock: None, .. }), "{fault}");
    assert!(!post.path("mbox.lock").exists(), "the own lock is given back");
    assert_eq!(post.open_as(Quoting::Mboxrd, Locking::Dotlock).waiting(9).unwrap().len(), 1);
    held.unlock().unwrap();
    assert_eq!(post.open().waiting(9).unwrap().len(), 1);
}

#[test]
fn a_changed_or_missing_file_is_no_error() {
    let post = Post::new(entry(b"Subject: x\n\nx\n"));
    let mut source = post.open();
    let id = source.waiting(1).unwrap().remove(0).id;
    fs::write(post.path("mbox"), entry(b"Subject: y\n\nx\n")).unwrap();
    assert_eq!(source.read(&id).unwrap(), None);
    fs::remove_file(post.path("mbox")).unwrap();
    assert_eq!(source.read(&id).unwrap(), None);
    assert_eq!(source.waiting(9).unwrap(), []);
    fs::create_dir(post.path("mbox")).unwrap();
    assert!(matches!(source.waiting(9), Err(WireFault::NotThat { .. })));
}

#[test]
fn large_messages_show_their_headers() {
    let large = format!("Subject: large\n\n{}\n", "x".repeat(300_000));
    let post = Post::new([entry(large.as_bytes()), entry(b"Subject: small\n\nx\n")].concat());
    let mut source = post.open();
    let waiting = source.waiting(9).unwrap();
    assert_eq!(waiting.len(), 2);
    let taken = source.read(&waiting[0].id).unwrap().unwrap();
    assert_eq!(
        (taken.size, taken.body),
        (large.len() as u64, Body::TooLarge(b"Subject: large\n\n".to_vec()))
    );
    let Body::Whole(small) = source.read(&waiting[1].id).unwrap().unwrap().body else { panic!("large") };
    assert_eq!(small, b"Subject: small\n\nx\n");
    let headers = Post::new(entry("X: y\n".repeat(100_000).as_bytes()));
    let mut source = headers.open();
    let id = source.waiting(9).unwrap().remove(0).id;
    assert!(matches!(source.read(&id).unwrap().unwrap().body, Body::TooLarge(head) if head.len() == HEAD));
}

/// Lines that are likely to matter, between others.
fn message() -> impl Strategy<Value = Vec<u8>> {
    let line = prop_oneof![
        Just(b"From me\n".to_vec()),
        Just(b">From you\n".to_vec()),
        Just(b">>From \n".to_vec()),
        Just(b"\n".to_vec()),
        Just(b"\r\n".to_vec()),
        Just(b"From\n".to_vec()),
        Just(b"Subject: From \r\n".to_vec()),
        proptest::collection::vec(any::<u8>(), 0..40).prop_map(|mut line| {
            line.push(b'\n');
            line
        }),
        (65_530_usize..65_540).prop_map(|length| [vec![b'x'; length], b"\n".to_vec()].concat()),
    ];
    proptest::collection::vec(line, 1..12).prop_map(|lines| lines.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn quoting_goes_round(message in message()) {
        prop_assert_eq!(unquote(&quote(&message, Quoting::Mboxrd), Quoting::Mboxrd), message.clone());
        let quoted = quote(&message, Quoting::Mboxo);
        prop_assert!(quoted.split(|byte| *byte == b'\n').all(|line| !line.starts_with(b"From ")));
    }

    #[test]
    fn what_is_appended_is_read(messages in proptest::collection::vec(message(), 0..6)) {
        let post = Post::new(messages.iter().flat_map(|message| entry(message)).collect::<Vec<u8>>());
        let (path, state) = (post.path("mbox"), post.path("state"));
        let mut source = Mbox::open(&path, &state, Quoting::Mboxrd, Locking::Both, 1 << 20).unwrap();
        let read: Vec<Vec<u8>> = all(&mut source).into_iter().map(|(_, bytes)| bytes).collect();
        prop_assert_eq!(read, messages);
    }

    #[test]
    fn any_bytes_can_be_looked_at(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let post = Post::new([FROM.as_bytes(), &bytes].concat());
        prop_assert!(!all(&mut post.open()).is_empty());
    }
}
