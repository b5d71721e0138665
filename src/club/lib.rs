//! The club of sealord: matches and all that is around them. Orders are *sealed* and committed, the *journal*
//! keeps what came in and what was decided, a view becomes a *report*, the *office* sends it, and anybody can
//! *audit*. Nothing here knows a rulebook: all speak to `dyn Adjudicator`.

/// ORDERS: the form, and the check of what comes back.
pub mod orders;
/// JOURNAL: what came in and what was decided.
pub mod journal;
/// SEAL, COMMIT, REVEAL.
pub mod seal;
/// SIGNATURES of players and witnesses.
pub mod signature;
/// MATCH: one game being played.
pub mod matches;
/// AUDIT: re-adjudicates a match from its genesis.
pub mod audit;
/// CLOCK: when deadlines are.
pub mod clock;
/// REPORT: a view in words.
pub mod report;
/// SITE: static pages of many matches.
pub mod site;
/// PROOF: a match in one archive, for those who trust nobody.
pub mod proof;
/// POST: mail in and out, keys.
#[cfg(feature = "mail")]
pub mod post;
/// TOUR: a match from its first moment to its last, as one page.
pub mod tour;
/// What a player was sent, kept beside the packets.
pub mod memory;
/// What commands and the post office have at hand.
pub mod kit;
/// Panics that end with what they are about.
pub mod fence;
/// Plain files of a club's own folders.
pub mod own_file;
/// Which template is being filled.
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
