//! The rules systems, one folder each, and the only place that lists them. No rules read a clock, a file or the
//! environment.

pub mod admirals_war;
/// What every rule asks, by id.
pub mod ledger;
pub mod seas_of_thunder;

use crate::games::Games;
use crate::matches::{MatchFault, Settings};
use crate::problem::{list_or, quote, suggest};
use seas_of_thunder::{SeasOfThunder, scenario};

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
}

/// The scenarios of Seas of Thunder whose special rules are all there.
const PLAYABLE: &[&str] = &["raider-warfare"];

/// Every system, with the scenarios it plays.
///
/// # Errors
/// If the data of a system cannot be read.
pub fn list(games: &Games) -> Result<Vec<Listed>, MatchFault> {
    let scenarios = scenario::list(games).map_err(|fault| MatchFault::Io(fault.to_string()))?;
    let scenarios = scenarios.into_iter().filter(|(id, _)| PLAYABLE.contains(&id.as_str())).collect();
    let edition = seas_of_thunder::EDITION;
    Ok(vec![Listed { id: scenario::SYSTEM, name: "Seas of Thunder", edition, scenarios }])
}

/// Loads a system with one of its scenarios.
///
/// # Errors
/// If there is no such system or scenario, or its data are unsound.
pub fn load(games: &Games, system: &str, word: &str) -> Result<SeasOfThunder, MatchFault> {
    if system != scenario::SYSTEM {
        let mend = format!("write {}", scenario::SYSTEM);
        return Err(MatchFault::no(format!("there is no system {}", quote(system)), mend));
    }
    let io = |fault: crate::games::GamesFault| MatchFault::Io(fault.to_string());
    let known = scenario::list(games).map_err(io)?;
    let near = |id: &str| {
        id == word || word.eq_ignore_ascii_case("S1") && id == PLAYABLE[0] || word == "1" && id == PLAYABLE[0]
    };
    if !PLAYABLE.iter().any(|id| near(id)) {
        let ids: Vec<&str> = known.iter().map(|(id, _)| id.as_str()).collect();
        let what = if ids.contains(&word) {
            format!("{} has data but not yet its special rules", quote(word))
        } else {
            format!("there is no scenario {}", quote(word))
        };
        let guess = suggest(word, PLAYABLE.iter().copied()).map(|near| format!("did you mean {near}?"));
        return Err(MatchFault::no(what, guess.unwrap_or_else(|| format!("write {}", list_or(PLAYABLE)))));
    }
    let (scenario, board, pieces) = scenario::load(games, word).map_err(io)?;
    Ok(SeasOfThunder::new(scenario, board, pieces))
}

/// Loads the system of a match, and refuses data or an edition that the match was not begun with.
///
/// # Errors
/// As [`load`], and a failed proof if the data or the edition differ.
pub fn load_for(games: &Games, settings: &Settings) -> Result<SeasOfThunder, MatchFault> {
    let system = load(games, &settings.system, &settings.scenario)?;
    let proof = |what: String| MatchFault::Proof { entry: Some(1), what };
    let data = games.fingerprint(&settings.system);
    if data != settings.data {
        return Err(proof(format!(
            "the match was begun with data {}, this program has {data}",
            settings.data
        )));
    }
    if settings.edition != seas_of_thunder::EDITION {
        let (own, theirs) = (seas_of_thunder::EDITION, settings.edition);
        return Err(proof(format!(
            "the match is played by edition {theirs}; this program carries edition {own}"
        )));
    }
    Ok(system)
}
