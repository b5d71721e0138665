//! SHELF: what an office keeps that is no match's: its claim, logs of facts, mails until they are sent,
//! letters that were put aside, small things and secrets. A folder is one such place, memory another; nothing
//! above this line knows which it is.

mod apart;
mod away;
mod facts;
mod fault;
mod folder;
mod heard;
mod memory;
mod runs;
mod traits;

pub(in crate::post) use apart::{Collected, ShelfApart};
pub use away::Away;
pub use fault::{LONGEST, LogFault};
pub use folder::ShelfDir;
pub use memory::ShelfInMemory;
pub use traits::{Claimed, Facts, Heard, HeardRow, Holder, Opened, PutBy, Shelf};

#[cfg(test)]
mod tests;
