//! A part of a battle that a case plays instead of a campaign. Only a program with the feature `fixture` can.

#[cfg(feature = "fixture")]
use engine::rulebook::two_sided::{ALLIES, AXIS};
#[cfg(feature = "fixture")]
pub use tactical::fixture::{Fixture, Seen};

use crate::WarAtSea;

/// What of it is given, unread.
#[cfg(not(feature = "fixture"))]
pub type Fixture = serde_json::Value;
/// What must come of it, unread.
#[cfg(not(feature = "fixture"))]
pub type Seen = serde_json::Value;

/// The differences between what must come of it and what does, in words: what, expected, found.
///
/// # Errors
/// A sentence that says what in the fixture makes no sense.
#[cfg(feature = "fixture")]
pub(super) fn judge(system: &WarAtSea, fixture: &Fixture, seen: &Seen) -> Result<Vec<[String; 3]>, String> {
    tactical::fixture::judge(&system.cards, &system.plans, [AXIS, ALLIES], fixture, seen)
}

/// Refuses to judge it.
///
/// # Errors
/// Always, in a sentence.
#[cfg(not(feature = "fixture"))]
pub(super) fn judge(_: &WarAtSea, _: &Fixture, _: &Seen) -> Result<Vec<[String; 3]>, String> {
    Err("this program was built without the feature `fixture`, so it plays no part of a battle".to_owned())
}
