//! What the laws must know of a system. A new system implements [`Lawful`] in a folder here and gets a line
//! in the list of `../mod.rs`; the laws themselves are not touched.

/// Seas of Thunder, scenario 1.
mod seas_of_thunder;
/// Admirals' War, Midway.
mod admirals_war;
/// Axis Empires: Schiffskrieg, two turns of Fire in the East.
mod schiffskrieg;
/// The War at Sea campaign, Before the Coral Sea.
mod war_at_sea;
/// Trident, a game of three sides, of these tests alone.
mod trident;

use std::collections::BTreeMap;
use std::sync::Mutex;

use sealord::games::Games;
use sealord::party::Party;
use sealord::question::OpenQuestion;
use sealord::report::Templates;
use sealord::rules::{Choices, Entry, Rulebook, SYSTEMS, Systems, load};
use sealord::side::Side;
use sealord::system::System;
use sealord::table::{Note, Section};

/// A system under the laws, laid out with the first scenario that it plays.
pub trait Lawful: Rulebook + Send + Sync {
    /// How many matches the soak plays: of a short game more, since what is rare must come up.
    const SOAKED: u64 = 100;
    /// Every kind of event, and whether matches of staff officers meet it.
    const KINDS: &'static [(&'static str, bool)];
    /// What is played besides the first scenario.
    const WAR: &'static [Campaign] = &[];
    /// The kinds of event that must be met there.
    const IN_THE_WAR: &'static [&'static str] = &[];
    /// A ruling that can be made in every position, and that changes points.
    const RULING: &'static str;
    /// How often the laws must have found something to try, so that none holds for want of it.
    const LEAST: Least;
    /// What holds of its positions and its points, besides the laws.
    type Sums: Sums<Self>;

    /// The system, loaded once: its first scenario, or what is played now.
    fn system() -> &'static Self;
    /// Who is asked in its matches.
    fn players() -> &'static [Party] {
        Self::system().parties()
    }
    /// A list that has it alone, with the place where its battles are fought on their own, if the program
    /// lists it.
    fn alone() -> Systems {
        let known = SYSTEMS.iter().find(|known| known.title.id == Self::ID).copied();
        let entry: &'static Entry = known.unwrap_or_else(|| Box::leak(Box::new(Entry::of::<Self>())));
        Systems::new(Box::leak(Box::new([entry])))
    }
    /// Does something while [`Lawful::system`] is laid out otherwise, on this thread.
    fn under<T>(_: &'static Campaign, work: impl FnOnce() -> T) -> T {
        work()
    }
    /// The data of the games, its own among them.
    fn games() -> Games {
        sealord::rules::games()
    }
    /// The templates of reports, its own among them.
    fn templates() -> Templates {
        Templates::builtin()
    }
    /// The kind of an event, as it stands in the story.
    fn kind(event: &Self::Event) -> String {
        let event = serde_json::to_value(event).unwrap();
        event["event"].as_str().expect("events are tagged").to_owned()
    }
    /// Conditions of which each must hold in some question of some match and not hold in others; at a place
    /// where the question may not be about a fight.
    const CONDITIONS: &'static [&'static str];
    /// How many exchanges are at least taken back in all hosted matches.
    const UNDONE: usize = 10;
    /// Options under which [`Lawful::system`] is laid out, as `word=value`.
    const LAID_OUT: &'static [&'static str] = &[];
    /// Whether anything can be planned for; a system that cannot yet offers nothing.
    const PLANS: bool = true;
    /// Doctrine that a party may send, as it stands in an orders file.
    fn doctrine(party: Party) -> String;
    /// Battle plans that a party may send, as they stand in an orders file, in a game that is fought by such;
    /// another for each number.
    fn sample_battle_plans(_party: Party, _number: u64) -> Option<String> {
        None
    }
    /// Things that a question can name: 16 of them, each with a word of its own.
    fn thing(number: u16) -> Self::Item;
    /// What stands under `answers:` in orders that are wrong in every way, to a question if there is one, and
    /// that ask after a thing that lies hidden, if there is one.
    fn hostile(question: Option<&OpenQuestion>, hidden: Option<&str>) -> String;

    /// The branch in which a question of this key is put, if the step at which a position stands is played in
    /// branches.
    fn branch<'k>(state: &Self::State, key: &'k str) -> Option<&'k str>;
    /// The position in which nothing happens in that branch.
    fn without(state: &Self::State, branch: &str) -> Self::State;
    /// Another position and story that differ from these only in what some sides cannot know, none of them;
    /// nothing if the system hides nothing.
    fn disguise(
        from: &[Side],
        state: &Self::State,
        story: &[Section<Self::Event>],
        seed: u64,
        reach: Reach,
    ) -> Option<Box<dyn Disguise<Self>>>;
}

