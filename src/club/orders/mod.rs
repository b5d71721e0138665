//! Orders: the form that a player gets, and what comes back against the packet that it answers.

/// The check of an answer.
pub mod check;
/// JSON Schema for editors.
pub mod schema;
/// The form.
pub mod form;
/// Answers as YAML.
pub mod write;
/// Orders in words.
pub mod words;
/// Battle plans in a form.
pub mod battle;
/// Answers to questions of later steps.
pub mod plan;
/// The part of a player who shares a party.
pub mod team;
/// Several parts as one file.
pub mod join;
mod sanitize;
mod listing;
mod mend;
mod remarks;
/// An answer with ids in place of what was written.
pub mod respell;
mod version;
#[cfg(test)]
mod tests;

pub use mend::mended_form;
pub use remarks::{remarks, spelled};
pub(crate) use sanitize::sanitize;
pub use version::{numbered, version_of};
