//! SMTP servers that misbehave.

use super::support;

use std::path::Path;

use sealord::post::wire::config::{Smtp, Tls};
use sealord::post::wire::outward::smtp::SmtpServer;
use sealord::post::wire::secret::Secret;
use sealord::post::wire::{Carrier, Envelope, SendFault, Sent};
use support::fake::{Fake, Peer};
use support::{envelope, secret, smtp};

const MESSAGE: &[u8] = b"Subject: report\n\nhello\n.\nend\n";

fn settings(port: u16) -> Smtp {
    let mut settings = smtp(port, Tls::None, None, None);
    settings.timeout = 1;
    settings
}

fn anna() -> Envelope {
    envelope("t3-1", "sealord@club.example", &["anna@club.example"])
}

fn send(port: u16) -> Result<Sent, SendFault> {
    SmtpServer::new(settings(port), None, Path::new("")).send(&anna(), MESSAGE)
}

fn first_fault(script: impl Fn(usize, &mut Peer) + Send + 'static) -> SendFault {
    let fake = Fake::start(1, script);
    let fault = send(fake.port).unwrap_err();
    fake.heard();
    fault
}

/// The fault of a server that answers one command in its own way.
fn answering(to: &'static str, answer: &'static str) -> SendFault {
    first_fault(move |_, peer| {
        peer.smtp(&["8BITMIME"], &|line| line.starts_with(to).then(|| answer.to_owned()));
    })
}

#[test]
fn replies_are_sorted() {
    let fault = answering("RCPT", "550-5.1.1 no such\r\n550 5.1.1 user here\r\n");
    assert_eq!(
        fault,
        SendFault::Refused {
            recipient: Some("anna@club.example".into()),
            code: Some(550),
            text: "5.1.1 no such 5.1.1 user here".into(),
        }
    );
    let later = |fault: &SendFault| matches!(fault, SendFault::Later { perhaps_sent: false, .. });
    assert!(later(&answering("RCPT", "451 greylisted\r\n")));
    assert!(later(&answering("MAIL", "452 full\r\n")));
    assert!(later(&answering("EHLO", "421 too busy\r\n")));
    assert!(later(&answering(".", "451 later\r\n")));
    assert!(matches!(answering("EHLO", "550 go away\r\n"), SendFault::Misconfigured { .. }));
    assert!(matches!(answering("MAIL", "530 login first\r\n"), SendFault::Misconfigured { .. }));
    assert!(matches!(
        answering("DATA", "554 no\r\n"),
        SendFault::Refused { recipient: None, code: Some(554), .. }
    ));
    assert!(matches!(answering(".", "552 too big\r\n"), SendFault::Refused { code: Some(552), .. }));
}

#[test]
fn a_lost_connection_tells_whether_the_message_may_have_gone() {
    let sure = |to| match answering(to, "") {
        SendFault::Later { perhaps_sent, .. } => !perhaps_sent,
        other => panic!("{other:?}"),
    };
    assert!(sure("EHLO") && sure("MAIL") && sure("RCPT") && sure("DATA"));
    assert!(!sure("."));
    let late = SendFault::Later {
        why: "localhost ended the connection while accepting the message".into(),
        perhaps_sent: true,
    };
    assert_eq!(answering(".", ""), late);
}

#[test]
fn garbage_floods_and_silence_end() {
    let later = |fault: SendFault| match fault {
        SendFault::Later { why, perhaps_sent: false } => why,
        other => panic!("{other:?}"),
    };
    assert!(later(first_fault(|_, peer| peer.sleep())).contains("did not answer in time while greeting"));
    assert!(later(first_fault(|_, peer| assert!(peer.say("* OK IMAP4rev1\r\n")))).contains("makes no sense"));
    assert!(later(first_fault(|_, peer| assert!(peer.say("999 what\r\n")))).contains("makes no sense"));
    assert!(later(first_fault(|_, peer| assert!(peer.flood(b"220") < 32 << 20))).contains("never ends"));
    assert!(!later(first_fault(|_, peer| assert!(peer.flood(b"220-hello\r\n") < 32 << 20))).is_empty());
    assert!(later(answering("EHLO", "250-\u{0}\r\n\r\n")).contains("makes no sense"));
    assert!(later(answering("RCPT", "25")).contains("did not answer in time"));
    let nobody = send(Fake::nobody()).unwrap_err();
    assert!(later(nobody).contains("nothing listens there"));
}

