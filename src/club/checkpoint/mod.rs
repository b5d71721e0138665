//! CHECKPOINTS: how long a journal is and what it hashes to, as one short signed text, in the convention of
//! transparency logs. A witness *cosigns* checkpoints of one journal only as long as each continues the one
//! before, so nobody can be shown another journal under the same name.
//!
//! Sources: c2sp.org/signed-note, tlog-checkpoint, tlog-cosignature and tlog-witness; RFC 6962, section 2.1.
//!
//! Nothing here knows a match, a mail or a clock. A tree stands over the hashes of entries, in their order.

mod body;
mod fault;
mod key;
mod note;
mod record;
mod request;
mod tree;

pub use body::Checkpoint;
pub use fault::CheckpointFault;
pub use key::{NoteKey, Role, check_name};
pub use note::{Line, Note, Seen};
pub use record::Record;
pub use request::Request;
pub use tree::Tree;

/// The largest note, or request with a note in it, that is read, in bytes.
pub const LIMIT: usize = 64 << 10;
