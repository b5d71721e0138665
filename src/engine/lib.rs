//! The engine of sealord: what a rulebook is, and the table at which one is played. Nothing here knows a
//! rulebook, a file, a clock or the network.
//!
//! The rules put *questions*, players answer in *drafts* of orders, the *table* resolves what was revealed
//! with keyed *dice*, and each party gets a *view*.

#![cfg_attr(
    test,
    allow(
        clippy::disallowed_macros,
        clippy::disallowed_methods,
        clippy::disallowed_types,
        reason = "tests may see the machine"
    )
)]

pub mod digest;
pub mod flag;
pub mod side;
pub mod party;
pub mod team;
pub mod problem;
pub mod games;
pub mod disk;
pub mod tags;
pub mod options;
pub mod condition;
pub mod doctrine;
pub mod declare;
pub mod dice;
pub mod table;
pub mod question;
pub mod items;
pub mod draft;
pub mod system;
pub mod fields;
pub mod events;
pub mod fortune;
pub mod nearest;
pub mod driver;
pub mod tie_breaker;
pub mod staff;
pub mod view;
pub mod rulebook;
pub mod systems;
pub mod odds;
pub mod conformance;
pub mod adjudicator;
pub mod trust;
pub mod entry;
/// Tests that need another program.
#[cfg(test)]
#[path = "../../tests/support/skip.rs"]
mod skip;
