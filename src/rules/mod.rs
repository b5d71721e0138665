//! The rules systems, one folder each. No rules read a clock, a file or the environment.

pub mod seas_of_thunder;
