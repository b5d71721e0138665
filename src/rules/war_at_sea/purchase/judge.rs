//! Whether a side may begin a match with what it asks for, chapter by chapter.

use crate::problem::{count, list_and, list_or};
use crate::rules::war_at_sea::cards::{Card, CardId};
use crate::rules::war_at_sea::files::facilities::Site;
use crate::rules::war_at_sea::files::rarity::Factor;
use crate::rules::war_at_sea::rarity::{self, Limit, Tally};

use super::left::{self, Budget, Left, is_forces};
use super::seat::price;
use super::{Bases, Fleet, InForce, Seat, Shop, Slot};

mod begun;
mod set_up;

/// What a fault is about, so that a file can say where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// The whole fleet.
    Whole,
    /// The handicap.
    Balance,
    /// A line of what is bought.
    Buy(usize),
    /// A pre-built unit.
    Prebuild(usize),
    /// A payment for a pre-built unit.
    Paid(usize, usize),
    /// Facilities and transports as a whole.
    SetUp,
    /// Where a construction place stands.
    At(Slot),
    /// A yard that is raised.
    Raised(Slot),
    /// A factory.
    Factory(usize),
    /// The transports in a sector.
    Transports(u8),
}

/// Why a fleet is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What it is about.
    pub spot: Spot,
    /// The rule, by its id in the ledger.
    pub rule: &'static str,
    /// What is wrong, as a sentence.
    pub what: String,
    /// How to mend it.
    pub mend: String,
}

/// A fleet while it is judged.
struct Judge<'d> {
    shop: &'d Shop<'d>,
    seat: &'d Seat,
    bases: &'d Bases,
    in_force: InForce,
    fleet: &'d Fleet,
    faults: Vec<Fault>,
}

/// Judges what a side asks for: everything that is wrong with it, in the order of the rulebook, and what is left.
pub fn judge(
    shop: &Shop<'_>,
    seat: &Seat,
    bases: &Bases,
    in_force: InForce,
    fleet: &Fleet,
) -> (Vec<Fault>, Left) {
    let mut judge = Judge { shop, seat, bases, in_force, fleet, faults: Vec::new() };
    let start = judge.starting_points();
    let prebuild = judge.pre_build();
    judge.unit_rarity();
    judge.united_states_balance();
    let balance = judge.initial_force_balance();
    let islands = judge.set_up();
    let left = Left {
        start,
        prebuild,
        bank: bases.income + start.kept + prebuild.kept,
        balance,
        aircraft: left::aircraft(shop, bases, fleet),
        islands,
    };
    (judge.faults, left)
}

