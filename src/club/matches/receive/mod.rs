//! What players, the umpire and witnesses hand in.

#[cfg(feature = "signatures")]
mod cosigned;
mod files;
mod protests;
mod receipt;
mod signed;
mod submission;
mod umpires_answer;
mod words;

pub use protests::Objection;
pub use receipt::Receipt;
pub use signed::{is_name, refused};
#[cfg(feature = "mail")]
pub(crate) use submission::SEALED;
pub use submission::Submission;