#[test]
fn one_connection_carries_many_messages_and_a_dead_one_is_replaced() {
    let fake = Fake::start(2, |number, peer| {
        let count = std::cell::Cell::new(0);
        peer.smtp(&[], &|line| {
            count.set(count.get() + usize::from(line.starts_with("MAIL")));
            // The first connection dies before its third message.
            (number == 0 && count.get() == 3).then(String::new)
        });
    });
    let mut out = SmtpServer::new(settings(fake.port), None, Path::new(""));
    for _ in 0..4 {
        assert_eq!(out.send(&anna(), MESSAGE).unwrap().answer, "queued as 42");
    }
    out.close();
    let heard = fake.heard();
    assert_eq!(heard.iter().filter(|line| line.starts_with("EHLO")).count(), 2);
    assert_eq!(heard.iter().filter(|line| *line == "RCPT TO:<anna@club.example>").count(), 4);
    assert_eq!(heard.iter().filter(|line| *line == "..").count(), 4, "dots are doubled");
}

#[test]
fn a_refused_message_leaves_the_connection_good() {
    let fake = Fake::start(1, |_, peer| {
        peer.smtp(&[], &|line| line.contains("bert").then(|| "550 no\r\n".to_owned()));
    });
    let mut out = SmtpServer::new(settings(fake.port), None, Path::new(""));
    let bert = envelope("x", "sealord@club.example", &["anna@club.example", "bert@club.example"]);
    assert!(
        matches!(out.send(&bert, MESSAGE), Err(SendFault::Refused { recipient: Some(to), .. }) if to == "bert@club.example")
    );
    out.send(&anna(), MESSAGE).unwrap();
    drop(out);
    let heard = fake.heard();
    let data = heard.iter().filter(|line| *line == "DATA").count();
    assert_eq!((data, heard.iter().filter(|line| *line == "RSET").count()), (1, 1), "{heard:?}");
}

#[test]
fn starttls_is_required_or_not() {
    let fake = Fake::start(2, |_, peer| peer.smtp(&[], &|_| None));
    let mut strict = settings(fake.port);
    strict.tls = Tls::Starttls;
    let fault = SmtpServer::new(strict.clone(), None, Path::new("")).send(&anna(), MESSAGE).unwrap_err();
    assert!(
        matches!(&fault, SendFault::Misconfigured { what, .. } if what.contains("does not offer STARTTLS")),
        "{fault}"
    );
    strict.tls = Tls::StarttlsIfOffered;
    SmtpServer::new(strict, None, Path::new("")).send(&anna(), MESSAGE).unwrap();
    assert_eq!(fake.heard().iter().filter(|line| *line == "DATA").count(), 1);
}

/// CVE-2011-0411: what is said in the open behind the answer to STARTTLS must not count.
#[test]
fn nothing_slips_in_before_tls() {
    let fault = |more: &'static str| {
        let fake = Fake::start(1, move |_, peer| {
            peer.smtp(&["STARTTLS"], &|line| {
                line.starts_with("STARTTLS").then(|| format!("220 go\r\n{more}"))
            });
        });
        let mut strict = settings(fake.port);
        strict.tls = Tls::Starttls;
        SmtpServer::new(strict, None, Path::new("")).send(&anna(), MESSAGE).unwrap_err().to_string()
    };
    assert!(fault("250 fake\r\n").contains("more than one answer"));
}

