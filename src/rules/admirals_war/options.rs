//! The optional rules, chapters 20 to 38, and what a match has chosen among them.

use super::AdmiralsWar;
use crate::questions;
use engine::rulebook::{Choices, MatchOption};

/// An optional rule that has no more to say than whether it holds. What it does ends with whom it helps and
/// how much, as the rulebook judges.
const fn switch(word: &'static str, about: &'static str, rule: &'static str) -> MatchOption {
    MatchOption { word, about, values: &["off", "on"], rule }
}

const ITALIAN_BUILDUP: MatchOption = MatchOption {
    word: "italian-buildup",
    about: "Aquila and Impero join the Italian fleet, late and on the defensive, or when the dice say so; helps the \
            Germans a little or more",
    values: &["off", SEMI_HISTORICAL, CONJECTURAL],
    rule: "AW-38.1",
};
const SEMI_HISTORICAL: &str = "semi-historical";
const CONJECTURAL: &str = "conjectural";

/// How many players there are.
pub(super) const SEATS: MatchOption = MatchOption {
    word: "seats",
    about: "two players with a side each, or four: Britain, Japan, the United States and Germany",
    values: &["2", FOUR],
    rule: "AW-1.1",
};
pub(super) const FOUR: &str = "4";

/// How four players win.
pub(super) const VICTORY: MatchOption = MatchOption {
    word: "victory",
    about: "with four seats, which must agree on it: they win as two teams, or each alone",
    values: &["none", TEAM, INDIVIDUAL],
    rule: "AW-1.4-b",
};
pub(super) const TEAM: &str = "team";
pub(super) const INDIVIDUAL: &str = "individual";

/// What teammates know of each other's units.
pub(super) const COUNCIL: MatchOption = MatchOption {
    word: "council",
    about: "with four seats: what an optional rule hides, such as submarines, teammates see of each other (open), or only \
            their owner does (closed)",
    values: &["open", CLOSED],
    rule: "AW-1.1",
};
pub(super) const CLOSED: &str = "closed";

/// In which order areas are fought in.
pub(super) const COMBAT: MatchOption = MatchOption {
    word: "combat",
    about: "one area after the other, each nation selecting in turn; each theatre on its own; or side by side by lists, all \
            areas at once that have nothing to do with each other, which saves many mails",
    values: &["book", THEATRES, SIDE_BY_SIDE],
    rule: "AW-7.11",
};
pub(super) const THEATRES: &str = "theatres";
pub(super) const SIDE_BY_SIDE: &str = "side-by-side";

/// What every match may choose, whatever its scenario: no optional rules.
pub(super) const GENERAL: &[MatchOption] = &[SEATS, VICTORY, COUNCIL, COMBAT];

/// Every option that a match may choose, as `systems --options` lists them: in the order of the rulebook.
pub const OPTIONS: &[MatchOption] = &[
    SEATS,
    VICTORY,
    COUNCIL,
    COMBAT,
    switch(
        "more-french",
        "more French ships join either side, and fewer are scuttled; helps whom the dice help",
        "AW-18.39",
    ),
    switch(
        "french-fleet-dilemma",
        "Britain may attack the French fleet, Germany may seize it, and it may fight for Vichy; helps the Axis",
        "AW-22.1",
    ),
    switch(
        "pearl-harbor-tension",
        "the Americans set in secret where their groups may turn up, and some may lie in Pearl Harbor; helps the \
         Americans",
        "AW-23.1",
    ),
    switch(
        "tora-tora",
        "four dice may warn Pearl Harbor before the first raid; hardly ever helps the Americans, then greatly",
        "AW-24.1",
    ),
    switch(
        "gunnery-radar",
        "from turn 9 on, American ships with heavy guns fire with a bonus; helps the Americans a little",
        "AW-25.0",
    ),
    switch(
        "hidden-submarines",
        "nobody knows where enemy submarines are until they attack or are hunted down; helps the Axis a little",
        "AW-26.0",
    ),
    switch(
        "submarine-targeting",
        "raiding submarines catch slow or disabled ships only; helps the Allies",
        "AW-27.1",
    ),
    switch(
        "damage-control",
        "from turn 6 on, American carriers of the first hour suffer less; helps the Americans a little",
        "AW-28.0",
    ),
    switch(
        questions::TASK_FORCES,
        "both sides divide their units into task forces and look for each other's; helps nobody in particular",
        "AW-29.1",
    ),
    switch(
        "greek-navy",
        "Lemnos and Kilkis arrive at Suez on turn 2; helps the British a little",
        "AW-30.0-a",
    ),
    switch("argus", "the carrier Argus serves from turn 2 to turn 6; helps the British a little", "AW-31.0"),
    switch(
        "pocket-pride",
        "Germany begins with Deutschland instead of Lutzow; helps the Germans a little",
        "AW-32.1",
    ),
    switch(
        "german-carriers",
        "Germany may build or scrap Graf Zeppelin and Seydlitz; helps the Germans a little or more",
        "AW-33.1",
    ),
    switch("alternate-names", "American ships are named for what was lost; helps nobody", "AW-34.11"),
    switch(
        "bb-cv",
        "Japan may convert battleships to carriers after heavy losses; helps Japan very little",
        "AW-35.1-a",
    ),
    switch(
        "aging-british-fleet",
        "ten British ships need an overhaul before they reach their speed; helps the Axis a little",
        "AW-36.1",
    ),
    switch(
        "italian-ineffectiveness",
        "Italian ships may lose heart before any round; helps the British much",
        "AW-37.1",
    ),
    ITALIAN_BUILDUP,
];

