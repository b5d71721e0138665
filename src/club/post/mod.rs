//! The post office: a match that is played by ordinary mail.

pub mod compose;
pub mod keys;
pub mod letters;
pub mod office;
pub mod ping;
pub mod shelf;
pub mod wire;
