//! No text whatever in a field makes a header, a part or a recipient.

use super::support;

use proptest::prelude::*;
use sealord::post::compose::dispatches::{Addressee, Cover, Dispatch, Dispatches, Notice, Refusal, Topic};
use sealord::post::compose::{Attachment, Kind, Outgoing, Recipient, compose};
use support::{assert_travels, head, header, plain};

/// Any text, with a leaning towards what has broken mail programs.
fn nasty() -> impl Strategy<Value = String> {
    let pieces = prop_oneof![
        4 => any::<String>(),
        1 => Just("\r\nBcc: eve@example.net\r\n".to_owned()),
        1 => Just("\r\n\r\n".to_owned()),
        1 => Just("\n".to_owned()),
        1 => Just("\r".to_owned()),
        1 => Just("\u{2028}X-Eve: 1".to_owned()),
        1 => Just("\u{85}".to_owned()),
        1 => Just("=?utf-8?q?=0d=0aBcc:_eve?=".to_owned()),
        1 => Just("=\n?utf-8?b?DQo=?=".to_owned()),
        1 => Just("\"<>,;:\\()@".to_owned()),
        1 => Just("\u{202e}\u{200b}".to_owned()),
        1 => Just("\n--=_mixed_-\n".to_owned()),
        1 => Just("x".repeat(1200)),
        1 => Just("\u{1f6a2}".repeat(90)),
        1 => Just("=== begin orders ===".to_owned()),
        1 => Just("==== begin orders ====".to_owned()),
        1 => Just("=== begin\u{200b} orders ===".to_owned()),
    ];
    proptest::collection::vec(pieces, 0..5).prop_map(|all| all.concat())
}

/// The names of the headers.
fn names(out: &Outgoing) -> Vec<String> {
    let message = compose(out).expect("it is composed");
    assert_travels(&message);
    head(&message).iter().map(|line| line.split(':').next().unwrap_or_default().to_owned()).collect()
}

fn with_file(kind: Kind) -> Outgoing {
    let mut out = plain(kind);
    out.html = Some("<p>hello</p>".to_owned());
    out.attachments = vec![Attachment::form("a.yaml", "a: 1\n")];
    out.headers = vec![("X-Sealord-Note".to_owned(), "n".to_owned())];
    out.to.push(Recipient { name: "Ada".to_owned(), address: "ada@example.org".to_owned() });
    out
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_makes_a_header_a_part_or_a_recipient(
        title in nasty(), office in nasty(), name in nasty(), other in nasty(), file in nasty(), note in nasty(),
        text in nasty(), html in nasty(),
    ) {
        let tame = with_file(Kind::Report);
        let mut out = tame.clone();
        out.title = title;
        out.office.name = office;
        out.to[0].name = name;
        out.to[1].name = other;
        out.attachments[0].name = file;
        out.headers[0].1 = note;
        out.text = text;
        out.html = Some(html);
        prop_assert_eq!(names(&out), names(&tame));
        let message = compose(&out).expect("it is composed");
        prop_assert_eq!(&message, &compose(&out).expect("it is composed"));
        let parsed = mail_parser::MessageParser::default().parse(&message.bytes).expect("it is parsed");
        prop_assert_eq!(parsed.parts.len(), 5);
        prop_assert_eq!(parsed.attachment_count(), 1);
        prop_assert_eq!(parsed.subject(), Some(message.subject.as_str()));
        let to = parsed.to().expect("recipients");
        let to: Vec<_> = to.iter().map(|it| it.address().unwrap_or_default()).collect();
        prop_assert_eq!(to, ["anna@example.org", "ada@example.org"]);
        let from: Vec<_> = parsed.from().expect("a sender").iter().map(|it| it.address().unwrap_or_default()).collect();
        prop_assert_eq!(from, ["office@club.example"]);
        prop_assert_eq!(parsed.parts[4].contents(), b"a: 1\n");
        let seen = message.subject.chars().chain(parsed.body_text(0).expect("a text").chars()
            .filter(|it| !matches!(it, '\r' | '\n' | '\t')).collect::<Vec<_>>());
        prop_assert!(!seen.into_iter().any(sealord::problem::is_hidden));
    }

    #[test]
    fn names_come_back_as_they_were_cleaned(name in nasty()) {
        let mut out = plain(Kind::Report);
        out.to[0].name = name.clone();
        let message = compose(&out).expect("it is composed");
        let parsed = mail_parser::MessageParser::default().parse(&message.bytes).expect("it is parsed");
        let found = parsed.to().and_then(|it| it.first()).and_then(|it| it.name()).unwrap_or_default().to_owned();
        prop_assert_eq!(found, sealord::post::compose::clean::header(&name, sealord::post::compose::clean::NAME));
    }

    #[test]
    fn words_that_stand_in_addresses_and_ids_are_judged(word in nasty()) {
        for field in 0..5 {
            let mut out = with_file(Kind::Report);
            match field {
                0 => out.match_id = Some(word.clone()),
                1 => out.correspondent = sealord::post::compose::Correspondent::Party { id: word.clone(), name: word.clone() },
                2 => out.office.address = word.clone(),
                3 => out.to[0].address = word.clone(),
                _ => out.attachments[0].media_type = word.clone(),
            }
            if let Ok(message) = compose(&out) {
                assert_travels(&message);
                prop_assert!(header(&message, "Bcc").is_none());
            }
        }
    }

    #[test]
    fn message_ids_of_strangers_do_no_harm(id in nasty()) {
        let mut out = plain(Kind::Receipt);
        out.thread.in_reply_to = Some(id.clone());
        out.thread.root = Some(format!("<{id}@x>"));
        let message = compose(&out).expect("it is composed");
        assert_travels(&message);
        prop_assert!(header(&message, "Bcc").is_none());
    }

    #[test]
    fn letters_hold_no_marks_of_orders_and_nothing_hidden(text in nasty()) {
        let letters = Dispatches::builtin();
        let to = Addressee { player: text.clone(), ..Addressee::default() };
        let refusal = Refusal { to: to.clone(), problems: text.clone(), ..Refusal::default() };
        let words = Topic::Resignation { party: text.clone(), player: text.clone(), words: text.clone(), waiting: vec![text.clone()] };
        let notice = Notice {
            umpire: text.clone(),
            match_id: text.clone(),
            exchange: 4,
            topic: words,
            code_word: text.clone(),
        };
        for letter in [Dispatch::Refusal(refusal), Dispatch::Notice(notice)] {
            let written = letters.write(&letter).expect("it is written");
            prop_assert!(!written.contains("=== begin orders ==="));
            prop_assert!(!written.chars().any(|it| it != '\n' && it != '\t' && sealord::problem::is_hidden(it)));
        }
        let cover = Cover { to, news: text, report: support::FORM.to_owned(), ..Cover::default() };
        let written = letters.write(&Dispatch::Report(cover)).expect("it is written");
        prop_assert_eq!(written.matches("=== begin orders ===").count(), 1);
        prop_assert!(written.ends_with(support::FORM));
    }
}
