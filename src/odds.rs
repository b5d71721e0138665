//! Odds of one battle: it is fought many times over under standing orders, and what came of it is counted.
//!
//! The rules are those of a match; only the dice come from a plain generator, since nothing here is ever sealed. Where a
//! side's doctrine is silent it takes what silence means, as in a match.

use std::cell::RefCell;
use std::collections::BTreeMap;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde::{Deserialize, Serialize};

use crate::doctrine::{Doctrine, Prefer, Rule};
use crate::orders::book::OrderBook;
use crate::rules::Rulebook;
use crate::side::{BySide, Side};
use crate::system::System;
use crate::table::{DiceSource, Note, Table};

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
}

/// What became of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// It is still there.
    There,
    /// It has left the fight afloat.
    Away,
    /// It was lost.
    Lost,
}

/// A system one of whose battles can be fought on its own.
pub trait Battles: Rulebook {
    /// A position with these units in a place, at the beginning of its battle, and no others in play.
    ///
    /// # Errors
    /// A sentence that says which place or unit there is not.
    fn stage(
        &self,
        place: &str,
        forces: &BySide<Vec<Force>>,
        flag: Option<Side>,
    ) -> Result<Self::State, String>;
    /// What became of a unit, and how much damage it has.
    fn fate(&self, state: &Self::State, place: &str, id: &str) -> (Fate, u8);
    /// Who has the place for himself.
    fn holder(&self, state: &Self::State, place: &str) -> Option<Side>;
    /// Whether an event begins a round of combat.
    fn begins_round(event: &Self::Event) -> bool;
}

/// What became of one unit over all battles.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Record {
    /// Battles that it lost its life in.
    pub lost: u64,
    /// Battles from which it went home.
    pub away: u64,
    /// Battles that it survived with damage that it had not before.
    pub damaged: u64,
}

/// What came of all battles.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// Battles fought.
    pub battles: u64,
    /// Rounds fought.
    pub rounds: u64,
    /// Battles after which the Axis had the place for itself.
    pub axis: u64,
    /// Battles after which the Allies had it.
    pub allies: u64,
    /// How often the Axis lost so many units.
    pub axis_lost: BTreeMap<usize, u64>,
    /// How often the Allies did.
    pub allies_lost: BTreeMap<usize, u64>,
    /// Each unit's record, by side and word.
    pub units: BySide<BTreeMap<String, Record>>,
}

/// A battle ready to be fought.
pub struct Battle<'s, S: Battles> {
    system: &'s S,
    place: String,
    forces: BySide<Vec<Force>>,
    start: S::State,
    book: OrderBook<S>,
}

impl<'s, S: Battles> Battle<'s, S> {
    /// Lays out two task forces with a doctrine each.
    ///
    /// # Errors
    /// A sentence, when a place or unit is not in the game, or a side has no unit.
    pub fn new(
        system: &'s S,
        place: &str,
        forces: BySide<Vec<Force>>,
        flag: Option<Side>,
        doctrine: BySide<Doctrine<S::Item>>,
    ) -> Result<Battle<'s, S>, String> {
        let start = system.stage(place, &forces, flag)?;
        let mut book = OrderBook::default();
        for side in system.sides() {
            if forces[*side].is_empty() {
                return Err(format!("the {side} have no unit there"));
            }
            book.enter_doctrine(0, *side, complete(system, doctrine[*side].clone()));
        }
        Ok(Battle { system, place: place.to_owned(), forces, start, book })
    }

    /// Fights the battle so many times and counts; `each` hears how many are done and may end it by giving false.
    ///
    /// # Errors
    /// A sentence, when the doctrines leave a question open or the rules find a fault.
    pub fn fight(
        &self,
        seed: u64,
        count: u64,
        mut each: impl FnMut(&Tally) -> bool,
    ) -> Result<Tally, String> {
        let dice = Plain(RefCell::new(ChaCha8Rng::seed_from_u64(seed)));
        let mut tally = Tally::default();
        for _ in 0..count {
            self.fight_once(&dice, &mut tally)?;
            if !each(&tally) {
                break;
            }
        }
        Ok(tally)
    }

    fn fight_once(&self, dice: &dyn DiceSource, tally: &mut Tally) -> Result<(), String> {
        let mut table = Table::new(self.system, self.start.clone(), &self.book, dice, 0).rehearsing();
        let result = self.system.step(&mut table);
        let run = table.finish();
        if let Err(halt) = result {
            return Err(match (halt.into_fault(), run.waiting.first()) {
                (None, Some(waiting)) => {
                    let (side, question) = (waiting.side, &waiting.question);
                    format!("the doctrine of the {side} leaves open {} ({})", question.kind, question.key)
                }
                (fault, _) => fault.map_or("the battle does not end".to_owned(), |fault| fault.to_string()),
            });
        }
        tally.battles += 1;
        let begins = |note: &&Note<S::Event>| matches!(note, Note::Event(event) if S::begins_round(event));
        let rounds = run.sections.iter().flat_map(|section| &section.notes).filter(begins).count();
        tally.rounds += rounds as u64;
        match self.system.holder(&run.state, &self.place) {
            Some(Side::AXIS) => tally.axis += 1,
            Some(_) => tally.allies += 1,
            None => {}
        }
        for side in self.system.sides() {
            let lost = self.count(&run.state, *side, tally);
            let losses = if *side == Side::AXIS { &mut tally.axis_lost } else { &mut tally.allies_lost };
            *losses.entry(lost).or_default() += 1;
        }
        Ok(())
    }

    /// Counts what became of a side's units; gives how many were lost.
    fn count(&self, end: &S::State, side: Side, tally: &mut Tally) -> usize {
        let mut all = 0;
        for force in &self.forces[side] {
            let (fate, damage) = self.system.fate(end, &self.place, &force.id);
            let units = &mut tally.units[side];
            if !units.contains_key(&force.id) {
                units.insert(force.id.clone(), Record::default());
            }
            let Some(record) = units.get_mut(&force.id) else { continue };
            record.lost += u64::from(fate == Fate::Lost);
            record.away += u64::from(fate == Fate::Away);
            record.damaged += u64::from(fate != Fate::Lost && damage > force.damage);
            all += usize::from(fate == Fate::Lost);
        }
        all
    }
}

/// A doctrine that takes what silence means where it says nothing.
fn complete<S: System>(system: &S, mut doctrine: Doctrine<S::Item>) -> Doctrine<S::Item> {
    let known: Vec<String> = doctrine.kinds().map(str::to_owned).collect();
    for kind in system.kinds().iter().filter(|kind| !known.iter().any(|known| known == kind.kind)) {
        let silence = Rule { whom: Vec::new(), prefer: vec![Prefer::Silence], spread: false };
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
