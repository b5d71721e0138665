//! The roads that mail takes in and out of the program. Bytes come in from a Maildir, an mbox, standard input
//! or an IMAP folder; bytes go out by SMTP, by the `sendmail` command or into a folder of `.eml` files.
//!
//! Nothing here reads a message: who wrote it, for which match, and what it orders is the caller's business.
//! Nothing here decides when to send either: [`pace`] only says how long to wait, and the caller brings the
//! time.

pub mod address;
pub mod config;
pub mod fault;
pub mod inward;
mod net;
pub mod outward;
pub mod pace;
pub mod probe;
mod process;
pub mod secret;

pub use config::{Config, In, Out};
pub use fault::WireFault;
pub use inward::{Backlog, Done, Fetched, MessageId, Source, Waiting};
pub use outward::{Carrier, Envelope, SendFault, Sent};
