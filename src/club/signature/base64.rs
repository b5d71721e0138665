//! Base64 (RFC 4648): written as pages quote hashes, read as leniently as mail must be.

/// Bytes as base64, on one line with its padding.
pub(crate) fn base64_of(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let byte = |at: usize| u32::from(chunk.get(at).copied().unwrap_or_default());
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for at in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * at) & 63) as usize];
            text.push(if at <= chunk.len() { char::from(letter) } else { '=' });
        }
    }
    text
}

/// Decodes base64 (RFC 2045, section 6.8). Damaged if anything but the alphabet and white space is found, or
/// if the last group is not whole; what stands before the damage is kept.
#[cfg(feature = "signatures")]
pub(crate) fn base64(raw: &[u8]) -> (Vec<u8>, bool) {
    let mut bytes = Vec::with_capacity(raw.len() / 4 * 3);
    let (mut held, mut count, mut padding, mut damaged) = (0u32, 0u32, 0, false);
    for byte in raw.iter().copied().filter(|byte| !byte.is_ascii_whitespace()) {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            b'=' => {
                padding += 1;
                continue;
            }
            _ => {
                damaged = true;
                continue;
            }
        };
        // Text after the padding: a mailing list's footer, or two encodings glued together.
        if padding > 0 {
            damaged = true;
            break;
        }
        held = held << 6 | u32::from(value);
        count += 1;
        if count == 4 {
            bytes.extend_from_slice(&held.to_be_bytes()[1..]);
            (held, count) = (0, 0);
        }
    }
    match count {
        2 => bytes.push((held >> 4) as u8),
        3 => bytes.extend_from_slice(&((held >> 2) as u16).to_be_bytes()),
        _ => {}
    }
    let whole = matches!((count, padding), (0, 0) | (2, 2) | (3, 1));
    (bytes, damaged || !whole)
}

/// Decodes base64 that is written in the one way in which [`base64_of`] writes it; nothing for any other.
#[cfg(feature = "signatures")]
pub(crate) fn strict_base64(text: &str) -> Option<Vec<u8>> {
    let (bytes, damaged) = base64(text.as_bytes());
    (!damaged && base64_of(&bytes) == text).then_some(bytes)
}

#[cfg(all(test, feature = "signatures"))]
mod tests {
    use super::*;

    /// The test vectors of RFC 4648, section 10.
    #[test]
    fn what_was_written_is_read_back() {
        let known = [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ];
        for (bytes, text) in known {
            assert_eq!(base64_of(bytes.as_bytes()), text);
            assert_eq!(base64(text.as_bytes()), (bytes.as_bytes().to_vec(), false));
        }
        let all: Vec<u8> = (0..=255).collect();
        assert_eq!(base64(base64_of(&all).as_bytes()), (all, false));
    }
}
