//! The systems that have conformance cases; one may be played before it has any. Beside them what the cases of every
//! system write alike: points by column, and words for units.

/// Points of both sides.
pub mod points;
/// What a word of a case names.
pub mod words;

use super::admirals_war::AdmiralsWar;
use super::seas_of_thunder::SeasOfThunder;
use crate::conformance::Suite;

/// Every system whose cases can be run.
pub const SUITES: &[Suite] = &[Suite::of::<SeasOfThunder>(), Suite::of::<AdmiralsWar>()];
