//! The boundary between the rules and everything else: a match as its rules see it, whatever the system.
//!
//! Commands, matches, the audit and the post office speak to an
//! [`Adjudicator`]; only [`Ruled`] knows a
//! system's types. No position crosses the line: what leaves is words, points, hashes, bodies of journal
//! entries and views.

mod ruled;
mod keep;
mod standing;
mod units;
mod views;
mod follow;
mod fallen;
pub mod record;

use std::any::Any;
use std::borrow::Cow;

use serde_json::Value;

use crate::condition::ConditionWord;
use crate::condition::lexicon::Several;
use crate::declare::{FactLine, Line, Refused};
use crate::digest::Digest;
use crate::doctrine::vocabulary::Vocabulary;
use crate::draft::battle::{PlanSheet, PlansRead};
use crate::draft::spelling::Spelled;
use crate::draft::{BattlePlansDraft, DoctrineDraft, Groups};
use crate::driver::Stop;
use crate::entry::{Entry, Kind};
use crate::items::Words;
use crate::nearest::Nearest;
use crate::party::Party;
use crate::problem::Collector;
use crate::question::{AheadQuestion, QuestionKind};
use crate::rulebook::Title;
use crate::side::Side;
use crate::staff::Adviser;
use crate::system::Addressed;
use crate::table::book::Answers;
use crate::table::{DiceSource, Waiting};
use crate::tags::Tags;

pub use fallen::Fallen;
pub use record::Void;
pub use ruled::Ruled;

/// What is known of the rules of a match before anything is played.
#[derive(Clone, Debug)]
pub struct About {
    /// What the system is called, its edition, and what it offers.
    pub title: Title,
    /// The word of the scenario that was laid out.
    pub scenario: String,
    /// Who fights, in the system's order.
    pub sides: &'static [Side],
    /// Who is asked, in the system's order.
    pub parties: &'static [Party],
    /// The kinds of question.
    pub kinds: &'static [QuestionKind],
    /// The words of its tags.
    pub tag_words: &'static [&'static str],
    /// The words of its conditions.
    pub conditions: &'static [ConditionWord],
    /// Whether it may bound how often parties are asked back.
    pub bounds_asking: bool,
    /// The edition of its staff officer's advice.
    pub officer: u32,
    /// Whether its dice are counted only where steps are played again ([`Adjudicator::fallen`]).
    pub counts_at_table: bool,
}

/// Which part of the story a view says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// What was told last.
    Latest,
    /// All that is in effect.
    All,
}

/// Where the latest part of the story begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Since {
    /// With this entry.
    Entry,
    /// Where it began before: nobody was asked anything since.
    Before,
}

/// Why the rules could not do what they were asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplayFault {
    /// Something does not follow: a re-run disagrees with the record, or the record cannot be.
    Proof(String),
    /// A defect of this program.
    Bug(String),
}

/// What came of playing on.
pub struct Played {
    /// The body of the entry that records it.
    pub body: Value,
    /// What waits for an answer; empty when the match is over.
    pub waiting: Vec<Waiting>,
}

/// What an entry of the journal changed.
pub struct Effect {
    /// True if at least one step was played to its end.
    pub settled: bool,
    /// The hash of the settled position, as the entry claims it.
    pub position: Digest,
    /// Early orders that came to nothing.
    pub voids: Vec<Void>,
}

/// A position that nobody can look into.
pub struct Position(Box<dyn Any>);

/// What an audit found in an entry that tells a story.
pub struct Compared {
    /// How many rolls it tells.
    pub rolls: usize,
    /// How many events it tells.
    pub events: usize,
    /// The hash of the position to which it claims to lead.
    pub claimed: Digest,
    /// The position to which the rules lead, and what waits there; nothing where the rules were not run.
    pub found: Option<(Position, Vec<Waiting>)>,
}

/// What an auditor knows of what follows in a journal.
pub struct Foresight {
    /// The answers that will have counted.
    pub answers: Answers,
    /// The dice of all exchanges.
    pub dice: Box<dyn DiceSource>,
    /// The exchanges that are closed or will be, in their order, without those that a ruling set aside.
    pub exchanges: Vec<u32>,
}

/// An open match as its rules see it: the last settled position, what the step that is being played has told,
/// and what was told before.
pub trait Adjudicator: Any {
    /// The system, its scenario, its sides and parties.
    fn about(&self) -> &About;

