//! Conditions: what must hold at the moment of a question, before a rule of doctrine speaks.
//!
//! A condition is a clause, such as `outgunned 3:2`, or several of which all must hold, or any. A clause is a
//! word that the system declares ([`Conditions::conditions`]), with what that word takes. What it means is
//! the system's to say, from what the party that is asked may see ([`Conditions::holds`]).
//!
//! [`Conditions::conditions`]: crate::condition::Conditions::conditions
//! [`Conditions::holds`]: crate::condition::Conditions::holds

pub mod compile;
pub mod lexicon;
pub mod say;

use crate::items::Items;
use crate::party::Party;
use crate::tags::Tags;

/// The conditions of a game's doctrine, and the doctrine that it has in writing.
pub trait Conditions: Items {
    /// What `doctrine: staff` stands for, as YAML that stands under `doctrine:`; nothing where no such
    /// doctrine is written. It decides answers: a change of it raises the edition, and matches of earlier
    /// ones keep theirs.
    fn staff_doctrine(&self) -> &'static str {
        ""
    }
    /// The words with which conditions of doctrine begin.
    fn conditions(&self) -> &'static [ConditionWord] {
        &[]
    }
    /// Whether questions of a kind are put about a fight, at whose place conditions then look.
    fn is_of_a_fight(&self, _kind: &str) -> bool {
        false
    }
    /// Whether what a word fits is something that a condition can look for.
    fn is_seen(&self, _what: Match<Self::Item>) -> bool {
        false
    }
    /// Whether a condition that begins with a word can look at a place.
    fn is_place(&self, _word: &ConditionWord, _at: Self::Item) -> bool {
        false
    }
    /// Whether a clause holds at the moment of a question.
    ///
    /// It reads only what the party that is asked may see then. About a fight it reads that fight, its place,
    /// and what was so when the turn began: never another place, since fights may be played in another order.
    fn holds(
        &self,
        _state: &Self::State,
        _asked: &Asked<'_, Self::Item>,
        _clause: &Clause<Self::Item>,
    ) -> bool {
        false
    }
}

/// What a word fits that names things: in doctrine, and in a condition.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Match<I> {
    /// Anything with this tag.
    Tag(Tags),
    /// One thing.
    Item(I),
}

impl<I: Copy + PartialEq> Match<I> {
    /// What a word fits, if the system knows the word.
    pub fn named<S: Conditions<Item = I>>(system: &S, word: &str) -> Option<Match<I>> {
        let tag = Tags::named(system.tag_words(), word).map(Match::Tag);
        tag.or_else(|| system.find(word).map(Match::Item))
    }

    /// Whether it fits a thing.
    pub fn fits<S: Conditions<Item = I>>(self, system: &S, item: I) -> bool {
        match self {
            Match::Tag(tag) => system.tags(item).meets(tag),
            Match::Item(own) => system.covers(own, item),
        }
    }
}

/// A question, as far as conditions look at it.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'k, I> {
    /// Who is asked, and from whose side everything is seen.
    pub party: Party,
    /// The kind of the question.
    pub kind: &'k str,
    /// Its key, which says where and in which round.
    pub key: &'k str,
    /// What can be chosen.
    pub options: &'k [I],
}

/// A condition.
#[derive(Clone, Debug, PartialEq)]
pub enum When<I> {
    /// The clause holds.
    Is(Clause<I>),
    /// It does not.
    No(Clause<I>),
    /// All of these hold.
    All(Vec<When<I>>),
    /// At least one of these holds.
    Any(Vec<When<I>>),
}

impl<I: Copy + PartialEq> When<I> {
    /// Whether it holds in a position, for the party that is asked.
    pub fn holds<S: Conditions<Item = I>>(&self, system: &S, state: &S::State, asked: &Asked<'_, I>) -> bool {
        match self {
            When::Is(clause) => system.holds(state, asked, clause),
            When::No(clause) => !system.holds(state, asked, clause),
            When::All(parts) => parts.iter().all(|part| part.holds(system, state, asked)),
            When::Any(parts) => parts.iter().any(|part| part.holds(system, state, asked)),
        }
    }
}

/// A clause: a word of the system with what it takes. What a word does not take is empty.
#[derive(Clone, Debug, PartialEq)]
pub struct Clause<I> {
    /// The word, one of those that the system declares.
    pub word: &'static str,
    /// The choice behind it, such as `own`.
    pub choice: &'static str,
    /// The things it looks for.
    pub what: Option<Named<Match<I>>>,
    /// The ratio.
    pub ratio: Ratio,
    /// The number.
    pub number: u16,
    /// Where it looks, if the file says so.
    pub at: Option<Named<I>>,
}

