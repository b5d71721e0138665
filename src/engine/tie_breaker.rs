//! Where choices among equals come from: for staff officers, and for what their systems advise.

use rand_chacha::ChaCha20Rng;

/// A stream of choices among equals: the same seed decides alike.
pub type TieBreaker = ChaCha20Rng;
