//! Tournaments in the formats of others: the report file of FIDE, the list of pairs that programs of
//! pairing write, and tables for spreadsheets. All are texts in memory; whoever calls reads and writes the
//! files.

pub mod csv;
mod tournament;
pub mod trf;
pub mod pairs;
#[cfg(test)]
mod tests;

pub use tournament::{Bye, Mark, Pairs, Player, RoundCell, Tournament, Worth};
