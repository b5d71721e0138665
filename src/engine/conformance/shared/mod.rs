//! What the cases of every system write alike: points by column, and words for units.

/// Points of both sides.
pub mod points;
/// What a word of a case names.
pub mod words;
