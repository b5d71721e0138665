//! Plans in forms and files: what is offered, and whether what came can be meant.

pub mod check;
pub(super) mod form;
mod outlook;

pub use outlook::outlook;
