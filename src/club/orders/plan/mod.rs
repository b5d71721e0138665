//! Plans in forms and files: what is offered, and whether what came can be meant.

/// Whether the plans of a file can be meant.
pub mod check;
/// The form's part for plans.
pub(super) mod form;
/// Plans in words.
mod outlook;

pub use outlook::outlook;