/// Something that a system plays.
#[derive(Debug)]
pub struct Campaign {
    /// The word of the scenario.
    pub scenario: &'static str,
    /// Options, as `word=value`.
    pub options: &'static [&'static str],
    /// The matches, by their seeds.
    pub seeds: std::ops::Range<u64>,
}

/// The systems that campaigns have laid out.
pub type Loaded<S> = Mutex<BTreeMap<String, &'static S>>;

impl Campaign {
    /// Lays out what it plays, once.
    pub fn load<S: Rulebook>(&self, loaded: &Loaded<S>) -> &'static S {
        loaded.lock().unwrap().entry(format!("{self:?}")).or_insert_with(|| {
            let options: Vec<String> = self.options.iter().map(|option| (*option).to_owned()).collect();
            let choices = Choices::parse(&options, S::OPTIONS).unwrap();
            Box::leak(Box::new(load(&sealord::rules::games(), Some(self.scenario), &choices).unwrap()))
        })
    }
}

/// How far a disguise goes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// All that the side cannot see.
    Seen,
    /// Only what the rules may have led to as well, so that the match can be played on.
    Played,
}

/// Something else in the place of what is hidden.
pub trait Disguise<S: System> {
    /// How many things are others.
    fn moved(&self) -> usize;
    /// True if a side that knows what is hidden from the others must see a difference.
    fn shows(&self, to: Side, state: &S::State) -> bool;
    /// The word of a thing that lies elsewhere than it did.
    fn hidden(&self, state: &S::State) -> Option<String>;
    /// The position, disguised.
    fn state(&self, state: &S::State) -> S::State;
    /// An event, disguised; none where there is nothing to tell then.
    fn event(&self, event: &S::Event) -> Option<S::Event>;
    /// The story, disguised.
    fn sections(&self, sections: &[Section<S::Event>]) -> Vec<Section<S::Event>> {
        let note = |note: &Note<S::Event>| match note {
            Note::Event(event) => Disguise::event(self, event).map(Note::Event),
            Note::Roll(roll) => Some(Note::Roll(roll.clone())),
        };
        let twin = |section: &Section<S::Event>| Section {
            name: section.name.clone(),
            after: section.after,
            notes: section.notes.iter().filter_map(note).collect(),
        };
        sections.iter().map(twin).collect()
    }
    /// A word of an orders file, disguised.
    fn word(&self, word: &mut String);
}

/// A count of a match apart from the rules, by its events alone. It panics where it finds something else than
/// they do.
pub trait Sums<S: System> {
    /// Before the first event of the match of a seed.
    fn new(seed: u64) -> Self;
    /// Takes an event with the position before it.
    fn event(&mut self, state: &S::State, event: &S::Event);
    /// Compares with a position at which a step is over.
    fn settled(&self, state: &S::State);
}

/// How often the laws must have found something to try; 0 where a system has nothing of the kind.
pub struct Least {
    /// Kinds of question put to officers.
    pub kinds: usize,
    /// Things that were others in views.
    pub views: usize,
    /// Questions put again to a party whose enemies were disguised.
    pub questions: usize,
    /// Things that were others in what leaves the program, in each match.
    pub leaving: usize,
    /// Hidden things that hostile orders asked after, in each match.
    pub asked_after: usize,
    /// Branches played in another order.
    pub branches: usize,
    /// Notes that were forged.
    pub forged: usize,
}
