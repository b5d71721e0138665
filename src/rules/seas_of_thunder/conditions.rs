//! What doctrine may ask of a position, as one side sees it: enemy units that are face down count by navy, as
//! ships or LBA, and no more. In combat nothing but the zone of the fight is read and what was so when the
//! turn began, since fights go on side by side.

use super::SeasOfThunder;
use super::board::ZoneId;
use super::item::{Item, seen_from_behind};
use super::key::Key;
use super::pieces::UnitId;
use super::state::{Control, MatBox, Place, Sea};
use super::view::Observer;
use crate::questions;
use engine::condition::{Asked, Clause, ConditionWord, Conditions, Match, Reads, conditions};
use engine::rulebook::two_sided::Camp;

conditions! {
    /// A word with which a condition begins.
    pub enum Condition {
        /// Of guns.
        Outgunned = ConditionWord::new("outgunned", Reads::Fight, "the enemy ships that you know have at least {ratio} in gunnery").ratio(3, 2),
        /// Of aircraft.
        Outflown = ConditionWord::new("outflown", Reads::Fight, "the enemy units that you know have at least {ratio} in Air").ratio(3, 2),
        /// Of both together.
        Weaker = ConditionWord::new("weaker", Reads::Fight, "the enemy units that you know have at least {ratio} in gunnery and Air").ratio(3, 2),
        /// The other way round.
        Stronger = ConditionWord::new("stronger", Reads::Fight, "you have at least {ratio} in gunnery and Air over the enemy units that you know").ratio(3, 2),
        /// Of ships, known or not.
        Outnumbered = ConditionWord::new("outnumbered", Reads::Fight, "the enemy has at least {ratio} in ships").ratio(3, 2),
        /// At a place.
        Enemy = ConditionWord::new("enemy", Reads::Place, "you see an enemy {what} {there}").what(),
        /// At a place.
        Own = ConditionWord::new("own", Reads::Place, "you have a {what} {there}").what(),
        /// Of a zone, for the side to which it is worth more.
        Points = ConditionWord::new("points", Reads::Place, "control {there} is worth {number} points or more to a side").number(1, 99),
        /// As last judged.
        Control = ConditionWord::new("control", Reads::Place, "control {there} was last: {choice}").one_of(&["own", "enemy", "contested", "none"]),
        /// Of the match.
        Turn = ConditionWord::new("turn", Reads::Turn, "it is turn {number} or later").number(1, 99),
        /// As the turn began.
        Lead = ConditionWord::new("lead", Reads::Turn, "you led by {number} points or more when the turn began").number_or_least(1, 999),
        /// As the turn began.
        Behind = ConditionWord::new("behind", Reads::Turn, "the enemy led by {number} points or more when the turn began").number_or_least(1, 999),
    }
}

/// What a side knows of the units of one that fight in a zone.
#[derive(Clone, Copy, Default)]
struct Force {
    ships: u32,
    guns: u32,
    air: u32,
}

/// The zone of the battle in which a question is put.
fn fought_over(key: &str) -> Option<ZoneId> {
    if let Ok(Key::Battle { zone, .. }) = Key::parse(key) { Some(zone) } else { None }
}

fn place_of(item: Item) -> Option<Place> {
    match item {
        Item::Zone(zone) => Some(Place::Sea(zone)),
        Item::Port(port) => Some(Place::Port(port)),
        Item::Unit(_)
        | Item::Token(_)
        | Item::Flight(..)
        | Item::Box(_)
        | Item::Navy(_)
        | Item::Rail(_)
        | Item::Points(_)
        | Item::Word(_) => None,
    }
}

/// Whether a condition that begins with a word can look at a place: into ports only for units.
pub(super) fn looks_at(word: &ConditionWord, at: Item) -> bool {
    place_of(at).is_some_and(|place| word.what || place.zone().is_some())
}

