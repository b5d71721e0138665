//! Signatures over the bytes of a sealed file (or of an orders file) as it was received, in the form of
//! `ssh-keygen -Y sign -n sealord`. Source: OpenSSH, PROTOCOL.sshsig, and ssh-keygen(1), ALLOWED SIGNERS.
//!
//! A signature says which key has seen these bytes. That the key is Anna's, the list of allowed signers says;
//! that the orders are for this match and exchange, the header of the sealed file says, which is signed with
//! the rest.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use ssh_key::{LineEnding, SshSig};

use super::armor::cut_signature;
use super::{AllowedSigner, AllowedSigners, PublicKey, SignatureFault, shown};

/// The largest armor of a signature, in bytes; the largest real one (RSA) has 2,400.
const ARMOR_LIMIT: usize = 16 * 1024;

/// A signature that was found good.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Signed {
    /// Who has signed, as named in the list of allowed signers.
    pub principal: String,
    /// The key that has signed, in the form `SHA256:…` that `ssh-keygen -l` shows.
    pub fingerprint: String,
}

/// Checks the one signature in a text (an armor, maybe quoted in a mail; see [`cut_signature`]) against the
/// bytes it should be over, the keys of `principal`, a namespace ([`crate::signature::NAMESPACE`], except in
/// tests), and the time at which it counts (when the mail arrived; a signature itself has no time).
///
/// # Errors
/// Tells apart what is no signature, what was cut or damaged, what was signed for another purpose, by another
/// key, or outside of the key's time, and bytes that were changed since.
pub fn verify(
    bytes: &[u8],
    signature_text: &str,
    allowed: &AllowedSigners,
    principal: &str,
    namespace: &str,
    at: Timestamp,
) -> Result<Signed, SignatureFault> {
    let signature = read_signature(signature_text)?;
    let key = of_namespace(&signature, namespace)?;
    check_allowed(&key, allowed, principal, namespace, at)?;
    is_over(&key, namespace, bytes, &signature)?;
    Ok(Signed { principal: principal.to_owned(), fingerprint: key.fingerprint() })
}

/// Checks the one signature in a text against bytes and a namespace, whoever made it. Gives its key, and the
/// armor as `ssh-keygen` writes it.
///
/// # Errors
/// As [`verify`], but no key is another's.
pub(super) fn holds(
    text: &str,
    namespace: &str,
    bytes: &[u8],
) -> Result<(PublicKey, String), SignatureFault> {
    let signature = read_signature(text)?;
    let key = of_namespace(&signature, namespace)?;
    is_over(&key, namespace, bytes, &signature)?;
    let armor = signature.to_pem(LineEnding::LF).map_err(|_| SignatureFault::Damaged)?;
    Ok((key, armor))
}

/// The key of a signature that was made for a namespace.
fn of_namespace(signature: &SshSig, namespace: &str) -> Result<PublicKey, SignatureFault> {
    let key = PublicKey::from_data(signature.public_key().clone()).map_err(SignatureFault::Key)?;
    if signature.namespace() != namespace {
        let found = shown(signature.namespace());
        return Err(SignatureFault::OtherNamespace { found, wanted: namespace.to_owned() });
    }
    Ok(key)
}

/// Whether a signature is over these bytes; if not, whether it is over the same lines with other ends.
fn is_over(key: &PublicKey, namespace: &str, bytes: &[u8], signature: &SshSig) -> Result<(), SignatureFault> {
    if is_good(key, namespace, bytes, signature) {
        return Ok(());
    }
    let line_ends = with_other_line_ends(bytes).iter().any(|other| is_good(key, namespace, other, signature));
    Err(if line_ends { SignatureFault::LineEnds } else { SignatureFault::OtherBytes })
}

fn is_good(key: &PublicKey, namespace: &str, bytes: &[u8], signature: &SshSig) -> bool {
    key.inner().verify(namespace, bytes, signature).is_ok()
}

/// The one signature in a text.
fn read_signature(text: &str) -> Result<SshSig, SignatureFault> {
    let mut cuts = cut_signature(text);
    let cut = match cuts.len() {
        0 => return Err(SignatureFault::NotASignature),
        1 => cuts.swap_remove(0),
        count => return Err(SignatureFault::Several { count }),
    };
    if !cut.whole {
        return Err(SignatureFault::CutShort);
    }
    if cut.armor.len() > ARMOR_LIMIT {
        return Err(SignatureFault::Damaged);
    }
    let signature = SshSig::from_pem(&cut.armor).map_err(|_| SignatureFault::Damaged)?;
    // The library accepts lower versions and wrong lengths of fields, which are not among what is signed.
    // What it would write itself has neither.
    let same = signature.to_pem(LineEnding::LF).is_ok_and(|armor| armor == cut.armor);
    if same && signature.version() == SshSig::VERSION { Ok(signature) } else { Err(SignatureFault::Damaged) }
}

/// Whether the list lets this key sign for the principal, in this namespace, at this time.
fn check_allowed(
    key: &PublicKey,
    allowed: &AllowedSigners,
    principal: &str,
    namespace: &str,
    at: Timestamp,
) -> Result<(), SignatureFault> {
    let lines: Vec<&AllowedSigner> = allowed.of(principal).collect();
    if lines.is_empty() {
        return Err(SignatureFault::UnknownPrincipal { principal: shown(principal) });
    }
    let mut fault = None;
    for line in lines.iter().filter(|line| line.key() == key) {
        match line.check(namespace, at) {
            Ok(()) => return Ok(()),
            Err(found) => fault = Some(found),
        }
    }
    Err(fault.unwrap_or_else(|| SignatureFault::OtherKey {
        principal: shown(principal),
        found: key.fingerprint(),
        known: lines.iter().map(|line| line.key().fingerprint()).collect(),
    }))
}

/// The bytes with line feeds only, and with carriage returns before all of them: what a mail program may have
/// made of them, so that the player can be told. They are never accepted instead.
fn with_other_line_ends(bytes: &[u8]) -> [Vec<u8>; 2] {
    let mut bare = Vec::with_capacity(bytes.len());
    for (at, byte) in bytes.iter().enumerate() {
        if *byte != b'\r' || bytes.get(at + 1) != Some(&b'\n') {
            bare.push(*byte);
        }
    }
    let mut full = Vec::with_capacity(bytes.len() + bytes.len() / 16);
    for byte in &bare {
        if *byte == b'\n' {
            full.push(b'\r');
        }
        full.push(*byte);
    }
    [bare, full]
}
