//! Messages made to break a reader: each is read or refused, and soon.

use super::common;

use std::time::{Duration, Instant};

use common::{limits, message, show};
use sealord::post::letters::{Kind, Letter, Limits, Sender, Unreadable, Why};

/// Reads a message and demands that it does not take long, even on a slow machine.
fn read(raw: &[u8]) -> Result<Letter, Unreadable> {
    read_with(raw, &limits())
}

fn read_with(raw: &[u8], limits: &Limits) -> Result<Letter, Unreadable> {
    let begin = Instant::now();
    let letter = Letter::read(raw, limits);
    let head = Letter::read_head(raw, limits, Why::TooLarge);
    let text = String::from_utf8_lossy(&raw[..raw.len().min(400)]);
    assert!(
        begin.elapsed() < Duration::from_secs(3),
        "{:?} for {} bytes of {text}",
        begin.elapsed(),
        raw.len()
    );
    if letter.is_ok() {
        assert!(head.is_ok());
    }
    letter
}

/// Limits that let everything through, so that the reader itself has to cope.
fn open() -> Limits {
    Limits { bytes: usize::MAX, parts: usize::MAX, header_bytes: 8 << 20, ..limits() }
}

#[test]
fn thirty_megabytes_are_refused_by_length_and_the_head_is_still_known() {
    let raw = message("Subject: status\n", &"x".repeat(30_000_000));
    assert_eq!(read(&raw), Err(Unreadable::TooLarge { size: raw.len(), limit: 2 << 20 }));
    let head = Letter::read_head(&raw, &limits(), Why::TooLarge).unwrap().head;
    assert_eq!(head.from.mailbox().unwrap().address, "anna@example.org");
    let letter = read_with(&raw, &open()).unwrap();
    assert!(letter.contents.text.len() <= 2 << 20);
}

#[test]
fn ten_thousand_parts_are_too_many() {
    let parts = "--b\nContent-Type: text/plain; name=a.yaml\n\nmatch: x\n".repeat(10_000);
    let raw = message("Content-Type: multipart/mixed; boundary=b\n", &(parts + "--b--\n"));
    assert_eq!(read(&raw), Err(Unreadable::TooManyParts { limit: 200 }));
    assert!(read_with(&raw, &open()).unwrap().contents.candidates.len() <= 20);
}

#[test]
fn two_hundred_thousand_boundaries_with_nothing_between_are_too_many() {
    let raw = message("Content-Type: multipart/mixed; boundary=b\n", &"--b\n".repeat(200_000));
    assert_eq!(read(&raw), Err(Unreadable::TooManyParts { limit: 200 }));
}

#[test]
fn multiparts_in_multiparts_stop_at_the_limit() {
    let nested = |depth: usize| {
        let mut body = String::new();
        for at in 0..depth {
            body.push_str(&format!("--b{at}\nContent-Type: multipart/mixed; boundary=b{}\n\n", at + 1));
        }
        message("Content-Type: multipart/mixed; boundary=b0\n", &format!("{body}--b{depth}\n\nstatus\n"))
    };
    assert!(read(&nested(19)).is_ok());
    assert_eq!(read(&nested(20)), Err(Unreadable::TooDeep { limit: 20 }));
    assert_eq!(read(&nested(10_000)), Err(Unreadable::TooDeep { limit: 20 }));
}

#[test]
fn one_boundary_for_all_levels_does_not_nest() {
    let body = "--b\nContent-Type: multipart/mixed; boundary=b\n\n".repeat(150);
    assert!(read(&message("Content-Type: multipart/mixed; boundary=b\n", &body)).is_ok());
}

#[test]
fn messages_in_messages_are_one_thing_that_is_ignored() {
    let inner = "Content-Type: message/rfc822\n\n".repeat(500) + "Subject: resign yes\n\nresign yes\n";
    let letter = read(&message("Content-Type: message/rfc822\n", &inner)).unwrap();
    assert_eq!(letter.contents.ignored.len(), 1);
    assert!(letter.contents.candidates.is_empty() && letter.contents.commands.is_empty());
}

