//! Matches in a PostgreSQL database, so that any number of machines can work for one office. A match there
//! is a [`Match`], which is a `Store` as a folder is: what stands above does not know where a match is
//! kept.
//!
//! Two things keep workers from spoiling each other's matches, whatever their clocks say. A *lease* is a
//! number that is never given twice, and every statement that writes names it; the head of the journal is
//! written only where it still is the one before. Nothing is kept in a session, so a pooler may stand
//! between.
//!
//! The time is the server's. Nothing here prints.

mod append;
mod connect;
mod copy;
mod database;
mod doctor;
mod fault;
mod heads;
mod key;
mod lease;
mod log;
mod migrate;
#[cfg(feature = "mail")]
mod office;
mod place;
mod settings;
mod status;

pub use copy::{Auditor, Copied, Direction, copy, movable};
pub use database::{Database, Patience};
pub use doctor::{Finding, examine};
pub use fault::DbFault;
pub use heads::Heads;
pub use key::OfficeKey;
pub use migrate::{Migrated, init, migrate, versions};
#[cfg(feature = "mail")]
pub use office::{OfficeShelf, OfficeYard, copy_office, premises};
pub use place::Match;
pub use settings::{Settings, Url};
pub use status::{Status, status};

#[cfg(test)]
#[path = "../../tests/support/postgres.rs"]
mod server;
/// Tests that need another program.
#[cfg(test)]
#[allow(clippy::disallowed_macros, reason = "tests may say that they were skipped")]
#[path = "../../tests/support/skip.rs"]
mod skip;
#[cfg(test)]
mod tests;
