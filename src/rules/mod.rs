//! The rules systems, one folder each. No rules read a clock, a file or the environment.

pub mod admirals_war;
/// What cases of all systems write alike.
/// Combats as cards.
mod card;
pub mod cases;
/// Chances as officers of all systems reckon them.
mod chances;
/// What every rule asks, by id.
pub mod ledger;
/// Moves as views list them.
mod moves;
/// Which scenario a word means.
mod naming;
/// The list of systems.
mod list;
/// What a match may choose among readings and optional rules.
pub mod options;
/// The counters of a match.
pub mod roster;
mod rulebook;
/// The words of an umpire's ruling that all systems share.
pub mod ruling;
pub mod schiffskrieg;
pub mod seas_of_thunder;
/// Words that all systems use.
pub mod text;
/// What rulebooks with two sides share.
pub mod two_sided;
/// The War at Sea campaign rules.
pub mod war_at_sea;
/// How the shape of a part of a data file is written down.
mod shape;

use std::path::Path;

pub use list::{Entry, SYSTEMS, Title};
pub use options::{Choices, MatchOption, in_words};
pub use rulebook::{Rulebook, Scenario};

use crate::adjudicator::Adjudicator;
use crate::conformance::Suite;
use crate::doctrine::by_hand;
use crate::games::print::Print;
use crate::games::{Games, GamesFault};
use crate::matches::{MatchFault, Settings};
use crate::problem::{list_or, quote, suggest};
use ledger::Ledger;

/// The words of all systems; the first is played where none is named.
pub fn ids() -> Vec<&'static str> {
    SYSTEMS.iter().map(|system| system.title.id).collect()
}

/// The conformance cases of all systems that have some.
pub fn suites() -> Vec<Suite> {
    SYSTEMS.iter().filter_map(|system| system.suite).collect()
}

/// The system of a word.
///
/// # Errors
/// If there is none, in words.
pub fn system(word: &str) -> Result<&'static Entry, MatchFault> {
    SYSTEMS.iter().find(|system| system.title.id == word).ok_or_else(|| no_system(word))
}

/// What a system answers when its data are checked; one that is not listed asks nothing of its rows.
pub(crate) fn print_of(word: &str) -> Print {
    let found = SYSTEMS.iter().find(|system| system.title.id == word);
    found.map_or(Print::plain(|_, _| Ok(())), |system| system.print)
}

/// The data of all systems as a folder replaces and corrects them.
///
/// # Errors
/// As [`Games::with_dir`].
pub fn games_in(dir: &Path) -> Result<Games, GamesFault> {
    Games::with_dir(dir, print_of)
}

/// The ledger of a system; where none is named, those whose ids may begin with `id`, or all if there is none.
///
/// # Errors
/// If there is no such system, or a ledger cannot be read.
pub fn ledgers(games: &Games, named: Option<&str>, id: &str) -> Result<Vec<Ledger>, MatchFault> {
    let near = |it: &&Entry| id.starts_with(it.title.prefix) || it.title.prefix.starts_with(id);
    let wanted: Vec<&Entry> = match named {
        Some(word) => vec![system(word)?],
        None if SYSTEMS.iter().any(|it| near(&it)) => SYSTEMS.iter().filter(near).collect(),
        None => SYSTEMS.iter().collect(),
    };
    wanted.iter().map(|system| Ledger::load(games, system.title.id).map_err(io)).collect()
}

/// What each system's rulings may change, under its name, as `--help` lists it.
pub fn changes() -> String {
    let changes = |system: &Entry| format!("Changes in {}:\n{}", system.title.name, system.title.changes);
    SYSTEMS.iter().map(changes).collect::<Vec<_>>().join("\n\n")
}

/// The fault of a word that names no system.
pub(crate) fn no_system(word: &str) -> MatchFault {
    let ids = ids();
    let near = suggest(word, ids.iter().copied()).map(|near| format!("did you mean {near}?"));
    let mend = near.unwrap_or_else(|| format!("write {}", list_or(&ids)));
    MatchFault::no(format!("there is no system {}", quote(word)), mend)
}

