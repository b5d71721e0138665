//! What a match may choose: the optional rules, and readings of the book.

use super::Schiffskrieg;
use crate::rules::{Choices, MatchOption};

/// An optional rule that has no more to say than whether it holds.
const fn switch(word: &'static str, about: &'static str, rule: &'static str) -> MatchOption {
    MatchOption { word, about, values: &["off", "on"], rule }
}

const FORTUNES: MatchOption = switch(
    "fortunes",
    "Fortunes of War cards of the module are drawn and played; what a card does is declared at the table",
    "SK-12.1-1",
);
const LUCK: MatchOption =
    switch("luck", "whoever sinks more may win the Luck marker, and have one die rolled again", "SK-13-1");
const DOD: MatchOption = switch(
    "dod",
    "the rules for games with the module DoD hold, and its minor navies have their extra ships",
    "SK-8-2",
);
const CUT_OFF: MatchOption = MatchOption {
    word: "cut-off",
    about: "ships that are hit with no way home are sunk in contests alone, or in commerce raids and Counterstrikes too",
    values: &["contests", "all"],
    rule: "SK-4.4-6",
};
const COUNTERSTRIKE: MatchOption = MatchOption {
    word: "counterstrike-lba",
    about: "a reduced Allied LBA goes to the Used Asset Box after a Counterstrike, or back to its base",
    values: &["used", "base"],
    rule: "SK-10.7-8",
};
const BANZAI: MatchOption = MatchOption {
    word: "banzai-late",
    about: "a Banzai battle for which all ships of a side are late is a Stalemate without a shot, or is fought by what is left",
    values: &["stalemate", "fought"],
    rule: "SK-10.1-1",
};

/// Every option that a match may choose.
pub const OPTIONS: &[MatchOption] = &[MODE, TURNS, WAR, CUT_OFF, BANZAI, COUNTERSTRIKE, DOD, FORTUNES, LUCK];

/// What a match has chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// 12 Fortunes of War.
    pub fortunes: bool,
    /// 13 Luck.
    pub luck: bool,
    /// The module DoD.
    pub dod: bool,
    /// Whether ships without a way home are sunk in every battle (SK-4.4-6).
    pub cut_off_everywhere: bool,
    /// Whether a reduced LBA goes home from a Counterstrike (SK-10.7-8).
    pub reduced_goes_home: bool,
    /// Whether a Banzai battle is fought by attachments alone (SK-10.1-1).
    pub banzai_fought: bool,
}

impl Options {
    /// Those that a match has chosen.
    pub fn of(choices: &Choices) -> Options {
        let on = |option: &MatchOption| choices.value(option) != option.values[0];
        Options {
            fortunes: on(&FORTUNES),
            luck: on(&LUCK),
            dod: on(&DOD),
            cut_off_everywhere: on(&CUT_OFF),
            reduced_goes_home: on(&COUNTERSTRIKE),
            banzai_fought: on(&BANZAI),
        }
    }
}

impl Schiffskrieg {
    /// The same rules under other choices.
    #[must_use]
    pub fn under(mut self, choices: &Choices) -> Schiffskrieg {
        self.options = Options::of(choices);
        self
    }
}

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

/// What kind of match it is.
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
