//! Keys of the players and of the match: envelopes that only the match's key opens, signatures that say who
//! sent the orders, and code words for players who have neither.
//!
//! Bytes and texts go in, bytes, texts and faults come out. Nothing here knows a mail, a match or a clock;
//! only [`Identity`] and [`Signer`] touch a file, the one that holds their secret.
//!
//! All three work with programs that players may have already: `age`, `ssh-keygen -Y`, and a pencil.

mod code_word;
mod envelope;
mod identity;
mod recipient;

pub use code_word::{CODE_WORD_BITS, CodeWord};
pub use envelope::{DamagedPart, EnvelopeFault, open, seal};
pub use identity::{Identity, IdentityFault};
pub use recipient::{Recipient, RecipientFault};

use crate::signature::shown;

pub use crate::signature::armor::{Cut, cut_armor, cut_signature};
pub use crate::signature::{
    AllowedFault, AllowedSigner, AllowedSigners, KeyFault, LineFault, NAMESPACE, PublicKey, SignatureFault,
    Signed, Signer, SignerFault, verify,
};
