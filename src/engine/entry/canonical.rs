//! Canonical JSON (RFC 8785) without fractions: sorted keys, no spaces, whole numbers only, so that a value
//! has exactly one spelling and its hash means the value.
//!
//! No rounding can occur: a number that JavaScript could not hold exactly is refused, not approximated.

use std::cmp::Ordering;
use std::fmt;

use serde_json::{Map, Number, Value};

/// The largest whole number that every JSON reader keeps exactly.
const LARGEST: u64 = (1 << 53) - 1;

/// Why a value has no canonical form here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CanonicalFault {
    /// A number with a fraction or an exponent, or minus zero.
    Fraction(String),
    /// A whole number beyond 2^53 - 1 in size.
    TooLarge(String),
}

impl fmt::Display for CanonicalFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CanonicalFault::Fraction(number) => write!(f, "the number {number} is not a plain whole number"),
            CanonicalFault::TooLarge(number) => {
                write!(
                    f,
                    "the number {number} is beyond {LARGEST}, the largest that every JSON reader keeps exactly"
                )
            }
        }
    }
}

impl std::error::Error for CanonicalFault {}

/// Writes a value in its canonical form.
///
/// # Errors
/// Refuses fractions and whole numbers beyond 2^53 - 1 in size.
pub fn canonical(value: &Value) -> Result<Vec<u8>, CanonicalFault> {
    let mut out = Vec::with_capacity(128);
    write(&mut out, value)?;
    Ok(out)
}

/// Appends the canonical form of a value to what is already there.
fn write(out: &mut Vec<u8>, value: &Value) -> Result<(), CanonicalFault> {
    match value {
        Value::Null => out.extend_from_slice(b"null"),
        Value::Bool(true) => out.extend_from_slice(b"true"),
        Value::Bool(false) => out.extend_from_slice(b"false"),
        Value::Number(number) => write_number(out, number)?,
        Value::String(text) => write_string(out, text),
        Value::Array(items) => {
            out.push(b'[');
            for (at, item) in items.iter().enumerate() {
                if at > 0 {
                    out.push(b',');
                }
                write(out, item)?;
            }
            out.push(b']');
        }
        Value::Object(map) => write_object(out, map)?,
    }
    Ok(())
}

fn write_object(out: &mut Vec<u8>, map: &Map<String, Value>) -> Result<(), CanonicalFault> {
    let mut members: Vec<(&String, &Value)> = map.iter().collect();
    members.sort_by(|a, b| key_order(a.0, b.0));
    out.push(b'{');
    for (at, (key, value)) in members.into_iter().enumerate() {
        if at > 0 {
            out.push(b',');
        }
        write_string(out, key);
        out.push(b':');
        write(out, value)?;
    }
    out.push(b'}');
    Ok(())
}

/// The order of keys in an object: by UTF-16 units.
pub(super) fn key_order(a: &str, b: &str) -> Ordering {
    // Bytes have the same order unless characters beyond U+FFFF meet those just below.
    if a.is_ascii() { a.cmp(b) } else { a.encode_utf16().cmp(b.encode_utf16()) }
}

/// Appends a whole number, if it is small enough for everybody.
pub(super) fn write_number(out: &mut Vec<u8>, number: &Number) -> Result<(), CanonicalFault> {
    let size = number.as_u64().or_else(|| number.as_i64().map(i64::unsigned_abs));
    match size {
        None => return Err(CanonicalFault::Fraction(number.to_string())),
        Some(size) if size > LARGEST => return Err(CanonicalFault::TooLarge(number.to_string())),
        Some(size) => {
            if number.as_u64().is_none() {
                out.push(b'-');
            }
            write_unsigned(out, size);
        }
    }
    Ok(())
}

/// Appends a number in decimal digits.
pub(super) fn write_unsigned(out: &mut Vec<u8>, mut number: u64) {
    let mut digits = [0; 20];
    let mut at = digits.len();
    loop {
        at -= 1;
        digits[at] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            break;
        }
    }
    out.extend_from_slice(&digits[at..]);
}

