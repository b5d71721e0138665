//! What players write, before anybody asks whether it makes sense: hostile text in, a draft with exact
//! positions out. Nothing here knows a rule, a match or a unit: whether a name means anything is for others
//! to say.

pub mod battle;
mod block;
pub mod checks;
pub mod group;
mod hints;
pub mod node;
mod parse;
pub mod plan;
pub mod spelling;
mod syntax;
mod when;
pub mod write;
#[cfg(test)]
pub(crate) mod tests;

pub use crate::problem::Spot;
pub use battle::BattlePlansDraft;
pub use block::{BEGIN, END, Extract, extract, is_marker};
pub use group::{Group, GroupDraft, Groups, GroupsDraft};
pub use parse::{KEYS, parse, parse_doctrine, parse_into, read, refuse_strange_ends};
pub use plan::{PlanDraft, PlansDraft};

/// A piece of text as it was written, and where: `9`, `no`, `012` stay what they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The text, without quotes and with escapes resolved.
    pub text: String,
    /// Where it stands in the file as received, quotes included.
    pub spot: Spot,
}

/// What an orders file said, before anybody asks whether it makes sense.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OrdersDraft {
    /// The match the file claims to be for.
    pub match_id: Option<Word>,
    /// The exchange the file claims to be for.
    pub exchange: Option<Word>,
    /// The party the file claims to come from.
    pub party: Option<Word>,
    /// Which writing of the orders this is, if the file says so: a higher one is newer, whenever it comes.
    pub version: Option<u32>,
    /// Whether the player says that nothing will follow.
    pub is_final: bool,
    /// A private comment, as written.
    pub note: Option<String>,
    /// The answers in the order of the file.
    pub answers: Vec<AnswerDraft>,
    /// Answers to questions of later steps; nothing if those that wait stay as they are.
    pub plans: Option<PlansDraft>,
    /// How forces fight, in the words of the game; nothing if the plans that stand stay as they are.
    pub battle_plans: Option<BattlePlansDraft>,
    /// Names for several units; nothing if all groups stay as they are.
    pub groups: Option<GroupsDraft>,
    /// Standing answers to kinds of question.
    pub doctrine: Option<DoctrineDraft>,
}

/// One question's key and what was answered to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerDraft {
    /// The question's key, such as `t1/move/germany`.
    pub key: Word,
    /// The answer.
    pub body: AnswerBody,
}

/// An answer: one word for the whole question, or entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnswerBody {
    /// The whole question answered by one word.
    Single(Word),
    /// One entry a subject, or a choice.
    Entries(Vec<Entry>),
}

/// One `key: value` line of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The key as written, commas and all.
    pub key: Word,
    /// The names in the key: split at commas, trimmed, never empty, no name twice.
    pub keys: Vec<Word>,
    /// What stands after the colon.
    pub value: EntryValue,
}

/// The value of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EntryValue {
    /// One word, commas and all.
    One(Word),
    /// A list in its order, perhaps empty, no name twice.
    Many(Vec<Word>),
}

/// The word that stands for the doctrine that a game has in writing, as in `doctrine: staff`.
pub const STAFF: &str = "staff";

/// Standing answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DoctrineDraft {
    /// Where the word `doctrine` stands.
    pub spot: Spot,
    /// The word [`STAFF`], if it stands in place of entries, of which there are none then.
    pub staff: Option<Word>,
    /// One entry a kind of question.
    pub rules: Vec<DoctrineEntry>,
}

/// The standing answer to one kind of question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DoctrineEntry {
    /// The kind of question.
    pub kind: Word,
    /// What to answer.
    pub body: DoctrineBody,
}

/// A standing answer: one word, or rules of preference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DoctrineBody {
    /// One word.
    Word(Word),
    /// Rules in their order.
    Rules(Vec<DoctrineRule>),
}

/// One rule of preference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DoctrineRule {
    /// For whom; empty for all.
    pub for_: Vec<Word>,
    /// What must hold; nothing if it says nothing.
    pub when: Option<WhenDraft>,
    /// What to prefer, best first.
    pub prefer: Vec<Word>,
    /// Whether to spread over the targets; nothing if not said.
    pub spread: Option<bool>,
    /// Where the rule begins.
    pub spot: Spot,
}

/// A condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WhenDraft {
    /// One clause.
    Clause(ClauseDraft),
    /// Several, all of which must hold; never none.
    All(Vec<WhenDraft>),
    /// Several, one of which must hold; never none.
    Any(Vec<WhenDraft>),
}

/// A clause of a condition, such as `no enemy CV at north-sea`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClauseDraft {
    /// Whether it begins with `no`.
    pub no: bool,
    /// Its words, without the `no`; never none.
    pub words: Vec<Word>,
    /// Where it stands.
    pub spot: Spot,
}
