//! What a rules system gives to the core: its position, its events, its sequence, and words for its things.

use serde::Serialize;
use serde_json::Value;
use std::fmt::Debug;

use crate::condition::Conditions;
use crate::declare::{FactLine, Line, Refused};
use crate::draft::BattlePlansDraft;
use crate::draft::battle::{PlanSheet, PlansRead};
use crate::fortune::Fortune;
use crate::items::{Items, Types, Words};
use crate::nearest::Nearest;
use crate::party::Party;
use crate::problem::Collector;
use crate::question::{AheadQuestion, Ask, OpenChoice, OpenQuestion, OpenSubject, Picks};
use crate::side::Side;
use crate::table::book::Earlier;
use crate::table::{Section, Step, Table};
use crate::tie_breaker::TieBreaker;

/// Whether a match goes on after a step of its sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// The next step follows.
    Next,
    /// The match is over.
    Over,
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
pub struct Chapter<'s, S: Types> {
    /// Where in the sequence.
    pub at: &'s Words,
    /// What was told there and is new.
    pub sections: &'s [Section<S::Event>],
}

impl<'s, S: Types> Chapter<'s, S> {
    /// What happened there, in order.
    pub fn events(&self) -> impl Iterator<Item = &'s S::Event> + Clone {
        self.sections.iter().flat_map(Section::events)
    }
}

/// What is new to a party.
pub struct News<'s, S: Types> {
    /// The position before it, from which the chapters lead to that of today; nothing where nobody kept it.
    pub since: Option<&'s S::State>,
    /// What was told, in order.
    pub chapters: &'s [Chapter<'s, S>],
    /// The names of parts of a view, or of its zones and ports, that nobody wants to see; they may be left
    /// empty.
    pub unwanted: &'s [&'s str],
}

impl<S: Types> Clone for News<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Types> Copy for News<'_, S> {}

impl<'s, S: Types> News<'s, S> {
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

    /// The same of a part that only some games have.
    pub fn shown<T>(self, name: &str, make: impl FnOnce() -> T) -> Option<T> {
        (!self.unwanted.contains(&name)).then(make)
    }

    /// What happened, in order.
    pub fn events(self) -> impl Iterator<Item = &'s S::Event> {
        self.chapters.iter().flat_map(Chapter::events)
    }
}

/// One rulebook: its sequence.
///
/// Laws: [`Events::apply`] is the only place where a position changes; [`Rules::step`] reads no clock, no
/// file and no hash map's order.
pub trait Rules: Types {
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
    fn step(&self, table: &mut Table<'_, Self>) -> Step<Flow>
    where
        Self: System;
    /// Where a position stands in the sequence, as a path (`t1/combat`) and in words.
    fn standing(&self, state: &Self::State) -> Words;
    /// What must hold in every position; gives a sentence for what does not.
    fn broken_invariant(&self, state: &Self::State) -> Option<String>;
}

/// What events do.
pub trait Events: Types {
    /// Changes a position by an event.
    fn apply(&self, state: &mut Self::State, event: &Self::Event);
    /// Whether an event from a file speaks of things that are in play, with numbers that can be; gives a
    /// sentence for what does not fit. [`Events::apply`] may rely on it.
    fn fits(&self, event: &Self::Event) -> Option<String>;
    /// The ledger's id of the rule that made an event so; empty where none did, or the system does not say.
    fn rule<'e>(&self, _event: &'e Self::Event) -> &'e str {
        ""
    }
    /// How the dice of a combat fell that an event tells, for each side that gained or could have gained by
    /// them; `before` is the position before it. Dice that are good for nobody (whose turn it is, which of
    /// two wishes comes true) are left out.
    fn fortunes(&self, _before: &Self::State, _event: &Self::Event) -> Vec<Fortune> {
        Vec::new()
    }
    /// The nearest other result of the dice in a line that a side is told, by the line and the game's data
    /// alone: so it can say no more than they do. Nothing where they do not show what was needed.
    fn nearest(&self, _line: &Value) -> Option<Nearest> {
        None
    }
    /// Whether events say too little of dice, so that the rules say it as they fall
    /// ([`Table::fell`]). Steps with dice must then be played again to count
    /// them, and [`Events::fortunes`] is not asked.
    fn counts_at_table(&self) -> bool {
        false
    }
}

/// What an umpire's ruling may change.
pub trait Rulings: Types {
    /// The event of an umpire's ruling, from the words of a change such as `points axis 2`.
    ///
    /// # Errors
    /// A sentence that says what is not understood.
    fn ruling(&self, reason: &str, change: &str) -> Result<Self::Event, String>;
    /// What a ruling may change, a line each, for help and refusals.
    fn changes(&self) -> &'static str;
}