#[test]
fn a_header_of_a_megabyte_is_refused_whole_or_in_lines() {
    let line = format!("X-Long: {}\n", "x".repeat(1 << 20));
    assert_eq!(read(&message(&line, "")), Err(Unreadable::HeaderTooLarge { limit: 256 << 10 }));
    let lines = "X-Short: x\n".repeat(100_000);
    assert_eq!(read(&message(&lines, "")), Err(Unreadable::HeaderTooLarge { limit: 256 << 10 }));
    let short = "X:\n".repeat(3000);
    assert_eq!(read(&message(&short, "")), Err(Unreadable::HeaderTooLarge { limit: 256 << 10 }));
    assert!(read(&message(&"X:\n".repeat(1000), "")).is_ok());
}

#[test]
fn a_block_behind_a_hundred_thousand_lines_is_damaged_or_lost() {
    let begin = "=== begin orders ===\nmatch: m\n";
    let end = "=== end orders ===\n";
    let letter = read(&message("", &format!("{begin}{}{end}", "\n".repeat(100_000)))).unwrap();
    assert!(letter.contents.candidates.iter().all(|candidate| candidate.damaged));
    let letter = read(&message("", &format!("{}{begin}{end}", "\n".repeat(100_000)))).unwrap();
    assert!(letter.contents.candidates.is_empty());
}

#[test]
fn long_fields_of_the_kinds_that_are_read_take_little_time() {
    let pieces = [
        "=?utf-8?Q?a?= ",
        "=?",
        "=?utf-8?B?",
        "=?a?Q?=",
        "<",
        ">",
        "(",
        "((a)",
        "\"",
        "\\\"",
        "a@b,",
        "a@b <c@d>, ",
        ":;",
        ";",
        "a*1=b; ",
        "a*1*=utf-8'x'%41; ",
        "boundary=",
        "<a@b> ",
        "a:",
        "é",
        "\u{202e}",
        "\n ",
        "\t",
        "'",
        "%",
        "x ",
    ];
    let names =
        ["From", "To", "Subject", "Content-Type", "Content-Disposition", "References", "Message-ID", "Date"];
    for piece in pieces {
        for name in names {
            let value = piece.repeat(60_000 / piece.len());
            let raw = format!("{name}: {value}\nX: y\n\nstatus\n");
            read(raw.as_bytes()).ok();
        }
    }
}

#[test]
fn two_hundred_thousand_encoded_words_are_refused_or_cut_short() {
    let subject = format!("Subject: {}\n", "=?utf-8?Q?a?=\n ".repeat(200_000));
    assert!(matches!(read(&message(&subject, "")), Err(Unreadable::TooLarge { .. })));
    let large = Limits { bytes: usize::MAX, ..limits() };
    assert_eq!(
        read_with(&message(&subject, ""), &large),
        Err(Unreadable::HeaderTooLarge { limit: 256 << 10 })
    );
    let letter = read_with(&message(&subject, ""), &open()).unwrap();
    assert_eq!(letter.head.subject.chars().count(), 300);
}

#[test]
fn long_texts_of_the_kinds_that_are_read_take_little_time() {
    let pieces = [
        "<",
        "<a ",
        "<a \"'>",
        "<!--",
        "<!",
        "</",
        "<script>",
        "<blockquote>",
        "<div><p>",
        "</div>",
        "<pre>",
        "&",
        "&amp",
        "&#",
        "&x;",
        "<p style=\"white-space:pre\">",
        "> ",
        ">",
        "> >\n",
        "| ",
        "On a\n",
        "On a wrote:\n",
        "From: a\n",
        "Von: a\nAn: b\n",
        "=== begin orders ===\n",
        "> === begin orders ===\n",
        "=== end orders ===\n",
        "-- \n",
        "begin 644 a\nM\n",
        "\r",
        "\0",
        "-----BEGIN AGE ENCRYPTED FILE-----\n",
        "-----BEGIN SSH SIGNATURE-----\n",
        "code: A-B\n",
        "match: a\n",
        "=",
        "=\n",
        "a \n",
        "-----BEGIN PGP SIGNED MESSAGE-----\n",
        "________________________________\n",
        "--\n",
        "commit ",
    ];
    for piece in pieces {
        let body = piece.repeat(300_000 / piece.len());
        for kind in
            ["text/plain", "text/html", "text/plain; format=flowed; delsp=yes", "text/plain; charset=utf-16"]
        {
            read(&message(&format!("Content-Type: {kind}\n"), &body)).unwrap();
            let encoded = format!("Content-Type: {kind}\nContent-Transfer-Encoding: quoted-printable\n");
            read(&message(&encoded, &body)).unwrap();
        }
    }
}

