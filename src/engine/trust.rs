//! Whom the parties of a match have to trust with their orders.

use serde::{Deserialize, Serialize};

/// Whom the parties of a match have to trust.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Trust {
    /// The umpire may hold the files of one party before the others have sent any; later files replace
    /// earlier ones.
    Umpire,
    /// No file travels before every party has committed; the first reveal freezes all commitments.
    CommitReveal,
}
