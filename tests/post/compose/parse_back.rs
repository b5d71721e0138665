//! Every kind of message, parsed back by another library and by Python: each part is what was given, byte for
//! byte.

use super::support;

use std::io::Write;
use std::process::{Command, Stdio};

use mail_parser::{MessageParser, MimeHeaders};
use sealord::post::compose::{Kind, Outgoing, compose};
use support::{assert_travels, every_kind, report};

/// A body as it was meant: lines ended by CRLF.
fn crlf(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\n', "\r\n")
}

/// The parts as they were meant: media type, name, bytes.
fn meant(out: &Outgoing) -> Vec<(String, Option<String>, Vec<u8>)> {
    let text = [("text/plain".to_owned(), None, crlf(&out.text).into_bytes())];
    let html = out.html.iter().map(|html| ("text/html".to_owned(), None, crlf(html).into_bytes()));
    let files = out.attachments.iter().map(|file| {
        let media_type = file.media_type.split(';').next().unwrap_or_default().to_owned();
        (media_type, Some(file.name.clone()), file.bytes.clone())
    });
    text.into_iter().chain(html).chain(files).collect()
}

#[test]
fn mail_parser_reads_every_part_as_it_was_given() {
    for out in every_kind() {
        let message = compose(&out).expect("it is composed");
        assert_travels(&message);
        let parsed = MessageParser::default().parse(&message.bytes).expect("it is parsed");
        let leaves = parsed.parts.iter().filter(|part| !part.is_multipart());
        let found: Vec<_> = leaves
            .map(|part| {
                assert!(!part.is_encoding_problem);
                let kind = part.content_type().expect("a media type");
                let media_type = format!("{}/{}", kind.ctype(), kind.subtype().unwrap_or_default());
                (media_type, part.attachment_name().map(str::to_owned), part.contents().to_vec())
            })
            .collect();
        assert_eq!(found, meant(&out), "{:?}", out.kind);
        assert_eq!(parsed.message_id(), Some(message.message_id.trim_matches(['<', '>'])));
        assert_eq!(parsed.subject(), Some(message.subject.as_str()));
        assert_eq!(parsed.date().map(|date| date.to_timestamp()), Some(out.instant.as_second()));
        let from = parsed.from().and_then(|it| it.first()).expect("a sender");
        assert_eq!((from.name(), from.address()), (Some("Uma (umpire)"), Some("office@club.example")));
    }
}

#[test]
fn the_parts_stand_in_their_order() {
    let message = compose(&report()).expect("it is composed");
    let parsed = MessageParser::default().parse(&message.bytes).expect("it is parsed");
    let kinds: Vec<String> = parsed
        .parts
        .iter()
        .map(|part| part.content_type().and_then(|it| it.subtype()).unwrap_or_default().to_owned())
        .collect();
    assert_eq!(kinds, ["mixed", "alternative", "plain", "html", "json", "yaml", "calendar"]);
    let calendar = parsed.parts.last().and_then(|part| part.content_type()).expect("a calendar");
    assert_eq!(calendar.attribute("method"), Some("PUBLISH"));
    let text = parsed.parts[2].content_type().expect("a text");
    assert_eq!((text.attribute("charset"), text.attribute("format")), (Some("utf-8"), None));
}

#[test]
fn a_text_that_is_the_whole_message_survives_in_every_encoding() {
    let cyrillic = "\u{41c}\u{43e}\u{440}\u{435} ".repeat(40).trim_end().to_owned() + "\n";
    for text in ["plain\n", "h\u{f6}flich und lang genug f\u{fc}r Umlaute\n", &cyrillic, "From me\n.\n"] {
        let out = Outgoing { text: text.to_owned(), ..support::plain(Kind::Status) };
        let message = compose(&out).expect("it is composed");
        assert_travels(&message);
        let parsed = MessageParser::default().parse(&message.bytes).expect("it is parsed");
        assert_eq!(parsed.body_text(0).as_deref(), Some(crlf(text).as_str()));
    }
}

/// Prints the same facts about a message as [`meant`], one a line.
const SCRIPT: &str = r#"
import sys, hashlib, email, email.policy
message = email.message_from_bytes(sys.stdin.buffer.read(), policy=email.policy.default)
def defects(part):
    return list(part.defects) + [d for h in part.values() for d in getattr(h, "defects", [])]
for part in message.walk():
    assert not defects(part), (part.get_content_type(), defects(part))
    if not part.is_multipart():
        body = part.get_payload(decode=True)
        print(part.get_content_type(), part.get_filename(), hashlib.sha256(body).hexdigest())
people = message["From"].addresses + message["To"].addresses
print(ascii(message["Subject"]), *[ascii(it.display_name) + " " + it.addr_spec for it in people])
"#;

/// What Python says of a message; nothing if there is no Python.
fn python(bytes: &[u8]) -> Option<String> {
    let child = Command::new("python3")
        .args(["-c", SCRIPT])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let Ok(mut child) = child else {
        crate::skip::skip_without("python3");
        return None;
    };
    child.stdin.take().expect("piped").write_all(bytes).expect("it listens");
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(String::from_utf8(output.stdout).expect("ASCII"))
}

#[test]
fn python_reads_every_part_as_it_was_given() {
    use sha2::Digest;
    for mut out in every_kind() {
        // Short enough for one encoded word: of two, Python 3.11 keeps the blank between them, which belongs
        // to neither (RFC 2047, section 6.2).
        out.to[0].name = "Anna \"\u{c4}nn\u{e4}\" <x@y>, Stra\u{df}e".to_owned();
        out.title = format!("Stra\u{df}e und noch viel mehr {}", "Schlachten ".repeat(9));
        let message = compose(&out).expect("it is composed");
        let Some(found) = python(&message.bytes) else { return };
        let mut lines: Vec<String> = found.lines().map(str::to_owned).collect();
        let last = lines.pop().expect("a last line");
        let expected: Vec<String> = meant(&out)
            .into_iter()
            .map(|(kind, name, bytes)| {
                let hash: String =
                    sha2::Sha256::digest(&bytes).iter().map(|it| format!("{it:02x}")).collect();
                format!("{kind} {} {hash}", name.unwrap_or("None".to_owned()))
            })
            .collect();
        assert_eq!(lines, expected);
        let ascii = |text: &str| {
            text.replace('\u{df}', "\\xdf").replace('\u{c4}', "\\xc4").replace('\u{e4}', "\\xe4")
        };
        assert!(last.starts_with(&format!("'{}'", ascii(&message.subject))), "{last}");
        assert!(last.contains(&ascii(&out.to[0].name)), "{last}");
        assert!(last.ends_with(" anna@example.org"), "{last}");
    }
}
