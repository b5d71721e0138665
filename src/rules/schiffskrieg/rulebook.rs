//! The game as the list of systems has it.

use super::faction::{self, Faction};
use super::options::{self, Chosen};
use super::state::Sea;
use super::system::{CHANGES, aliases};
use super::{Data, SYSTEM, Schiffskrieg, files};
use engine::games::{BuiltIn, Games, GamesFault};
use engine::party::Party;
use engine::rulebook::{Choices, MatchOption, Rulebook, Scenario};
use engine::side::Side;

impl Rulebook for Schiffskrieg {
    const ID: &'static str = SYSTEM;
    const FILES: &'static [BuiltIn] = include!(concat!(env!("OUT_DIR"), "/files.rs"));
    const NAME: &'static str = "Axis Empires: Schiffskrieg";
    const SIDES: &'static [Side] = faction::SIDES;
    const PARTIES: &'static [Party] = faction::PARTIES;
    const EDITION: u32 = 2;
    const PREFIX: &'static str = "SK-";
    const CHANGES: &'static str = CHANGES;
    const OPTIONS: &'static [MatchOption] = options::OPTIONS;

    fn scenarios(games: &Games) -> Result<Vec<Scenario>, GamesFault> {
        // Whatever opens a match asks for them first, so nothing else of the data is read here.
        let file = games.read::<files::ScenarioNames>(SYSTEM, "scenarios")?;
        let scenario = |it: files::ScenarioName| Scenario {
            aliases: aliases(&it.id, &it.name, &it.maps),
            id: it.id,
            name: it.name,
            playable: true,
            listed: true,
        };
        Ok(file.scenarios.into_iter().map(scenario).collect())
    }

    fn load(games: &Games, scenario: &str, choices: &Choices) -> Result<Schiffskrieg, GamesFault> {
        let system = Schiffskrieg::for_match(Data::load(games)?, scenario, Chosen::of(choices))?;
        Ok(system.under(choices))
    }

    /// NW-22 A naval war takes the measured par of its scenario, if there is one.
    fn begins_with(games: &Games, scenario: &str, choices: Choices) -> Result<Choices, GamesFault> {
        if Chosen::of(&choices).companion {
            return Ok(choices);
        }
        let measured = games.read::<files::MeasuredFile>(SYSTEM, "measured_pars")?.measured_pars;
        let row = measured.into_iter().find(|row| row.scenario == scenario);
        Ok(match row {
            Some(row) => choices.or(&options::PAR, &row.par.to_string()),
            None => choices,
        })
    }

    /// What edition 1 played otherwise stands in `edition.rs`.
    fn of_edition(self, edition: u32) -> Schiffskrieg {
        self.of_older(edition)
    }

    fn scenario(&self) -> &str {
        &self.scenario.id
    }

    /// The module has no points of its own; those of the naval war are house rules.
    fn points(&self, sea: &Sea, side: Side) -> i32 {
        Faction::of(side).map_or(0, |faction| self.points_of(sea, faction))
    }

    fn winner(&self, sea: &Sea) -> Option<Side> {
        self.leader(sea).map(Faction::side)
    }
}