#[test]
fn logins_are_plain_or_login_and_never_repeated() {
    let script = |line: &str| match line {
        // `anna` and `opensesame`.
        "AUTH LOGIN" => Some("334 VXNlcm5hbWU6\r\n".to_owned()),
        "YW5uYQ==" => Some("334 UGFzc3dvcmQ6\r\n".to_owned()),
        "b3BlbnNlc2FtZQ==" => Some("235 welcome\r\n".to_owned()),
        "AUTH PLAIN AGFubmEAb3BlbnNlc2FtZQ==" => Some("535 not with opensesame\r\n".to_owned()),
        _ => None,
    };
    let road = |port| {
        let mut road = settings(port);
        road.user = Some("anna".into());
        SmtpServer::new(road, Some(Secret::new("opensesame")), Path::new(""))
    };
    let fake = Fake::start(1, move |_, peer| peer.smtp(&["AUTH LOGIN"], &script));
    road(fake.port).send(&anna(), MESSAGE).unwrap();
    let fake = Fake::start(1, move |_, peer| peer.smtp(&["AUTH PLAIN LOGIN"], &script));
    let mut out = road(fake.port);
    assert!(!format!("{out:?}").contains("opensesame"));
    let fault = out.send(&anna(), MESSAGE).unwrap_err();
    let SendFault::Misconfigured { what, .. } = &fault else { panic!("{fault:?}") };
    assert_eq!(what, "localhost refused the login of `anna`: 535 not with ***");
    let fake = Fake::start(1, |_, peer| peer.smtp(&["AUTH XOAUTH2 CRAM-MD5"], &|_| None));
    let fault = road(fake.port).send(&anna(), MESSAGE).unwrap_err();
    assert!(fault.to_string().contains("offers no kind of login that sealord knows"), "{fault}");
    assert_eq!(support::secret(), secret());
}

#[test]
fn bytes_beyond_ascii_need_a_server_that_takes_them() {
    let fake = Fake::start(2, |number, peer| {
        let offers: &[&str] = if number == 0 { &["8BITMIME"] } else { &[] };
        peer.smtp(offers, &|_| None);
    });
    let umlaut = "Subject: x\n\nÄ\n".as_bytes();
    SmtpServer::new(settings(fake.port), None, Path::new("")).send(&anna(), umlaut).unwrap();
    let fault = SmtpServer::new(settings(fake.port), None, Path::new("")).send(&anna(), umlaut).unwrap_err();
    assert!(matches!(fault, SendFault::Refused { code: None, .. }), "{fault}");
    assert!(fake.heard().contains(&"MAIL FROM:<sealord@club.example> BODY=8BITMIME".to_owned()));
}

/// None of these reaches a server: nobody listens.
#[test]
fn unfit_messages_and_envelopes_are_refused_at_once() {
    let mut out = SmtpServer::new(settings(Fake::nobody()), None, Path::new(""));
    let long = format!("Subject: x\n\n{}\n", "x".repeat(999));
    for message in [&b""[..], b"Subject: x\rY: z\n\nx\n", b"Subject: x\n\n\0\n", long.as_bytes()] {
        let fault = out.send(&anna(), message).unwrap_err();
        assert!(matches!(fault, SendFault::Refused { code: None, .. }), "{fault}");
    }
    for address in [
        "",
        "anna",
        "anna@club.example>\r\nRCPT TO:<uma@club.example",
        "-oQ/tmp@club.example",
        "a b@c.example",
    ] {
        let fault = out.send(&envelope("x", "sealord@club.example", &[address]), MESSAGE).unwrap_err();
        assert!(
            matches!(fault, SendFault::Refused { recipient: Some(_), code: None, .. }),
            "{address}: {fault}"
        );
        let fault = out.send(&envelope("x", address, &["anna@club.example"]), MESSAGE).unwrap_err();
        assert!(
            matches!(fault, SendFault::Refused { recipient: None, code: None, .. }),
            "{address}: {fault}"
        );
    }
    let fault =
        out.send(&envelope("../x", "sealord@club.example", &["anna@club.example"]), MESSAGE).unwrap_err();
    assert_eq!(fault.to_string(), "refused: `../x` cannot be the name of a message");
}
