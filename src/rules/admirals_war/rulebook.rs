//! The game as the list of systems has it.

use super::scenario::{self, SYSTEM};
use super::seats;
use super::state::Ocean;
use super::{AdmiralsWar, OLDER, files, options, ruling};
use engine::games;
use engine::games::{BuiltIn, Games, GamesFault};
use engine::party::Party;
use engine::rulebook;
use engine::rulebook::two_sided;
use engine::rulebook::two_sided::Camp;
use engine::rulebook::{Choices, MatchOption, Rulebook};
use engine::side::Side;

/// The scenarios of Admirals' War whose special rules are all there.
const PLAYABLE: &[&str] = &["midway", "standard", "turn-0", "turn-11", "turn-0-to-11"];

impl Rulebook for AdmiralsWar {
    const ID: &'static str = SYSTEM;
    const FILES: &'static [BuiltIn] = include!(concat!(env!("OUT_DIR"), "/files.rs"));
    const NAME: &'static str = "Admirals' War";
    const SIDES: &'static [Side] = two_sided::SIDES;
    const PARTIES: &'static [Party] = seats::PARTIES;
    const EDITION: u32 = 6;
    const PREFIX: &'static str = "AW-";
    const CHANGES: &'static str = ruling::CHANGES;
    const OPTIONS: &'static [MatchOption] = options::OPTIONS;
    const PRINT: games::print::Print = games::print::Print::plain(files::shaped);

    fn scenarios(games: &Games) -> Result<Vec<rulebook::Scenario>, GamesFault> {
        let listed = |(id, name): (String, String)| {
            let playable = PLAYABLE.contains(&id.as_str());
            rulebook::Scenario { id, name, aliases: Vec::new(), playable, listed: true }
        };
        let mut scenarios: Vec<rulebook::Scenario> = scenario::list(games)?.into_iter().map(listed).collect();
        // The beginners' scenario is played where none is named.
        scenarios.sort_by_key(|it| it.id != PLAYABLE[0]);
        Ok(scenarios)
    }

    fn load(games: &Games, scenario: &str, choices: &Choices) -> Result<AdmiralsWar, GamesFault> {
        let (scenario, board, counters) = scenario::load(games, scenario, choices)?;
        Ok(AdmiralsWar::new(scenario, board, counters))
    }

    /// Edition 1 let sides part after three rounds without a shot, and nobody land in the round of a retreat
    /// or later; edition 2 numbered the groups of all areas on; edition 3 let silence bring units on far from
    /// home, lost De Ruyter with Singapore in peace, and named some rules less closely; edition 4 placed one
    /// air unit by each answer; edition 5 asked where units go when the last turn is over, in which order
    /// areas come where nothing can happen, and for landings and raids one after the other.
    fn of_edition(mut self, edition: u32) -> AdmiralsWar {
        if OLDER.contains(&edition) {
            self.edition = edition;
        }
        self
    }

    fn scenario(&self) -> &str {
        &self.scenario.id
    }

    fn points(&self, state: &Ocean, side: Side) -> i32 {
        state.points(Camp::in_match(side))
    }

    fn winner(&self, state: &Ocean) -> Option<Side> {
        self.leader(state).map(Camp::side)
    }

    // The standard game is won on two tracks.
    fn by_points(&self, _state: &Ocean) -> bool {
        !self.scenario.campaign
    }
}
