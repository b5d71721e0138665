//! IMAP servers that misbehave.

use super::support;

use std::path::Path;
use std::time::Duration;

use sealord::post::wire::config::Tls;
use sealord::post::wire::inward::Body;
use sealord::post::wire::inward::imap::Inbox;
use sealord::post::wire::secret::Secret;
use sealord::post::wire::{Done, MessageId, Source, WireFault};
use support::fake::{Fake, Peer};
use support::{imap, secret};

const SELECTED: &str = "* 2 EXISTS\r\n* OK [UIDVALIDITY 7] fine\r\n";

fn usual(command: &str) -> Result<String, String> {
    Ok(match command {
        _ if command.starts_with("SELECT") => SELECTED.into(),
        "CAPABILITY" => "* CAPABILITY IMAP4rev1\r\n".into(),
        _ if command.starts_with("UID SEARCH") => "* SEARCH 12 11\r\n".into(),
        "UID FETCH 11,12 (UID RFC822.SIZE)" => {
            "* 1 FETCH (UID 11 RFC822.SIZE 5)\r\n* 2 FETCH (UID 12 RFC822.SIZE 5)\r\n".into()
        }
        "LOGOUT" => "* BYE\r\n".into(),
        _ => String::new(),
    })
}

fn inbox(port: u16) -> Inbox {
    let mut settings = imap(port, Tls::None, None, "anna");
    settings.timeout = 1;
    Inbox::new(settings, secret(), Path::new(""), 100_000, None)
}

/// What the first look at a folder leads to, if the server answers like this.
fn first_fault(script: impl Fn(usize, &mut Peer) + Send + 'static) -> WireFault {
    let fake = Fake::start(1, script);
    let fault = inbox(fake.port).waiting(9).unwrap_err();
    fake.heard();
    fault
}

#[test]
fn nobody_there() {
    let fault = inbox(Fake::nobody()).waiting(9).unwrap_err();
    assert!(matches!(&fault, WireFault::NotReached { why, .. } if why == "nothing listens there"), "{fault}");
    let mut settings = imap(143, Tls::Starttls, None, "anna");
    settings.host = "imap.invalid".into();
    let fault = Inbox::new(settings, secret(), Path::new(""), 100, None).waiting(9).unwrap_err();
    assert!(matches!(&fault, WireFault::NotResolved { host, .. } if host == "imap.invalid"), "{fault}");
}

#[test]
fn silence_has_an_end() {
    let fault = first_fault(|_, peer| peer.sleep());
    assert!(matches!(&fault, WireFault::TimedOut { doing, .. } if doing == "greeting"), "{fault}");
    let fault = first_fault(|_, peer| {
        peer.say("* OK hello\r\n");
        peer.sleep();
    });
    assert!(matches!(&fault, WireFault::TimedOut { doing, .. } if doing == "logging in"), "{fault}");
}

/// However much a command might bring.
#[test]
fn silence_has_an_end_in_every_command() {
    let silent = ["SELECT", "UID SEARCH", "UID FETCH 11,12 ", "UID FETCH 11 ", "UID STORE 11 "];
    for begins in silent {
        let fake = Fake::start(1, move |_, peer| {
            peer.imap(&|command| match command {
                _ if command.starts_with(begins) => Err(String::new()),
                _ if command.starts_with("UID FETCH 11 ") => {
                    Ok("* 1 FETCH (UID 11 RFC822.SIZE 5 BODY[] {5}\r\na\r\nbc)\r\n".into())
                }
                _ => usual(command),
            });
            peer.sleep();
        });
        let mut source = inbox(fake.port);
        let begun = std::time::Instant::now();
        let id = MessageId("7:11".into());
        let outcome =
            source.waiting(9).and_then(|_| source.read(&id)).and_then(|_| source.done(&id, Done::Taken));
        assert!(matches!(outcome, Err(WireFault::TimedOut { .. })), "{begins}: {outcome:?}");
        let took = begun.elapsed();
        assert!(took < Duration::from_secs(4), "{begins} took {took:?}");
    }
}

/// Each byte comes in time, but not all together.
#[test]
fn a_trickle_has_an_end() {
    let fault = first_fault(|_, peer| {
        for _ in 0..40 {
            if !peer.say("* OK") {
                return;
            }
            std::thread::sleep(Duration::from_millis(100));
        }
    });
    assert!(matches!(fault, WireFault::TimedOut { .. }), "{fault}");
}

#[test]
fn endless_lines_are_cut() {
    let fault = first_fault(|_, peer| assert!(peer.flood(b"x") < 32 << 20));
    assert!(matches!(fault, WireFault::TooLong { .. }), "{fault}");
    let fault = first_fault(|_, peer| {
        peer.imap(&|command| if command.starts_with("LOGIN") { Err(String::new()) } else { usual(command) });
        assert!(peer.flood(b"* 1 EXISTS\r\n") < 32 << 20);
    });
    assert!(matches!(fault, WireFault::TooLong { .. } | WireFault::TimedOut { .. }), "{fault}");
}

#[test]
fn garbage_is_told() {
    let fault = first_fault(|_, peer| assert!(peer.say("220 mx.club.example ESMTP\r\n")));
    assert!(matches!(&fault, WireFault::Garbled { found, .. } if found.starts_with("220 mx")), "{fault}");
    for garbage in
        ["\u{1}\u{2}\r\n", "* LIST (((\r\n", "TAG YES\r\n", "a99 OK done\r\n", "* SEARCH 99999999999999\r\n"]
    {
        let fault = first_fault(move |_, peer| {
            let script = |command: &str| match command {
                _ if command.starts_with("UID SEARCH") => Err(garbage.to_owned()),
                _ => usual(command),
            };
            peer.imap(&script);
        });
        assert!(matches!(fault, WireFault::Garbled { .. }), "{garbage:?}: {fault}");
    }
}

