//! MATCH: one game being played, from its genesis to its last entry, as the umpire's tool keeps it.
//!
//! The journal is the match: everything here can be rebuilt from it. Files beside it (reports, packets, forms) are made
//! from it and may be deleted; those of all but the newest exchanges are ([`Keep`](crate::matches::Keep)). The umpire's
//! secret seed lies in `secret/` until it is disclosed at the end.
//!
//! Invariant of absence: nothing here prints, and nothing here reads a clock; the caller brings the time.

/// What is fixed when a match begins.
pub mod settings;
/// The bodies of journal entries.
pub mod record;
/// What a kind of entry must say in its header.
mod header;
/// One exchange, as far as it went.
mod exchange;
/// From the journal to where the match stands.
pub mod replay;
/// What the rules are given: answers that count, keys of the dice.
mod book;
/// The umpire's hand: a match open for changes.
pub mod host;
/// Orders are read and checked for a packet.
mod check;
/// Files come in.
pub mod receive;
/// What players and witnesses signed.
pub(crate) mod signed;
/// A match as it stood, for an undo.
pub(crate) mod moment;
/// Which entries count after an undo.
mod effective;
/// How the clock follows the journal.
pub(crate) mod calendar;
/// Who sent orders, and when.
mod arrivals;
/// Whom an exchange waits for.
mod due;
/// An exchange is closed.
mod close;
/// An end by agreement.
pub mod agree;
/// Rulings and undo.
mod amend;
/// Words between people.
pub mod note;
/// What opening an exchange lays down.
pub(crate) mod opening;
/// Answers for those who sent none.
mod missing;
/// The umpire answers for a party.
mod stand_in;
/// What each party is shown.
mod packets;
/// How far a party knows the journal.
pub mod known;
/// Which entry is meant by a number and a hash.
pub(crate) mod quoted;
/// Where a match is kept.
pub mod store;
/// What of the entries themselves is needed later.
mod trail;
/// Where a match stands, kept beside its journal.
mod bookmark;
/// Which file is what in a match folder.
pub mod folder;
/// A match before its rules are laid out.
mod claim;
/// Writes down what each party is shown.
pub mod publish;
/// Of how many exchanges it is kept.
mod keep;
/// The rules of a match.
mod lay_out;
/// Why something was not done.
pub mod fault;

pub use arrivals::verdict;
pub use book::read_orders;
pub use calendar::Change;
pub use check::{WithIds, check_orders, check_part, with_ids};
pub use claim::{Claim, MatchReader};
pub use exchange::Exchange;
pub use fault::MatchFault;
pub use host::Host;
pub use keep::Keep;
pub use lay_out::LayOut;
pub use receive::Receipt;
pub use replay::Game;
pub use settings::{Missing, Sealing, Settings};
pub use store::Store;
pub use trail::Trail;
