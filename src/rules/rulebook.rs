//! What the program needs of a rules system beside its rules: what it is called, what it plays, and who leads.

use super::options::{Choices, MatchOption};
use crate::conformance::Suite;
use crate::games::print::Print;
use crate::games::{Games, GamesFault};
use crate::odds::Arena;
use crate::party::Party;
use crate::side::Side;
use crate::system::System;

/// A scenario of a system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scenario {
    /// The word used in files.
    pub id: String,
    /// The name.
    pub name: String,
    /// Other words for it, such as its number; letters may be of either case.
    pub aliases: Vec<String>,
    /// False if it has data but not yet its special rules.
    pub playable: bool,
    /// False if it goes without saying and only makes lists long, such as one of many runs of scenarios.
    pub listed: bool,
}

impl Scenario {
    /// True if a word given on the command line means this scenario.
    pub fn is_called(&self, word: &str) -> bool {
        self.id == word || self.aliases.iter().any(|alias| alias.eq_ignore_ascii_case(word))
    }
}

/// A system that the program plays: what its commands need of it before and beside the rules.
///
/// Laws: [`System::id`], [`System::changes`] and, unless an older edition was asked for, [`System::edition`] give what is
/// said here; the JSON of
/// [`System::View`] has the story under `story`, as chapters with a `title` and `lines`.
pub trait Rulebook: System + Clone + 'static {
    /// Its word in files; also the folder of its data under `games/` and of its templates.
    const ID: &'static str;
    /// Its name.
    const NAME: &'static str;
    /// The sides of all its scenarios.
    const SIDES: &'static [Side];
    /// The parties of all its scenarios.
    const PARTIES: &'static [Party];
    /// Its edition: raised by every change that alters an outcome.
    const EDITION: u32;
    /// What every id of its ledger begins with.
    const PREFIX: &'static str;
    /// What a ruling may change, a line each.
    const CHANGES: &'static str;
    /// What it answers when its data are checked against a printed set.
    const PRINT: Print = Print::plain(|_, _| Ok(()));

    /// What a match may choose when it begins.
    const OPTIONS: &'static [MatchOption];
    /// Where one of its battles can be fought on its own ([`Arena::of`]), if it can.
    const ARENA: Option<Arena> = None;
    /// Its conformance cases ([`Suite::of`]), if it has any.
    const SUITE: Option<Suite> = None;

    /// Its scenarios in their order; the first that is playable is played where none is named.
    ///
    /// # Errors
    /// If the data cannot be read.
    fn scenarios(games: &Games) -> Result<Vec<Scenario>, GamesFault>;
    /// Lays out one of the scenarios by its [`Scenario::id`], under what the match has chosen among [`Rulebook::OPTIONS`].
    ///
    /// # Errors
    /// If there is none of that word, or its data do not fit together.
    fn load(games: &Games, scenario: &str, choices: &Choices) -> Result<Self, GamesFault>;
    /// What a new match chooses where nothing is said and the recommendation depends on data that may change later. It stands
    /// in the first entry of the match.
    ///
    /// # Errors
    /// If the data cannot be read.
    fn begins_with(_games: &Games, _scenario: &str, choices: Choices) -> Result<Choices, GamesFault> {
        Ok(choices)
    }
    /// The rules as an older edition plays them, if this program still does; otherwise as they are. What
    /// [`System::edition`] says of the result is the edition by which it is played.
    #[must_use]
    fn of_edition(self, _edition: u32) -> Self {
        self
    }
    /// The [`Scenario::id`] of the scenario that was laid out.
    fn scenario(&self) -> &str;
    /// A side's points in a position, as the rules count them.
    fn points(&self, state: &Self::State, side: Side) -> i32;
    /// Who would have won if the match ended here; nobody if that is a draw.
    fn winner(&self, state: &Self::State) -> Option<Side>;
}
