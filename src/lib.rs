//! sealord: a play-by-email adjudicator for strategic naval wargames.

pub mod orders;
pub mod problem;
pub mod side;
