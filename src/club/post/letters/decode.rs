//! Takes a part's encoding off: transfer encoding first (RFC 2045), then the charset. The library takes
//! base64 that was cut off for whole (`hostile-encoding-lies.eml`), and half orders are worse than none; its
//! charsets are used.

use std::borrow::Cow;

use mail_parser::decoders::charsets::map::charset_decoder;

use crate::machine::names::unix_lines;
use crate::post::letters::fields::latin;
use crate::post::letters::parts::{Encoding, Part};
use crate::signature::base64::base64;

/// Decoded bytes or text.
pub struct Decoded<T> {
    /// What was recovered.
    pub what: T,
    /// Whether something is missing or may be wrong.
    pub damaged: bool,
}

/// The bytes of a part.
///
/// Line ends of a part that was sent in lines are the mail's and not the file's (RFC 2045, section 2.8): if
/// all of them are carriage return and line feed they become line feeds. What came in base64 or as binary is
/// kept byte for byte.
pub fn bytes<'x>(part: &Part<'x>) -> Decoded<Cow<'x, [u8]>> {
    let (what, damaged) = match part.encoding {
        Encoding::Binary => (Cow::Borrowed(part.raw), false),
        Encoding::Lines => (own_lines(part.raw), false),
        Encoding::Quoted => {
            let (bytes, damaged) = quoted_printable(part.raw);
            (Cow::Owned(bytes), damaged)
        }
        Encoding::Base64 => {
            let (bytes, damaged) = base64(part.raw);
            (Cow::Owned(bytes), damaged)
        }
    };
    Decoded { what, damaged: damaged || part.cut }
}

/// The text of a part with line feeds at its line ends, of at most `most` bytes.
pub fn text(part: &Part<'_>, most: usize) -> Decoded<String> {
    let Decoded { what, damaged } = bytes(part);
    let cut = what.len() > most;
    let (text, doubtful) = charset(&what[..what.len().min(most)], part.parameter("charset"));
    Decoded { what: line_feeds(text), damaged: damaged || cut || doubtful }
}

/// Text with every line end turned into a line feed.
pub fn line_feeds(text: String) -> String {
    if text.contains('\r') { unix_lines(&text) } else { text }
}

fn own_lines(raw: &[u8]) -> Cow<'_, [u8]> {
    let mut feeds = 0;
    let mut pairs = 0;
    for (at, byte) in raw.iter().enumerate() {
        if *byte == b'\n' {
            feeds += 1;
            pairs += usize::from(at > 0 && raw[at - 1] == b'\r');
        }
    }
    if feeds == 0 || feeds != pairs {
        return Cow::Borrowed(raw);
    }
    let mut bytes = Vec::with_capacity(raw.len() - pairs);
    for line in raw.split_inclusive(|byte| *byte == b'\n') {
        match line.strip_suffix(b"\r\n") {
            Some(line) => {
                bytes.extend_from_slice(line);
                bytes.push(b'\n');
            }
            None => bytes.extend_from_slice(line),
        }
    }
    Cow::Owned(bytes)
}

/// Decodes quoted-printable (RFC 2045, section 6.7). Line ends that stand as such become line feeds. Damaged
/// if an equals sign is followed by neither two hexadecimal digits nor a line end; it is then kept as it is.
fn quoted_printable(raw: &[u8]) -> (Vec<u8>, bool) {
    let mut bytes = Vec::with_capacity(raw.len());
    let mut damaged = false;
    for line in raw.split_inclusive(|byte| *byte == b'\n') {
        let ended = line.ends_with(b"\n");
        let mut rest = line.trim_ascii_end();
        let soft = rest.ends_with(b"=");
        if soft {
            rest = &rest[..rest.len() - 1];
        }
        while let Some(at) = rest.iter().position(|byte| *byte == b'=') {
            bytes.extend_from_slice(&rest[..at]);
            match rest.get(at + 1..at + 3).and_then(hexadecimal) {
                Some(byte) => {
                    bytes.push(byte);
                    rest = &rest[at + 3..];
                }
                None => {
                    damaged |= at + 1 < rest.len();
                    bytes.push(b'=');
                    rest = &rest[at + 1..];
                }
            }
        }
        bytes.extend_from_slice(rest);
        if ended && !soft {
            bytes.push(b'\n');
        }
    }
    (bytes, damaged)
}

fn hexadecimal(digits: &[u8]) -> Option<u8> {
    let digit = |byte: u8| char::from(byte).to_digit(16).map(|digit| digit as u8);
    Some(digit(*digits.first()?)? << 4 | digit(*digits.get(1)?)?)
}

/// Decodes text. A charset that is missing, unknown or untrue is taken for UTF-8 where that fits, else for
/// Windows-1252. Says whether characters were lost.
fn charset(bytes: &[u8], label: Option<&str>) -> (String, bool) {
    if let Some(text) = with_byte_order_mark(bytes) {
        return (text, false);
    }
    let label = label.unwrap_or_default().trim().to_ascii_lowercase();
    let western = ["utf-8", "utf8", "us-ascii", "ascii", "iso-8859-1", "latin1", "unknown-8bit"];
    let utf16 = label.starts_with("utf-16") || label.starts_with("utf16");
    let lying = utf16 && !bytes.contains(&0);
    // The decoder takes an empty label for something.
    let known = !label.is_empty() && !lying && !western.contains(&label.as_str());
    if let Some(decode) = charset_decoder(label.as_bytes()).filter(|_| known) {
        let text = decode(bytes);
        let lost = text.contains('\u{fffd}');
        return (text, lost);
    }
    // ISO 8859-1 has no characters where Windows-1252 has quotation marks; programs say the one and mean the
    // other.
    let western = ["iso-8859-1", "latin1"].contains(&label.as_str());
    match std::str::from_utf8(bytes) {
        Ok(text) if !western || bytes.is_ascii() => (text.to_owned(), false),
        _ => (latin(bytes), false),
    }
}

/// Text that says by its first bytes how it is written.
fn with_byte_order_mark(bytes: &[u8]) -> Option<String> {
    let wide = |rest: &[u8], read: fn([u8; 2]) -> u16| {
        let units = rest.chunks_exact(2).map(|pair| read([pair[0], pair[1]]));
        char::decode_utf16(units).map(|unit| unit.unwrap_or('\u{fffd}')).collect()
    };
    if let Some(rest) = bytes.strip_prefix(b"\xef\xbb\xbf") {
        return std::str::from_utf8(rest).ok().map(str::to_owned);
    }
    match bytes {
        [0xff, 0xfe, rest @ ..] => Some(wide(rest, u16::from_le_bytes)),
        [0xfe, 0xff, rest @ ..] => Some(wide(rest, u16::from_be_bytes)),
        _ => None,
    }
}
