//! The rules systems, one folder each. No rules read a clock, a file or the environment.

pub mod admirals_war;
/// Whose conformance cases can be run.
pub mod cases;
/// What every rule asks, by id.
pub mod ledger;
mod list;
/// What a match may choose among readings and optional rules.
pub mod options;
/// What a printed set is checked by.
pub mod print;
mod rulebook;
pub mod seas_of_thunder;
/// Words that all systems use.
pub mod text;

pub(crate) use list::{ODDS_EXAMPLE, systems};
pub use options::{Choices, MatchOption};
pub use rulebook::{Rulebook, Scenario};

use crate::doctrine::by_hand;
use crate::games::{Games, GamesFault};
use crate::matches::{MatchFault, Settings};
use crate::problem::{list_or, quote, suggest};
use ledger::Ledger;

/// A system that this program plays.
pub struct Listed {
    /// Its word in files and folders.
    pub id: &'static str,
    /// Its name.
    pub name: &'static str,
    /// Its edition.
    pub edition: u32,
    /// The scenarios it plays: words and names.
    pub scenarios: Vec<(String, String)>,
    /// What a match may choose when it begins.
    pub options: &'static [MatchOption],
}

/// The words of all systems; the first is played where none is named.
pub const IDS: &[&str] = &systems!(each [S => <S as Rulebook>::ID]);

/// Every system, with the scenarios it plays.
///
/// # Errors
/// If the data of a system cannot be read.
pub fn list(games: &Games) -> Result<Vec<Listed>, MatchFault> {
    systems!(each [S => listed::<S>(games)]).into_iter().collect()
}

fn listed<S: Rulebook>(games: &Games) -> Result<Listed, MatchFault> {
    let playable = S::scenarios(games).map_err(io)?.into_iter();
    let playable = playable.filter(|scenario| scenario.playable && scenario.listed);
    let scenarios = playable.map(|scenario| (scenario.id, scenario.name)).collect();
    Ok(Listed { id: S::ID, name: S::NAME, edition: S::EDITION, scenarios, options: S::OPTIONS })
}

/// The ledger of a system; where none is named, those whose ids may begin with `id`, or all if there is none.
///
/// # Errors
/// If there is no such system, or a ledger cannot be read.
pub fn ledgers(games: &Games, system: Option<&str>, id: &str) -> Result<Vec<Ledger>, MatchFault> {
    let prefixes = systems!(each [S => (S::PREFIX, S::ID)]);
    let near = prefixes.iter().filter(|(prefix, _)| id.starts_with(prefix) || prefix.starts_with(id));
    let near: Vec<&str> = near.map(|(_, system)| *system).collect();
    let wanted = match &system {
        Some(word) if !IDS.contains(word) => return Err(no_system(word)),
        Some(word) => std::slice::from_ref(word),
        None if near.is_empty() => IDS,
        None => &near,
    };
    wanted.iter().map(|system| Ledger::load(games, system).map_err(io)).collect()
}

/// What each system's rulings may change, under its name, as `--help` lists it.
pub fn changes() -> String {
    systems!(each [S => format!("Changes in {}:\n{}", S::NAME, S::CHANGES)]).join("\n\n")
}

/// The fault of a word that names no system.
pub(crate) fn no_system(word: &str) -> MatchFault {
    let near = suggest(word, IDS.iter().copied()).map(|near| format!("did you mean {near}?"));
    let mend = near.unwrap_or_else(|| format!("write {}", list_or(IDS)));
    MatchFault::no(format!("there is no system {}", quote(word)), mend)
}

/// Loads a system with one of its scenarios, or with the first that it plays, under what the match has chosen.
///
/// # Errors
/// If there is no such scenario, or its data are unsound.
pub fn load<S: Rulebook>(games: &Games, word: Option<&str>, choices: &Choices) -> Result<S, MatchFault> {
    let known = S::scenarios(games).map_err(io)?;
    let mut playable = known.iter().filter(|scenario| scenario.playable);
    let found = match word {
        Some(word) => playable.find(|scenario| scenario.is_called(word)),
        None => playable.next(),
    };
    match found {
        Some(scenario) => S::load(games, &scenario.id, choices).map_err(io),
        None => Err(no_scenario(&known, word.unwrap_or_default())),
    }
}

fn no_scenario(known: &[Scenario], word: &str) -> MatchFault {
    let what = if known.iter().any(|scenario| scenario.is_called(word)) {
        format!("{} has data but not yet its special rules", quote(word))
    } else {
        format!("there is no scenario {}", quote(word))
    };
    let playable = known.iter().filter(|scenario| scenario.playable && scenario.listed);
    let ids: Vec<&str> = playable.map(|scenario| scenario.id.as_str()).collect();
    let near = suggest(word, ids.iter().copied()).map(|near| format!("did you mean {near}?"));
    MatchFault::no(what, near.unwrap_or_else(|| format!("write {}", list_or(&ids))))
}

/// Loads the system of a match, and refuses data or an edition that the match was not begun with.
///
/// # Errors
/// As [`load`], and a failed proof if the system, the data or the edition differ.
pub fn load_for<S: Rulebook>(games: &Games, settings: &Settings) -> Result<S, MatchFault> {
    let proof = |what: String| Err(MatchFault::Proof { entry: Some(1), what });
    if settings.system != S::ID {
        return proof(format!("the match is played by {}, not by {}", quote(&settings.system), S::ID));
    }
    if let Err(what) = settings.options.check(S::OPTIONS) {
        return proof(what);
    }
    let system: S = load(games, Some(&settings.scenario), &settings.options)?;
    if let Err(fault) = settings.teams.check(system.sides(), system.tag_words()) {
        return proof(fault.what);
    }
    match by_hand::kinds(&settings.by_hand, system.kinds()) {
        Ok(kinds) if kinds == settings.by_hand => {}
        Ok(_) => return proof("the kinds decided by hand do not stand in their order".to_owned()),
        Err(what) => return proof(what),
    }
    let data = games.fingerprint(&settings.system);
    if data != settings.data {
        return proof(format!("the match was begun with data {}, this program has {data}", settings.data));
    }
    if settings.edition != S::EDITION {
        let (own, theirs) = (S::EDITION, settings.edition);
        return proof(format!("the match is played by edition {theirs}; this program carries edition {own}"));
    }
    Ok(system)
}

fn io(fault: GamesFault) -> MatchFault {
    MatchFault::Io(fault.to_string())
}
