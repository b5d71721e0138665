//! The War at Sea campaign rules, chapter by chapter. It cannot be played yet and stands on no list.
//!
//! Invariant of absence: nothing here reads a clock, a file or a hash map's order.

/// Staff battles.
pub mod battle;
/// The unit cards.
pub mod cards;

/// The word of the system in files.
pub const SYSTEM: &str = "war-at-sea";
