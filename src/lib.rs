//! sealord: a play-by-email adjudicator for strategic naval wargames.
//!
//! The folders follow the flow of a match: the rules put *questions*, players answer in *orders*, orders are
//! *sealed* and committed, the *table* resolves what was revealed with keyed *dice*, the *journal* keeps it
//! all, each party gets a *view*, a view becomes a *report*, and anybody can *audit*.
//!
//! # A match in thirty lines
//!
//! ```
//! use sealord::audit::audit;
//! use sealord::dice::Seed;
//! use sealord::digest::Salt;
//! use sealord::matches::{Host, InMemory, Settings, Store, Submission};
//! use sealord::orders::form::form;
//! use sealord::rules::{Choices, games, load_for, system};
//!
//! # fn main() -> Result<(), sealord::matches::MatchFault> {
//! // Begin: the rules of a scenario, the seed of all dice, and a place for the journal.
//! let (games, place, seed) = (games(), InMemory::default(), Seed::random()?);
//! let rules = system("seas-of-thunder")?.load(&games, Some("raider-warfare"), &Choices::default())?;
//! let settings = Settings::plain("spring-match", &*rules, &games, &seed);
//! let mut host = Host::create(&place, rules, settings, seed, "2026-12-01T12:00:00Z")?;
//! for _ in 0..3 {
//!     // Ask: a packet has what its party may know, and the questions that it is asked.
//!     for &party in host.game.parties() {
//!         let packet = host.packet(party)?;
//!         if packet.asked {
//!             println!("{party}: {} of {}", packet.questions.len(), packet.exchange);
//!             // Answer: a form has every question with its default, and is an orders file as it stands.
//!             let orders = form(&packet, None);
//!             let file = Submission::unsigned("orders.yaml", orders.as_bytes());
//!             host.receive(file, Some(party), Salt::random()?)?;
//!         }
//!     }
//!     // Resolve: once nobody is missing, the rules play on to the next question.
//!     host.resolve(false)?;
//! }
//! // Audit: the same match again, from its first entry, by anybody who has the journal.
//! drop(host);
//! let found = audit(&place.read()?.entries, None, |settings| load_for(&games, settings))?;
//! assert_eq!(found.exchanges, 3);
//! # Ok(())
//! # }
//! ```
//!
//! # Where to look next
//!
//! - [`matches`](mod@matches) is a match as the umpire's tool keeps it; [`matches::folder`] keeps one in a
//!   folder instead of in memory.
//! - [`view`] is what a party may know, [`question`] what it can be asked, [`orders`] what it answers.
//! - [`report`] makes pages of a packet; [`audit`](mod@audit), [`proof`] and [`journal`] are for whoever
//!   trusts nobody.
//! - [`system`](mod@system) is what a new game implements, [`registry`] the list of those there are.
//! - Programs in other languages run `sealord --json`: [`cli::answers`] has the contract,
//!   `examples/drive.py` a match by it.

#[cfg(feature = "signatures")]
pub use club::checkpoint;
#[cfg(feature = "mail")]
pub use club::post;
pub use club::{
    audit, clock, fallen, fence, filling, journal, kit, leaks, machine, matches, memory, orders, own_file,
    proof, report, seal, signature, site, times, tour,
};
pub use engine::{
    adjudicator, condition, conformance, declare, dice, digest, disk, doctrine, draft, driver, entry, events,
    fields, flag, fortune, games, items, nearest, odds, options, party, problem, question, rulebook, side,
    staff, system, systems, table, tags, team, tie_breaker, trust, view,
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
