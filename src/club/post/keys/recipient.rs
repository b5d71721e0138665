//! The public half of an age key: what players encrypt to.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

use crate::post::keys::shown;

/// A public key in the form `age1…`, to which anybody may encrypt.
#[derive(Clone)]
pub struct Recipient(pub(crate) age::x25519::Recipient);

/// Why a text is not a public key for envelopes. No fault repeats a secret.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecipientFault {
    /// There is no text.
    #[error("there is no public key; one begins with `age1`")]
    Empty,
    /// A secret key stands where a public one belongs.
    #[error(
        "this is a secret key; give the public one, which begins with `age1`. Anyone who has read the secret key can open \
         what is encrypted to it: make a new one with `age-keygen`, and show nobody more than its public half"
    )]
    Secret,
    /// A key for signatures, not for envelopes.
    #[error(
        "this is a key for signatures ({kind}); envelopes need an age key, which begins with `age1` (made with `age-keygen`)"
    )]
    Ssh {
        /// Its type, such as `ssh-ed25519`.
        kind: String,
    },
    /// An age key of another kind: of a plug-in, or post-quantum.
    #[error(
        "age keys that begin with `{prefix}` need a plug-in or a newer age; give a plain one (`age1` and 58 more letters and \
         digits, made with `age-keygen`)"
    )]
    Foreign {
        /// How the key begins.
        prefix: String,
    },
    /// It begins like a key, but its check sum is wrong.
    #[error("this begins like a public key, but a letter is wrong or missing; copy the whole line again")]
    Mistyped,
    /// Nothing that looks like a key.
    #[error("`{found}` is not a public key; one begins with `age1`")]
    NotAKey {
        /// What stands there, shortened.
        found: String,
    },
}

impl Recipient {
    /// Reads a public key, with blanks around it.
    ///
    /// # Errors
    /// Says what stands there instead.
    pub fn parse(text: &str) -> Result<Recipient, RecipientFault> {
        let text = text.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        if text.to_ascii_uppercase().contains("AGE-SECRET-KEY-") || text.contains("PRIVATE KEY-----") {
            return Err(RecipientFault::Secret);
        }
        if let Ok(key) = age::x25519::Recipient::from_str(text) {
            return Ok(Recipient(key));
        }
        Err(diagnose(text))
    }
}

/// Says what a text is that is neither a public nor a secret key.
fn diagnose(text: &str) -> RecipientFault {
    let lower = text.to_ascii_lowercase();
    let word = text.split_whitespace().next().unwrap_or_default();
    if text.is_empty() {
        RecipientFault::Empty
    } else if ["ssh-", "ecdsa-", "sk-"].iter().any(|start| word.starts_with(start)) {
        RecipientFault::Ssh { kind: shown(word) }
    } else if lower.starts_with("age1") {
        // Bech32: the part before the last `1` names the kind, and no data character is a `1`.
        match lower[3..].rfind('1') {
            Some(at) if at > 0 && text.is_ascii() => {
                RecipientFault::Foreign { prefix: shown(&text[..=at + 3]) }
            }
            _ => RecipientFault::Mistyped,
        }
    } else {
        RecipientFault::NotAKey { found: shown(text) }
    }
}

impl fmt::Display for Recipient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Recipient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Recipient({self})")
    }
}

impl PartialEq for Recipient {
    fn eq(&self, other: &Recipient) -> bool {
        self.to_string() == other.to_string()
    }
}

impl Eq for Recipient {}

impl FromStr for Recipient {
    type Err = RecipientFault;
    fn from_str(text: &str) -> Result<Recipient, RecipientFault> {
        Recipient::parse(text)
    }
}

impl Serialize for Recipient {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Recipient {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Recipient, D::Error> {
        let text = String::deserialize(deserializer)?;
        Recipient::parse(&text).map_err(serde::de::Error::custom)
    }
}
