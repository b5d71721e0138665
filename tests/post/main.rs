//! The post office: reading and writing mail, keys, clocks, the roads that mail takes.

#[path = "../support/declared.rs"]
mod declared;
#[path = "../support/skip.rs"]
mod skip;
/// A server for the matches of an office.
#[cfg(all(unix, feature = "postgres"))]
#[path = "../support/postgres.rs"]
mod server;
#[cfg(all(unix, feature = "postgres"))]
mod store;
mod letters;
mod desk;
mod league;
mod office;
mod witnesses;
mod keys;
mod wire;
mod compose;
#[path = "../mail/mod.rs"]
mod mail;

/// The allocator of the program: matches are a great many small texts and lists.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
