//! The roads that mail takes in and out of the program. Bytes come in from a Maildir, an mbox, standard input
//! or an IMAP folder; bytes go out by SMTP, by the `sendmail` command or into a folder of `.eml` files.
//!
//! Nothing here reads a message: who wrote it, for which match, and what it orders is the caller's business.
//! Nothing here decides when to send either: [`pace`] only says how long to wait, and the caller brings the
//! time.

/// Addresses, and text that may stand in a header or on a command line.
pub mod address;
/// The settings of both roads, as people write them.
pub mod config;
/// What can go wrong on the way to a message.
pub mod fault;
/// Where messages come from.
pub mod inward;
mod net;
/// Where messages go.
pub mod outward;
/// When to try again, and how many messages may go in a while.
pub mod pace;
/// Tries a road step by step, for a check of the set-up.
pub mod probe;
mod process;
/// Passwords, and where they are kept.
pub mod secret;

pub use config::{Config, In, Out};
pub use fault::WireFault;
pub use inward::{Done, Fetched, MessageId, Source, Waiting};
pub use outward::{Carrier, Envelope, SendFault, Sent};
