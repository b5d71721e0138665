//! The head of a message: conversation, lists, answers, addresses, and what is refused.

use super::support;

use sealord::post::compose::{
    Attachment, ComposeFault, Correspondent, Kind, Outgoing, Recipient, Thread, compose,
};
use support::{assert_travels, every_kind, head, header, plain, report};

#[test]
fn a_message_made_twice_is_the_same() {
    for out in every_kind() {
        assert_eq!(compose(&out), compose(&out.clone()));
    }
}

#[test]
fn every_field_changes_the_message_id() {
    let first = report();
    let change = |how: fn(&mut Outgoing)| {
        let mut out = first.clone();
        how(&mut out);
        compose(&out).expect("it is composed").message_id
    };
    let mut ids = vec![
        compose(&first).expect("it is composed").message_id,
        change(|out| out.title.push('!')),
        change(|out| out.exchange = Some(5)),
        change(|out| out.correspondent = Correspondent::Umpire),
        change(|out| out.kind = Kind::Receipt),
        change(|out| out.number = 2),
        change(|out| out.office.name.push('!')),
        change(|out| out.office.plus = false),
        change(|out| out.to[0].name.push('!')),
        change(|out| out.to[0].address.insert(0, 'x')),
        change(|out| out.instant = "2026-11-22T18:00:01Z".parse().expect("an instant")),
        change(|out| out.thread.root = None),
        change(|out| out.thread.earlier.clear()),
        change(|out| out.thread.in_reply_to = Some("<a@b.example>".to_owned())),
        change(|out| out.text.push('!')),
        change(|out| out.html = None),
        change(|out| out.attachments[1].bytes.push(b'!')),
        change(|out| out.attachments[1].name.push('!')),
        change(|out| out.attachments[1].media_type = "text/plain".to_owned()),
        change(|out| out.attachments.swap(0, 1)),
        change(|out| out.headers.push(("X-Sealord-Head".to_owned(), "abc".to_owned()))),
    ];
    let count = ids.len();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), count);
}

#[test]
fn a_match_is_one_conversation() {
    let mut thread = Thread::default();
    let (mut ids, mut subjects) = (Vec::new(), Vec::new());
    for number in 1..=30 {
        let out = Outgoing { number, thread: thread.clone(), ..plain(Kind::Receipt) };
        let message = compose(&out).expect("it is composed");
        let references = header(&message, "References");
        match ids.as_slice() {
            [] => assert_eq!((references, header(&message, "In-Reply-To")), (None, None)),
            [root, rest @ ..] => {
                let newest = &rest[rest.len().saturating_sub(20)..];
                let expected: Vec<&String> = [root].into_iter().chain(newest).collect();
                let expected: Vec<&str> = expected.into_iter().map(String::as_str).collect();
                assert_eq!(references, Some(expected.join(" ")));
                assert_eq!(header(&message, "In-Reply-To").as_ref(), ids.last());
            }
        }
        thread.root.get_or_insert(message.message_id.clone());
        thread.earlier.push(message.message_id.clone());
        ids.push(message.message_id.clone());
        subjects.push((header(&message, "Subject"), header(&message, "Thread-Topic")));
    }
    subjects.dedup();
    let subject = Some("[sealord spring-match/axis] Seas of Thunder".to_owned());
    assert_eq!(subjects, [(subject.clone(), subject)]);
}

#[test]
fn an_answer_names_the_players_message_last() {
    let mut out = report();
    out.thread.in_reply_to = Some("<player@mail.example>".to_owned());
    let message = compose(&out).expect("it is composed");
    assert_eq!(header(&message, "In-Reply-To").as_deref(), Some("<player@mail.example>"));
    assert!(header(&message, "References").expect("references").ends_with(" <player@mail.example>"));
    assert_eq!(header(&message, "Auto-Submitted").as_deref(), Some("auto-replied"));
}

#[test]
fn a_made_up_message_id_is_left_out() {
    for id in [
        "<a@b>\r\nBcc: x@y.z",
        "<a@b> <c@d>",
        "hello",
        "<@>",
        "",
        "<\u{e4}@b>",
        &format!("<{}@b>", "x".repeat(300)),
    ] {
        let mut out = plain(Kind::Receipt);
        out.thread.in_reply_to = Some(id.to_owned());
        let message = compose(&out).expect("it is composed");
        assert_eq!((header(&message, "In-Reply-To"), header(&message, "References")), (None, None), "{id:?}");
        assert_eq!(header(&message, "Auto-Submitted").as_deref(), Some("auto-replied"));
    }
}

#[test]
fn heads_of_all_kinds() {
    let heads: Vec<String> =
        every_kind().iter().map(|out| head(&compose(out).expect("it is composed")).join("\n")).collect();
    insta::assert_snapshot!(heads.join("\n\n"));
}

#[test]
fn a_report_as_it_travels() {
    let message = compose(&report()).expect("it is composed");
    assert_travels(&message);
    let text = String::from_utf8(message.bytes).expect("ASCII");
    let golden = include_str!("golden/report.eml").replace("\r\n", "\n").replace('\n', "\r\n");
    if text != golden {
        std::fs::write(
            concat!(env!("CARGO_MANIFEST_DIR"), "/tests/post/compose/golden/report.new.eml"),
            &text,
        )
        .expect("written");
    }
    assert!(text == golden, "the message differs from tests/golden/report.eml; see report.new.eml");
}