/// An optional rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Optional {
    /// 20.0 The match begins with turn 0.
    Turn0,
    /// 21.0 The match ends with turn 11.
    Turn11,
    /// 22.0 The French fleet dilemma.
    FrenchFleetDilemma,
    /// 23.0 Pearl Harbor tension.
    PearlHarborTension,
    /// 24.0 Tora, Tora, uh-oh.
    ToraTora,
    /// 25.0 Gunnery radar.
    GunneryRadar,
    /// 26.0 Hidden submarine deployment.
    HiddenSubmarines,
    /// 27.0 Submarine targeting.
    SubmarineTargeting,
    /// 28.0 Damage control.
    DamageControl,
    /// 29.0 Task forces.
    TaskForces,
    /// 30.0 The Greek navy.
    GreekNavy,
    /// 31.0 Argus.
    Argus,
    /// 32.0 Pocket pride.
    PocketPride,
    /// 33.0 German carriers.
    GermanCarriers,
    /// 34.0 Alternate ship names.
    AlternateNames,
    /// 35.0 Japanese battleship-carriers.
    BattleshipCarriers,
    /// 36.0 The aging British fleet.
    AgingBritishFleet,
    /// 37.0 Italian ineffectiveness.
    ItalianIneffectiveness,
    /// 38.1 The Italian naval buildup, semi-historical.
    SemiHistoricalBuildup,
    /// 38.2 The Italian naval buildup, purely conjectural.
    ConjecturalBuildup,
    /// 18.39, 22.7 More French ships.
    MoreFrench,
}

/// The options of the file of scenarios, those that a scenario itself switches on included.
const WORDS: &[(&str, Optional)] = &[
    ("turn-0", Optional::Turn0),
    ("turn-11", Optional::Turn11),
    ("french-fleet-dilemma", Optional::FrenchFleetDilemma),
    ("pearl-harbor-tension", Optional::PearlHarborTension),
    ("tora-tora", Optional::ToraTora),
    ("gunnery-radar", Optional::GunneryRadar),
    ("hidden-submarines", Optional::HiddenSubmarines),
    ("submarine-targeting", Optional::SubmarineTargeting),
    ("damage-control", Optional::DamageControl),
    (questions::TASK_FORCES, Optional::TaskForces),
    ("greek-navy", Optional::GreekNavy),
    ("argus", Optional::Argus),
    ("pocket-pride", Optional::PocketPride),
    ("german-carriers", Optional::GermanCarriers),
    ("alternate-names", Optional::AlternateNames),
    ("bb-cv", Optional::BattleshipCarriers),
    ("aging-british-fleet", Optional::AgingBritishFleet),
    ("italian-ineffectiveness", Optional::ItalianIneffectiveness),
    ("more-french", Optional::MoreFrench),
];

/// Which optional rules hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options(u32);

impl Options {
    /// Those that a scenario switches on by their words, with those that a match has chosen.
    pub fn of(scenario: &[String], choices: &Choices) -> Options {
        let mut options = Options::default();
        for (word, optional) in WORDS {
            let chosen = || choices.iter().any(|(chosen, _)| chosen == *word);
            if scenario.iter().any(|on| on == word) || chosen() {
                options.switch_on(*optional);
            }
        }
        match choices.value(&ITALIAN_BUILDUP) {
            SEMI_HISTORICAL => options.switch_on(Optional::SemiHistoricalBuildup),
            CONJECTURAL => options.switch_on(Optional::ConjecturalBuildup),
            _ => {}
        }
        options
    }

    fn switch_on(&mut self, optional: Optional) {
        self.0 |= 1 << optional as u32;
    }

    /// Whether an optional rule holds.
    #[inline]
    pub fn has(self, optional: Optional) -> bool {
        self.0 & (1 << optional as u32) != 0
    }
}

impl AdmiralsWar {
    /// Whether an optional rule holds.
    #[inline]
    pub fn plays_by(&self, optional: Optional) -> bool {
        self.scenario.on.has(optional)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_that_can_be_chosen_switches_something_on() {
        for option in OPTIONS.iter().filter(|option| !GENERAL.contains(option)) {
            for value in &option.values[1..] {
                let choices = Choices::parse(&[format!("{}={value}", option.word)], OPTIONS).unwrap();
                assert_ne!(Options::of(&[], &choices), Options::default(), "{}={value}", option.word);
            }
        }
    }
}
