//! The shapes of the data files.

pub mod facilities;
pub mod ranges;
pub mod rarity;
pub mod scenarios;
mod map;

pub use map::{MapFile, SideRow};
