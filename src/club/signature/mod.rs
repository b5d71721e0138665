//! SIGNATURES: what players and witnesses sign with `ssh-keygen -Y sign`, as the journal keeps it.
//!
//! A signature says which key has seen some bytes; whose key it is, the genesis of a match says, or the list
//! of allowed signers. What is signed is a sealed file, or one of a few short
//! [statements](crate::signature::statement). Nothing here knows a journal, a mail or a clock.
//!
//! Signatures are read, compared and counted by every build. To *check* one takes elliptic curves, which are
//! most of the libraries of this folder: they are behind the feature `signatures`, and a build without it
//! says what it did not check.

pub mod statement;
pub(crate) mod base64;
mod kept;

#[cfg(feature = "signatures")]
pub(crate) mod armor;
#[cfg(feature = "signatures")]
pub(crate) mod secret;
#[cfg(feature = "signatures")]
mod allowed;
#[cfg(feature = "signatures")]
mod fault;
#[cfg(feature = "signatures")]
mod line;
#[cfg(feature = "signatures")]
mod public_key;
#[cfg(feature = "signatures")]
mod signer;
#[cfg(feature = "signatures")]
mod verify;

pub use kept::{Key, Signature, Signing, Unfit};

#[cfg(feature = "signatures")]
pub use allowed::{AllowedSigner, AllowedSigners};
#[cfg(feature = "signatures")]
pub(crate) use fault::shown;
#[cfg(feature = "signatures")]
pub use fault::{AllowedFault, KeyFault, LineFault, SignatureFault, SignerFault};
#[cfg(feature = "signatures")]
pub use public_key::PublicKey;
#[cfg(feature = "signatures")]
pub use signer::Signer;
#[cfg(feature = "signatures")]
pub use verify::{Signed, verify};

/// The namespace of players' signatures: one that was made for another purpose does not count here.
pub const NAMESPACE: &str = "sealord";
/// The namespace of countersigned heads.
pub const WITNESS: &str = "sealord-witness";
/// The namespace of signed results.
pub const RESULT: &str = "sealord-result";

/// True if this build can check signatures.
pub const CHECKS: bool = cfg!(feature = "signatures");
