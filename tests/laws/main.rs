//! Laws that hold in every match: what a staff officer may answer, what a position may be, what a re-run tells, and
//! what a side must not learn. Nothing here knows a single match by heart; every law is tried on many.

/// Plays matches in memory and through the host.
mod play;
/// Whole matches, position by position.
mod soak;
/// Whole matches through the host.
mod hosted;
/// What a question accepts and refuses.
mod staff;
/// What a re-run may not change.
mod rerun;
/// What a side must not learn.
mod fog;
/// What a side is told.
mod sight;
/// The table, played by a system of a few lines.
mod table;
/// Questions, doctrine and their limits at random.
mod questions;
