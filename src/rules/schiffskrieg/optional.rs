//! The optional rules, and readings of the book between which a match may choose.

use super::Schiffskrieg;
use engine::rulebook::{Choices, MatchOption};

/// An optional rule that has no more to say than whether it holds.
const fn switch(word: &'static str, about: &'static str, rule: &'static str) -> MatchOption {
    MatchOption { word, about, values: &["off", "on"], rule }
}

pub(super) const FORTUNES: MatchOption = MatchOption {
    word: "fortunes",
    about: "Fortunes of War cards of the module are drawn and played, with the standard ones or alone; what a card does is \
            declared at the table",
    values: &["off", "on", ALONE],
    rule: "SK-12.1-1",
};
const ALONE: &str = "alone";
pub(super) const LUCK: MatchOption =
    switch("luck", "whoever sinks more may win the Luck marker, and have one die rolled again", "SK-13-1");
pub(super) const DOD: MatchOption = switch(
    "dod",
    "the rules for games with the module DoD hold, and its minor navies have their extra ships",
    "SK-8-2",
);
pub(super) const FREE_SETUP: MatchOption = switch(
    "free-setup",
    "the Free Setup Variant of scenarios 28 and 51: some pieces of the Delay Box and the Turn Track wait elsewhere",
    "SK-28.5-2",
);
pub(super) const ALTERNATE_VICHY: MatchOption = switch(
    "alternate-vichy",
    "the core game's Alternate Vichy is played and Northern France is part of Vichy: its ships call Nantes home",
    "SK-8.13-1",
);
pub(super) const SEPARATE_PEACE: MatchOption = switch(
    "separate-peace",
    "the core game's option Separate Peace is in play: the ships that a set-up lists for it are there",
    "SK-SCN-2",
);
pub(super) const CUT_OFF: MatchOption = MatchOption {
    word: "cut-off",
    about: "ships that are hit with no way home are sunk in contests alone, or in commerce raids and Counterstrikes too",
    values: &["contests", "all"],
    rule: "SK-4.4-6",
};
pub(super) const COUNTERSTRIKE: MatchOption = MatchOption {
    word: "counterstrike-lba",
    about: "a reduced Allied LBA goes to the Used Asset Box after a Counterstrike, or back to its base",
    values: &["used", "base"],
    rule: "SK-10.7-8",
};
pub(super) const BANZAI: MatchOption = MatchOption {
    word: "banzai-late",
    about: "a Banzai battle for which all ships of a side are late is a Stalemate without a shot, or is fought by what is left",
    values: &["stalemate", "fought"],
    rule: "SK-10.1-1",
};

/// What a match has chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Optional {
    /// 12 Fortunes of War.
    pub fortunes: bool,
    /// Whether its cards are used without the standard ones.
    pub fortunes_alone: bool,
    /// 13 Luck.
    pub luck: bool,
    /// The module DoD.
    pub dod: bool,
    /// Whether the Free Setup Variant is used (SK-28.5-2, SK-51.5-1).
    pub free_setup: bool,
    /// Whether Northern France is part of Vichy (SK-8.13-1).
    pub alternate_vichy: bool,
    /// Whether pieces of the option Separate Peace are there.
    pub separate_peace: bool,
    /// Whether ships without a way home are sunk in every battle (SK-4.4-6).
    pub cut_off_everywhere: bool,
    /// Whether a reduced LBA goes home from a Counterstrike (SK-10.7-8).
    pub reduced_goes_home: bool,
    /// Whether a Banzai battle is fought by attachments alone (SK-10.1-1).
    pub banzai_fought: bool,
}

impl Optional {
    /// Those that a match has chosen.
    pub fn of(choices: &Choices) -> Optional {
        let on = |option: &MatchOption| choices.value(option) != option.values[0];
        Optional {
            fortunes: on(&FORTUNES),
            fortunes_alone: choices.value(&FORTUNES) == ALONE,
            luck: on(&LUCK),
            dod: on(&DOD),
            free_setup: on(&FREE_SETUP),
            alternate_vichy: on(&ALTERNATE_VICHY),
            separate_peace: on(&SEPARATE_PEACE),
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
        self.options = Optional::of(choices);
        self
    }
}
