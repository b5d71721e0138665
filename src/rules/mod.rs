//! The rules systems, one folder each. No rules read a clock, a file or the environment.

pub mod admirals_war;
pub mod schiffskrieg;
pub mod seas_of_thunder;
/// The War at Sea campaign rules.
pub mod war_at_sea;

pub use crate::registry::{SYSTEMS, games_in, ids, load_for, suites, system, systems};
pub use crate::rulebook::{
    Choices, MatchOption, Rulebook, RulebookFault, Scenario, Title, cases, in_words, ledger, load, options,
    roster, ruling, text, two_sided,
};
pub use crate::systems::{Entry, Systems};
