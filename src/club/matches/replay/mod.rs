//! From the journal to where the match stands: exchanges, answers that count, deadlines, packets.

mod agreement;
mod arrivals;
mod book;
mod bookmark;
mod calendar;
mod disputable;
mod due;
mod exchange;
mod game;
mod missing;
mod moment;
mod officers;
mod opening;
mod packets;
mod sent;
mod statements;
mod umpires_answer;

pub use agreement::voted;
pub use arrivals::verdict;
pub use book::read_orders;
pub use bookmark::Bookmark;
pub(in crate::matches) use bookmark::Found;
pub use calendar::Change;
pub(in crate::matches) use due::{may_open, names};
pub use exchange::Exchange;
pub(crate) use game::salts;
pub use game::{Game, UNDONE};
pub(crate) use moment::Moment;
