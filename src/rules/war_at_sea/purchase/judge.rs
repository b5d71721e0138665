//! Whether a side may begin a match with what it asks for, chapter by chapter.

use crate::bound::{Bound, Tally};
use crate::files::facilities::Site;
use engine::problem::{count, list_and, list_or};
use tactical::cards::{Card, CardId};

use super::left::{self, Budget, Left, is_forces};
use super::limits;
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

/// Judges what a side asks for: everything that is wrong with it, in the order of the rulebook, and what is
/// left.
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
            let with = self.fleet.balance.map(|it| format!(" ({})", it.words())).unwrap_or_default();
            let what = format!("The fleet costs {spent} of {} points{with}.", budget.of);
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
        for bound in limits::rarity(shop, self.seat, self.in_force, &open) {
            let own = bound.about.filter(|id| produced.contains_key(id));
            if let Some(id) = own.filter(|_| bound.passed(&produced) > 0) {
                self.too_many(id, &bound, &produced);
            }
        }
    }

    fn too_many(&mut self, id: CardId, bound: &Bound, produced: &Tally) {
        let over = bound.passed(produced);
        let weight = bound.weight(id).max(1);
        let fewer = (over + weight - 1) / weight;
        let others = bound.weights.iter().any(|(_, weight)| *weight < 0);
        let mend = format!("Take {fewer} fewer{}.", if others { ", or more of the others" } else { "" });
        let bought = self.fleet.buy.iter().position(|(card, _)| *card == id).map(Spot::Buy);
        let begun = || self.fleet.prebuild.iter().position(|it| it.card == id).map(Spot::Prebuild);
        let spot = bought.or_else(begun).unwrap_or(Spot::Whole);
        let what = format!("That is {fewer} too many: {}.", bound.what);
        self.fault(spot, bound.rule, what, mend);
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

    /// 2.5 Initial Force Balance, over what is bought with the starting points.
    fn initial_force_balance(&mut self) -> left::Balance {
        let (shop, bought) = (self.shop, self.fleet.bought());
        let balance = left::balance(shop, self.seat, self.fleet);
        let left::Balance { cruisers, destroyers, submarines, .. } = balance;
        let needs = [
            (limits::cruisers(shop), format!("Here are {} of {} cruisers.", cruisers.have, cruisers.bound)),
            (
                limits::destroyers(shop),
                format!("Here are {} of {} destroyers.", destroyers.have, destroyers.bound),
            ),
            (
                limits::submarines(shop, self.seat),
                format!("Here are {} submarines; there may be {}.", submarines.have, submarines.bound),
            ),
        ];
        for (bound, here) in needs {
            if bound.passed(&bought) > 0 {
                self.fault(Spot::Whole, bound.rule, here, format!("Mind that {}.", bound.what));
            }
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