    /// Where the match stands in the sequence, the unfinished step included.
    fn standing(&self) -> Words;
    /// The newest exchange that led to the settled position.
    fn consumed(&self) -> u32;
    /// True when the match is over.
    fn is_over(&self) -> bool;
    /// True while nothing was told.
    fn is_untold(&self) -> bool;
    /// A side's points, as the rules count them.
    fn points(&self, side: Side) -> i32;
    /// Who would have won if the match ended here; nobody if that is a draw.
    fn winner(&self) -> Option<Side>;
    /// Whether the side with more points wins and nothing else decides.
    fn by_points(&self) -> bool;
    /// The hash of the settled position.
    ///
    /// # Errors
    /// Only by a defect.
    fn position(&self) -> Result<Digest, ReplayFault>;
    /// Whether the settled position is this one.
    fn stands_at(&self, position: &Position) -> bool;

    /// Plays on with these answers and dice until a question waits or the match is over. The match stays as
    /// it is until the entry with the body is taken. `before` is the hash of the settled position, if it is
    /// known.
    ///
    /// # Errors
    /// A defect of the rules, a re-run that disagrees with what was told, or doctrine that means nothing.
    fn play(
        &self,
        answers: Answers,
        dice: &dyn DiceSource,
        before: Option<Digest>,
    ) -> Result<Played, ReplayFault>;
    /// What waits for an answer with these answers and dice; nothing when the match is over.
    ///
    /// # Errors
    /// As [`Adjudicator::play`].
    fn waiting(&self, answers: Answers, dice: &dyn DiceSource) -> Result<Vec<Waiting>, ReplayFault>;
    /// Takes an entry of the kind `resolved`, `ruling` or `declaration`, and believes it as far as it can be.
    /// What it tells is the latest part of the story from then on, alone or behind what was the latest
    /// before.
    ///
    /// # Errors
    /// A sentence on what in it makes no sense; the match must then be read again.
    fn take(&mut self, entry: &Entry, since: Since) -> Result<Effect, String>;
    /// Compares such an entry with what the rules tell, if answers and dice are at hand.
    ///
    /// # Errors
    /// The first place where they part.
    fn compare(
        &self,
        entry: &Entry,
        with: Option<(Answers, &dyn DiceSource)>,
    ) -> Result<Compared, ReplayFault>;

    /// Compares an entry of the kind `resolved` that was written when an exchange was `closed`, or before the
    /// first, with a single run of each step that knows what follows. So a step is not played again for every
    /// exchange in it. What follows is asked for once, and holds until the umpire rules or the match is
    /// forked. Nothing is given where this does not show that all is in order; [`Adjudicator::compare`] then
    /// decides.
    fn follow(&self, entry: &Entry, closed: u32, foresee: &dyn Fn() -> Option<Foresight>)
    -> Option<Compared>;

    /// The dice of combats that an entry tells, event by event, if it follows on what was taken before. If
    /// the system [counts at the table](About::counts_at_table), it takes the answers and dice of then, as
    /// for [`Adjudicator::compare`]; without them nothing is counted. Other systems need none.
    ///
    /// # Errors
    /// A sentence on what in it makes no sense, or where it and the rules part.
    fn fallen(
        &self,
        entry: &Entry,
        with: Option<(Answers, &dyn DiceSource)>,
    ) -> Result<Vec<Fallen>, ReplayFault>;

    /// The event of an umpire's ruling, from the words of a change such as `points axis 2`.
    ///
    /// # Errors
    /// A sentence that says what is not understood.
    fn ruling(&self, reason: &str, change: &str) -> Result<Value, String>;
    /// Puts a ruling, or a declaration, in force and forgets what the unfinished step had told.
    ///
    /// # Errors
    /// A sentence on what cannot be; the position may have changed by then.
    fn intervene(&mut self, kind: Kind, event: &Value) -> Result<(), String>;

    /// Every fact that people at a real table declare, with what stands of it as a party may know it, or all
    /// of it; none where the rules decide everything.
    fn facts(&self, party: Option<Party>) -> Vec<FactLine>;
    /// The event of a batch of declarations.
    ///
    /// # Errors
    /// Each declaration that cannot be taken up, and why.
    fn declaration(&self, reason: &str, lines: &[Line]) -> Result<Value, Vec<Refused>>;
    /// Whether an event holds just these declarations.
    fn has_declared(&self, event: &Value, lines: &[Line]) -> bool;
    /// What is to be declared as things stand, as a file to start from.
    fn draft(&self) -> String;
    /// What must be declared before the match goes on, a sentence each; nothing while it waits for nothing of
    /// the kind.
    fn wanted(&self) -> Vec<String>;

