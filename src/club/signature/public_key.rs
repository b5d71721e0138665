//! A public key that may sign.

use std::fmt;
use std::str::FromStr;

use ed25519_dalek::VerifyingKey;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use ssh_key::public::{Ed25519PublicKey, KeyData};
use ssh_key::{EcdsaCurve, HashAlg};

use super::{KeyFault, shown};

/// Points of small order on the curve, as Ed25519 keys write them without the sign bit: for such a key,
/// signatures can be made that fit many messages, so its owner could deny or swap what was signed. Source:
/// "Taming the many EdDSAs" (Chalkias, Garillot, Nikolaenko, 2020), table 1.
const WEAK: [[u8; 32]; 7] = [
    near_zero(0),
    near_zero(1),
    [
        0x26, 0xe8, 0x95, 0x8f, 0xc2, 0xb2, 0x27, 0xb0, 0x45, 0xc3, 0xf4, 0x89, 0xf2, 0xef, 0x98, 0xf0, 0xd5,
        0xdf, 0xac, 0x05, 0xd3, 0xc6, 0x33, 0x39, 0xb1, 0x38, 0x02, 0x88, 0x6d, 0x53, 0xfc, 0x05,
    ],
    [
        0xc7, 0x17, 0x6a, 0x70, 0x3d, 0x4d, 0xd8, 0x4f, 0xba, 0x3c, 0x0b, 0x76, 0x0d, 0x10, 0x67, 0x0f, 0x2a,
        0x20, 0x53, 0xfa, 0x2c, 0x39, 0xcc, 0xc6, 0x4e, 0xc7, 0xfd, 0x77, 0x92, 0xac, 0x03, 0x7a,
    ],
    near_prime(0xec),
    near_prime(0xed),
    near_prime(0xee),
];

const fn near_zero(lowest: u8) -> [u8; 32] {
    let mut point = [0; 32];
    point[0] = lowest;
    point
}

const fn near_prime(lowest: u8) -> [u8; 32] {
    let mut point = [0xff; 32];
    point[0] = lowest;
    point[31] = 0x7f;
    point
}

/// The public half of a signing key: Ed25519, or ECDSA on the curve P-256. Comments are not kept.
/// It is boxed, since every player of a list has a place for one, which is mostly empty.
#[derive(Clone, PartialEq, Eq)]
pub struct PublicKey(Box<ssh_key::PublicKey>);

impl PublicKey {
    /// Reads the line of a `.pub` file: type, key, and maybe a comment.
    ///
    /// # Errors
    /// Names the type if it is one that is not accepted, and warns of a private key without repeating it.
    pub fn parse(text: &str) -> Result<PublicKey, KeyFault> {
        let text = text.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        if text.contains("PRIVATE KEY-----") {
            return Err(KeyFault::Private);
        }
        let mut words = text.split_whitespace();
        let (Some(kind), Some(blob)) = (words.next(), words.next()) else {
            return Err(KeyFault::NotAKey);
        };
        if !is_key_type(kind) {
            return Err(KeyFault::NotAKey);
        }
        if !is_accepted_type(kind) {
            return Err(KeyFault::OtherType { kind: shown(kind) });
        }
        let key =
            ssh_key::PublicKey::from_openssh(&format!("{kind} {blob}")).map_err(|_| KeyFault::Damaged)?;
        PublicKey::from_data(key.key_data().clone())
    }

    /// Judges a key as it came in a signature.
    pub(super) fn from_data(data: KeyData) -> Result<PublicKey, KeyFault> {
        match &data {
            KeyData::Ed25519(key) => {
                let mut point = key.0;
                point[31] &= 0x7f;
                if WEAK.contains(&point) {
                    return Err(KeyFault::Weak);
                }
            }
            KeyData::Ecdsa(key) if key.curve() == EcdsaCurve::NistP256 => {}
            other => return Err(KeyFault::OtherType { kind: shown(other.algorithm().as_str()) }),
        }
        Ok(PublicKey(Box::new(ssh_key::PublicKey::new(data, ""))))
    }

    /// The key's SHA-256 fingerprint, as `ssh-keygen -l` shows it: `SHA256:` and 43 characters.
    pub fn fingerprint(&self) -> String {
        self.0.fingerprint(HashAlg::Sha256).to_string()
    }

    /// The 32 bytes of an Ed25519 key (RFC 8032); nothing for another kind.
    pub fn point(&self) -> Option<[u8; 32]> {
        self.0.key_data().ed25519().map(|key| key.0)
    }

    /// The Ed25519 key of 32 bytes.
    ///
    /// # Errors
    /// If they are no point of the curve, or a weak one.
    pub fn of_point(point: [u8; 32]) -> Result<PublicKey, KeyFault> {
        VerifyingKey::from_bytes(&point).map_err(|_| KeyFault::Damaged)?;
        PublicKey::from_data(KeyData::Ed25519(Ed25519PublicKey(point)))
    }

    /// Whether a plain Ed25519 signature (RFC 8032) is over a message: one without the frame of OpenSSH.
    pub fn fits(&self, message: &[u8], signature: &[u8; 64]) -> bool {
        let key = self.point().and_then(|point| VerifyingKey::from_bytes(&point).ok());
        key.is_some_and(|key| key.verify_strict(message, &signature.into()).is_ok())
    }

    pub(super) fn inner(&self) -> &ssh_key::PublicKey {
        &self.0
    }
}

/// Whether a word is a type of key (rather than options, or a name).
pub(super) fn is_key_type(word: &str) -> bool {
    let start = ["ssh-", "ecdsa-sha2-", "sk-ssh-", "sk-ecdsa-"].iter().any(|start| word.starts_with(start));
    start && !word.contains(['=', '"', ','])
}

fn is_accepted_type(word: &str) -> bool {
    matches!(word, "ssh-ed25519" | "ecdsa-sha2-nistp256")
}

impl fmt::Display for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = self.0.to_openssh().map_err(|_| fmt::Error)?;
        f.write_str(line.trim_end())
    }
}

impl fmt::Debug for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PublicKey({})", self.fingerprint())
    }
}

impl FromStr for PublicKey {
    type Err = KeyFault;
    fn from_str(text: &str) -> Result<PublicKey, KeyFault> {
        PublicKey::parse(text)
    }
}

impl Serialize for PublicKey {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for PublicKey {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<PublicKey, D::Error> {
        let text = String::deserialize(deserializer)?;
        PublicKey::parse(&text).map_err(serde::de::Error::custom)
    }
}
