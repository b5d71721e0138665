//! What a match may choose: companion or naval war, and how long it lasts.

use super::optional::{
    ALTERNATE_VICHY, BANZAI, COUNTERSTRIKE, CUT_OFF, DOD, FORTUNES, FREE_SETUP, LUCK, SEPARATE_PEACE,
};
use crate::rules::{Choices, MatchOption};

/// Who decides what the core game decides.
pub const MODE: MatchOption = MatchOption {
    word: "mode",
    about: "a naval war on its own, in which history declares what the core game would (house rules); or a companion to a game \
            at a real map, whose players declare it",
    values: &["naval-war", COMPANION],
    rule: "SK-INTRO-18",
};
const COMPANION: &str = "companion";

/// How many war turns are played (NW-1).
pub const TURNS: MatchOption = MatchOption {
    word: "turns",
    about: "how many war turns the naval war lasts, never past the end of the war (a house rule)",
    values: &[
        "8", "1", "2", "3", "4", "5", "6", "7", "9", "10", "11", "12", "13", "14", "15", "16", "17", "18",
        "19", "20", "21", "22", "23", "24", "25", "26", "27", "28", "29", "30", "31", "32", "33", "34", "35",
        "36",
    ],
    rule: "SK-INTRO-18",
};

/// When the first hostilities of the naval war begin (NW-2).
pub const WAR: MatchOption = MatchOption {
    word: "war",
    about: "the naval war begins when it did in history, peace turns before it; or the first hostilities begin at once (a house \
            rule)",
    values: &["history", AT_ONCE],
    rule: "SK-INTRO-18",
};
const AT_ONCE: &str = "at-once";

/// Every option.
pub const OPTIONS: &[MatchOption] = &[
    MODE,
    TURNS,
    WAR,
    FREE_SETUP,
    ALTERNATE_VICHY,
    SEPARATE_PEACE,
    CUT_OFF,
    BANZAI,
    COUNTERSTRIKE,
    DOD,
    FORTUNES,
    LUCK,
];

/// What a match has chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chosen {
    /// Whether players at a real map declare what the core game decides.
    pub companion: bool,
    /// War turns.
    pub turns: u8,
    /// Whether the first hostilities begin at once.
    pub at_once: bool,
}

impl Chosen {
    /// Reads the choices of a match.
    pub fn of(choices: &Choices) -> Chosen {
        Chosen {
            companion: choices.value(&MODE) == COMPANION,
            turns: choices.value(&TURNS).parse().unwrap_or(8),
            at_once: choices.value(&WAR) == AT_ONCE,
        }
    }
}
