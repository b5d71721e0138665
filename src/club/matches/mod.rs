//! MATCH: one game being played, from its genesis to its last entry, as the umpire's tool keeps it.
//!
//! The journal is the match: everything here can be rebuilt from it. Files beside it (reports, packets,
//! forms) are made from it and may be deleted; those of all exchanges but the newest are
//! ([`Keep`]). The umpire's secret seed lies in `secret/` until it is disclosed at the
//! end.
//!
//! Invariant of absence: nothing here prints, and nothing here reads a clock; the caller brings the time.

/// Why something was not done.
pub mod fault;
/// Orders are read and checked for a packet.
mod check;
/// What the entries of a journal say.
mod entries;
/// Where a match is kept.
mod store;
/// From the journal to where the match stands.
mod replay;
/// A match in somebody's hands.
mod host;
/// What is handed in.
mod receive;
/// What the umpire does to a match.
mod close;
/// Writes down what each party is shown.
pub mod publish;

pub use check::{WithIds, check_orders, check_part, with_ids};
pub use close::{CameTo, EarlyEnd, Next, Trial, Under, under};
pub(crate) use entries::VisibleHead;
pub use entries::{
    Docket, LayOut, Missing, Sealing, Settings, Trail, note, protest, record, settings, visible_head,
};
pub(crate) use entries::{OF_A_CLUB, instant, resolve_quote};
#[cfg(feature = "signatures")]
pub use entries::{checkpoint_of, is_checkpoint_of};
pub use fault::MatchFault;
pub use host::{Claim, Host, MatchReader, body_salt, position};
#[cfg(feature = "mail")]
pub(crate) use receive::SEALED;
pub use receive::{Objection, Receipt, Submission};
pub use receive::{is_name as is_witness_name, refused as refused_signature};
pub use replay::{Change, Exchange, Game, UNDONE, read_orders, verdict, voted};
pub(crate) use replay::{Moment, salts};
pub use store::{
    Exposed, InMemory, Keep, Line, Log, Moved, Published, Raw, SECRET, Store, TROUBLES, folder, is_small,
};
