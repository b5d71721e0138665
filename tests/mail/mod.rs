//! Matches played by mail: the program as umpires run it, and players with ordinary mail programs.

mod again;
mod changes;
mod club;
mod corpus;
#[cfg(all(unix, feature = "postgres"))]
mod database;
mod in_memory;
mod kill;
mod letter;
mod logs;
mod matches;
mod metrics;
mod panics;
#[cfg(feature = "ping")]
mod pings;
mod player;
mod read;
mod scenarios;
mod season;
mod serve;
mod soak;
mod talks;
mod unstoppable;
mod waits;
