//! How bodies travel: nothing but printable ASCII in short lines, so that every relay hands them on as they
//! are.

use lettre::message::Body;
use lettre::message::header::ContentTransferEncoding as Encoding;

/// Longest line of an encoded body, in bytes without the line end (RFC 2045, section 6.7, rule 5).
const LINE: usize = 76;
/// Longest line of a body that is sent as it is (RFC 5322, section 2.1.1).
const PLAIN_LINE: usize = 78;

/// A text for a part. Plain ASCII in short lines stays as it is; anything else becomes quoted-printable, or
/// base64 where that is shorter, as for Cyrillic. Lines end with CRLF, and there is one at the end, but if
/// `open` leaves it out for a part that is the whole message: there the mail library adds one.
pub(super) fn text(text: &str, open: bool) -> Body {
    let lines: Vec<&str> = text.trim_end_matches('\n').split('\n').collect();
    let crlf = format!("{}\r\n", lines.join("\r\n"));
    let close = |body: String, encoding| {
        let body = if open { body.trim_end_matches("\r\n").to_owned() } else { body };
        Body::dangerous_pre_encoded(body.into_bytes(), encoding)
    };
    if lines.iter().all(|line| is_plain(line)) {
        return close(crlf, Encoding::SevenBit);
    }
    let quoted = quoted_printable(&lines);
    let base64 = bytes(crlf.into_bytes());
    if quoted.len() <= base64.len() { close(quoted, Encoding::QuotedPrintable) } else { base64 }
}

/// Bytes for a part, as base64.
pub(super) fn bytes(bytes: Vec<u8>) -> Body {
    let encoded = Body::new_with_encoding(bytes, Encoding::Base64);
    encoded.expect("every byte may stand in base64")
}

/// Whether no mail program has a reason to change a line: relays cut blanks at the end, mailboxes put a `>`
/// before `From `, careless servers lose a dot, and what looks like a boundary might be taken for one.
fn is_plain(line: &str) -> bool {
    line.len() <= PLAIN_LINE
        && line.bytes().all(|byte| byte == b'\t' || (b' '..=b'~').contains(&byte))
        && !line.ends_with([' ', '\t'])
        && !["From ", ".", "--=_"].iter().any(|start| line.starts_with(start))
}

/// Quoted-printable (RFC 2045, section 6.7), with lines ended by CRLF. No character is broken over two lines.
fn quoted_printable(lines: &[&str]) -> String {
    let mut out = String::new();
    for line in lines {
        let mut column = 0;
        for (at, character) in line.char_indices() {
            let rest = &line[at..];
            let last = rest.len() == character.len_utf8();
            let mut token = token(character, last);
            if column + token.len() > LINE - 1 {
                out.push_str("=\r\n");
                column = 0;
            }
            if column == 0 && (rest.starts_with("From ") || rest.starts_with('.')) {
                token = hex(character);
            }
            out.push_str(&token);
            column += token.len();
        }
        out.push_str("\r\n");
    }
    out
}

/// A character as it stands in quoted-printable; a blank is spelled out at the end of a line.
fn token(character: char, last: bool) -> String {
    match character {
        '=' => hex(character),
        ' ' | '\t' if last => hex(character),
        '\t' | ' '..='~' => character.to_string(),
        _ => hex(character),
    }
}

fn hex(character: char) -> String {
    let mut buffer = [0; 4];
    character.encode_utf8(&mut buffer).bytes().map(|byte| format!("={byte:02X}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(given: &str) -> (Encoding, String) {
        let body = text(given, false);
        let encoding = body.encoding();
        (encoding, String::from_utf8(body.into_vec()).expect("ASCII"))
    }

    #[test]
    fn plain_text_stays_as_it_is() {
        assert_eq!(shown("a\nb\n"), (Encoding::SevenBit, "a\r\nb\r\n".to_owned()));
    }

    #[test]
    fn what_a_relay_might_change_is_spelled_out() {
        let quoted = |text: &str| (Encoding::QuotedPrintable, text.to_owned());
        assert_eq!(shown("From here\n"), quoted("=46rom here\r\n"));
        assert_eq!(shown(".\nand a long text so that base64 is longer"), {
            quoted("=2E\r\nand a long text so that base64 is longer\r\n")
        });
        assert_eq!(shown("blank \nand a long text"), quoted("blank=20\r\nand a long text\r\n"));
        assert_eq!(shown("sh\u{f6}n = nice, and so on"), quoted("sh=C3=B6n =3D nice, and so on\r\n"));
    }

    #[test]
    fn long_lines_are_broken_softly_and_dots_after_the_break_are_spelled_out() {
        let (encoding, text) = shown(&format!("{}.{}", "x".repeat(75), "y".repeat(10)));
        assert_eq!(encoding, Encoding::QuotedPrintable);
        assert_eq!(text, format!("{}=\r\n=2E{}\r\n", "x".repeat(75), "y".repeat(10)));
    }

    #[test]
    fn base64_is_taken_where_it_is_shorter() {
        let (encoding, text) = shown(&"\u{416}".repeat(300));
        assert_eq!(encoding, Encoding::Base64);
        assert!(text.lines().all(|line| line.len() <= LINE));
    }
}
