//! Orders: the form that a player gets, and what comes back against the packet that it answers.

pub mod check;
pub mod schema;
pub mod form;
pub mod write;
pub mod words;
pub mod battle;
pub mod groups;
pub mod plan;
pub mod team;
pub mod join;
mod sanitize;
mod listing;
mod mend;
mod remarks;
pub mod respell;
mod version;
#[cfg(test)]
mod tests;

pub use mend::mended_form;
pub use remarks::{remarks, spelled};
pub(crate) use sanitize::sanitize;
pub use version::{numbered, version_of};
