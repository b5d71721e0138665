//! Thirty-two bytes with a meaning: a SHA-256 digest, or a salt. In text both are 64 lower-case hexadecimal
//! digits.
//!
//! Nothing here knows what is hashed: every caller brings its own bytes and its own prefix.

use std::fmt;

use rand::TryRng;
use rand::rngs::SysRng;
use serde::de::{Deserialize, Deserializer, Visitor};
use serde::{Serialize, Serializer};
use sha2::{Digest as _, Sha256};

/// A SHA-256 digest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest([u8; 32]);

/// Thirty-two bytes of chance that blind a hash, so that nobody can guess what was hashed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Salt([u8; 32]);

/// A text that should have been 64 hexadecimal digits and is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HexFault;

impl Default for Digest {
    fn default() -> Digest {
        Digest::ZERO
    }
}

impl Digest {
    /// The digest of all zeros, which stands where there is nothing to point back to.
    pub const ZERO: Digest = Digest([0; 32]);

    /// Hashes these bytes and nothing else.
    pub fn of(bytes: &[u8]) -> Digest {
        Digest(Sha256::digest(bytes).into())
    }

    /// Hashes the parts as one run of bytes, without separators.
    pub fn of_parts(parts: &[&[u8]]) -> Digest {
        let mut hasher = Sha256::new();
        for part in parts {
            hasher.update(part);
        }
        Digest(hasher.finalize().into())
    }
}

impl Salt {
    /// Takes a fresh salt from the operating system's entropy.
    ///
    /// # Errors
    /// Fails when the operating system has no entropy to give.
    pub fn random() -> std::io::Result<Salt> {
        random_bytes().map(Salt)
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digest({self})")
    }
}

impl fmt::Debug for Salt {
    // A salt is secret until its file is revealed, and debug output ends up in logs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Salt(..)")
    }
}

impl fmt::Display for HexFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("this is not a string of 64 hexadecimal digits")
    }
}

impl std::error::Error for HexFault {}

/// Fills 32 bytes from the operating system's entropy.
pub(crate) fn random_bytes() -> std::io::Result<[u8; 32]> {
    let mut bytes = [0; 32];
    SysRng.try_fill_bytes(&mut bytes).map_err(std::io::Error::from)?;
    Ok(bytes)
}

/// Writes bytes as lower-case hexadecimal digits.
pub(crate) fn to_hex(bytes: &[u8; 32]) -> [u8; 64] {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let mut text = [0; 64];
    for (pair, byte) in text.chunks_exact_mut(2).zip(bytes) {
        pair[0] = DIGITS[usize::from(byte >> 4)];
        pair[1] = DIGITS[usize::from(byte & 15)];
    }
    text
}

/// Reads 64 hexadecimal digits of either case, as a person may have typed or copied them.
pub(crate) fn from_hex(text: &str) -> Result<[u8; 32], HexFault> {
    let text: &[u8; 64] = text.as_bytes().try_into().map_err(|_| HexFault)?;
    let mut bytes = [0; 32];
    for (byte, pair) in bytes.iter_mut().zip(text.chunks_exact(2)) {
        *byte = nibble(pair[0])? << 4 | nibble(pair[1])?;
    }
    Ok(bytes)
}

fn nibble(digit: u8) -> Result<u8, HexFault> {
    match digit {
        b'0'..=b'9' => Ok(digit - b'0'),
        b'a'..=b'f' => Ok(digit - b'a' + 10),
        b'A'..=b'F' => Ok(digit - b'A' + 10),
        _ => Err(HexFault),
    }
}

struct HexVisitor;

impl Visitor<'_> for HexVisitor {
    type Value = [u8; 32];

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string of 64 lower-case hexadecimal digits")
    }

    // What this program reads it also wrote, and in one way only.
    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<[u8; 32], E> {
        if text.bytes().any(|byte| byte.is_ascii_uppercase()) {
            return Err(E::invalid_value(serde::de::Unexpected::Str(text), &self));
        }
        from_hex(text).map_err(E::custom)
    }
}

macro_rules! written_in_hex {
    ($name:ident) => {
        impl $name {
            /// Takes the bytes as they are.
            pub const fn from_bytes(bytes: [u8; 32]) -> $name {
                $name(bytes)
            }

            /// The 32 bytes.
            pub fn as_bytes(&self) -> &[u8; 32] {
                &self.0
            }

            /// Reads 64 hexadecimal digits; capitals are accepted, because some tools print them.
            ///
            /// # Errors
            /// Fails on any other length and on any other character.
            pub fn parse(text: &str) -> Result<$name, HexFault> {
                from_hex(text).map($name)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let hex = to_hex(&self.0);
                f.pad(std::str::from_utf8(&hex).expect("hexadecimal digits are ASCII"))
            }
        }

        impl std::str::FromStr for $name {
            type Err = HexFault;
            fn from_str(text: &str) -> Result<$name, HexFault> {
                $name::parse(text)
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                deserializer.deserialize_str(HexVisitor).map($name)
            }
        }
    };
}

written_in_hex!(Digest);
written_in_hex!(Salt);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sha256_of_abc_is_the_published_value() {
        let hex = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(Digest::of(b"abc").to_string(), hex);
        assert_eq!(Digest::of_parts(&[b"a", b"", b"bc"]), Digest::of(b"abc"));
    }

    #[test]
    fn hex_survives_the_round_trip_and_capitals_are_read() {
        let digest = Digest::of(b"abc");
        assert_eq!(Digest::parse(&digest.to_string()), Ok(digest));
        assert_eq!(Digest::parse(&digest.to_string().to_uppercase()), Ok(digest));
        let json = serde_json::to_string(&digest).expect("serialises");
        assert_eq!(json, format!("\"{digest}\""));
        assert_eq!(serde_json::from_str::<Digest>(&json).expect("deserialises"), digest);
        assert!(serde_json::from_str::<Digest>(&json.to_uppercase()).is_err(), "files have one spelling");
    }

    #[test]
    fn anything_but_64_digits_is_refused() {
        let good = Digest::of(b"abc").to_string();
        for bad in ["", &good[1..], &format!("{good}0"), &good.replace('b', "g"), &good.replace('b', "é")] {
            assert_eq!(Digest::parse(bad), Err(HexFault), "{bad}");
        }
    }

    #[test]
    fn two_salts_differ_and_debug_output_hides_them() {
        let (a, b) = (Salt::random().expect("entropy"), Salt::random().expect("entropy"));
        assert_ne!(a, b);
        assert_eq!(format!("{a:?}"), "Salt(..)");
    }
}
