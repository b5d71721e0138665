//! What a rules system gives to the core: its position, its events, its sequence, and words for its things.

use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;

use crate::condition::{Asked, Clause, ConditionWord, Match};
use crate::declare::{FactLine, Line, Refused};
use crate::doctrine::vocabulary::Dictionary;
use crate::draft::BattlePlansDraft;
use crate::draft::battle::{PlanSheet, PlansRead};
use crate::party::Party;
use crate::problem::Collector;
use crate::question::{AheadQuestion, Ask, OpenChoice, OpenQuestion, OpenSubject, Picks, QuestionKind};
use crate::side::Side;
use crate::staff::Mind;
use crate::table::book::Earlier;
use crate::table::{Note, Section, Step, Table};
use crate::tags::Tags;

/// Whether a match goes on after a step of its sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// The next step follows.
    Next,
    /// The match is over.
    Over,
}

/// A thing in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words {
    /// The word used in files.
    pub id: String,
    /// The name used in sentences.
    pub name: String,
    /// Facts worth seeing beside the name.
    pub note: String,
}

impl Words {
    /// A thing beside which nothing need be seen.
    pub fn plain(id: impl Into<String>, name: impl Into<String>) -> Words {
        Words { id: id.into(), name: name.into(), note: String::new() }
    }
}

/// What the key of a question says of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Addressed {
    /// To whom it is put; nothing where that depends on what happens.
    pub party: Option<Party>,
    /// On which turn; nothing before the first.
    pub turn: Option<u8>,
}

/// A part of the story: where in the sequence it was told, and what.
pub struct Chapter<'s, S: System> {
    /// Where in the sequence.
    pub at: &'s Words,
    /// What was told there and is new.
    pub sections: &'s [Section<S::Event>],
}

/// What is new to a party.
pub struct News<'s, S: System> {
    /// The position before it, from which the chapters lead to that of today; nothing where nobody kept it.
    pub since: Option<&'s S::State>,
    /// What was told, in order.
    pub chapters: &'s [Chapter<'s, S>],
    /// The names of parts of a view, or of its zones and ports, that nobody wants to see; they may be left empty.
    pub unwanted: &'s [&'s str],
}

impl<S: System> Clone for News<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: System> Copy for News<'_, S> {}

impl<'s, S: System> News<'s, S> {
    /// Nothing is new.
    pub const NONE: News<'s, S> = News::of(&[]);

    /// What was told, from a position that nobody kept.
    pub const fn of(chapters: &'s [Chapter<'s, S>]) -> News<'s, S> {
        News { since: None, chapters, unwanted: &[] }
    }

    /// A part of a view; one that nobody wants is not made.
    pub fn part<T: Default>(self, name: &str, make: impl FnOnce() -> T) -> T {
        if self.unwanted.contains(&name) { T::default() } else { make() }
    }

    /// What happened, in order.
    pub fn events(self) -> impl Iterator<Item = &'s S::Event> {
        let notes =
            self.chapters.iter().flat_map(|chapter| chapter.sections).flat_map(|section| &section.notes);
        notes.filter_map(|note| if let Note::Event(event) = note { Some(event) } else { None })
    }
}

/// One rulebook: its position, its events, its sequence.
///
/// Laws: [`System::apply`] is the only place where a position changes; [`System::step`] reads no clock, no file
/// and no hash map's order.
pub trait System: Sized {
    /// Where everything is.
    type State: Clone + PartialEq + Debug + Serialize + DeserializeOwned;
    /// Something that happened.
    type Event: Clone + PartialEq + Debug + Serialize + DeserializeOwned;
    /// All that one party may know.
    type View: Serialize;
    /// Anything that a question can name.
    type Item: Copy + PartialEq + Debug;

