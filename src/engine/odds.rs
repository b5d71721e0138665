//! Odds of one battle: it is fought many times over under standing orders, and what came of it is counted.
//!
//! The rules are those of a match; only the dice come from a plain generator, since nothing here is ever
//! sealed. Where a side's doctrine is silent it takes what silence means, as in a match; a side without any
//! doctrine can be given the orders that its system holds to be sensible (`Arena::orders`).

mod tally;

pub use tally::{Ending, Fate, Record, Share, Tally};

use std::cell::{OnceCell, RefCell};

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde::Deserialize;

use crate::condition::lexicon::{Lexicon, Speller};
use crate::doctrine::compile::compile_into;
use crate::doctrine::{Doctrine, Prefer, Rule};
use crate::draft::spelling::counted;
use crate::draft::{DoctrineDraft, Groups};
use crate::games::Games;
use crate::problem::{Collector, quote};
use crate::rulebook::roster::UnitId;
use crate::rulebook::{Choices, Rulebook, RulebookFault, load};
use crate::side::{Side, SideMap};
use crate::system::System;
use crate::table::book::{BookOf, OrderBook};
use crate::table::{DiceSource, Section, Step, Table};

/// A unit of a task force.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Force {
    /// Its word in files.
    pub id: String,
    /// Damage that it has.
    #[serde(default)]
    pub damage: u8,
    /// True if its raiding side is up, in a game that has one.
    #[serde(default)]
    pub raiding: bool,
    /// How many of them there are, in a game whose units are many of a kind.
    #[serde(default)]
    pub number: Option<u16>,
}

/// A system one of whose battles can be fought on its own.
pub trait Battles: Rulebook {
    /// Where battles are fought.
    type Place: Copy;

    /// The place of a word.
    ///
    /// # Errors
    /// A sentence that says that there is none.
    fn place(&self, word: &str) -> Result<Self::Place, String>;
    /// The unit of a word: its id or its name.
    fn unit(&self, word: &str) -> Option<UnitId>;
    /// The id of a unit, and the name by which people call it.
    fn called(&self, unit: UnitId) -> (&str, &str);
    /// A position with the units of a setup in a place, at the beginning of its battle, and no others in
    /// play.
    ///
    /// # Errors
    /// A sentence that says which unit there is not.
    fn stage(&self, place: Self::Place, setup: &Setup) -> Result<Self::State, String>;
    /// Fights the battle that is laid out; a whole step of play, unless the system knows where the battle
    /// ends in it.
    ///
    /// # Errors
    /// When a question is open, or the rules find a fault.
    fn fight(&self, table: &mut Table<'_, Self>) -> Step<()> {
        self.step(table).map(drop)
    }
    /// What became of a unit, and how much damage it has.
    fn fate(&self, state: &Self::State, place: Self::Place, unit: UnitId) -> (Fate, u8);
    /// Who has the place for himself.
    fn holder(&self, state: &Self::State, place: Self::Place) -> Option<Side>;
    /// Points that a side has made by a battle, counting what the place is worth to him who has it for
    /// himself in the end.
    fn gained(&self, start: &Self::State, end: &Self::State, _place: Self::Place, side: Side) -> i32 {
        self.points(end, side) - self.points(start, side)
    }
    /// Whether an event begins a round of combat.
    fn begins_round(event: &Self::Event) -> bool;
    /// Whether in an event somebody fires, or attacks otherwise.
    fn is_attack(event: &Self::Event) -> bool;
}

/// Two or more task forces in a place, each with its doctrine.
#[derive(Clone, Debug, Default)]
pub struct Setup {
    /// The word of the scenario whose map and units these are; the first where none is named.
    pub scenario: Option<String>,
    /// The place, as the system writes it.
    pub place: String,
    /// Whose flag lies there, in a game that has flags.
    pub flag: Option<Side>,
    /// Who fires first, in a game where that hangs on whose turn it is.
    pub first: Option<Side>,
    /// The units of each side.
    pub forces: SideMap<Vec<Force>>,
    /// What each side's orders say; a side without any takes the defaults.
    pub doctrine: SideMap<DoctrineDraft>,
    /// Each side's battle plan as YAML, in a game that is fought by plans; a side without any takes the
    /// default.
    pub plans: SideMap<String>,
}

