//! The systems that have conformance cases, and the only place that lists them.

use super::admirals_war::AdmiralsWar;
use super::seas_of_thunder::SeasOfThunder;
use crate::conformance::Rulebook;

/// Every system whose cases can be run.
pub const RULEBOOKS: &[Rulebook] = &[Rulebook::of::<SeasOfThunder>(), Rulebook::of::<AdmiralsWar>()];
