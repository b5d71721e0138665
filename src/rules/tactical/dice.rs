//! Dice by label (battle plans 4.5): a battle asks for faces, and whoever fights it serves them.

use std::fmt::{self, Write as _};

use super::log::Phase;
use engine::fortune::Fortune;
use engine::table::Step;

/// What a roll is for. No two rolls of a battle have the same label, so those of one battle never move
/// another's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label<'a> {
    /// The battle, such as `t3/sector-13/1`.
    pub battle: &'a str,
    /// The turn; 0 of the set-up.
    pub turn: u8,
    /// The phase.
    pub phase: Phase,
    /// The unit that acts, or the word of the side.
    pub who: &'a str,
    /// What is rolled for: a weapon, an ability, `dice`, `search`, `recover`, `conceal`, `slow`, `survival`,
    /// `drift`.
    pub what: &'a str,
    /// At whom.
    pub at: Option<&'a str>,
    /// Counts rolls that are alike in all this, from 1.
    pub again: u8,
}

impl fmt::Display for Label<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Label { battle, turn, phase, who, what, at, again } = self;
        match turn {
            0 => write!(f, "{battle}/setup/{who}/")?,
            _ => write!(f, "{battle}/turn-{turn}/{}/{who}/", phase.word())?,
        }
        // Names of abilities become words like those of everything else.
        for part in what.chars().filter(|it| !matches!(it, '(' | ')' | '/')) {
            f.write_char(if part == ' ' { '-' } else { part.to_ascii_lowercase() })?;
        }
        if let Some(at) = at {
            write!(f, "/{at}")?;
        }
        if *again > 1 { write!(f, "/{again}") } else { Ok(()) }
    }
}

/// Serves the dice of a battle.
pub trait Dice {
    /// Fills in the faces, 1 to 6, of a roll. Two calls never have the same label.
    ///
    /// # Halts
    /// As the table that serves them.
    fn roll(&mut self, label: &Label<'_>, faces: &mut [u8]) -> Step<()>;

    /// Whether somebody counts how they fell.
    fn counts(&self) -> bool {
        false
    }

    /// Takes note of how some of them fell; only if somebody counts them.
    fn fell(&mut self, _fortune: Fortune) {}
}