/// Where a system's battles are fought on their own.
#[derive(Clone, Copy)]
pub struct Arena {
    /// A file for `sealord odds`, for its help.
    pub example: &'static str,
    /// Sensible standing orders for a side without doctrine, as YAML that stands under `doctrine:`; of a game
    /// that is fought by plans, the plan.
    pub orders: &'static str,
    /// Whether sides fight by battle plans, and a battle has a winner whoever is left there.
    pub by_plan: bool,
    /// Whether it matters whose flag lies in the place, or who controls it.
    pub flagged: bool,
    /// Whether it matters who fires first.
    pub turned: bool,
    /// Whether a class, as views have it, does not fight there.
    pub ashore: fn(&str) -> bool,
    stage: Stage,
}

/// Lays a battle out.
pub type Stage = fn(&Games, &Setup) -> Result<Box<dyn Fight>, RulebookFault>;

impl Arena {
    /// The arena of a system.
    pub const fn of<S: Battles>(example: &'static str, orders: &'static str) -> Arena {
        Arena {
            example,
            orders,
            by_plan: false,
            flagged: false,
            turned: false,
            ashore: |_| false,
            stage: stage::<S>,
        }
    }

    /// The arena of a system that fights a battle from two plans, without asking anybody.
    pub const fn by_plan(example: &'static str, orders: &'static str, stage: Stage) -> Arena {
        Arena { example, orders, by_plan: true, flagged: false, turned: false, ashore: |_| false, stage }
    }

    /// The same where a file says whose flag lies in the place.
    #[must_use]
    pub const fn flagged(self) -> Arena {
        Arena { flagged: true, ..self }
    }

    /// The same without classes that stay ashore.
    #[must_use]
    pub const fn without(self, ashore: fn(&str) -> bool) -> Arena {
        Arena { ashore, ..self }
    }

    /// The same where a file says who fires first.
    #[must_use]
    pub const fn turned(self) -> Arena {
        Arena { turned: true, ..self }
    }

    /// Lays a battle out.
    ///
    /// # Errors
    /// If a place, unit or word of doctrine is not in the game, or a side of the scenario has no unit.
    pub fn stage(&self, games: &Games, setup: &Setup) -> Result<Box<dyn Fight>, RulebookFault> {
        (self.stage)(games, setup)
    }
}

fn stage<S: Battles>(games: &Games, setup: &Setup) -> Result<Box<dyn Fight>, RulebookFault> {
    let system: S = load(games, setup.scenario.as_deref(), &Choices::default())?;
    let lexicon = OnceCell::new();
    let is_place = |word: &str| system.place(word).is_ok();
    let setup = as_meant(&system, &lexicon, setup, &is_place, &|word| system.unit(word).is_some());
    let battle = setup.and_then(|setup| Battle::new(system, &setup, &lexicon));
    let battle = battle
        .map_err(|what| RulebookFault::no(what, "see `sealord odds --help` for the shape of a file"))?;
    Ok(Box::new(battle))
}

/// What a file says, with ids for its places and units by whatever words it calls them; `2x SBD Dauntless` is
/// two of them. What means nothing stays as it is.
///
/// # Errors
/// If a word could be several things.
pub fn as_meant<S: System>(
    system: &S,
    lexicon: &OnceCell<Lexicon<S::Item>>,
    setup: &Setup,
    is_place: &dyn Fn(&str) -> bool,
    is_unit: &dyn Fn(&str) -> bool,
) -> Result<Setup, String> {
    let meant = |word: &str, fits: &dyn Fn(&str) -> bool| {
        if fits(word) {
            return Ok(word.to_owned());
        }
        let found = lexicon.get_or_init(|| Lexicon::of(system)).word_of(word, fits);
        found.map(|it| it.unwrap_or(word).to_owned()).map_err(|(what, mend)| format!("{what}; {mend}"))
    };
    let mut setup = setup.clone();
    setup.place = meant(&setup.place, is_place)?;
    for force in setup.forces.values_mut().flatten() {
        if let (false, Some((Some(number), of))) = (is_unit(&force.id), counted(&force.id)) {
            (force.id, force.number) = (of, force.number.or(u16::try_from(number).ok()));
        }
        force.id = meant(&force.id, is_unit)?;
    }
    Ok(setup)
}

