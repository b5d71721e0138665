//! A match by mail, as the tests know it: Anna plays the Axis, Bert the Allies, Uma is the umpire.
#![allow(dead_code)]

use jiff::Timestamp;
use sealord::post::compose::{
    Attachment, Correspondent, Kind, LIMIT, Message, Office, Outgoing, Recipient, Thread,
};

/// An order form as it stands in a report.
pub const FORM: &str = "=== begin orders ===\nmatch: spring-match\nexchange: 4\nside: axis\nfinal: false\nanswers:\n  \
                        t1/move/germany:\n    de-cx-atlantis: 41   # G\u{f6}teborg\n=== end orders ===\n";
/// A calendar file.
pub const CALENDAR: &str = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//sealord//EN\r\nMETHOD:PUBLISH\r\nBEGIN:VEVENT\r\n\
                            UID:spring-match.4@club.example\r\nDTSTAMP:20261122T180000Z\r\n\
                            DTSTART:20261129T190000Z\r\nSUMMARY:Orders for spring-match\r\nEND:VEVENT\r\n\
                            END:VCALENDAR\r\n";

/// The instant of all messages.
pub fn instant() -> Timestamp {
    "2026-11-22T18:00:00Z".parse().expect("an instant")
}

/// A message with text alone.
pub fn plain(kind: Kind) -> Outgoing {
    Outgoing {
        match_id: Some("spring-match".to_owned()),
        title: "Seas of Thunder".to_owned(),
        exchange: Some(4),
        correspondent: Correspondent::Party { id: "axis".to_owned(), name: "Axis".to_owned() },
        kind,
        number: 1,
        key: String::new(),
        office: Office {
            name: "Uma (umpire)".to_owned(),
            address: "office@club.example".to_owned(),
            plus: true,
            limit: LIMIT,
        },
        to: vec![Recipient { name: "Anna".to_owned(), address: "anna@example.org".to_owned() }],
        instant: instant(),
        thread: Thread::default(),
        text: "Hello Anna,\n\nall is well.\n".to_owned(),
        html: None,
        attachments: Vec::new(),
        headers: Vec::new(),
    }
}

/// A report with all that can go with one.
pub fn report() -> Outgoing {
    let html =
        "<!doctype html>\n<p title=\"=\">G\u{f6}teborg ".to_owned() + &"&#9875; ".repeat(300) + "</p>\n";
    Outgoing {
        text: format!("Hello Anna,\n\nhere is the report.\n\n{FORM}"),
        html: Some(html),
        attachments: vec![
            Attachment::packet("004-axis.json", "{\"match\":\"spring-match\"}\n"),
            Attachment::form("orders-axis-4.yaml", FORM),
            Attachment::calendar("deadline.ics", CALENDAR),
        ],
        thread: Thread {
            root: Some("<sealord.spring-match.axis.1.report.1.0123456789ab@club.example>".to_owned()),
            earlier: vec!["<sealord.spring-match.axis.3.receipt.1.ba9876543210@club.example>".to_owned()],
            in_reply_to: None,
        },
        ..plain(Kind::Report)
    }
}

/// A message of each kind, with the parts that it has in a match.
pub fn every_kind() -> Vec<Outgoing> {
    let mut all: Vec<Outgoing> = Kind::ALL.into_iter().map(plain).collect();
    for out in &mut all {
        match out.kind {
            Kind::Report => *out = report(),
            Kind::FinalResult => out.html = report().html,
            Kind::Refusal => out.attachments = vec![Attachment::form("corrected.yaml", FORM)],
            Kind::RevealRequest => out.attachments = vec![Attachment::calendar("reveal.ics", CALENDAR)],
            Kind::Handover => {
                out.attachments = vec![Attachment::sealed("axis-3.sealed", vec![0, 10, 13, 255, 10])];
            }
            Kind::NoticeToUmpire => out.correspondent = Correspondent::Umpire,
            Kind::Unknown => {
                (out.match_id, out.exchange, out.correspondent) = (None, None, Correspondent::Nobody);
                out.title = "Your mail".to_owned();
            }
            _ => {}
        }
        if out.kind.is_answer() {
            out.thread.in_reply_to = Some("<CAF+abc=1@mail.example.org>".to_owned());
        }
    }
    all
}

/// The lines of the head of a message, unfolded.
pub fn head(message: &Message) -> Vec<String> {
    let text = std::str::from_utf8(&message.bytes).expect("a message is ASCII");
    let head = text.split("\r\n\r\n").next().expect("a head");
    let mut lines: Vec<String> = Vec::new();
    for line in head.split("\r\n") {
        match lines.last_mut().filter(|_| line.starts_with([' ', '\t'])) {
            Some(last) => last.push_str(line),
            None => lines.push(line.to_owned()),
        }
    }
    lines
}

/// The value of a header, unfolded but not decoded.
pub fn header(message: &Message, name: &str) -> Option<String> {
    let start = format!("{name}: ");
    let mut found = head(message).into_iter().filter_map(|line| line.strip_prefix(&start).map(str::to_owned));
    let value = found.next();
    assert!(found.next().is_none(), "{name} stands twice");
    value
}

/// What every relay expects of bytes: ASCII, CRLF and nothing else, short lines.
pub fn assert_travels(message: &Message) {
    assert!(message.bytes.iter().all(|byte| matches!(byte, b'\r' | b'\n' | b'\t' | b' '..=b'~')));
    let text = std::str::from_utf8(&message.bytes).expect("ASCII");
    assert!(text.ends_with("\r\n"));
    for line in text.split("\r\n") {
        assert!(!line.contains(['\r', '\n']), "a bare line end in {line:?}");
        assert!(line.len() <= 998, "a line of {} bytes", line.len());
    }
}
