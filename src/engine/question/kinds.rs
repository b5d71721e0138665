//! Kinds of question, each declared once.

use serde::Serialize;

/// A kind of question, and what doctrine can say about it.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct QuestionKind {
    /// The word used in doctrine.
    pub kind: &'static str,
    /// What is decided, in one line.
    pub about: &'static str,
    /// True if it comes up inside a battle, where an exchange costs days.
    pub in_combat: bool,
}

/// Declares the kinds of question of a system, each once: a constant with its word, by which rules put it and
/// officers know it, and `KINDS`, the list of all, in the order in which a turn meets them. `in combat`
/// stands behind the word of one that comes up inside a battle.
#[doc(hidden)]
#[macro_export]
macro_rules! questions {
    ($($name:ident = $word:literal $(in $combat:ident)?: $about:literal;)+) => {
        $(
            #[doc = concat!("Decides ", $about, ".")]
            pub const $name: &str = $word;
        )+

        /// The kinds of question, in the order in which a turn meets them.
        pub const KINDS: &[$crate::question::QuestionKind] = &[
            $($crate::question::QuestionKind {
                kind: $word,
                about: $about,
                in_combat: $crate::question::in_combat!($($combat)?),
            },)+
        ];
    };
}

/// Whether a question comes up inside a battle.
#[doc(hidden)]
#[macro_export]
macro_rules! in_combat {
    () => {
        false
    };
    (combat) => {
        true
    };
}
pub use {in_combat, questions};
