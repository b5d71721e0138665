//! Plans in forms and files: what is offered, and whether what came can be meant.

/// Whether the plans of a file can be meant.
pub mod check;
/// The form's part for plans.
pub(super) mod form;
/// Plans as YAML, and in words.
pub mod write;

pub use engine::draft::plan::{Hold, Otherwise, PlanDraft, PlansDraft};