impl Judge<'_> {
    fn fault(&mut self, spot: Spot, rule: &'static str, what: impl Into<String>, mend: impl Into<String>) {
        self.faults.push(Fault { spot, rule, what: what.into(), mend: mend.into() });
    }

    fn price(&self, card: &Card) -> u16 {
        price(card.cost, self.fleet.balance)
    }

    /// 2.1 Starting Points, and the yards of 2.6 that are raised out of them.
    fn starting_points(&mut self) -> Budget {
        let shop = self.shop;
        let mut spent = 0;
        for (at, (id, n)) in self.fleet.buy.iter().enumerate() {
            let card = &shop.cards[*id];
            spent += u32::from(self.price(card)) * u32::from(*n);
            if let Some((rule, what, mend)) = self.may_have(card, Some(self.seat.year)) {
                self.fault(Spot::Buy(at), rule, what, mend);
            }
        }
        if self.in_force.construction {
            let raised = self.fleet.set_up.raised.len() as u32;
            spent += raised * u32::from(shop.facilities.placed.upgrade);
        }
        let budget = Budget::of(shop.points.start, spent, shop.points.start_keep);
        if budget.over() > 0 {
            let what = format!("The fleet costs {spent} of {} points.", budget.of);
            self.fault(Spot::Whole, "WSC-2.1-1", what, format!("Save {}.", points(budget.over())));
        }
        budget
    }

    /// Why a side may not have a unit at all, or not by a year: rule, what is wrong, remedy.
    fn may_have(&self, card: &Card, year: Option<u16>) -> Option<(&'static str, String, String)> {
        let name = &card.name;
        if !is_forces(card) {
            let what = format!("{name} is built from turn 1 on; it is no part of a fleet.");
            return Some(("WSC-2.1-1", what, "Leave it out.".to_owned()));
        }
        if !self.seat.may_buy(card, self.in_force) {
            if let Some(rule) = card.advanced_rule.as_deref().filter(|rule| !self.in_force.has(rule)) {
                let what = format!("{name} is there only with the advanced rule {rule}.");
                return Some(("WSC-2.1-1", what, "Leave it out.".to_owned()));
            }
            let what = format!("{} cannot have {name}.", self.seat.name);
            let mend = format!("Its units come from {}.", list_and(&self.seat.nations()));
            return Some(("WSC-2.1-1", what, mend));
        }
        let late = card.year.filter(|first| year.is_some_and(|year| *first > year))?;
        let what = format!("{name} is there from {late} on; the match begins in {}.", self.seat.year);
        Some(("WSC-2.1-1", what, "Buy another, or begin it with the pre-build points.".to_owned()))
    }

    /// 2.3 Unit Rarity, over all that is bought or begun.
    fn unit_rarity(&mut self) {
        let (shop, produced) = (self.shop, self.fleet.produced());
        let open = self.seat.open(shop.cards, self.seat.year, self.in_force);
        let terms =
            rarity::Terms { factories: self.in_force.construction, class_cap: self.in_force.class_cap };
        for id in produced.keys() {
            for limit in shop.rarity.limits(shop.cards, *id, (&open, terms), (&produced, &produced)) {
                if limit.is_passed() {
                    self.too_many(*id, &limit, &produced);
                }
            }
        }
    }

    fn too_many(&mut self, id: CardId, limit: &Limit, produced: &Tally) {
        let Limit { rule, most, have, of, within } = limit;
        let (name, factor) = (&self.shop.cards[id].name, self.shop.rarity.of(id).factor);
        // Of several cards that portray the same ship, the last one is too many.
        if factor == Factor::Unique && produced.get(&id).is_some_and(|n| n < have) {
            let same = |other: &CardId| self.shop.rarity.is_same_ship(id, *other);
            if produced.keys().rev().find(|other| same(other)) != Some(&id) {
                return;
            }
        }
        let over = have - most;
        let (what, mend) = if factor == Factor::Unique || *rule == "WSC-2.3-1" {
            let what = format!("There may be {most} of {within}; here are {have}.");
            (what, format!("Take {over} fewer."))
        } else {
            let word = factor.word();
            let what = format!("Of {of} {within} at most {most} may be {name}, which is {word}; here are {have}.");
            (what, format!("Take fewer of them, or more other {within}."))
        };
        let bought = self.fleet.buy.iter().position(|(card, _)| *card == id).map(Spot::Buy);
        let begun = || self.fleet.prebuild.iter().position(|it| it.card == id).map(Spot::Prebuild);
        let spot = bought.or_else(begun).unwrap_or(Spot::Whole);
        self.fault(spot, rule, what, mend);
    }

    /// 2.4 United States Balance.
    fn united_states_balance(&mut self) {
        match (self.seat.needs_balance(), self.fleet.balance) {
            (true, None) => {
                let what = "The United States take one of two handicaps, and none is chosen.";
                let mend = "Write `balance: A` (all units cost a fifth more) or `balance: B` (a tenth more, and torpedoes \
                            are defective).";
                self.fault(Spot::Balance, "WSC-2.4-3", what, mend);
            }
            (false, Some(_)) => {
                let what = "Only the United States take a handicap.";
                self.fault(Spot::Balance, "WSC-2.4-3", what, "Leave `balance` out.");
            }
            _ => {}
        }
    }

    /// 2.5 Initial Force Balance.
    fn initial_force_balance(&mut self) -> left::Balance {
        let balance = left::balance(self.shop, self.seat, self.fleet);
        let left::Balance { large, small, cruisers, destroyers, submarines } = balance;
        let ships = format!("{large} battleships and large carriers");
        let small_carriers = count(small as usize, "small carrier");
        if cruisers.have < cruisers.bound {
            let missing = cruisers.bound - cruisers.have;
            let what = format!("{ships} need as many cruisers; here are {}.", cruisers.have);
            self.fault(Spot::Whole, "WSC-2.5-1", what, format!("Buy {missing} more."));
        }
        if destroyers.have < destroyers.bound {
            let missing = destroyers.bound - destroyers.have;
            let (need, have) = (destroyers.bound, destroyers.have);
            let what = format!("{ships} and {small_carriers} need {need} destroyers; here are {have}.");
            let rule = if large > 0 { "WSC-2.5-1" } else { "WSC-2.5-3" };
            self.fault(Spot::Whole, rule, what, format!("Buy {missing} more."));
        }
        if submarines.have > submarines.bound {
            let over = submarines.have - submarines.bound;
            let most = submarines.bound;
            let what = format!("With {ships} there may be {most} submarines; here are {}.", submarines.have);
            let rule = if self.seat.german_submarines { "WSC-2.5-5" } else { "WSC-2.5-4" };
            self.fault(Spot::Whole, rule, what, format!("Take {over} fewer."));
        }
        balance
    }

    /// Bases of some kinds in words, for a remedy.
    fn sectors(&self, sites: &[Site]) -> String {
        list_or(&self.bases.words(sites))
    }
}

/// Points with their noun.
fn points(number: u32) -> String {
    count(number as usize, "point")
}
