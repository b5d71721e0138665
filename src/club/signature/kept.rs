//! Keys and signatures as the journal keeps them: a line and a text. Every build reads them alike, so that a
//! journal has the same bytes for all.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Deserializer, Serialize};

use engine::party::Party;

/// A public key as the one line of a `.pub` file without its comment: type and Base64.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct Key(String);

/// A signature in the journal, with the key that made it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Signature {
    /// The key. The signature names it too; here it can be read.
    pub by: Key,
    /// What `ssh-keygen -Y sign` wrote.
    #[serde(rename = "signature")]
    pub armor: String,
}

/// Whose keys a match fixes, and what must be signed by them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Signing {
    /// The keys by party.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub keys: BTreeMap<Party, Key>,
    /// True if commitments and files of these parties must be signed; withdrawals must be in any case.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub demanded: bool,
}

/// Why a signature does not count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// This build has no elliptic curves.
    Unchecked,
    /// It is wrong, and how.
    Wrong(String),
}

impl Signing {
    /// True if nothing is fixed.
    pub fn is_empty(&self) -> bool {
        *self == Signing::default()
    }
}

impl Key {
    /// Reads the line of a `.pub` file: type, key, and maybe a comment, which is dropped.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub fn parse(line: &str) -> Result<Key, String> {
        #[cfg(feature = "signatures")]
        return super::PublicKey::parse(line).map(|key| Key(key.to_string())).map_err(|it| it.to_string());
        #[cfg(not(feature = "signatures"))]
        without_comment(line).map(Key).ok_or_else(|| {
            "this is not an SSH public key of type `ssh-ed25519` or `ecdsa-sha2-nistp256`".to_owned()
        })
    }

    /// The line.
    pub fn line(&self) -> &str {
        &self.0
    }
}

/// The first two words of a line, if they look like a key of a kind that is accepted.
#[cfg(not(feature = "signatures"))]
fn without_comment(line: &str) -> Option<String> {
    /// The longest key of these kinds, ECDSA, has 160 characters.
    const LONGEST: usize = 200;
    let mut words = line.split_whitespace();
    let (kind, blob) = (words.next()?, words.next()?);
    let is_base64 = |letter: u8| letter.is_ascii_alphanumeric() || b"+/=".contains(&letter);
    let fits = matches!(kind, "ssh-ed25519" | "ecdsa-sha2-nistp256")
        && blob.starts_with("AAAA")
        && blob.len() <= LONGEST
        && blob.bytes().all(is_base64);
    fits.then(|| format!("{kind} {blob}"))
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Key {
    // What the program reads it also wrote, and in one way only.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Key, D::Error> {
        let text = String::deserialize(deserializer)?;
        let key = Key::parse(&text).map_err(serde::de::Error::custom)?;
        match key.0 == text {
            true => Ok(key),
            false => Err(serde::de::Error::custom("the key is not written as one plain line")),
        }
    }
}

#[cfg(feature = "signatures")]
impl Signature {
    /// Reads the one signature in a text, and checks that it is over these bytes, for this purpose and, where
    /// it is known whose it must be, by this key.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(text: &str, namespace: &str, bytes: &[u8], by: Option<&Key>) -> Result<Signature, Unfit> {
        let wrong = |fault: super::SignatureFault| Unfit::Wrong(fault.to_string());
        let (key, armor) = super::verify::holds(text, namespace, bytes).map_err(wrong)?;
        let key = Key(key.to_string());
        match by {
            Some(by) if *by != key => {
                Err(Unfit::Wrong(format!("the signature was made with the key {key}, not with {by}")))
            }
            _ => Ok(Signature { by: key, armor }),
        }
    }
}

#[cfg(not(feature = "signatures"))]
impl Signature {
    /// Refuses every signature, since this build can check none.
    ///
    /// # Errors
    /// Always.
    pub fn read(_: &str, _: &str, _: &[u8], _: Option<&Key>) -> Result<Signature, Unfit> {
        Err(Unfit::Unchecked)
    }
}

impl Signature {
    /// Checks a signature of the journal: as [`Signature::read`], and it must be spelt as the program keeps
    /// it.
    ///
    /// # Errors
    /// What is wrong with it; or that this build cannot say.
    pub fn check(&self, namespace: &str, bytes: &[u8], by: Option<&Key>) -> Result<(), Unfit> {
        if let Some(by) = by.filter(|by| **by != self.by) {
            let what = format!("it is signed with the key {}, but the match fixes the key {by}", self.by);
            return Err(Unfit::Wrong(what));
        }
        let read = Signature::read(&self.armor, namespace, bytes, by)?;
        match read == *self {
            true => Ok(()),
            false => {
                Err(Unfit::Wrong("the signature is by another key, or is spelt in another way".to_owned()))
            }
        }
    }
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unfit::Unchecked => f.write_str("this build of sealord checks no signatures"),
            Unfit::Wrong(what) => f.write_str(what),
        }
    }
}
