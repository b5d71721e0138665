//! The keys of notes, as the convention writes them. Source: c2sp.org/signed-note, c2sp.org/tlog-cosignature.

use std::fmt;

use engine::digest::Digest;
use engine::problem::quote;

use super::CheckpointFault;
use crate::signature::PublicKey;
use crate::signature::base64::{base64_of, strict_base64};

/// What a key signs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The checkpoints of its own log.
    Log,
    /// Those of others, each with the time at which it saw them.
    Cosigner,
}

impl Role {
    /// The byte by which keys of one kind are told from those of the other.
    fn byte(self) -> u8 {
        match self {
            Role::Log => 0x01,
            Role::Cosigner => 0x04,
        }
    }
}

/// A public key with its name and what it signs: `name+id+key`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoteKey {
    name: String,
    role: Role,
    key: PublicKey,
    point: [u8; 32],
}

/// Makes sure that a text can be the name of a key.
///
/// # Errors
/// If it is empty, or holds a blank, a plus or something hidden.
pub fn check_name(name: &str) -> Result<(), CheckpointFault> {
    let unfit = |letter: char| letter.is_whitespace() || letter.is_control() || letter == '+';
    if !name.is_empty() && !name.contains(unfit) {
        return Ok(());
    }
    let mend = "write it like an address on the web, as in club.example/office: no blanks, no plus";
    Err(CheckpointFault::no(format!("{} cannot be the name of a key", quote(name)), mend))
}

impl NoteKey {
    /// An Ed25519 key of OpenSSH under a name.
    ///
    /// # Errors
    /// If the name is none, or the key is of another kind.
    pub fn new(name: &str, role: Role, key: &PublicKey) -> Result<NoteKey, CheckpointFault> {
        check_name(name)?;
        let point = key.point().ok_or_else(|| {
            let mend = "make one with `ssh-keygen -t ed25519`";
            CheckpointFault::no("only keys of the type ssh-ed25519 sign checkpoints", mend)
        })?;
        Ok(NoteKey { name: name.to_owned(), role, key: key.clone(), point })
    }

    /// Reads a key as `sealord note key` and other programs write it.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(text: &str) -> Result<NoteKey, CheckpointFault> {
        let text = text.trim();
        let wrong = |what: String| {
            let mend = "a key of a note reads NAME+ID+KEY; `sealord note key` prints yours";
            CheckpointFault::no(format!("{} is no key of a note: {what}", quote(text)), mend)
        };
        if text.starts_with("PRIVATE+KEY+") {
            let mend = "keep it where it is, and name the public one";
            return Err(CheckpointFault::no("this is a private key", mend));
        }
        let mut parts = text.splitn(3, '+');
        let (Some(name), Some(id), Some(key)) = (parts.next(), parts.next(), parts.next()) else {
            return Err(wrong("it has not three parts".to_owned()));
        };
        check_name(name)?;
        let bytes = strict_base64(key).ok_or_else(|| wrong("its last part is no base64".to_owned()))?;
        let (role, point) = match bytes.split_first() {
            Some((0x01, point)) => (Role::Log, point),
            Some((0x04, point)) => (Role::Cosigner, point),
            Some((byte, _)) => return Err(wrong(format!("it is of type {byte}, and sealord knows 1 and 4"))),
            None => return Err(wrong("its last part is empty".to_owned())),
        };
        let point = point.try_into().map_err(|_| wrong("its last part has another length".to_owned()))?;
        let key = PublicKey::of_point(point).map_err(|fault| wrong(fault.to_string()))?;
        let read = NoteKey { name: name.to_owned(), role, key, point };
        match read.to_string() == text {
            true => Ok(read),
            false => Err(wrong(format!("its ID is {}, and not {}", read.hex_id(), quote(id)))),
        }
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it signs.
    pub fn role(&self) -> Role {
        self.role
    }

    /// The key as OpenSSH writes it.
    pub fn key(&self) -> &PublicKey {
        &self.key
    }

    /// The four bytes by which a line of a note names it beside the name.
    pub fn id(&self) -> [u8; 4] {
        let hash = Digest::of_parts(&[self.name.as_bytes(), &[b'\n', self.role.byte()], &self.point]);
        let [a, b, c, d, ..] = *hash.as_bytes();
        [a, b, c, d]
    }

    fn hex_id(&self) -> String {
        format!("{:08x}", u32::from_be_bytes(self.id()))
    }
}

impl fmt::Display for NoteKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes: Vec<u8> = std::iter::once(self.role.byte()).chain(self.point).collect();
        write!(f, "{}+{}+{}", self.name, self.hex_id(), base64_of(&bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The public key in the documentation of Go's golang.org/x/mod/sumdb/note.
    const PETER: &str = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW";

    #[test]
    fn a_key_of_go_is_read_back() {
        let key = NoteKey::parse(PETER).unwrap();
        assert_eq!((key.name(), key.role(), key.id()), ("PeterNeumann", Role::Log, [0xc7, 0x4f, 0x20, 0xa3]));
        assert_eq!(key.to_string(), PETER);
        let same = NoteKey::new("PeterNeumann", Role::Log, key.key()).unwrap();
        assert_eq!(same, key);
        let cosigner = NoteKey::new("PeterNeumann", Role::Cosigner, key.key()).unwrap();
        assert_ne!(cosigner.id(), key.id());
        assert_eq!(NoteKey::parse(&cosigner.to_string()), Ok(cosigner));
    }

    #[test]
    fn what_is_wrong_with_a_key_is_named() {
        for (text, word) in [
            ("PeterNeumann", "three parts"),
            (&PETER.replace("c74f20a3", "c74f20a4"), "its ID is c74f20a3"),
            (&PETER.replace("c74f20a3", "C74F20A3"), "its ID is c74f20a3"),
            (&PETER.replace("PeterNeumann", "Peter Neumann"), "cannot be the name"),
            (&PETER.replace("ARpc", "AhpC"), "type 2"),
            (&PETER.replace("10TW", ""), "another length"),
            (&PETER.replace("10TW", "10T="), "no base64"),
            ("PRIVATE+KEY+PeterNeumann+c74f20a3+AAAA", "private key"),
            ("x+00000000+AQEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "is no key of a note"),
        ] {
            let fault = NoteKey::parse(text).unwrap_err().to_string();
            assert!(fault.contains(word), "{text}: {fault}");
        }
    }
}
