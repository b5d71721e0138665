//! Seas of Thunder. The modules hold what the box holds; nothing here knows whose orders are open.

pub mod pieces;
pub mod board;
pub mod ways;
pub mod scenario;
mod files;
