//! sealord: a play-by-email adjudicator for strategic naval wargames.

pub mod side;
pub mod games;
pub mod rules;
