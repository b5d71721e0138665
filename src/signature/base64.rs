//! Base64, read as leniently as mail must be.

/// Decodes base64 (RFC 2045, section 6.8). Damaged if anything but the alphabet and white space is found, or if the
/// last group is not whole; what stands before the damage is kept.
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
