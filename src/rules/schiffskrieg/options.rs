//! What a match may choose: companion or naval war, and how long it lasts.

use super::optional::{
    ALTERNATE_VICHY, BANZAI, COUNTERSTRIKE, CUT_OFF, DOD, FORTUNES, FREE_SETUP, LUCK, SEPARATE_PEACE,
};
use engine::rulebook::{Choices, MatchOption};

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

/// Whether the Allies order what they do in their Support Segments in one exchange.
pub const ALLIED_TURNS: MatchOption = MatchOption {
    word: "allied-turns",
    about: "the Soviet faction of the naval war is asked for its missions together with the Western one, whose are done first; or \
            in its own turn, once it has seen those (a house rule)",
    values: &[TOGETHER, "in-turn"],
    rule: "SK-INTRO-18",
};
const TOGETHER: &str = "together";

/// How many exchanges of a turn may be opened by asking a faction back.
pub const ASKS: MatchOption = MatchOption {
    word: "asks",
    about: "how many exchanges of a turn of the naval war may be opened by what doctrine and plans leave open: by `ask`, or by a \
            kind that doctrine does not name (a house rule)",
    values: &["3", "0", "1", "2", "4", "5", "6", "7", "8", "9", "10", "11", "12", ANY],
    rule: "SK-INTRO-18",
};
const ANY: &str = "any";

/// By which share the naval war is won (NW-21, NW-22).
pub const PAR: MatchOption = MatchOption {
    word: "par",
    about: "the share of all points, in per cent, that the first side of the naval war is expected to reach: what officers reached when \
            the match began, or what the players agree on (a house rule)",
    values: &[
        "measured", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16",
        "17", "18", "19", "20", "21", "22", "23", "24", "25", "26", "27", "28", "29", "30", "31", "32", "33",
        "34", "35", "36", "37", "38", "39", "40", "41", "42", "43", "44", "45", "46", "47", "48", "49", "50",
        "51", "52", "53", "54", "55", "56", "57", "58", "59", "60", "61", "62", "63", "64", "65", "66", "67",
        "68", "69", "70", "71", "72", "73", "74", "75", "76", "77", "78", "79", "80", "81", "82", "83", "84",
        "85", "86", "87", "88", "89", "90", "91", "92", "93", "94", "95", "96", "97", "98", "99",
    ],
    rule: "SK-INTRO-18",
};

/// Every option.
pub const OPTIONS: &[MatchOption] = &[
    MODE,
    TURNS,
    WAR,
    ALLIED_TURNS,
    ASKS,
    PAR,
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
    /// Whether the Soviet faction is asked for its missions together with the Western one.
    pub together: bool,
    /// How many exchanges of a turn may be opened by asking back; nothing where any number may.
    pub asks: Option<u8>,
    /// The par of the match; nothing where that of the data counts.
    pub par: Option<u8>,
}

impl Chosen {
    /// Reads the choices of a match.
    pub fn of(choices: &Choices) -> Chosen {
        let companion = choices.value(&MODE) == COMPANION;
        Chosen {
            companion,
            turns: choices.value(&TURNS).parse().unwrap_or(8),
            at_once: choices.value(&WAR) == AT_ONCE,
            // Beside a real table each Support Segment is opened by itself, and declarations open the
            // exchanges, any number in a turn.
            together: choices.value(&ALLIED_TURNS) == TOGETHER && !companion,
            asks: choices.value(&ASKS).parse().ok().filter(|_| !companion),
            par: choices.value(&PAR).parse().ok(),
        }
    }
}