const MUST_BE_ESCAPED: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 0x20 {
        table[byte] = true;
        byte += 1;
    }
    table[b'"' as usize] = true;
    table[b'\\' as usize] = true;
    table
};

/// Appends a string in quotes, escaping only what must be escaped.
pub(super) fn write_string(out: &mut Vec<u8>, text: &str) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    out.reserve(text.len() + 2);
    out.push(b'"');
    let mut rest = text.as_bytes();
    while let Some(at) = rest.iter().position(|&byte| MUST_BE_ESCAPED[usize::from(byte)]) {
        out.extend_from_slice(&rest[..at]);
        match rest[at] {
            byte @ (b'"' | b'\\') => out.extend_from_slice(&[b'\\', byte]),
            0x08 => out.extend_from_slice(b"\\b"),
            0x09 => out.extend_from_slice(b"\\t"),
            0x0a => out.extend_from_slice(b"\\n"),
            0x0c => out.extend_from_slice(b"\\f"),
            0x0d => out.extend_from_slice(b"\\r"),
            byte => {
                let low = DIGITS[usize::from(byte & 15)];
                out.extend_from_slice(&[b'\\', b'u', b'0', b'0', b'0' + (byte >> 4), low]);
            }
        }
        rest = &rest[at + 1..];
    }
    out.extend_from_slice(rest);
    out.push(b'"');
}

#[cfg(test)]
pub(super) mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn text(value: &Value) -> String {
        String::from_utf8(canonical(value).expect("has a canonical form")).expect("is text")
    }

    #[test]
    fn keys_are_sorted_and_nothing_is_added() {
        let value = json!({"b": [1, -2, 0], "a": {"z": null, "y": true}, "": "é/\u{7f}"});
        assert_eq!(text(&value), "{\"\":\"é/\u{7f}\",\"a\":{\"y\":true,\"z\":null},\"b\":[1,-2,0]}");
    }

    #[test]
    fn keys_beyond_the_basic_plane_sort_by_utf16() {
        assert_eq!(text(&json!({"\u{ff21}": 1, "\u{1f600}": 2})), "{\"\u{1f600}\":2,\"\u{ff21}\":1}");
    }

    #[test]
    fn control_characters_have_one_escape_each() {
        let value = json!("\u{0}\u{8}\t\n\u{b}\u{c}\r\u{1f}\"\\/");
        assert_eq!(text(&value), r#""\u0000\b\t\n\u000b\f\r\u001f\"\\/""#);
    }

    #[test]
    fn fractions_and_numbers_past_2_to_the_53_are_refused() {
        assert_eq!(text(&json!([9_007_199_254_740_991_u64, -9_007_199_254_740_991_i64])).len(), 36);
        for bad in ["9007199254740992", "-9007199254740992", "18446744073709551615"] {
            let value: Value = serde_json::from_str(bad).expect("parses");
            assert_eq!(canonical(&value), Err(CanonicalFault::TooLarge(bad.to_owned())));
        }
        for bad in ["1.0", "1e3", "0.5", "-0", "18446744073709551616"] {
            let value: Value = serde_json::from_str(&format!("[{bad}]")).expect("parses");
            assert!(matches!(canonical(&value), Err(CanonicalFault::Fraction(_))), "{bad}");
        }
    }

    pub(in super::super) fn any_value() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            (-(LARGEST as i64)..=LARGEST as i64).prop_map(Value::from),
            any::<String>().prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 40, 6, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
                prop::collection::btree_map(any::<String>(), inner, 0..6)
                    .prop_map(|map| Value::Object(map.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn an_independent_implementation_of_rfc_8785_agrees(value in any_value()) {
            let theirs = serde_json_canonicalizer::to_vec(&value).expect("serialises");
            prop_assert_eq!(canonical(&value).expect("has a canonical form"), theirs);
        }
    }
}
