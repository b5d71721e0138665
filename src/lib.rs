//! sealord: a play-by-email adjudicator for strategic naval wargames.

/// The parties that give orders.
pub mod side;
/// Thirty-two bytes in hexadecimal: digests and salts.
pub mod digest;
/// Dice from a seed, the players' salts and a label.
pub mod dice;
/// Sealed orders: promised by hash, revealed later.
pub mod seal;
/// The hash-chained record of a match.
pub mod journal;