impl Entry {
    /// The scenarios that can be played and are worth a line in a list.
    ///
    /// # Errors
    /// If the data cannot be read.
    pub fn listed(&self, games: &Games) -> Result<Vec<Scenario>, GamesFault> {
        let mut scenarios = (self.scenarios)(games)?;
        scenarios.retain(|scenario| scenario.playable && scenario.listed);
        Ok(scenarios)
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
    ) -> Result<Box<dyn Adjudicator>, MatchFault> {
        self.load_edition(games, word, choices, self.title.edition)
    }

    /// What a new match of a scenario has chosen, if a player chooses this ([`Rulebook::begins_with`]).
    ///
    /// # Errors
    /// If the data cannot be read.
    pub fn begins(&self, games: &Games, scenario: &str, choices: Choices) -> Result<Choices, MatchFault> {
        (self.begins_with)(games, scenario, choices).map_err(io)
    }

    /// The same as [`Entry::load`] in an edition, if that is still played; otherwise in the newest: [`Adjudicator::about`] says in which.
    ///
    /// # Errors
    /// As [`Entry::load`].
    pub fn load_edition(
        &self,
        games: &Games,
        word: Option<&str>,
        choices: &Choices,
        edition: u32,
    ) -> Result<Box<dyn Adjudicator>, MatchFault> {
        (self.lay_out)(games, &self.scenario(games, word)?, choices, edition).map_err(io)
    }

    /// Lays out the rules of a match of this system, and refuses data or an edition that the match was not begun with.
    ///
    /// # Errors
    /// As [`Entry::load`], and a failed proof if the data or the edition differ.
    pub fn load_for(&self, games: &Games, settings: &Settings) -> Result<Box<dyn Adjudicator>, MatchFault> {
        let proof = |what: String| Err(MatchFault::Proof { entry: Some(1), what });
        if let Err(what) = settings.options.check(self.title.options) {
            return proof(what);
        }
        // Before anything is looked up in them: other data may not even have the scenario.
        let data = games.fingerprint(&settings.system);
        if data != settings.data {
            return proof(format!(
                "the match was begun with the data {}, but this program has {data}",
                settings.data
            ));
        }
        let rules =
            self.load_edition(games, Some(&settings.scenario), &settings.options, settings.edition)?;
        let about = rules.about();
        if let Err(fault) = settings.teams.check(about.parties, about.tag_words) {
            return proof(fault.what);
        }
        match by_hand::kinds(&settings.by_hand, about.kinds) {
            Ok(kinds) if kinds == settings.by_hand => {}
            Ok(_) => return proof("the kinds decided by hand do not stand in their order".to_owned()),
            Err(what) => return proof(what),
        }
        if settings.edition != about.title.edition {
            let (own, theirs) = (about.title.edition, settings.edition);
            return proof(format!("the match is played by edition {theirs}; this program has edition {own}"));
        }
        Ok(rules)
    }
}

/// Loads a system with one of its scenarios, or with the first that it plays, under what the match has chosen.
///
/// # Errors
/// If there is no such scenario, or its data are unsound.
pub fn load<S: Rulebook>(games: &Games, word: Option<&str>, choices: &Choices) -> Result<S, MatchFault> {
    let scenario = Entry::of::<S>().scenario(games, word)?;
    S::load(games, &scenario, choices).map_err(io)
}

/// Lays out the rules of a match by the system that its settings name.
///
/// # Errors
/// If there is no such system, and as [`Entry::load_for`].
pub fn load_for(games: &Games, settings: &Settings) -> Result<Box<dyn Adjudicator>, MatchFault> {
    system(&settings.system)?.load_for(games, settings)
}

fn io(fault: GamesFault) -> MatchFault {
    match fault {
        GamesFault::NoOption { .. } => {
            MatchFault::no(fault.to_string(), "choose another scenario, or leave the option out")
        }
        _ => MatchFault::Io(fault.to_string()),
    }
}
