//! Where a match is kept: in a folder, or in memory alone.

pub mod folder;
mod keep;
mod memory;
mod moved;
mod traits;

pub use keep::Keep;
pub use memory::InMemory;
pub use moved::Moved;
pub use traits::{Exposed, Line, Log, Published, Raw, SECRET, Store, TROUBLES, is_small};

#[cfg(test)]
mod tests;
