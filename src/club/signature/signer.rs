//! A private key that signs.

use std::fmt;
use std::path::Path;

use ed25519_dalek::{Signer as _, SigningKey};
use ssh_key::{Algorithm, HashAlg, LineEnding, PrivateKey};

use super::base64::base64;
use super::secret::read_secret;
use super::{NAMESPACE, PublicKey, SignerFault, shown};

/// An Ed25519 key in the program's own hands. Players with a passphrase, an agent or a hardware key sign with
/// `ssh-keygen -Y sign` instead. Its memory is wiped when it is dropped, and debug output hides it.
pub struct Signer {
    key: PrivateKey,
    public: PublicKey,
}

impl Signer {
    /// Reads an unencrypted private key as `ssh-keygen -t ed25519 -N ''` writes it.
    ///
    /// # Errors
    /// Says what the text holds instead; nothing of it is repeated.
    pub fn parse(text: &str) -> Result<Signer, SignerFault> {
        let text = text.trim_start_matches('\u{feff}').trim();
        if !text.starts_with("-----BEGIN OPENSSH PRIVATE KEY-----") {
            return Err(if text.contains("PRIVATE KEY-----") || text.starts_with("PuTTY") {
                SignerFault::OtherFormat
            } else if super::public_key::is_key_type(text.split_whitespace().next().unwrap_or_default()) {
                SignerFault::Public
            } else {
                SignerFault::NotAKey
            });
        }
        // ssh-keygen ends the file with a line feed, and the library insists on it no more than people do.
        let key = PrivateKey::from_openssh(text).map_err(|_| match other_type(text) {
            Some(kind) => SignerFault::OtherType { kind: shown(&kind) },
            None => SignerFault::Damaged,
        })?;
        if key.is_encrypted() {
            return Err(SignerFault::Encrypted);
        }
        if key.algorithm() != Algorithm::Ed25519 {
            return Err(SignerFault::OtherType { kind: shown(key.algorithm().as_str()) });
        }
        // A file whose halves do not belong together would sign what nobody can check.
        if key.key_data().ed25519().is_none_or(|pair| SigningKey::try_from(pair).is_err()) {
            return Err(SignerFault::Damaged);
        }
        let public =
            PublicKey::from_data(key.public_key().key_data().clone()).map_err(|_| SignerFault::Damaged)?;
        Ok(Signer { key, public })
    }

    /// Reads a private key file.
    ///
    /// # Errors
    /// As [`Signer::parse`], or that the file cannot be read.
    pub fn read(path: &Path) -> Result<Signer, SignerFault> {
        let text = read_secret(path).map_err(|error| SignerFault::File {
            path: path.display().to_string(),
            reason: error.to_string(),
        })?;
        Signer::parse(&text)
    }

    /// Signs bytes in the namespace [`NAMESPACE`], over their SHA-512, and gives the armor that
    /// `ssh-keygen -Y sign` would write. The same bytes give the same signature.
    pub fn sign(&self, bytes: &[u8]) -> String {
        self.sign_for(NAMESPACE, bytes)
    }

    /// The same for another purpose.
    pub fn sign_for(&self, namespace: &str, bytes: &[u8]) -> String {
        self.key
            .sign(namespace, HashAlg::Sha512, bytes)
            .and_then(|signature| signature.to_pem(LineEnding::LF))
            .expect("an Ed25519 key in memory signs anything")
    }

    /// Signs a message by plain Ed25519 (RFC 8032), without the frame of OpenSSH: for formats that keep their
    /// purposes apart themselves.
    pub fn sign_plain(&self, message: &[u8]) -> [u8; 64] {
        let pair = self.key.key_data().ed25519().expect("a signer has an Ed25519 key");
        let key = SigningKey::try_from(pair).expect("the two halves were compared when it was read");
        key.sign(message).to_bytes()
    }

    /// The public half, for the list of allowed signers.
    pub fn public_key(&self) -> &PublicKey {
        &self.public
    }
}

/// The type of a key that the library cannot read, if it is another than Ed25519: it does not read every
/// number of the types that it was built without. The public half stands before the secret one (PROTOCOL.key
/// of OpenSSH).
fn other_type(text: &str) -> Option<String> {
    let body: String = text.lines().filter(|line| !line.starts_with("-----")).collect();
    let (bytes, _) = base64(body.as_bytes());
    let mut rest = bytes.strip_prefix(b"openssh-key-v1\0")?;
    let mut field = || {
        let (length, behind) = rest.split_at_checked(4)?;
        let length = u32::from_be_bytes(length.try_into().ok()?) as usize;
        let (field, behind) = behind.split_at_checked(length)?;
        rest = behind;
        Some(field)
    };
    // Cipher, key derivation and its options.
    let (_, _, _) = (field()?, field()?, field()?);
    let mut public = rest.get(8..)?;
    let length = u32::from_be_bytes(public.get(..4)?.try_into().ok()?) as usize;
    public = public.get(4..)?.get(..length)?;
    let kind = String::from_utf8(public.to_vec()).ok()?;
    (kind != "ssh-ed25519").then_some(kind)
}

impl fmt::Debug for Signer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Signer({}, ..)", self.public.fingerprint())
    }
}