    /// What a party may know of the present position and of a part of the story; `leaving` names parts of the
    /// view that are not wanted.
    ///
    /// # Errors
    /// Only by a defect.
    fn view(&self, party: Party, told: Part, leaving: &[&str]) -> Result<Value, ReplayFault>;
    /// The nearest other result of the dice in a line of a view's story, where the line and the game's data
    /// show it.
    fn nearest(&self, line: &Value) -> Option<Nearest>;
    /// Somebody who advises a party from its own view.
    fn adviser(&self, party: Party) -> Box<dyn Adviser + '_>;

    /// Notes every word of doctrine that means nothing, with the file's name left empty; groups mean their
    /// members.
    fn check_doctrine(
        &self,
        draft: &DoctrineDraft,
        groups: &Groups,
        problems: &mut Collector,
    ) -> Vec<Spelled>;
    /// The id of the unit that a word names, in a game whose units are known before the match.
    fn unit(&self, word: &str) -> Option<String>;
    /// The id of the unit that a word may mean that names nothing.
    ///
    /// # Errors
    /// If it could be several.
    fn unit_meant(&self, word: &str) -> Result<Option<String>, Several>;
    /// What units are called, for the nearest to a slip.
    fn unit_names(&self) -> Vec<String>;
    /// Whether a word, or one that is spelled like it, means something in orders or doctrine, so that no
    /// group may be called so.
    fn is_taken(&self, word: &str) -> bool;
    /// The words that doctrine can use.
    fn vocabulary(&self) -> Vocabulary;
    /// Notes everything in battle plans that means nothing, with the file's name left empty; gives which
    /// battles each plan serves, in words.
    fn check_battle_plans(&self, draft: &BattlePlansDraft, problems: &mut Collector) -> PlansRead;
    /// Battle plans with the units of groups in place of their names.
    fn battle_plans_of<'d>(&self, draft: &'d BattlePlansDraft, groups: &Groups) -> Cow<'d, BattlePlansDraft>;
    /// What is said of battle plans, in a game that is fought by them.
    fn plan_sheet(&self) -> Option<PlanSheet>;
    /// The words of battle plans, in a game that is fought by them, for a check away from the program.
    fn plan_words(&self) -> Option<Value>;
    /// Doctrine as YAML to put under `doctrine:`, with its conditions in English as remarks.
    fn doctrine_text(&self, draft: &DoctrineDraft) -> String;
    /// The doctrine with which every party begins, in the same way; empty if there is none.
    fn starter(&self) -> String;
    /// The kinds of question that `doctrine: staff` answers; none where no such doctrine is written.
    fn staff_kinds(&self) -> Vec<String>;
    /// What the key of a question says of it.
    ///
    /// # Errors
    /// A sentence without its full stop, if no question of the match has such a key.
    fn asked(&self, key: &str) -> Result<Addressed, String>;
    /// Whether a word names anything that a question may name.
    fn knows(&self, word: &str) -> bool;
    /// What a party will be asked in later steps, as things stand. `open` are the keys of the questions that
    /// wait.
    fn ahead(&self, party: Party, open: &[&str]) -> Vec<AheadQuestion>;
    /// What a word may be called by: a tag by itself, a thing by its tags.
    fn tags_of(&self, word: &str) -> Tags;

    /// What it takes to go on from here, for [`Adjudicator::take_up`] of the same program; not the story of
    /// before.
    ///
    /// # Errors
    /// Only by a defect.
    fn keep(&self) -> Result<Vec<u8>, ReplayFault>;
    /// Goes on from what was kept. What was told before is not known then: [`Part::All`] cannot be viewed.
    ///
    /// # Errors
    /// If it is not understood, or cannot be; the match must then be read again.
    fn take_up(&mut self, kept: &[u8]) -> Result<(), ReplayFault>;

    /// Keeps nothing of the story from now on but what was told last: [`Part::All`] cannot be viewed then.
    fn keep_latest(&mut self);

    /// The same match, which then goes its own way.
    fn fork(&self) -> Box<dyn Adjudicator>;
    /// The same rules at the opening of the match.
    fn anew(&self) -> Box<dyn Adjudicator>;
}

impl std::fmt::Display for ReplayFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (ReplayFault::Proof(what) | ReplayFault::Bug(what)) = self;
        f.write_str(what)
    }
}

impl std::error::Error for ReplayFault {}

impl From<Stop> for ReplayFault {
    fn from(stop: Stop) -> ReplayFault {
        match stop {
            Stop::Fault(fault) => ReplayFault::Bug(fault.to_string()),
            Stop::Diverged(divergence) => ReplayFault::Proof(divergence.to_string()),
        }
    }
}
