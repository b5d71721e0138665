//! Composes the mail that a match sends, and keeps the logs of what was sent and what came in.
//!
//! - [`compose`] turns an [`Outgoing`] into the bytes of a message. It is a pure function: no clock, no host
//!   name, no randomness. So a message lost in a crash is made again from the journal, byte for byte.
//! - [`dispatches`] writes the text bodies, from templates.
//! - [`outbox`] remembers what was queued, sent, refused and bounced; [`inbox`] what was received and
//!   answered. What is done with is put by in sorted files, so that a run reads as little after a million
//!   mails as after a hundred.
//!
//! Nothing here sends mail.

pub mod address;
pub mod clean;
mod encode;
mod fault;
pub mod id;
pub mod inbox;
pub mod dispatches;
pub(in crate::post) mod log;
mod message;
pub mod outbox;
pub mod page;
mod outgoing;

pub use crate::post::shelf::LogFault;
pub use fault::ComposeFault;
pub use message::{Message, compose};
pub use outgoing::{Attachment, Correspondent, Kind, LIMIT, Office, Outgoing, Recipient, Thread};