/// What people at a real table declare, in a game that goes with one.
pub trait Declarations: Types {
    /// Every fact that people at a real table declare, with what stands of it; none where the rules decide
    /// all themselves. A party sees what it may know; without one all is seen.
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
    /// What people at a real table must declare before the match goes on, a sentence each, with the command's
    /// words; nothing while it waits for nothing of the kind.
    fn wanted(&self, _state: &Self::State) -> Vec<String> {
        Vec::new()
    }
}

/// What each party may know.
pub trait Views: Types {
    /// All that one party may know.
    type View: Serialize;

    /// What a party may know of a position and of what was told, built up from nothing.
    fn view(&self, state: &Self::State, party: Party, news: News<'_, Self>) -> Self::View;
}

/// Orders that stand: with which a party begins, and where it is not asked any more.
pub trait StandingOrders: Types {
    /// Whether a match may bound how often parties are asked back: then what settled exchanges asked is kept.
    fn bounds_asking(&self) -> bool {
        false
    }
    /// Why a question, of a kind and with a key, that a party's standing orders leave open is not put to it,
    /// if so: a sentence without its full stop, as where exchanges were opened by such questions as often as
    /// the match allows. Doctrine then passes over `ask`, and silence answers what it does not. `earlier` are
    /// the exchanges that were used before; it must follow from them and from what is open to all, since
    /// whoever is asked is no secret.
    fn withheld_question(
        &self,
        _state: &Self::State,
        _question: (&str, &str),
        _earlier: &Earlier<'_>,
    ) -> Option<String> {
        None
    }
    /// The doctrine with which every party begins, as YAML that stands under `doctrine:`, until it sends
    /// another; nothing where parties begin without.
    fn starter(&self) -> &'static str {
        ""
    }
}

/// Answers to questions that are still to come.
pub trait Plans: Items {
    /// What the key of a question says of it.
    ///
    /// # Errors
    /// A sentence without its full stop, if no question of the match has such a key.
    fn asked(&self, _key: &str) -> Result<Addressed, String> {
        Err("this game has no questions that can be planned for".to_owned())
    }
    /// What a party will be asked in later steps of the turn, and first in the next one, as far as it follows
    /// from what the party may know: with the subjects and options of today. `open` are the keys of the
    /// questions that wait for an answer, of whatever party.
    fn ahead(&self, _state: &Self::State, _party: Party, _open: &[&str]) -> Vec<AheadQuestion> {
        Vec::new()
    }
}

/// How forces fight where nobody is asked, in a game that is fought by battle plans.
pub trait BattlePlanning {
    /// Reads the battle plans of a file that comes in: notes everything that means nothing, with the file's
    /// name left empty, and gives which battles each plan serves. Nothing in a game that is not fought by
    /// battle plans.
    fn battle_plans(&self, _draft: &BattlePlansDraft, _problems: &mut Collector) -> Option<PlansRead> {
        None
    }
    /// The words of battle plans, in a game that is fought by them, as the page for orders reads them
    /// (`templates/compose/battle.mjs`).
    fn plan_words(&self) -> Option<serde_json::Value> {
        None
    }
    /// The keys of battle plans behind which lists of words for units stand, and nothing else: there a group
    /// may stand for its units.
    fn unit_lists(&self) -> &'static [&'static str] {
        &[]
    }
    /// What forms and editors say of battle plans, in a game that is fought by them.
    fn plan_sheet(&self) -> Option<PlanSheet> {
        None
    }
}

/// What a staff officer would do.
pub trait Advice: Views {
    /// The edition of the advice: to be raised whenever the same view, question and seed may lead to another
    /// answer. Journals note it with each file of a staff officer, and the audit works out anew those of this
    /// edition.
    const OFFICER: u32 = 1;

    /// What a staff officer would answer a question that is put to the party whose view this is; nothing
    /// where the system has no advice.
    ///
    /// The view and what is printed are all that it may know; `mind` chooses among equals, so that equal
    /// seeds play alike. An answer that the question does not allow is not taken.
    fn advise(&self, _view: &Self::View, _question: &OpenQuestion, _ties: &mut TieBreaker) -> Option<Picks> {
        None
    }
}

/// One rulebook, whole.
pub trait System:
    Rules
    + Events
    + Conditions
    + Rulings
    + Declarations
    + Views
    + StandingOrders
    + Plans
    + BattlePlanning
    + Advice
{
}

impl<S> System for S where
    S: Rules
        + Events
        + Conditions
        + Rulings
        + Declarations
        + Views
        + StandingOrders
        + Plans
        + BattlePlanning
        + Advice
{
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
