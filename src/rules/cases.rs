//! The systems that have conformance cases; one may be played before it has any.

use super::admirals_war::AdmiralsWar;
use super::seas_of_thunder::SeasOfThunder;
use crate::conformance::Suite;

/// Every system whose cases can be run.
pub const SUITES: &[Suite] = &[Suite::of::<SeasOfThunder>(), Suite::of::<AdmiralsWar>()];
