//! The systems that this program plays. Nothing but this file and the commands beside it knows which there
//! are.

mod dossier;
pub mod editions;
mod fleet;

use std::path::Path;
use std::sync::LazyLock;

use crate::adjudicator::Adjudicator;
use crate::command::GameCommand;
use crate::conformance::Suite;
use crate::games::{Games, GamesFault};
use crate::matches::{MatchFault, Settings};
use crate::own_file::OwnFiles;
use crate::party::Party;
use crate::problem::{list_and, suggest};
use crate::rulebook::RulebookFault;
use crate::systems::{Entry, Systems};

/// Every system that the program plays. The first is played where none is named.
pub static SYSTEMS: &[&Entry] =
    &[&seas_of_thunder::ENTRY, &admirals_war::ENTRY, &war_at_sea::ENTRY, &schiffskrieg::ENTRY];

/// The commands that games bring along, in the order in which the help lists them.
pub static COMMANDS: &[GameCommand] =
    &[GameCommand::of::<dossier::Args>("dossier"), GameCommand::of::<fleet::Args>("fleet")];

/// The same as the list that is handed on; files can name their sides and parties.
pub fn systems() -> Systems {
    static LISTED: LazyLock<Systems> = LazyLock::new(|| Systems::new(SYSTEMS));
    *LISTED
}

/// The words of all systems; the first is played where none is named.
pub fn ids() -> Vec<&'static str> {
    systems().ids()
}

/// Parses a party given on the command line.
///
/// # Errors
/// If it is none, in words for clap.
pub fn party(word: &str) -> Result<Party, String> {
    let parties = systems().parties();
    Party::parse(word).ok_or_else(|| {
        let ids: Vec<&str> = parties.iter().map(|party| party.id()).collect();
        let near = suggest(word, ids.iter().copied()).map(|near| format!("did you mean {near}? "));
        format!("{}the sides are {}", near.unwrap_or_default(), list_and(&ids))
    })
}

/// The conformance cases of all systems that have some.
pub fn suites() -> Vec<Suite> {
    systems().suites()
}

/// The system of a word.
///
/// # Errors
/// If there is none, in words.
pub fn system(word: &str) -> Result<&'static Entry, RulebookFault> {
    systems().system(word)
}

/// The data of all systems, as they are built in.
pub fn games() -> Games {
    systems().games()
}

/// The data of all systems as a folder replaces and corrects them.
///
/// # Errors
/// As [`Games::with_dir`].
pub fn games_in(dir: &Path) -> Result<Games, GamesFault> {
    systems().games_in(&OwnFiles, dir)
}

/// Lays out the rules of a match by the system that its settings name.
///
/// # Errors
/// As [`Settings::lay_out`].
pub fn load_for(games: &Games, settings: &Settings) -> Result<Box<dyn Adjudicator>, MatchFault> {
    settings.lay_out(systems(), games)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contrast::contrast;
    use crate::report::ink_on;
    use crate::side::{Flag, Side};

    fn said(flag: &Flag) -> (&str, &str, &str, u8) {
        (flag.name, flag.adjective, flag.colour, flag.order)
    }

    #[test]
    fn every_system_has_data_and_templates_of_its_own() {
        for system in ids() {
            for folder in ["games", "templates"] {
                let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder).join(system);
                assert!(path.is_dir(), "{}", path.display());
            }
        }
    }

    #[test]
    fn the_counters_of_every_side_can_be_read() {
        for side in SYSTEMS.iter().flat_map(|system| system.sides) {
            let found = contrast(side.colour(), ink_on(side.colour()));
            assert!(found >= 4.5, "{}: {found:.2}", side.id());
        }
    }

    #[test]
    fn a_word_means_the_same_side_in_every_system() {
        let all: Vec<Side> = SYSTEMS.iter().flat_map(|system| system.sides).copied().collect();
        for one in &all {
            for other in all.iter().filter(|other| other.id() == one.id()) {
                assert_eq!(said(one.flag()), said(other.flag()), "{}", one.id());
            }
        }
    }

    #[test]
    fn a_word_means_the_same_party_in_every_system() {
        let all: Vec<Party> = SYSTEMS.iter().flat_map(|system| system.parties).copied().collect();
        for one in &all {
            for other in all.iter().filter(|other| other.id() == one.id()) {
                let said = |it: &Party| (said(it.flag()), it.side());
                assert_eq!(said(one), said(other), "{}", one.id());
            }
        }
    }

    #[test]
    fn a_listed_party_fights_for_a_side_of_its_system() {
        for system in SYSTEMS {
            for side in system.sides {
                assert!(system.parties.iter().any(|party| party.side() == *side), "{}", side.id());
            }
            assert!(system.parties.iter().all(|party| system.sides.contains(&party.side())));
        }
    }
}