/// Something with the word that a file has for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Named<T> {
    /// The word.
    pub word: String,
    /// What it names.
    pub is: T,
}

/// A ratio, such as `3:2`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ratio {
    /// How many on one side.
    pub more: u16,
    /// For how many on the other.
    pub less: u16,
}

impl Ratio {
    /// Whether one number is at least this many times another. Nothing is no multiple of nothing.
    pub fn is_reached(self, great: u32, small: u32) -> bool {
        great > 0 && great * u32::from(self.less) >= small * u32::from(self.more)
    }
}

/// The numbers that a word takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    /// The least.
    pub least: u16,
    /// The greatest.
    pub most: u16,
    /// The one that is meant where none is written; nothing if it must be.
    pub otherwise: Option<u16>,
}

/// What a word of a condition reads, and so for which questions it may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reads {
    /// What is the same everywhere during a turn: any question.
    Turn,
    /// A place: that of the fight, or elsewhere one that the file names.
    Place,
    /// The fight about which the question is put.
    Fight,
}

/// A word that begins a clause: what it takes behind it, and what it means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConditionWord {
    /// The word.
    pub word: &'static str,
    /// The clause in English, with `{choice}`, `{what}`, `{ratio}`, `{number}` and `{there}` for what it
    /// takes.
    pub says: &'static str,
    /// What it reads.
    pub reads: Reads,
    /// The choices of which one follows, if any do.
    pub choices: &'static [&'static str],
    /// Whether the word of a thing follows.
    pub what: bool,
    /// The ratio that is meant where none is written, if it takes one.
    pub ratio: Option<Ratio>,
    /// The numbers it takes, if it takes any.
    pub number: Option<Number>,
}

impl ConditionWord {
    /// A word that takes nothing.
    pub const fn new(word: &'static str, reads: Reads, says: &'static str) -> ConditionWord {
        ConditionWord { word, says, reads, choices: &[], what: false, ratio: None, number: None }
    }

    /// The same with one of these choices behind it.
    pub const fn one_of(self, choices: &'static [&'static str]) -> ConditionWord {
        ConditionWord { choices, ..self }
    }

    /// The same with the word of a thing behind it.
    pub const fn what(self) -> ConditionWord {
        ConditionWord { what: true, ..self }
    }

    /// The same with a ratio behind it, or else this one.
    pub const fn ratio(self, more: u16, less: u16) -> ConditionWord {
        ConditionWord { ratio: Some(Ratio { more, less }), ..self }
    }

    /// The same with a number behind it.
    pub const fn number(self, least: u16, most: u16) -> ConditionWord {
        ConditionWord { number: Some(Number { least, most, otherwise: None }), ..self }
    }

    /// The same with a number behind it, or else the least.
    pub const fn number_or_least(self, least: u16, most: u16) -> ConditionWord {
        ConditionWord { number: Some(Number { least, most, otherwise: Some(least) }), ..self }
    }

    /// How it is written, such as `flag own|enemy|none [at PLACE]`; what stands in brackets may be left out.
    pub fn usage(&self) -> String {
        let mut parts = vec![self.word.to_owned()];
        if !self.choices.is_empty() {
            parts.push(self.choices.join("|"));
        }
        if self.what {
            parts.push("WHAT".to_owned());
        }
        if let Some(Ratio { more, less }) = self.ratio {
            parts.push(format!("[{more}:{less}]"));
        }
        match self.number {
            Some(Number { otherwise: Some(number), .. }) => parts.push(format!("[{number}]")),
            Some(Number { otherwise: None, .. }) => parts.push("NUMBER".to_owned()),
            None => {}
        }
        if self.reads == Reads::Place {
            parts.push("[at PLACE]".to_owned());
        }
        parts.join(" ")
    }
}

/// Declares the conditions of a system: an enum with a variant for each of its words.
#[doc(hidden)]
#[macro_export]
macro_rules! conditions {
    ($(#[$about:meta])* $vis:vis enum $name:ident {
        $($(#[$of:meta])* $variant:ident = $word:expr,)+
    }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $vis enum $name {
            $($(#[$of])* $variant,)+
        }

        impl $name {
            /// What the system declares of each.
            $vis const WORDS: &'static [$crate::condition::ConditionWord] = &[$($word),+];

            /// The one that a clause is about.
            $vis fn of<I>(clause: &$crate::condition::Clause<I>) -> Option<$name> {
                let at = $name::WORDS.iter().position(|it| it.word == clause.word)?;
                Some([$($name::$variant),+][at])
            }
        }
    };
}
pub use conditions;
