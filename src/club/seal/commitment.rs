//! The promise a party makes before anything is opened: the SHA-256 of its sealed file.
//!
//! Nothing about the orders can be learned from it, because the file holds a salt of 32 random bytes.

use std::fmt;

use serde::{Deserialize, Serialize};
use subtle::ConstantTimeEq;

use engine::digest::{Digest, HexFault};

/// The SHA-256 of one sealed file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Commitment(Digest);

impl Commitment {
    /// Hashes a sealed file, all of it.
    pub fn of(file: &[u8]) -> Commitment {
        Commitment(Digest::of(file))
    }

    /// Reads 64 hexadecimal digits, alone or as the line that `sha256sum` prints, with the file's name behind
    /// them.
    ///
    /// # Errors
    /// Fails when the text does not begin with 64 hexadecimal digits that stand by themselves.
    pub fn parse(text: &str) -> Result<Commitment, HexFault> {
        Digest::parse(text.split_whitespace().next().unwrap_or_default()).map(Commitment)
    }

    /// The digest by itself.
    pub fn digest(&self) -> Digest {
        self.0
    }

    /// Compares without telling by its duration where two commitments begin to differ.
    pub fn agrees_with(&self, other: &Commitment) -> bool {
        self.0.as_bytes().ct_eq(other.0.as_bytes()).into()
    }
}

impl From<Digest> for Commitment {
    fn from(digest: Digest) -> Commitment {
        Commitment(digest)
    }
}

impl fmt::Display for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_sha256sum_is_read_like_the_bare_digits() {
        let commitment = Commitment::of(b"abc");
        for text in
            [format!("{commitment}"), format!("{commitment}  axis.sealed\n"), format!("{commitment} *f")]
        {
            assert_eq!(Commitment::parse(&text), Ok(commitment));
        }
        for text in ["", "axis.sealed", &format!("x{commitment}"), &format!("{commitment}0")] {
            assert_eq!(Commitment::parse(text), Err(HexFault), "{text}");
        }
    }

    #[test]
    fn agreement_is_equality() {
        let (a, b) = (Commitment::of(b"a"), Commitment::of(b"b"));
        assert!(a.agrees_with(&a) && !a.agrees_with(&b));
    }

    #[test]
    fn in_json_it_is_a_string() {
        let commitment = Commitment::of(b"abc");
        let json = serde_json::to_string(&commitment).expect("serialises");
        assert_eq!(json, format!("\"{commitment}\""));
        assert_eq!(serde_json::from_str::<Commitment>(&json).expect("deserialises"), commitment);
    }
}
