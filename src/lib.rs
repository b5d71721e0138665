//! sealord: a play-by-email adjudicator for strategic naval wargames.
//!
//! The folders follow the flow of a match: the rules put *questions*, players answer in *orders*, orders are
//! *sealed* and committed, the *table* resolves what was revealed with keyed *dice*, the *journal* keeps it
//! all, each party gets a *view*, a view becomes a *report*, and anybody can *audit*.

#[cfg(feature = "mail")]
pub use club::post;
pub use club::{
    audit, clock, fallen, fence, filling, journal, kit, matches, memory, orders, own_file, proof, report,
    seal, signature, site, times, tour,
};
pub use engine::{
    adjudicator, condition, conformance, declare, dice, digest, disk, doctrine, draft, driver, entry, events,
    fields, flag, fortune, games, items, odds, options, party, problem, question, rulebook, side, staff,
    system, systems, table, tags, team, tie_breaker, trust, view,
};
pub use league;
pub use tournament;

pub mod cli;
pub mod command;
pub mod registry;

/// How well colours can be told apart, for tests.
#[cfg(test)]
#[path = "../tests/support/contrast.rs"]
mod contrast;

/// The rulebooks, and what they have alike.
pub mod rules {
    pub use admirals_war;
    pub use schiffskrieg;
    pub use seas_of_thunder;
    pub use tactical;
    pub use war_at_sea;

    pub use crate::registry::{SYSTEMS, games, games_in, ids, load_for, suites, system, systems};
    pub use engine::options;
    pub use engine::rulebook::{
        Choices, MatchOption, Rulebook, RulebookFault, Scenario, Title, in_words, ledger, load, roster,
        ruling, text, two_sided,
    };
    pub use engine::systems::{Entry, Systems};
}