/// A battle that can be fought many times.
pub trait Fight {
    /// Fights the battle so many times, with dice of this stream, and counts.
    ///
    /// # Errors
    /// A sentence, when the doctrines leave a question open or the rules find a fault.
    fn fight(&self, stream: Stream, count: u64) -> Result<Tally, String>;
}

/// How many battles take their dice from one stream. Whoever fights more takes the next stream for every so
/// many, so that what comes of all does not hang on how many cores fought them.
pub const BLOCK: u64 = 500;

/// Where the dice of battles come from: one of the streams of a generator that a number seeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stream {
    /// The number: the same gives the same dice.
    pub seed: u64,
    /// Which of its streams; none has anything in common with another.
    pub number: u64,
}

impl Stream {
    /// The first stream of a seed.
    pub const fn first(seed: u64) -> Stream {
        Stream { seed, number: 0 }
    }

    /// The generator of its dice.
    pub fn dice(self) -> ChaCha8Rng {
        let mut dice = ChaCha8Rng::seed_from_u64(self.seed);
        dice.set_stream(self.number);
        dice
    }
}

/// A battle ready to be fought.
struct Battle<S: Battles> {
    system: S,
    place: S::Place,
    /// The units of each side, found once: words are dear where battles are short.
    forces: SideMap<Vec<(UnitId, Force)>>,
    start: S::State,
    book: BookOf<S>,
}

impl<S: Battles> Battle<S> {
    /// Lays out the task forces with a doctrine each.
    fn new(system: S, setup: &Setup, lexicon: &OnceCell<Lexicon<S::Item>>) -> Result<Battle<S>, String> {
        let sides = system.sides();
        let absent = |side: &&Side| setup.forces.get(**side).is_none_or(Vec::is_empty);
        let missing: Vec<Side> = sides.iter().filter(absent).copied().collect();
        if let Some((side, _)) = setup.forces.iter().find(|(side, _)| !sides.contains(side)) {
            return Err(format!("the {side} do not fight in this scenario"));
        }
        // Where there are more than two sides, two of them can fight.
        if sides.len() - missing.len() < 2 {
            return Err(format!("no unit of the {} is there", missing[0]));
        }
        let place = system.place(&setup.place)?;
        let start = system.stage(place, setup)?;
        let mut book = OrderBook::default();
        for &side in sides {
            let force = setup.forces.get(side).map_or(&[][..], Vec::as_slice);
            if let Some(unit) = force.iter().find(|unit| unit.number.is_some_and(|number| number != 1)) {
                return Err(format!("there is one {} in this game: leave `number` out", quote(&unit.id)));
            }
            let doctrine = match setup.doctrine.get(side) {
                None => Ok(Doctrine::default()),
                Some(draft) => {
                    let (mut problems, mut speller) = (Collector::new(), Speller::new(lexicon));
                    let doctrine =
                        compile_into(&system, draft, Groups::NONE, &mut problems, Some(&mut speller));
                    match problems.finish().iter().next() {
                        None => Ok(doctrine),
                        Some(problem) => Err(problem.what.clone()),
                    }
                }
            };
            let doctrine = doctrine.map_err(|what| format!("doctrine of the {side}: {what}"))?;
            let doctrine = complete(&system, doctrine);
            let parties = system.parties().iter().filter(|party| party.side() == side);
            parties.for_each(|party| book.enter_doctrine(0, *party, doctrine.clone()));
        }
        // A unit may be named by its id or its name; it is counted under its id.
        let found = |force: &Force| {
            let unit = system.unit(&force.id)?;
            Some((unit, Force { id: system.called(unit).0.to_owned(), ..force.clone() }))
        };
        let fighting: Vec<Side> = sides.iter().filter(|side| !missing.contains(side)).copied().collect();
        let forces = SideMap::from_fn(&fighting, |side| {
            setup.forces.get(side).map_or_else(Vec::new, |of| of.iter().filter_map(found).collect())
        });
        for (_, forces) in forces.iter() {
            let twice = |at: usize| forces[..at].iter().any(|(unit, _)| *unit == forces[at].0);
            if let Some(at) = (0..forces.len()).find(|&at| twice(at)) {
                let (_, name) = system.called(forces[at].0);
                return Err(format!("{name} is named twice: there is one of it in this game"));
            }
        }
        Ok(Battle { system, place, forces, start, book })
    }

