//! The club of sealord: matches and all that is around them. Orders are *sealed* and committed, the *journal*
//! keeps what came in and what was decided, a view becomes a *report*, the *office* sends it, and anybody can
//! *audit*. Nothing here knows a rulebook: all speak to `dyn Adjudicator`.

pub mod orders;
pub mod journal;
pub mod seal;
pub mod signature;
#[cfg(feature = "signatures")]
pub mod checkpoint;
pub mod matches;
pub mod audit;
pub mod clock;
pub mod report;
pub mod site;
pub mod proof;
#[cfg(feature = "mail")]
pub mod post;
pub mod tour;
pub mod leaks;
pub mod fallen;
pub mod times;
pub mod memory;
#[cfg(feature = "mail")]
pub mod secretary;
pub mod kit;
pub mod fence;
pub mod machine;
pub mod own_file;
pub mod filling;
/// How well colours can be told apart, for tests.
#[cfg(test)]
#[path = "../../tests/support/contrast.rs"]
mod contrast;
/// Tests that need another program.
#[cfg(test)]
#[allow(clippy::disallowed_macros, reason = "tests may say that they were skipped")]
#[path = "../../tests/support/skip.rs"]
mod skip;
