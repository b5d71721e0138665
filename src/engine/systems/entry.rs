//! What the program can do with a system before a match of it is open.

use crate::adjudicator::{Adjudicator, Ruled};
use crate::conformance::Suite;
use crate::games::print::Print;
use crate::games::{BuiltIn, Games, GamesFault};
use crate::odds::Arena;
use crate::party::Party;
use crate::rulebook::{Choices, Rulebook, RulebookFault, Scenario, Title, scenario_called};
use crate::side::Side;

/// Lays a scenario out under what a match has chosen, in an edition if that is still played.
type LayOut = fn(&Games, &str, &Choices, u32) -> Result<Box<dyn Adjudicator>, GamesFault>;

/// A system of the list.
#[derive(Clone, Copy)]
pub struct Entry {
    /// What it is called, and what it offers.
    pub title: Title,
    /// Its data, as they are built in.
    pub files: &'static [BuiltIn],
    /// The sides of all its scenarios.
    pub sides: &'static [Side],
    /// The parties of all its scenarios.
    pub parties: &'static [Party],
    /// Its scenarios in their order; the first that is playable is played where none is named.
    pub scenarios: fn(&Games) -> Result<Vec<Scenario>, GamesFault>,
    /// Lays out one of the scenarios by its [`Scenario::id`], in an edition if that is still played,
    /// otherwise in the newest.
    pub lay_out: LayOut,
    /// What a new match chooses where nothing is said ([`Rulebook::begins_with`]).
    pub begins_with: fn(&Games, &str, Choices) -> Result<Choices, GamesFault>,
    /// What it answers when its data are checked against a printed set.
    pub print: Print,
    /// Where one battle can be fought on its own, if it can.
    pub arena: Option<Arena>,
    /// Its conformance cases, if it has any.
    pub suite: Option<Suite>,
    /// What its editions changed, as YAML; empty if there was but one.
    pub editions: &'static str,
}

impl Entry {
    /// The line of a system.
    pub const fn of<S: Rulebook>() -> Entry {
        Entry {
            title: Title::of::<S>(),
            files: S::FILES,
            sides: S::SIDES,
            parties: S::PARTIES,
            scenarios: S::scenarios,
            lay_out: lay_out::<S>,
            begins_with: S::begins_with,
            print: S::PRINT,
            arena: None,
            suite: None,
            editions: "",
        }
    }

    /// The same with a place where one of its battles can be fought on its own.
    #[must_use]
    pub const fn with_arena(self, arena: Arena) -> Entry {
        Entry { arena: Some(arena), ..self }
    }

    /// The same with its conformance cases.
    #[must_use]
    pub const fn with_cases(self, suite: Suite) -> Entry {
        Entry { suite: Some(suite), ..self }
    }

    /// The same with what its editions changed, as YAML.
    #[must_use]
    pub const fn with_editions(self, editions: &'static str) -> Entry {
        Entry { editions, ..self }
    }

    /// Makes its sides and parties known, so that files can name them.
    pub fn declare(&self) {
        Side::declare(self.sides);
        Party::declare(self.parties);
    }

    /// The scenarios that can be played and are worth a line in a list.
    ///
    /// # Errors
    /// If the data cannot be read.
    pub fn listed(&self, games: &Games) -> Result<Vec<Scenario>, GamesFault> {
        let mut scenarios = (self.scenarios)(games)?;
        scenarios.retain(|scenario| scenario.playable && scenario.listed);
        Ok(scenarios)
    }

    /// The word of the scenario that a word means; of the first that is played where none is named.
    ///
    /// # Errors
    /// If there is no such scenario, if the word means several, or if the data cannot be read.
    pub fn scenario(&self, games: &Games, word: Option<&str>) -> Result<String, RulebookFault> {
        scenario_called(&(self.scenarios)(games)?, word)
    }

    /// Whether a word means a scenario that the system plays, or several of them.
    pub fn plays(&self, games: &Games, word: &str) -> bool {
        let known = (self.scenarios)(games).unwrap_or_default();
        known.iter().any(|scenario| scenario.playable && scenario.is_called(word))
    }

    /// Lays out one of its scenarios, or the first that it plays, under what the match has chosen.
    ///
    /// # Errors
    /// If there is no such scenario, or its data are unsound.
    pub fn load(
        &self,
        games: &Games,
        word: Option<&str>,
        choices: &Choices,
    ) -> Result<Box<dyn Adjudicator>, RulebookFault> {
        self.load_edition(games, word, choices, self.title.edition)
    }

    /// What a new match of a scenario has chosen, if a player chooses this ([`Rulebook::begins_with`]).
    ///
    /// # Errors
    /// If the data cannot be read.
    pub fn begins(&self, games: &Games, scenario: &str, choices: Choices) -> Result<Choices, RulebookFault> {
        Ok((self.begins_with)(games, scenario, choices)?)
    }

    /// The same as [`Entry::load`] in an edition, if that is still played; otherwise in the newest:
    /// [`Adjudicator::about`] says in which.
    ///
    /// # Errors
    /// As [`Entry::load`].
    pub fn load_edition(
        &self,
        games: &Games,
        word: Option<&str>,
        choices: &Choices,
        edition: u32,
    ) -> Result<Box<dyn Adjudicator>, RulebookFault> {
        self.declare();
        Ok((self.lay_out)(games, &self.scenario(games, word)?, choices, edition)?)
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