#[test]
fn reply_to_names_match_and_party_if_the_server_knows_plus_addresses() {
    let reply_to = |address: &str, plus: bool, match_id: &str| {
        let mut out = plain(Kind::Report);
        (out.office.address, out.office.plus) = (address.to_owned(), plus);
        (out.match_id, out.office.name) = (Some(match_id.to_owned()), "Uma".to_owned());
        header(&compose(&out).expect("it is composed"), "Reply-To")
    };
    let uma = |address: &str| Some(format!("Uma <{address}>"));
    assert_eq!(reply_to("office@club.example", true, "spring"), uma("office+spring.axis@club.example"));
    assert_eq!(reply_to("uma+games@club.example", true, "spring"), uma("uma+spring.axis@club.example"));
    assert_eq!(reply_to("office@club.example", false, "spring"), None);
    // A local part has 64 bytes at most; then the tag in the subject must do.
    assert_eq!(reply_to("office@club.example", true, &"m".repeat(64)), None);
}

#[test]
fn long_and_foreign_titles_are_folded() {
    let out = Outgoing { title: "\u{1f6a2} G\u{f6}teborg ".repeat(60), ..plain(Kind::Report) };
    let message = compose(&out).expect("it is composed");
    let text = String::from_utf8(message.bytes.clone()).expect("ASCII");
    let head = text.split("\r\n\r\n").next().expect("a head");
    assert!(head.lines().all(|line| line.len() <= 110), "{head}");
    let parsed = mail_parser::MessageParser::default().parse(&message.bytes).expect("it is parsed");
    assert_eq!(parsed.subject(), Some(message.subject.as_str()));
    assert!(message.subject.chars().count() < 160);
}

#[test]
fn one_address_gets_one_copy() {
    let anna = |address: &str| Recipient { name: "Anna".to_owned(), address: address.to_owned() };
    let to = vec![anna("anna@example.org"), anna("Anna@Example.org"), anna("anna2@example.org")];
    let message = compose(&Outgoing { to, ..plain(Kind::Report) }).expect("it is composed");
    assert_eq!(message.to, ["anna@example.org", "anna2@example.org"]);
    assert_eq!(message.from, "office@club.example");
}

#[test]
fn names_of_attachments_do_no_harm() {
    let names = |given: &str| {
        let attachments = vec![Attachment::form(given, "a: 1\n")];
        let message = compose(&Outgoing { attachments, ..plain(Kind::Refusal) }).expect("it is composed");
        assert_travels(&message);
        let parsed = mail_parser::MessageParser::default().parse(&message.bytes).expect("it is parsed");
        let file = parsed.attachments().next().expect("a file");
        mail_parser::MimeHeaders::attachment_name(file).expect("a name").to_owned()
    };
    assert_eq!(names("orders.yaml"), "orders.yaml");
    assert_eq!(names("../../etc/passwd"), "etc-passwd");
    assert_eq!(names("G\u{f6}teborg \u{202e}lmay.yaml"), "G\u{f6}teborg lmay.yaml");
    assert_eq!(names("a\"; x=\"b\r\nBcc: c@d.e"), "a-- x=-b Bcc- c@d.e");
    assert_eq!(names(""), "attachment.bin");
    assert_eq!(names(&format!("{}.yaml", "\u{df}".repeat(200))), format!("{}.yaml", "\u{df}".repeat(95)));
}

#[test]
fn what_cannot_be_sent_is_refused_in_words() {
    let refused = |how: &dyn Fn(&mut Outgoing)| {
        let mut out = report();
        how(&mut out);
        compose(&out).expect_err("it is refused").to_string()
    };
    let many = |out: &mut Outgoing| {
        let to = |n| Recipient { name: String::new(), address: format!("p{n}@example.org") };
        out.to = (0..101).map(to).collect();
    };
    let told = [
        refused(&|out| out.to[0].address = "anna@example.org>\r\nBcc: <x@y.z".to_owned()),
        refused(&|out| out.to[0].address = "\u{e4}nna@example.org".to_owned()),
        refused(&|out| out.to[0].address = "-oQ/tmp@example.org".to_owned()),
        refused(&|out| out.office.address = "office".to_owned()),
        refused(&|out| out.to.clear()),
        refused(&many),
        refused(&|out| out.match_id = Some("Spring Match".to_owned())),
        refused(&|out| {
            out.correspondent = Correspondent::Party { id: "ax/is".to_owned(), name: String::new() }
        }),
        refused(&|out| out.instant = jiff::Timestamp::MIN),
        refused(&|out| out.instant = jiff::Timestamp::MAX),
        refused(&|out| out.attachments[0].media_type = "message/rfc822".to_owned()),
        refused(&|out| out.attachments[0].media_type = "json".to_owned()),
        refused(&|out| out.headers.push(("Bcc".to_owned(), "x@y.z".to_owned()))),
        refused(&|out| out.headers.push(("X-Sealord-A\r\nBcc".to_owned(), "x@y.z".to_owned()))),
        refused(&|out| out.headers.push(("X-Sealord-Kind".to_owned(), "receipt".to_owned()))),
        refused(&|out| out.attachments[0].bytes = vec![0; 10_000_001]),
        refused(&|out| out.office.limit = 1000),
    ];
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn what_is_too_large_only_when_encoded_is_refused_too() {
    let mut out = report();
    out.attachments[0].bytes = vec![7; 9_000_000];
    let fault = compose(&out).expect_err("it is too large");
    let ComposeFault::TooLarge { part, bytes, whole, limit } = fault else { panic!("{fault}") };
    assert_eq!((part.as_str(), bytes, limit), ("004-axis.json", 9_000_000, 10_000_000));
    assert!(whole > 12_000_000);
}
