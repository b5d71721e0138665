//! Mail that comes in: the source, each message as it is read, and the letters that are put aside.

mod fence;
mod incoming;
mod message;
mod quarantine;
mod rounds;
mod source;

pub(crate) use fence::FencedSource;
pub(crate) use incoming::{Handled, Incoming};
pub(crate) use message::Read;
pub(crate) use quarantine::Quarantined;
pub(crate) use rounds::{Rounds, Settled};
pub(crate) use source::road;