    /// The system's word in files and folders.
    fn id(&self) -> &'static str;
    /// The edition: raised by every change that alters an outcome.
    fn edition(&self) -> u32;
    /// Who fights.
    fn sides(&self) -> &'static [Side];
    /// Who is asked and gets packets: for each side one or several, each known by its own word.
    fn parties(&self) -> &'static [Party];
    /// The position before the first step.
    fn opening(&self) -> Self::State;
    /// Plays the step at which the position stands to its end.
    ///
    /// # Halts
    /// Where a question has no answer yet.
    fn step(&self, table: &mut Table<'_, Self>) -> Step<Flow>;
    /// Changes a position by an event.
    fn apply(&self, state: &mut Self::State, event: &Self::Event);
    /// Whether an event from a file speaks of things that are in play, with numbers that can be; gives a sentence for
    /// what does not fit. [`System::apply`] may rely on it.
    fn fits(&self, event: &Self::Event) -> Option<String>;
    /// Where a position stands in the sequence, as a path (`t1/combat`) and in words.
    fn standing(&self, state: &Self::State) -> Words;
    /// What must hold in every position; gives a sentence for what does not.
    fn impossible(&self, state: &Self::State) -> Option<String>;

    /// The event of an umpire's ruling, from the words of a change such as `points axis 2`.
    ///
    /// # Errors
    /// A sentence that says what is not understood.
    fn ruling(&self, reason: &str, change: &str) -> Result<Self::Event, String>;
    /// What a ruling may change, a line each, for help and refusals.
    fn changes(&self) -> &'static str;
    /// Every fact that people at a real table declare, with what stands of it; none where the rules decide all themselves.
    /// A party sees what it may know; without one all is seen.
    fn facts(&self, _state: &Self::State, _party: Option<Party>) -> Vec<FactLine> {
        Vec::new()
    }
    /// The event of a batch of declarations.
    ///
    /// # Errors
    /// Each declaration that cannot be taken up, and why.
    fn declaration(
        &self,
        _state: &Self::State,
        _reason: &str,
        _lines: &[Line],
    ) -> Result<Self::Event, Vec<Refused>> {
        let what = "nothing is declared in this match: its rules decide everything".to_owned();
        Err(vec![Refused { line: 0, value: false, what, allowed: Vec::new() }])
    }
    /// Whether an event is a declaration, and then what in it could not be declared in this position.
    fn declares(&self, _state: &Self::State, _event: &Self::Event) -> Option<Result<(), String>> {
        None
    }
    /// The declarations of an event that is one, in words.
    fn declared(&self, _event: &Self::Event) -> Vec<Line> {
        Vec::new()
    }
    /// What is to be declared as things stand, as a file to start from.
    fn draft(&self, _state: &Self::State) -> String {
        String::new()
    }
    /// What people at a real table must declare before the match goes on, a sentence each, with the command's words; nothing
    /// while it waits for nothing of the kind.
    fn wanted(&self, _state: &Self::State) -> Vec<String> {
        Vec::new()
    }
    /// What a party may know of a position and of what was told, built up from nothing.
    fn view(&self, state: &Self::State, party: Party, news: News<'_, Self>) -> Self::View;

    /// A thing in words.
    fn words(&self, state: &Self::State, item: Self::Item) -> Words;
    /// What doctrine may call a thing.
    fn tags(&self, item: Self::Item) -> Tags;
    /// The words of the tags, by place.
    fn tag_words(&self) -> &'static [&'static str];
    /// The thing that a word of a doctrine names, if it is no tag.
    fn find(&self, word: &str) -> Option<Self::Item>;
    /// Every word that [`System::find`] knows, for checks away from the program.
    fn dictionary(&self) -> Dictionary {
        Dictionary::default()
    }
    /// Whether a thing that doctrine names stands for another, as a sea zone does for every flight into it.
    fn covers(&self, named: Self::Item, item: Self::Item) -> bool {
        named == item
    }
    /// The places to which doctrine may narrow a kind of question, as they stand in the keys of its questions.
    fn places(&self, _kind: &str) -> Vec<String> {
        Vec::new()
    }
    /// The kinds of question that doctrine may answer.
    fn kinds(&self) -> &'static [QuestionKind];

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
    /// It reads only what the party that is asked may see then. About a fight it reads that fight, its place, and what was
    /// so when the turn began: never another place, since fights may be played in another order.
    fn holds(
        &self,
        _state: &Self::State,
        _asked: &Asked<'_, Self::Item>,
        _clause: &Clause<Self::Item>,
    ) -> bool {
        false
    }

    /// Whether a match may bound how often parties are asked back: then what settled exchanges asked is kept.
    fn bounds_asking(&self) -> bool {
        false
    }
    /// Why a question, of a kind and with a key, that a party's standing orders leave open is not put to it, if so: a sentence without its full stop, as
    /// where exchanges were opened by such questions as often as the match allows. Doctrine then passes over `ask`, and silence
    /// answers what it does not. `earlier` are the exchanges that were used before; it must follow from them and from what is
    /// open to all, since whoever is asked is no secret.
    fn unasked(
        &self,
        _state: &Self::State,
        _question: (&str, &str),
        _earlier: &Earlier<'_>,
    ) -> Option<String> {
        None
    }

    /// The doctrine with which every party begins, as YAML that stands under `doctrine:`, until it sends another; nothing
    /// where parties begin without.
    fn starter(&self) -> &'static str {
        ""
    }

