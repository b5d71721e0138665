//! The optional rules, and the rulings of the ledger that it marks as uncertain.

use super::SeasOfThunder;
use super::pieces::Nation;
use super::scenario::{Scenario, SpecialRule};
use engine::rulebook::{Choices, MatchOption};

/// 5.3.1: Turkish neutrality may be violated from turn 8 on.
const NEUTRALITY: MatchOption = MatchOption {
    word: "neutrality",
    about: "from turn 8 on, ships may force the Bosporus and bring Turkey into the war",
    values: &["off", "on"],
    rule: "SOT-5.3.1-2",
};

/// Whether the ship that violates Turkish neutrality is fired on itself.
const VIOLATOR: MatchOption = MatchOption {
    word: "violator",
    about: "whether the first ship to force the Bosporus comes under fire too",
    values: &["fired-on", "passes"],
    rule: "SOT-5.3.1-6",
};

/// 12.0: neutral minors may be bid for.
const MINORS: MatchOption = MatchOption {
    word: "minors",
    about: "at the beginning of each scenario the Axis may ask neutral minors to join, by sealed bids",
    values: &["off", "on"],
    rule: "SOT-12.0-2",
};

/// Which rule yields where Soviets and other Allies meet Japan and other Axis navies.
const MIXED_FIGHTS: MatchOption = MatchOption {
    word: "mixed-fights",
    about: "Soviets and other Allies against Japan and other Axis, not belligerent: all fight, or the enemy picks a navy",
    values: &["all", "picked"],
    rule: "SOT-5.5.1-10",
};

/// In which scenarios submarines go by rail.
const RAIL: MatchOption = MatchOption {
    word: "rail",
    about: "the scenarios in which one submarine a turn may go by rail to Constanta",
    values: &["5", "3-5"],
    rule: "SOT-13.S3-15",
};

/// Whether French ships keep their short range after turn 14.
const FRENCH_RANGE: MatchOption = MatchOption {
    word: "french-range",
    about: "the Range of French units in scenario 5: as printed, or 2",
    values: &["printed", "2"],
    rule: "SOT-13.S5-10",
};

/// Every option, as `systems --options` lists them.
pub const OPTIONS: &[MatchOption] = &[NEUTRALITY, VIOLATOR, MINORS, MIXED_FIGHTS, RAIL, FRENCH_RANGE];

/// What a match has chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Turkish neutrality may be violated (SOT-5.3.1-2).
    pub neutrality: bool,
    /// The ship that violates it is not fired on (SOT-5.3.1-6).
    pub violator_passes: bool,
    /// Neutral minors may be bid for (SOT-12.0-2).
    pub minors: bool,
    /// Non-cooperation holds even where 5.5.1 lets all fight (SOT-5.5.1-10).
    pub picked_fights: bool,
    /// Submarines go by rail in scenarios 3 and 4 too (SOT-13.S3-15).
    pub rail_early: bool,
    /// French Range is 2 in scenario 5 too (SOT-13.S5-10).
    pub french_range: bool,
}

impl Options {
    /// Reads what a match has chosen.
    pub fn of(choices: &Choices) -> Options {
        let other = |option: &MatchOption| choices.value(option) != option.values[0];
        Options {
            neutrality: other(&NEUTRALITY),
            violator_passes: other(&VIOLATOR),
            minors: other(&MINORS),
            picked_fights: other(&MIXED_FIGHTS),
            rail_early: other(&RAIL),
            french_range: other(&FRENCH_RANGE),
        }
    }

    /// Whether Turkey can come into the war.
    pub fn may_bring_in(&self, nation: Nation) -> bool {
        self.minors || self.neutrality && nation == Nation::Turkey
    }
}

impl SeasOfThunder {
    /// Whether one submarine a turn may go by rail to Constanta (SOT-13.S5-9, SOT-13.S3-15).
    pub(super) fn rails(&self, scenario: &Scenario) -> bool {
        let early = self.options.rail_early && (3..=4).contains(&scenario.number);
        scenario.has(SpecialRule::Rail) || early
    }

    /// Whether all French units have Range 2 (SOT-13.S4-11, SOT-13.S5-10).
    pub(super) fn shortens_french_range(&self, scenario: &Scenario) -> bool {
        scenario.has(SpecialRule::FrenchRange) || self.options.french_range && scenario.number == 5
    }
}
