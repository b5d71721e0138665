//! The post office: a match that is played by ordinary mail.

pub mod compose;
#[cfg(feature = "mail")]
pub mod keys;
#[cfg(feature = "mail")]
pub mod letters;
#[cfg(feature = "mail")]
pub mod office;
#[cfg(feature = "mail")]
pub mod wire;
