//! The list of systems: what the program can do with each before a match of it is open.

use super::rulebook::{Rulebook, Scenario};
use super::{MatchOption, admirals_war, schiffskrieg, seas_of_thunder, war_at_sea};
use crate::adjudicator::{Adjudicator, Ruled};
use crate::conformance::Suite;
use crate::games::print::Print;
use crate::games::{Games, GamesFault};
use crate::odds::Arena;
use crate::party::Party;
use crate::rules::Choices;
use crate::side::Side;

/// Every system that the program plays. The first is played where none is named.
pub const SYSTEMS: &[Entry] = &[
    Entry::of::<seas_of_thunder::SeasOfThunder>(),
    Entry::of::<admirals_war::AdmiralsWar>(),
    Entry::of::<war_at_sea::WarAtSea>(),
    Entry::of::<schiffskrieg::Schiffskrieg>(),
];

/// What a system is called, and what it offers before anything is laid out.
#[derive(Clone, Copy, Debug)]
pub struct Title {
    /// Its word in files; also the folder of its data under `games/` and of its templates.
    pub id: &'static str,
    /// Its name.
    pub name: &'static str,
    /// Its edition: raised by every change that alters an outcome.
    pub edition: u32,
    /// What every id of its ledger begins with.
    pub prefix: &'static str,
    /// What a ruling may change, a line each.
    pub changes: &'static str,
    /// What a match may choose when it begins.
    pub options: &'static [MatchOption],
}

impl Title {
    /// The title of a system.
    pub const fn of<S: Rulebook>() -> Title {
        Title {
            id: S::ID,
            name: S::NAME,
            edition: S::EDITION,
            prefix: S::PREFIX,
            changes: S::CHANGES,
            options: S::OPTIONS,
        }
    }
}

/// Lays a scenario out under what a match has chosen, in an edition if that is still played.
type LayOut = fn(&Games, &str, &Choices, u32) -> Result<Box<dyn Adjudicator>, GamesFault>;

/// A system of the list.
#[derive(Clone, Copy)]
pub struct Entry {
    /// What it is called, and what it offers.
    pub title: Title,
    /// The sides of all its scenarios.
    pub sides: &'static [Side],
    /// The parties of all its scenarios.
    pub parties: &'static [Party],
    /// Its scenarios in their order; the first that is playable is played where none is named.
    pub scenarios: fn(&Games) -> Result<Vec<Scenario>, GamesFault>,
    /// Lays out one of the scenarios by its [`Scenario::id`], in an edition if that is still played, otherwise in the newest.
    pub lay_out: LayOut,
    /// What a new match chooses where nothing is said ([`Rulebook::begins_with`]).
    pub begins_with: fn(&Games, &str, Choices) -> Result<Choices, GamesFault>,
    /// What it answers when its data are checked against a printed set.
    pub print: Print,
    /// Where one battle can be fought on its own, if it can.
    pub arena: Option<Arena>,
    /// Its conformance cases, if it has any.
    pub suite: Option<Suite>,
}

impl Entry {
    /// The line of a system.
    pub const fn of<S: Rulebook>() -> Entry {
        Entry {
            title: Title::of::<S>(),
            sides: S::SIDES,
            parties: S::PARTIES,
            scenarios: S::scenarios,
            lay_out: lay_out::<S>,
            begins_with: S::begins_with,
            print: S::PRINT,
            arena: S::ARENA,
            suite: S::SUITE,
        }
    }
}

fn lay_out<S: Rulebook>(
    games: &Games,
    scenario: &str,
    choices: &Choices,
    edition: u32,
) -> Result<Box<dyn Adjudicator>, GamesFault> {
    Ok(Ruled::boxed(S::load(games, scenario, choices)?.of_edition(edition)))
}
