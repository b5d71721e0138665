//! The secret half of an age key: what opens envelopes.

use std::fmt;
use std::io::Write;
use std::path::Path;

use age::secrecy::ExposeSecret;
use jiff::Timestamp;
use thiserror::Error;
use zeroize::Zeroizing;

use crate::machine::owner_only;
use crate::post::keys::Recipient;
use crate::signature::secret::read_secret;

/// How every secret key of the plain kind begins.
const PREFIX: &str = "AGE-SECRET-KEY-1";

/// A secret key that opens envelopes. Its memory is wiped when it is dropped, and debug output hides it.
pub struct Identity(pub(crate) age::x25519::Identity);

/// Why no secret key could be read or written. No fault repeats any part of the file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum IdentityFault {
    /// The text holds no key.
    #[error("there is no secret key here; a secret key's line begins with `{PREFIX}`")]
    Missing,
    /// More than one key where one is wanted.
    #[error("there are {count} secret keys here, but there should be one; keep each in a file of its own")]
    Several {
        /// How many.
        count: usize,
    },
    /// Only a public key.
    #[error("this is a public key, which opens nothing; the secret key's line begins with `{PREFIX}`")]
    PublicOnly,
    /// A key of an age plug-in, or a post-quantum one.
    #[error("the key on line {line} needs a plug-in or a newer age; make a plain one with `age-keygen`")]
    Foreign {
        /// Counted from 1.
        line: usize,
    },
    /// The key file is itself encrypted.
    #[error(
        "the key file is encrypted itself; decrypt it first with `age -d`, into a file only you may read"
    )]
    Encrypted,
    /// A private key of SSH, which signs but does not open.
    #[error("this is a private key of SSH, which signs but opens no envelope; make one with `age-keygen`")]
    Ssh,
    /// The line begins like a key, but its check sum is wrong.
    #[error("the secret key on line {line} has a wrong or missing letter; copy the whole line again")]
    Damaged {
        /// Counted from 1.
        line: usize,
    },
    /// A line is neither a comment nor a key.
    #[error("line {line} is neither a comment (`#`) nor a secret key, which begins with `{PREFIX}`")]
    Strange {
        /// Counted from 1.
        line: usize,
    },
    /// The file could not be read or written.
    #[error("key file {path}: {reason}")]
    File {
        /// The file.
        path: String,
        /// What the operating system says.
        reason: String,
    },
}

impl Identity {
    /// Makes a new key from the operating system's entropy.
    ///
    /// # Panics
    /// If the operating system has no entropy to give.
    pub fn generate() -> Identity {
        Identity(age::x25519::Identity::generate())
    }

    /// Reads the one key of a text as `age-keygen` writes it: comments begin with `#`.
    ///
    /// # Errors
    /// Says what the text holds instead, and in which line.
    pub fn parse(text: &str) -> Result<Identity, IdentityFault> {
        let text = text.trim_start_matches('\u{feff}');
        if text.contains("-----BEGIN AGE ENCRYPTED FILE") || text.starts_with("age-encryption.org/") {
            return Err(IdentityFault::Encrypted);
        }
        if text.contains("PRIVATE KEY-----") {
            return Err(IdentityFault::Ssh);
        }
        let mut keys = Vec::new();
        for (number, line) in text.lines().enumerate() {
            let content = line.trim();
            if !content.is_empty() && !content.starts_with('#') {
                keys.push(parse_line(content, number + 1)?);
            }
        }
        match keys.len() {
            0 => Err(IdentityFault::Missing),
            1 => Ok(keys.swap_remove(0)),
            count => Err(IdentityFault::Several { count }),
        }
    }

    /// Reads a key file.
    ///
    /// # Errors
    /// As [`Identity::parse`], or that the file cannot be read.
    pub fn read(path: &Path) -> Result<Identity, IdentityFault> {
        let text = read_secret(path).map_err(|error| IdentityFault::File {
            path: path.display().to_string(),
            reason: error.to_string(),
        })?;
        Identity::parse(&text)
    }

    /// Writes a new key file that only its owner may read (mode 0600 on Unix), in the form of `age-keygen`,
    /// and waits until it is on the disk. An existing file is never overwritten: what was encrypted to its
    /// key would be lost.
    ///
    /// # Errors
    /// If there is such a file already, or it cannot be written.
    pub fn write(&self, path: &Path, created: Timestamp) -> Result<(), IdentityFault> {
        let text = self.to_file_text(created);
        create_private(path)
            .and_then(|mut file| file.write_all(text.as_bytes()).and_then(|()| file.sync_all()))
            .map_err(|error| IdentityFault::File {
                path: path.display().to_string(),
                reason: error.to_string(),
            })
    }

    /// The public half, to which envelopes for this key are sealed.
    pub fn recipient(&self) -> Recipient {
        Recipient(self.0.to_public())
    }

    /// The text of a key file: when it was made, the public key, the secret key.
    pub(crate) fn to_file_text(&self, created: Timestamp) -> Zeroizing<String> {
        let created = created.strftime("%Y-%m-%dT%H:%M:%SZ");
        let secret = self.0.to_string();
        // With room enough, so that the text is not copied while it grows and a copy stays behind.
        let mut text = Zeroizing::new(String::with_capacity(512));
        text.push_str(&format!("# created: {created}\n# public key: {}\n", self.recipient()));
        text.push_str(secret.expose_secret());
        text.push('\n');
        text
    }
}

fn parse_line(line: &str, number: usize) -> Result<Identity, IdentityFault> {
    if line.starts_with("AGE-PLUGIN-") || line.starts_with("AGE-SECRET-KEY-PQ-") {
        Err(IdentityFault::Foreign { line: number })
    } else if line.starts_with(PREFIX) {
        line.parse().map(Identity).map_err(|_| IdentityFault::Damaged { line: number })
    } else if line.starts_with("age1") {
        Err(IdentityFault::PublicOnly)
    } else {
        Err(IdentityFault::Strange { line: number })
    }
}

fn create_private(path: &Path) -> std::io::Result<std::fs::File> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    owner_only(&mut options).open(path)
}

impl fmt::Debug for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Identity(..)")
    }
}