    fn fight_once(&self, dice: &dyn DiceSource, tally: &mut Tally) -> Result<(), String> {
        let mut table = Table::new(&self.system, self.start.clone(), &self.book, dice, 0).rehearsing();
        let result = self.system.fight(&mut table);
        let run = table.finish();
        if let Err(halt) = result {
            return Err(match (halt.into_fault(), run.waiting.first()) {
                (None, Some(waiting)) => {
                    let (party, question) = (waiting.party, &waiting.question);
                    format!("the doctrine of the {party} leaves open {} ({})", question.kind, question.key)
                }
                (fault, _) => fault.map_or("the battle does not end".to_owned(), |fault| fault.to_string()),
            });
        }
        tally.battles += 1;
        let count = |is: fn(&S::Event) -> bool| {
            run.sections.iter().flat_map(Section::events).filter(|event| is(event)).count() as u64
        };
        tally.rounds += count(S::begins_round);
        tally.attacks += count(S::is_attack);
        let holder = self.system.holder(&run.state, self.place);
        let mut ending = Ending { won: holder, lost: Vec::with_capacity(2) };
        for (side, forces) in self.forces.iter() {
            if let Some(share) = tally.sides.get_mut(side) {
                share.held += u64::from(holder == Some(side));
                share.earn(self.system.gained(&self.start, &run.state, self.place, side).into());
                ending.lost.push((side, self.count(&run.state, forces, share)));
            }
        }
        *tally.endings.entry(ending).or_default() += 1;
        Ok(())
    }

    /// Counts what became of a side's units; gives how many it lost.
    fn count(&self, end: &S::State, forces: &[(UnitId, Force)], share: &mut Share) -> usize {
        let mut all = 0;
        for (unit, force) in forces {
            let (fate, damage) = self.system.fate(end, self.place, *unit);
            share.count(&force.id, fate, damage > force.damage);
            all += usize::from(fate == Fate::Lost);
        }
        *share.lost.entry(all).or_default() += 1;
        all
    }
}

impl<S: Battles> Fight for Battle<S> {
    fn fight(&self, stream: Stream, count: u64) -> Result<Tally, String> {
        let dice = Plain(RefCell::new(stream.dice()));
        let sides = self.forces.iter().map(|(side, _)| side).collect::<Vec<_>>();
        let called = |(unit, _): &(UnitId, Force)| {
            let (id, name) = self.system.called(*unit);
            (id.to_owned(), name.to_owned())
        };
        let sides = SideMap::from_fn(&sides, |side| {
            let names = self.forces.get(side).into_iter().flatten().map(called).collect();
            Share { names, ..Share::default() }
        });
        let mut tally = Tally { sides, ..Tally::default() };
        for _ in 0..count {
            self.fight_once(&dice, &mut tally)?;
        }
        Ok(tally)
    }
}

/// A doctrine that takes what silence means where it says nothing.
fn complete<S: System>(system: &S, mut doctrine: Doctrine<S::Item>) -> Doctrine<S::Item> {
    let known: Vec<String> = doctrine.kinds().map(str::to_owned).collect();
    for kind in system.kinds().iter().filter(|kind| !known.iter().any(|known| known == kind.kind)) {
        let prefer = vec![Prefer::Silence];
        let silence = Rule { whom: Vec::new(), when: None, prefer, spread: false };
        doctrine.insert(kind.kind.to_owned(), vec![silence]);
    }
    doctrine
}

/// Dice that nobody seals.
struct Plain(RefCell<ChaCha8Rng>);

impl DiceSource for Plain {
    fn faces(&self, _: u32, _: &str, count: usize) -> Result<Vec<u8>, String> {
        let mut dice = self.0.borrow_mut();
        Ok((0..count).map(|_| dice.random_range(1..=6)).collect())
    }

    fn shuffle(&self, _: u32, _: &str, count: usize) -> Result<Vec<usize>, String> {
        let mut dice = self.0.borrow_mut();
        let mut order: Vec<usize> = (0..count).collect();
        for last in (1..count).rev() {
            order.swap(last, dice.random_range(0..=last));
        }
        Ok(order)
    }
}