#[test]
fn a_small_page_does_not_grow_large() {
    let body = "<blockquote>".repeat(5_000) + &"<br>".repeat(400_000);
    let letter = read(&message("Content-Type: text/html\n", &body)).unwrap();
    assert!(letter.contents.text.len() < 1_100_000, "{}", letter.contents.text.len());
}

#[test]
fn two_hundred_attachments_of_commitments_are_counted() {
    let part = |at: usize| format!("--b\nContent-Type: text/plain; name=c\n\n{at:064x}\n");
    let body: String = (0..150).map(part).collect();
    let letter = read(&message("Content-Type: multipart/mixed; boundary=b\n", &(body + "--b--\n"))).unwrap();
    assert_eq!(letter.contents.candidates.len(), 20);
    assert!(letter.contents.candidates.iter().all(|candidate| matches!(candidate.kind, Kind::Commitment(_))));
    assert_eq!(letter.contents.ignored.len(), 50);
}

#[test]
fn nothing_and_no_mail_have_their_own_faults() {
    assert_eq!(read(b""), Err(Unreadable::Empty));
    assert_eq!(read(b"\r\n \r\n"), Err(Unreadable::Empty));
    assert_eq!(read(b"status\n"), Err(Unreadable::NotMail));
    assert_eq!(read(&[0xff; 1000]), Err(Unreadable::NotMail));
    insta::assert_snapshot!(show(&read(b"status\n")), @r"
    unreadable: this is not a mail message: it has no header
    Send the message again from a mail program.
    ");
}

/// No way of writing a From field yields an address that a plainer reader would not see.
#[test]
fn a_from_field_names_one_address_or_none() {
    let from = |value: &str| {
        let raw = format!("From: {value}\n\nx");
        match Letter::read(raw.as_bytes(), &limits()).unwrap().head.from {
            Sender::One(mailbox) => mailbox.address,
            Sender::Ambiguous { .. } => "ambiguous".to_owned(),
            Sender::Missing => "missing".to_owned(),
        }
    };
    let expected = [
        ("anna@Club.Example", "anna@club.example"),
        ("Anna <Anna@club.example>", "Anna@club.example"),
        ("anna@club.example (Anna)", "anna@club.example"),
        ("\"Anna, Admiral\" <anna@club.example>", "anna@club.example"),
        ("\"anna@club.example\" <evil@evil.example>", "evil@evil.example"),
        ("anna@club.example <evil@evil.example>", "evil@evil.example"),
        ("=?utf-8?Q?anna=40club.example?= <evil@evil.example>", "evil@evil.example"),
        ("<anna@club.example> <evil@evil.example>", "ambiguous"),
        ("anna@club.example, evil@evil.example", "ambiguous"),
        ("anna@club.example@evil.example", "ambiguous"),
        ("G: anna@club.example, evil@evil.example;", "ambiguous"),
        ("anna@", "ambiguous"),
        ("", "missing"),
        ("Anna", "missing"),
        ("<>", "missing"),
    ];
    for (value, address) in expected {
        assert_eq!(from(value), address, "{value}");
    }
    // The Kelvin sign becomes a plain k when the whole of Unicode is put into lower case.
    assert_ne!(from("a@\u{212a}lub.example"), "a@klub.example");
}