    /// Reads the battle plans of a file that comes in: notes everything that means nothing, with the file's name left empty, and
    /// gives which battles each plan serves. Nothing in a game that is not fought by battle plans.
    fn battle_plans(&self, _draft: &BattlePlansDraft, _problems: &mut Collector) -> Option<PlansRead> {
        None
    }
    /// The words of battle plans, in a game that is fought by them, as the page for orders reads them
    /// (`templates/compose/battle.mjs`).
    fn plan_words(&self) -> Option<serde_json::Value> {
        None
    }
    /// What forms and editors say of battle plans, in a game that is fought by them.
    fn plan_sheet(&self) -> Option<PlanSheet> {
        None
    }

    /// What the key of a question says of it.
    ///
    /// # Errors
    /// A sentence without its full stop, if no question of the match has such a key.
    fn asked(&self, _key: &str) -> Result<Addressed, String> {
        Err("this game has no questions that can be planned for".to_owned())
    }
    /// Whether a word names anything that a question may name.
    fn knows(&self, word: &str) -> bool {
        self.find(word).is_some()
    }
    /// What a party will be asked in later steps of the turn, and first in the next one, as far as it follows from what the
    /// party may know: with the subjects and options of today. `open` are the keys of the questions that wait for an
    /// answer, of whatever party.
    fn ahead(&self, _state: &Self::State, _party: Party, _open: &[&str]) -> Vec<AheadQuestion> {
        Vec::new()
    }

    /// What a staff officer would answer a question that is put to the party whose view this is; nothing where the system
    /// has no advice.
    ///
    /// The view and what is printed are all that it may know; `mind` chooses among equals, so that equal seeds play
    /// alike. An answer that the question does not allow is not taken.
    fn advise(&self, _view: &Self::View, _question: &OpenQuestion, _mind: &mut Mind) -> Option<Picks> {
        None
    }
}

/// Puts a question into words.
pub fn open<S, A, B>(system: &S, state: &S::State, ask: &Ask<A, B>) -> OpenQuestion
where
    S: System,
    A: Copy + Into<S::Item>,
    B: Copy + Into<S::Item>,
{
    let subject = |subject: &crate::question::Subject<A>| {
        let Words { id, name, note } = system.words(state, subject.item.into());
        OpenSubject { id, name, note, set: subject.set, default: subject.default }
    };
    let option = |choice: &crate::question::Choice<B>| {
        let Words { id, name, note } = system.words(state, choice.item.into());
        OpenChoice { id, name, note, mark: choice.mark }
    };
    OpenQuestion {
        kind: ask.kind.to_owned(),
        key: ask.key.clone(),
        rule: ask.rule.to_owned(),
        title: ask.title.clone(),
        about: ask.about.clone(),
        layout: ask.layout,
        subjects: ask.subjects.iter().map(subject).collect(),
        options: ask.options.iter().map(option).collect(),
        sets: ask.sets.clone(),
        limits: ask.limits.clone(),
    }
}
