//! The War at Sea campaign rules, chapter by chapter. It cannot be played yet and stands on no list.
//!
//! Invariant of absence: nothing here reads a clock, a file or a hash map's order.

/// Staff battles.
pub mod battle;
/// Linear limits.
pub mod bound;
/// The unit cards.
pub mod cards;
/// What special abilities change.
pub mod effects;
/// Construction places, factories, islands.
pub mod facilities;
/// The shapes of the data files.
pub mod files;
/// 2 Game Start: purchases.
pub mod purchase;
/// 8.2, 8.5 Strike ranges.
pub mod ranges;
/// 2.3 Unit Rarity.
pub mod rarity;

/// The word of the system in files.
pub const SYSTEM: &str = "war-at-sea";
