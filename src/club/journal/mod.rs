//! The journal: what came in and what was decided, one JSON object a line, each bound to the one before by
//! its hash. `docs/journal.md` shows how to check one by hand.
//!
//! Nothing here knows what a body means, and nothing reads a clock: times are given by the caller. Nothing is
//! ever taken out of a journal either; what was undone stands in it together with its undoing.

pub mod chain;
pub mod store;

pub use chain::{ChainFault, Head, lines, verify};
pub use engine::entry::{Entry, EntryFault, Header, Kind};
pub(crate) use store::sync_dir;
pub use store::{Flaw, Journal, Mark, Snapshot, StoreFault, head_text};
#[cfg(feature = "mail")]
pub(crate) use store::{is_held, is_locked};

/// The name of the file of a journal.
pub const JOURNAL: &str = "journal.jsonl";
/// The name of the file with its newest hash.
pub const HEAD: &str = "head.json";

#[cfg(test)]
mod tests;