#[test]
fn a_password_is_not_repeated() {
    let fake = Fake::start(1, |_, peer| {
        peer.imap(&|command| {
            if command.starts_with("LOGIN") {
                Err(format!("TAG NO not with {command}\r\n"))
            } else {
                usual(command)
            }
        });
    });
    let mut settings = imap(fake.port, Tls::None, None, "anna");
    settings.timeout = 1;
    let mut source = Inbox::new(settings, Secret::new("opensesame"), Path::new(""), 100, None);
    assert!(!format!("{source:?}").contains("opensesame"));
    let fault = source.waiting(9).unwrap_err();
    assert!(matches!(&fault, WireFault::LoginRefused { answer, .. } if answer.contains("***")), "{fault}");
    assert!(!format!("{fault} {fault:?}").contains("opensesame"));
}

#[test]
fn no_password_without_starttls() {
    for answer in ["tls1 NO not here\r\n", "tls1 BAD what\r\n"] {
        let fake = Fake::start(1, move |_, peer| {
            peer.say("* OK hello\r\n");
            peer.hear();
            peer.say(answer);
            peer.sleep();
        });
        let mut settings = imap(fake.port, Tls::Starttls, None, "anna");
        settings.timeout = 1;
        let fault = Inbox::new(settings, secret(), Path::new(""), 100, None).waiting(9).unwrap_err();
        assert!(matches!(fault, WireFault::NoStarttls { .. }), "{fault}");
        assert_eq!(fake.heard(), ["tls1 STARTTLS"]);
    }
}

/// RFC 3501 lets a server greet with a login already done; a man in the middle may do so too.
#[test]
fn preauth_is_no_greeting() {
    let fault = first_fault(|_, peer| assert!(peer.say("* PREAUTH welcome\r\n")));
    assert!(matches!(fault, WireFault::Garbled { .. }), "{fault}");
}

#[test]
fn the_connection_ends_in_a_message_and_the_next_look_connects_anew() {
    let fake = Fake::start(2, |number, peer| {
        peer.imap(&|command| match command {
            _ if command.starts_with("UID FETCH 11 ") && number == 0 => Err(String::new()),
            _ if command.starts_with("UID FETCH 11 ") => {
                let date = "INTERNALDATE \"06-Dec-2026 20:00:01 +0100\"";
                Ok(format!("* 1 FETCH (UID 11 RFC822.SIZE 5 {date} BODY[] {{5}}\r\na\r\nbc)\r\n"))
            }
            _ => usual(command),
        });
    });
    let mut source = inbox(fake.port);
    let waiting = source.waiting(9).unwrap();
    assert_eq!(waiting.iter().map(|waiting| waiting.id.0.as_str()).collect::<Vec<_>>(), ["7:11", "7:12"]);
    let fault = source.read(&waiting[0].id).unwrap_err();
    assert!(matches!(&fault, WireFault::Lost { doing, .. } if doing == "fetching message 11"), "{fault}");
    assert!(fault.may_pass());
    let taken = source.read(&waiting[0].id).unwrap().expect("it is there");
    assert_eq!(taken.body, Body::Whole(b"a\r\nbc".to_vec()));
    assert_eq!(taken.arrived.map(|at| at.to_string()).as_deref(), Some("2026-12-06T19:00:01Z"));
    // The server has no second one any more.
    assert_eq!(source.read(&waiting[1].id).unwrap(), None);
    source.done(&waiting[0].id, Done::Taken).unwrap();
    drop(source);
    let heard = fake.heard();
    let seen = heard.iter().filter(|line| line.ends_with(r"UID STORE 11 +FLAGS.SILENT (\Seen)")).count();
    assert_eq!(seen, 1, "{heard:#?}");
    assert!(heard.iter().all(|line| !line.contains(" BODY[")), "only PEEK leaves messages unseen");
}

/// The server says five bytes and sends a hundred megabytes.
#[test]
fn a_message_larger_than_told_is_cut() {
    let fake = Fake::start(1, |_, peer| {
        peer.imap(&|command| {
            if command.starts_with("UID FETCH 11 ") { Err(String::new()) } else { usual(command) }
        });
        peer.say("* 1 FETCH (UID 11 RFC822.SIZE 5 BODY[] {100000000}\r\n");
        assert!(peer.flood(b"orders\r\n") < 32 << 20);
    });
    let mut source = inbox(fake.port);
    source.waiting(9).unwrap();
    let fault = source.read(&MessageId("7:11".into())).unwrap_err();
    assert!(matches!(fault, WireFault::TooLong { .. }), "{fault}");
}

#[test]
fn another_uidvalidity_is_another_folder() {
    let fake = Fake::start(1, |_, peer| peer.imap(&usual));
    let mut source = inbox(fake.port);
    for strange in ["6:11", "7", "x:y", ""] {
        assert_eq!(source.read(&MessageId(strange.into())).unwrap(), None, "{strange}");
        source.done(&MessageId(strange.into()), Done::Taken).unwrap();
    }
    drop(source);
    assert!(fake.heard().iter().all(|line| !line.contains("FETCH") && !line.contains("STORE")));
}
