//! Mail by real servers: out by SMTP through Postfix, in from Dovecot and from the Maildirs that Postfix
//! writes.

use super::support;

use std::path::Path;
use std::time::Duration;

use sealord::post::wire::config::{Find, Imap, In, Out, Tls};
use sealord::post::wire::inward::Body;
use sealord::post::wire::inward::imap::Inbox;
use sealord::post::wire::inward::maildir::Maildir;
use sealord::post::wire::outward::smtp::SmtpServer;
use sealord::post::wire::secret::{Password, Secret};
use sealord::post::wire::{Backlog, Carrier, Done, Fetched, SendFault, Source, WireFault, probe};
use support::servers::Servers;
use support::{envelope, imap, secret, smtp};

const LARGEST: u64 = 1024 * 1024;

fn inbox(settings: &Imap) -> Inbox {
    Inbox::new(settings.clone(), secret(), Path::new(""), LARGEST, None)
}

/// Asks again until so many messages are there: delivery takes a moment.
fn wait_for(source: &mut dyn Source, wanted: usize) -> Vec<Fetched> {
    for _ in 0..100 {
        let waiting = source.waiting(1000).expect("the source can be looked at");
        if waiting.len() >= wanted {
            let read = |id| source.read(id).expect("it can be read").expect("it is there");
            return waiting.iter().map(|waiting| &waiting.id).map(read).collect();
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    panic!("no {wanted} messages came");
}

fn text(taken: &Fetched) -> String {
    let Body::Whole(bytes) = &taken.body else { panic!("too large") };
    String::from_utf8_lossy(bytes).into_owned()
}

/// One start of the servers serves all these, as a start takes seconds.
#[test]
fn mail_goes_round() {
    let Some(servers) = Servers::start() else { return };
    sends_and_fetches(&servers);
    marks_only_what_is_done(&servers);
    tells_large_messages(&servers);
    moves_done_messages(&servers);
    reads_on_from_a_mark(&servers);
    tells_failed_logins_and_folders(&servers);
    tells_untrusted_certificates(&servers);
    tells_refused_recipients(&servers);
    reads_the_maildir_that_postfix_writes(&servers);
    probes(&servers);
}

fn submit(servers: &Servers) -> SmtpServer {
    let settings = smtp(servers.submission, Tls::Starttls, Some(servers.ca()), Some("adjudicator"));
    SmtpServer::new(settings, Some(secret()), Path::new(""))
}

fn relay(servers: &Servers) -> SmtpServer {
    SmtpServer::new(smtp(servers.smtp, Tls::None, None, None), None, Path::new(""))
}

/// STARTTLS and login on the way out, TLS, STARTTLS and the open on the way in, one connection for three
/// messages.
fn sends_and_fetches(servers: &Servers) {
    let mut out = submit(servers);
    for number in 1..=3 {
        let to = envelope(&format!("a-{number}"), "adjudicator@club.test", &["anna@club.test"]);
        let message = format!(
            "Subject: report {number}\r\nTo: anna@club.test\r\n\r\n.a dot\r\n..two\r\nÄ\n.\r\nend\r\n"
        );
        let sent =
            out.send(&to, message.as_bytes()).unwrap_or_else(|fault| panic!("{fault}\n{}", servers.log()));
        assert!(sent.answer.contains("queued"), "{}", sent.answer);
    }
    out.close();
    let roads = [(servers.imaps, Tls::Connect), (servers.imap, Tls::Starttls), (servers.imap, Tls::None)];
    for (port, tls) in roads {
        let mut settings = imap(port, tls, Some(servers.ca()), "anna");
        settings.taken = None;
        let taken = wait_for(&mut inbox(&settings), 3);
        let texts: Vec<String> = taken.iter().map(text).collect();
        assert_eq!(texts.len(), 3, "{tls:?}");
        assert!(
            texts.iter().all(|text| text.ends_with("\r\n\r\n.a dot\r\n..two\r\nÄ\r\n.\r\nend\r\n")),
            "{texts:?}"
        );
        // The server's own time of delivery, which is never before the tests were built.
        let built = std::fs::metadata(std::env::current_exe().unwrap()).unwrap().modified().unwrap();
        let built = jiff::Timestamp::try_from(built).unwrap() - jiff::SignedDuration::from_mins(1);
        assert!(
            taken.iter().all(|taken| taken.arrived.is_some_and(|at| at > built)),
            "{:?}",
            taken[0].arrived
        );
        assert!(taken.iter().zip(&texts).all(|(taken, text)| taken.size == text.len() as u64));
    }
    // Dying between reading and marking: all three were read three times above, and still wait.
    assert_eq!(
        inbox(&imap(servers.imaps, Tls::Connect, Some(servers.ca()), "anna")).waiting(2).unwrap().len(),
        2
    );
}

fn marks_only_what_is_done(servers: &Servers) {
    let settings = imap(servers.imaps, Tls::Connect, Some(servers.ca()), "anna");
    let mut source = inbox(&settings);
    let taken = wait_for(&mut source, 3);
    source.done(&taken[1].id, Done::Taken).unwrap();
    source.done(&taken[1].id, Done::Taken).unwrap();
    let backlog = inbox(&settings).backlog().unwrap();
    assert_eq!((backlog.count, backlog.oldest), (2, taken[0].arrived), "what is seen does not count");
    let left: Vec<_> = inbox(&settings).waiting(9).unwrap().into_iter().map(|waiting| waiting.id).collect();
    assert_eq!(left, [taken[0].id.clone(), taken[2].id.clone()]);
    assert!(
        source.read(&sealord::post::wire::MessageId("1:1".into())).unwrap().is_none(),
        "another UIDVALIDITY"
    );
    source.done(&taken[0].id, Done::Ignored).unwrap();
    source.done(&taken[2].id, Done::Refused).unwrap();
    assert_eq!(source.waiting(9).unwrap(), []);
    assert_eq!(source.backlog().unwrap(), Backlog::default());
}

fn tells_large_messages(servers: &Servers) {
    let to = envelope("big", "anna@club.test", &["bert@club.test"]);
    let large =
        format!("Subject: large\r\n\r\n{}", "0123456789012345678901234567890123456789\r\n".repeat(30_000));
    relay(servers).send(&to, large.as_bytes()).unwrap();
    let mut source = inbox(&imap(servers.imaps, Tls::Connect, Some(servers.ca()), "bert"));
    let taken = wait_for(&mut source, 1).remove(0);
    assert!(taken.size > LARGEST, "{}", taken.size);
    let Body::TooLarge(head) = &taken.body else { panic!("read whole") };
    let head = String::from_utf8_lossy(head);
    assert!(head.contains("\r\nSubject: large\r\n") && head.ends_with("\r\n\r\n"), "{head}");
    source.done(&taken.id, Done::Refused).unwrap();
}

fn moves_done_messages(servers: &Servers) {
    for folder in [".Done", ".Odd"] {
        let root = servers.maildir("bert").join(folder);
        for part in ["new", "cur", "tmp"] {
            std::fs::create_dir_all(root.join(part)).unwrap();
        }
    }
    let all = servers.maildir("bert");
    let chown = std::process::Command::new("chown").args(["-R", "nobody"]).arg(&all).status().unwrap();
    assert!(chown.success());
    let mut settings = imap(servers.imaps, Tls::Connect, Some(servers.ca()), "bert");
    (settings.taken, settings.refused) = (Some("Done".into()), Some("Odd".into()));
    for number in 0..2 {
        let to = envelope(&format!("m{number}"), "anna@club.test", &["bert+t3@club.test"]);
        relay(servers).send(&to, b"Subject: move me\r\n\r\nbody\r\n").unwrap();
    }
    let mut source = inbox(&settings);
    let taken = wait_for(&mut source, 2);
    assert!(
        text(&taken[0]).contains("X-Original-To: bert+t3@club.test")
            || text(&taken[0]).contains("for <bert+t3@")
    );
    source.done(&taken[0].id, Done::Taken).unwrap();
    source.done(&taken[1].id, Done::Refused).unwrap();
    for (folder, name) in [("Done", "taken"), ("Odd", "refused")] {
        let mut there = settings.clone();
        (there.folder, there.find, there.taken, there.refused) = (folder.into(), Find::Later, None, None);
        assert_eq!(inbox(&there).waiting(9).unwrap().len(), 1, "{name}");
    }
}

fn reads_on_from_a_mark(servers: &Servers) {
    let mut settings = imap(servers.imaps, Tls::Connect, Some(servers.ca()), "anna");
    settings.find = Find::Later;
    let mut source = inbox(&settings);
    // All three are seen by now, and count all the same.
    let all = source.waiting(9).unwrap();
    assert_eq!(all.len(), 3);
    source.done(&all[1].id, Done::Taken).unwrap();
    let early = source.mark().expect("a mark");
    source.done(&all[0].id, Done::Taken).unwrap();
    let mark = source.mark().expect("a mark");
    assert!(early.uid < mark.uid, "the first was open: {early:?} {mark:?}");
    let mut later = Inbox::new(settings.clone(), secret(), Path::new(""), LARGEST, Some(mark));
    assert_eq!(later.waiting(9).unwrap(), [all[2].clone()]);
    later.done(&all[2].id, Done::Taken).unwrap();
    let mut last = Inbox::new(settings.clone(), secret(), Path::new(""), LARGEST, later.mark());
    assert_eq!(last.waiting(9).unwrap(), []);
    let stale = sealord::post::wire::inward::imap::Mark { validity: 1, uid: 1_000_000 };
    let mut anew = Inbox::new(settings, secret(), Path::new(""), LARGEST, Some(stale));
    assert_eq!(anew.waiting(9).unwrap().len(), 3, "another UIDVALIDITY begins anew");
}

fn tells_failed_logins_and_folders(servers: &Servers) {
    let settings = imap(servers.imaps, Tls::Connect, Some(servers.ca()), "anna");
    let mut wrong = Inbox::new(settings.clone(), Secret::new("hunter22"), Path::new(""), LARGEST, None);
    let fault = wrong.waiting(1).unwrap_err();
    assert!(matches!(&fault, WireFault::LoginRefused { user, .. } if user == "anna"), "{fault}");
    assert!(!fault.to_string().contains("hunter22") && !format!("{fault:?}").contains("hunter22"));

    let mut wrong = settings.clone();
    wrong.folder = "Orders".into();
    let fault = inbox(&wrong).waiting(1).unwrap_err();
    assert_eq!(fault.what(), "there is no folder `Orders` on the server; there are `INBOX`");

    let road = smtp(servers.submission, Tls::Starttls, Some(servers.ca()), Some("adjudicator"));
    let mut out = SmtpServer::new(road, Some(Secret::new("hunter22")), Path::new(""));
    let fault =
        out.send(&envelope("x", "anna@club.test", &["bert@club.test"]), b"Subject: x\n\nx\n").unwrap_err();
    let SendFault::Misconfigured { what, .. } = &fault else { panic!("{fault:?}") };
    assert!(what.contains("refused the login of `adjudicator`: 535") && !what.contains("hunter22"), "{what}");
}

fn tells_untrusted_certificates(servers: &Servers) {
    // Mozilla's list does not know the authority of this test.
    for (port, tls) in [(servers.imaps, Tls::Connect), (servers.imap, Tls::Starttls)] {
        let fault = inbox(&imap(port, tls, None, "anna")).waiting(1).unwrap_err();
        let WireFault::NotTrusted { trusted, why, .. } = &fault else { panic!("{fault}") };
        assert_eq!(trusted, "the public authorities of Mozilla's list");
        assert_eq!(why, "it was issued by an authority, `test CA`, that is not trusted here");
    }
    let mut settings = smtp(servers.submission, Tls::Starttls, Some(servers.ca()), None);
    settings.host = "127.0.0.1".into();
    let step = probe::probe_out(&Out::Smtp(settings.clone()), Path::new("")).pop().unwrap();
    assert!(step.outcome.is_ok(), "the certificate is for this address too: {step}");
    settings.ca = None;
    let fault = SmtpServer::new(settings, None, Path::new(""))
        .send(&envelope("x", "anna@club.test", &["bert@club.test"]), b"Subject: x\n\nx\n")
        .unwrap_err();
    let SendFault::Misconfigured { what, .. } = &fault else { panic!("{fault:?}") };
    assert!(what.starts_with("the certificate of 127.0.0.1 is not trusted"), "{what}");
}

fn tells_refused_recipients(servers: &Servers) {
    let mut out = relay(servers);
    let message = b"Subject: x\r\n\r\nx\r\n";
    let fault = out.send(&envelope("x", "anna@club.test", &["carl@club.test"]), message).unwrap_err();
    let SendFault::Refused { recipient, code, text } = &fault else { panic!("{fault:?}") };
    assert_eq!((recipient.as_deref(), *code), (Some("carl@club.test"), Some(550)), "{text}");
    let fault = out.send(&envelope("x", "anna@club.test", &["anna@elsewhere.test"]), message).unwrap_err();
    assert!(matches!(&fault, SendFault::Refused { recipient: Some(_), code: Some(554), .. }), "{fault:?}");
    // The same connection is good for the next; and a bounce address may be empty.
    let mut fine = envelope("x", "", &["bert@club.test"]);
    fine.from = None;
    out.send(&fine, message).unwrap();
    // One wrong recipient keeps the message from all.
    let fault = out.send(&envelope("x", "anna@club.test", &["bert@club.test", "carl@club.test"]), message);
    assert!(matches!(fault, Err(SendFault::Refused { recipient: Some(to), .. }) if to == "carl@club.test"));
}

fn reads_the_maildir_that_postfix_writes(servers: &Servers) {
    let mut out = relay(servers);
    for number in 1..=2 {
        let to = envelope(&format!("p{number}"), "bert@club.test", &["adjudicator+t3@club.test"]);
        out.send(&to, format!("Subject: orders {number}\r\n\r\norders\r\n").as_bytes()).unwrap();
    }
    let mut waited = 0;
    while !servers.maildir("adjudicator").join("cur").is_dir() && waited < 1200 {
        std::thread::sleep(Duration::from_millis(50));
        waited += 1;
    }
    let mut source = Maildir::open(&servers.maildir("adjudicator"), LARGEST).unwrap();
    let taken = wait_for(&mut source, 2);
    assert!(text(&taken[0]).contains("\nDelivered-To: adjudicator+t3@club.test\n"), "{}", text(&taken[0]));
    source.done(&taken[0].id, Done::Taken).unwrap();
    source.done(&taken[1].id, Done::Refused).unwrap();
    assert_eq!(Maildir::open(&servers.maildir("adjudicator"), LARGEST).unwrap().waiting(9).unwrap(), []);
    assert_eq!(
        std::fs::read_dir(servers.maildir("adjudicator").join(".sealord-refused/cur")).unwrap().count(),
        1
    );
}

fn probes(servers: &Servers) {
    let mut settings = imap(servers.imap, Tls::Starttls, Some(servers.ca()), "anna");
    let steps = |settings: &Imap| probe::probe_in(&In::Imap(settings.clone()), Path::new(""));
    let names: Vec<&str> = steps(&settings).iter().map(|step| step.name).collect();
    assert_eq!(names, ["password", "name", "connection", "greeting", "login", "folder"]);
    assert_eq!(steps(&settings)[5].to_string(), "ok    folder: `INBOX`, 3 messages");
    settings.password = Password::Plain(Secret::new("wrong"));
    let walk = steps(&settings);
    assert_eq!(walk.len(), 5);
    assert!(
        walk[4].to_string().starts_with("WRONG login: localhost refused the login of `anna`:"),
        "{}",
        walk[4]
    );
    let road = Out::Smtp(smtp(servers.submission, Tls::Starttls, Some(servers.ca()), Some("adjudicator")));
    let told: Vec<String> = probe::probe_out(&road, Path::new("")).iter().map(ToString::to_string).collect();
    let last = "ok    login: as adjudicator";
    assert_eq!((told.len(), told.last().map(String::as_str)), (5, Some(last)), "{told:?}");
}
