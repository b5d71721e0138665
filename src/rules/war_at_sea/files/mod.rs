//! The shapes of the data files.

/// `facilities.yaml`.
pub mod facilities;
/// `ranges.yaml`.
pub mod ranges;
/// `rarity.yaml`.
pub mod rarity;
/// `scenarios.yaml`.
pub mod scenarios;
/// `map_*.yaml`.
mod map;

pub use map::{MapFile, SideRow};
