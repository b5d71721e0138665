//! Where a match is kept. A folder is the only kind so far.

pub mod folder;
mod keep;
mod traits;

pub use keep::Keep;
pub use traits::{Line, Log, Published, Store};
