//! What the program needs of a rules system beside its rules: what it is called, what it plays, and who
//! leads; and what the rules of several systems share. No rules read a clock, a file or the environment.

pub mod card;
pub mod chances;
mod fault;
pub mod ledger;
pub mod moves;
mod naming;
pub mod roster;
pub mod ruling;
pub mod shape;
pub mod text;
mod title;
pub mod two_sided;

pub use crate::options::{Choices, MatchOption, in_words};
pub use fault::RulebookFault;
pub use naming::scenario_called;
pub use title::Title;

use crate::games::print::Print;
use crate::games::{BuiltIn, Games, GamesFault};
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
/// Laws: [`Rules::id`], [`Rulings::changes`] and, unless an older edition was asked for, [`Rules::edition`]
/// give what is said here; the JSON of [`Views::View`] has the story under `story`, as chapters with a
/// `title` and `lines`.
///
/// [`Rules::id`]: crate::system::Rules::id
/// [`Rules::edition`]: crate::system::Rules::edition
/// [`Rulings::changes`]: crate::system::Rulings::changes
/// [`Views::View`]: crate::system::Views::View
pub trait Rulebook: System + Clone + 'static {
    /// Its word in files; also the folder of its data under `games/` and of its templates.
    const ID: &'static str;
    /// Its data, as its build script packed them; none if they stand in a folder that is read.
    const FILES: &'static [BuiltIn] = &[];
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

    /// Its data alone, as they are built in.
    fn built_in() -> Games {
        Games::of([Self::FILES])
    }
    /// Its scenarios in their order; the first that is playable is played where none is named.
    ///
    /// # Errors
    /// If the data cannot be read.
    fn scenarios(games: &Games) -> Result<Vec<Scenario>, GamesFault>;
    /// Lays out one of the scenarios by its [`Scenario::id`], under what the match has chosen among
    /// [`Rulebook::OPTIONS`].
    ///
    /// # Errors
    /// If there is none of that word, or its data do not fit together.
    fn load(games: &Games, scenario: &str, choices: &Choices) -> Result<Self, GamesFault>;
    /// What a new match chooses where nothing is said and the recommendation depends on data that may change
    /// later. It stands in the first entry of the match.
    ///
    /// # Errors
    /// If the data cannot be read.
    fn begins_with(_games: &Games, _scenario: &str, choices: Choices) -> Result<Choices, GamesFault> {
        Ok(choices)
    }
    /// The rules as an older edition plays them, if this program still does; otherwise as they are. What
    /// [`Rules::edition`](crate::system::Rules::edition) says of the result is the edition by which it is
    /// played.
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
    /// Whether the side with more points wins and nothing else decides, so that points taken from one side's
    /// score as a handicap mean something.
    fn by_points(&self, _state: &Self::State) -> bool {
        false
    }
}

/// Loads a system with one of its scenarios, or with the first that it plays, under what the match has
/// chosen. From then on files can name its sides and parties.
///
/// # Errors
/// If there is no such scenario, or its data are unsound.
pub fn load<S: Rulebook>(games: &Games, word: Option<&str>, choices: &Choices) -> Result<S, RulebookFault> {
    declare::<S>();
    let scenario = scenario_called(&S::scenarios(games)?, word)?;
    Ok(S::load(games, &scenario, choices)?)
}

/// Makes the sides and parties of a system known, so that files can name them.
pub fn declare<S: Rulebook>() {
    Side::declare(S::SIDES);
    Party::declare(S::PARTIES);
}
