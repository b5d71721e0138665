//! The rules systems, one folder each. No rules read a clock, a file or the environment.

/// What every rule asks, by id.
pub mod ledger;
pub mod seas_of_thunder;
