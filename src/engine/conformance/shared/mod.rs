//! What the cases of every system write alike: points by column, and words for units.

pub mod points;
pub mod words;
