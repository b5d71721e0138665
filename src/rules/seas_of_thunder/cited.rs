//! Which rule a line of the story names where the scenarios have each a rule of their own.

use super::SeasOfThunder;
use super::board::Minefield;
use super::event::Event;
use super::pieces::Nation;
use super::scenario::Scenario;

/// The edition from which a rule that every scenario states for itself is named after the scenario in force.
const BY_SCENARIO: u32 = 4;

impl Scenario {
    /// Navies that fight apart: the enemy chooses which of them fights.
    fn navies_rule(&self) -> &'static str {
        match self.number {
            2 => "SOT-13.S2-9",
            3 => "SOT-13.S3-9",
            4 => "SOT-13.S4-12",
            5 => "SOT-13.S5-7",
            6 => "SOT-13.S6-8",
            7 => "SOT-13.S7-12",
            _ => "SOT-13.S1-10",
        }
    }

    /// The presence that a nation must keep in its ports.
    fn presence_rule(&self, nation: Nation) -> &'static str {
        match (nation, self.number) {
            (Nation::France, _) => "SOT-13.S1-9",
            (_, 2) => "SOT-13.S2-8",
            (_, 3) => "SOT-13.S3-11",
            (_, 4) => "SOT-13.S4-13",
            (_, 5) => "SOT-13.S5-8",
            _ => "SOT-13.S1-8",
        }
    }

    /// The convoys of the set-up and who places them.
    fn convoys_rule(&self) -> &'static str {
        match self.number {
            2 => "SOT-13.S2-4",
            3 => "SOT-13.S3-4",
            4 => "SOT-13.S4-4",
            5 => "SOT-13.S5-4",
            6 => "SOT-13.S6-4",
            7 => "SOT-13.S7-4",
            _ => "SOT-13.S1-4",
        }
    }
}

impl SeasOfThunder {
    /// Whether rules are named as [`BY_SCENARIO`] says.
    fn cites_by_scenario(&self) -> bool {
        self.edition >= BY_SCENARIO
    }

    /// The rule by which the enemy chooses between navies on a turn.
    pub(super) fn navies_rule_on(&self, turn: u8) -> &'static str {
        if self.cites_by_scenario() { self.stage_on(turn).scenario.navies_rule() } else { "SOT-13.S1-10" }
    }

    /// The rule by which convoys are dealt out before a match that begins on a turn.
    pub(super) fn convoys_rule_on(&self, turn: u8) -> &'static str {
        if self.cites_by_scenario() { self.stage_on(turn).scenario.convoys_rule() } else { "SOT-13.S1-4" }
    }

    /// The rule that made an event of a turn so.
    pub(super) fn rule_of<'e>(&self, event: &'e Event, turn: u8) -> &'e str {
        if !self.cites_by_scenario() {
            return event.rule();
        }
        match event {
            Event::NavyChosen { .. } => self.navies_rule_on(turn),
            Event::PresenceLacking { nation, .. } => self.stage_on(turn).scenario.presence_rule(*nation),
            Event::MinesPassed { field: Minefield::Bosporus, .. } => "SOT-5.3.1-5",
            Event::AirSuperiority { axis, allies, .. } if axis != allies && *axis.min(allies) == 0 => {
                "SOT-5.5.4.1-9"
            }
            _ => event.rule(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::rulebook::ledger::Ledger;
    use engine::rulebook::{Choices, Rulebook};

    #[test]
    fn every_scenario_names_its_own_rules() {
        let games = SeasOfThunder::built_in();
        let ledger = Ledger::load(&games, SeasOfThunder::ID).unwrap();
        let system = SeasOfThunder::load(&games, "campaign", &Choices::default()).unwrap();
        assert_eq!(system.stages.len(), 7);
        for stage in &system.stages {
            let scenario = &stage.scenario;
            let uk = (!scenario.presence.is_empty()).then(|| scenario.presence_rule(Nation::Uk));
            let rules = [Some(scenario.navies_rule()), Some(scenario.convoys_rule()), uk];
            for rule in rules.into_iter().flatten() {
                assert!(rule.starts_with(&format!("SOT-13.S{}-", scenario.number)), "{rule}");
                assert!(ledger.find(rule).is_some(), "{rule}");
            }
        }
    }

    #[test]
    fn older_editions_name_what_they_named() {
        let system =
            SeasOfThunder::load(&SeasOfThunder::built_in(), "campaign", &Choices::default()).unwrap();
        assert_eq!(system.navies_rule_on(11), "SOT-13.S4-12");
        let old = system.of_edition(3);
        assert_eq!((old.navies_rule_on(11), old.convoys_rule_on(11)), ("SOT-13.S1-10", "SOT-13.S1-4"));
    }
}