impl Conditions for SeasOfThunder {
    fn staff_doctrine(&self) -> &'static str {
        include_str!("staff_doctrine.yaml")
    }

    fn conditions(&self) -> &'static [ConditionWord] {
        Condition::WORDS
    }

    fn is_of_a_fight(&self, kind: &str) -> bool {
        questions::KINDS.iter().any(|it| it.kind == kind && it.in_combat)
    }

    fn is_place(&self, word: &ConditionWord, at: Item) -> bool {
        looks_at(word, at)
    }

    /// Whether a word fits any unit, or convoys.
    fn is_seen(&self, what: Match<Item>) -> bool {
        let fits = |unit: UnitId| what.fits(self, Item::Unit(unit));
        self.pieces.counters.ids().any(fits) || what.fits(self, Item::Box(MatBox::Convoy))
    }

    /// Whether a clause holds for the side that is asked.
    fn holds(&self, sea: &Sea, asked: &Asked<'_, Item>, clause: &Clause<Item>) -> bool {
        let observer = Observer::new(self, sea, Camp::in_match(asked.party.side()));
        let Some(condition) = Condition::of(clause) else { return false };
        let (number, ratio) = (clause.number, clause.ratio);
        let here = fought_over(asked.key);
        let fight = |holds: &dyn Fn(Force, Force) -> bool| {
            let forces = |zone| {
                holds(observer.force(zone, observer.side), observer.force(zone, observer.side.enemy()))
            };
            here.is_some_and(forces)
        };
        let place = || clause.at.as_ref().map_or(here.map(Place::Sea), |at| place_of(at.is));
        let there = |holds: &dyn Fn(ZoneId) -> bool| place().and_then(Place::zone).is_some_and(holds);
        match condition {
            Condition::Outgunned => fight(&|own, enemy| ratio.is_reached(enemy.guns, own.guns)),
            Condition::Outflown => fight(&|own, enemy| ratio.is_reached(enemy.air, own.air)),
            Condition::Weaker => fight(&|own, enemy| ratio.is_reached(enemy.fire(), own.fire())),
            Condition::Stronger => fight(&|own, enemy| ratio.is_reached(own.fire(), enemy.fire())),
            Condition::Outnumbered => fight(&|own, enemy| ratio.is_reached(enemy.ships, own.ships)),
            Condition::Enemy => place().is_some_and(|at| observer.sees(observer.side.enemy(), at, clause)),
            Condition::Own => place().is_some_and(|at| observer.sees(observer.side, at, clause)),
            Condition::Points => there(&|zone| {
                let value = self.value(sea, zone);
                u16::from(value.axis.max(value.allies)) >= number
            }),
            Condition::Control => there(&|zone| observer.control(zone) == clause.choice),
            Condition::Turn => u16::from(sea.turn) >= number,
            Condition::Lead => observer.lead() >= i32::from(number),
            Condition::Behind => -observer.lead() >= i32::from(number),
        }
    }
}

impl Force {
    fn fire(self) -> u32 {
        self.guns + self.air
    }
}

impl Observer<'_> {
    /// What is known of the units of a side that fight in a zone; those that stand aside do not.
    fn force(&self, zone: ZoneId, side: Camp) -> Force {
        let mut force = Force::default();
        for unit in self.sea.at(Place::Sea(zone)) {
            let (state, counter) = (self.sea.unit(unit), self.system.counter(unit));
            if self.system.side_of(self.sea, unit) != side || state.aside {
                continue;
            }
            force.ships += u32::from(counter.class.is_ship());
            if self.knows(unit) {
                force.guns += u32::from(counter.gunnery);
                force.air += u32::from(counter.air().saturating_sub(state.cut));
            }
        }
        force
    }

    /// Whether the side sees something of a side at a place; where convoys are is open.
    fn sees(&self, side: Camp, at: Place, clause: &Clause<Item>) -> bool {
        let Some(what) = clause.what.as_ref().map(|what| what.is) else { return false };
        let fits = |unit: UnitId| match what {
            Match::Tag(tag) if !self.knows(unit) => seen_from_behind(self.system.counter(unit)).meets(tag),
            Match::Item(_) if !self.knows(unit) => false,
            _ => what.fits(self.system, Item::Unit(unit)),
        };
        let convoy = || {
            let zone = at.zone().filter(|_| what.fits(self.system, Item::Box(MatBox::Convoy)));
            zone.is_some_and(|zone| self.sea.convoy_in(self.system, zone, side).is_some())
        };
        let here = self.sea.at(at).into_iter();
        here.filter(|&unit| self.system.side_of(self.sea, unit) == side).any(fits) || convoy()
    }

    fn control(&self, zone: ZoneId) -> &'static str {
        match self.sea.control[usize::from(zone.0) - 1] {
            Control::Controlled(side) if side == self.side => "own",
            Control::Controlled(_) => "enemy",
            Control::Contested => "contested",
            Control::Uncontested => "none",
        }
    }

    /// By how many points the side led when the turn began; below zero the enemy. What this turn brought so
    /// far other fights may bring.
    fn lead(&self) -> i32 {
        let before = self.sea.score.iter().rev().skip(1);
        before.map(|turn| turn[self.side].total() - turn[self.side.enemy()].total()).sum()
    }
}
