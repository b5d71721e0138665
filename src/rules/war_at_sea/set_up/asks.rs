//! What sides are asked before turn 1: what they buy, begin, and where places of construction and transports
//! lie.

use crate::board::{Kind as BoardKind, SectorId};
use crate::bound::weighed;
use crate::bound::{Bound, most_of_each};
use crate::item::{Count, Item, Order, Points, SlotItem};
use crate::key::{What, key};
use crate::options::Rule;
use crate::purchase::{Fleet, Shop, building, left, limits};
use crate::questions;
use crate::{Ask, WarAtSea};
use engine::question::{Choice, Limit};
use engine::side::Side;
use tactical::cards::CardId;

/// The most of one type that a side buys or begins before turn 1.
const MOST_OF_A_TYPE: u16 = 12;
/// The most hulls of one type that are begun before turn 1.
const MOST_BEGUN: u8 = 3;
/// The construction places that a side puts where it likes (WSC-2.6-2 to WSC-2.6-4).
const SLOTS: [SlotItem; 4] = [SlotItem::Medium, SlotItem::Small1, SlotItem::Small2, SlotItem::Pen];

impl WarAtSea {
    /// The data by which purchases are judged.
    pub(crate) fn shop(&self) -> Shop<'_> {
        Shop {
            cards: &self.cards,
            rarity: &self.rarity,
            facilities: &self.facilities,
            points: self.scenario.points,
        }
    }

    /// The types that a side may buy for its first fleet.
    fn first_types(&self, side: Side) -> Vec<CardId> {
        let Some(admiralty) = self.admiralty(side) else { return Vec::new() };
        let open = admiralty.seat.open(&self.cards, self.scenario.start_year, self.in_force());
        open.into_iter().filter(|card| left::is_forces(&self.cards[*card])).collect()
    }

    /// What a form says of prices and rarities: the handicap of the side, and what the words of rarity mean.
    pub(crate) fn about_prices(&self, ask: Ask, side: Side) -> Ask {
        let ask = match self.admiralty(side).and_then(|it| it.balance) {
            Some(balance) => ask.about(format!("Prices are those that you pay, with {}.", balance.words())),
            None => ask,
        };
        ask.about(
            "Common: half of all of its kind and one more (2.3). Half and Quarter: that part of its class and one more. \
             Unique: one at a time."
                .to_owned(),
        )
    }

    /// The types that a side may buy for its first fleet, with the most of each that any fleet can hold.
    /// Edition 1 offered twelve of whatever could be paid.
    fn most_bought(&self, side: Side, bounds: &[Bound]) -> Vec<(CardId, u8)> {
        let paid = |card: CardId| {
            let price = self.price(side, self.cards[card].cost).max(1);
            (card, (self.scenario.points.start / price).min(MOST_OF_A_TYPE) as u8)
        };
        let offered: Vec<(CardId, u8)> = self.first_types(side).into_iter().map(paid).collect();
        if self.is_first_edition() { offered } else { most_of_each(bounds, &offered) }
    }

    /// The most hulls of a type that may be begun before turn 1. Edition 1 asked for three of a Unique type,
    /// too.
    fn most_begun(&self, card: CardId) -> u8 {
        let rare = self.rarity.of(card);
        let unique = rare.factor == crate::files::rarity::Factor::Unique && !rare.exempt;
        if unique && !self.is_first_edition() { 1 } else { MOST_BEGUN }
    }

    /// 2.1 The first fleet: how many of each type. A side that buys nothing gets the sample fleet.
    pub(crate) fn buying(&self, side: Side) -> Ask {
        let title = "Choose your first fleet".to_owned();
        let mut ask = Ask::new(questions::BUY, key(0, What::Buy, side), "WSC-2.1-1", title);
        let Some(admiralty) = self.admiralty(side) else { return ask };
        let points = self.scenario.points;
        ask = ask.about(format!(
            "There are {} points to spend; up to {} go into the bank.",
            points.start, points.start_keep
        ));
        ask = ask.about(
            "Whoever buys nothing at all gets the sample fleet of the scenario, with what it has begun."
                .to_owned(),
        );
        ask = self.about_prices(ask, side);
        let open = admiralty.seat.open(&self.cards, self.scenario.start_year, self.in_force());
        let shop = self.shop();
        let mut bounds = limits::rarity(&shop, &admiralty.seat, self.in_force(), &open);
        bounds.extend([
            limits::cruisers(&shop),
            limits::destroyers(&shop),
            limits::submarines(&shop, &admiralty.seat),
        ]);
        let mut types = Vec::new();
        for (card, most) in self.most_bought(side, &bounds) {
            let count = |count: u8| Choice {
                item: Item::Count(Count(count, None)),
                mark: u16::from(count),
                worth: u16::from(count),
            };
            types.push((ask.subjects.len() as u16, card));
            ask.offer([Item::Card(card)], (0..=most).map(count), Some(Item::Count(Count(0, None))));
        }
        if self.has(Rule::Construction) {
            let yes = |order, mark| Choice { item: Item::Order(order), mark, worth: mark };
            let slots = [SlotItem::Raise1, SlotItem::Raise2].map(Item::Slot);
            ask.offer(slots, [yes(Order::No, 0), yes(Order::Yes, 1)], Some(Item::Order(Order::No)));
        }
        let mut budget = limits::starting_points(
            &shop,
            self.in_force(),
            &Fleet { balance: admiralty.balance, ..Fleet::default() },
        );
        budget.what = "points".to_owned();
        let mut weights: Vec<(u16, i32)> =
            types.iter().map(|(subject, card)| (*subject, budget.weight(*card))).collect();
        let upgrade = i32::from(self.facilities.placed.upgrade);
        weights.extend((types.len() as u16..ask.subjects.len() as u16).map(|subject| (subject, upgrade)));
        let most = i32::from(points.start);
        ask.limits.push(Limit::Weighed {
            weights,
            most,
            what: "points".to_owned(),
            rule: budget.rule.to_owned(),
        });
        let first_edition = self.is_first_edition();
        ask.limits.extend(bounds.iter().filter_map(|bound| weighed(bound, &types, first_edition)));
        ask
    }

    /// What may have been paid in all for a unit before turn 1, and how it is split into instalments of as
    /// many past turns as can be (WSC-2.2-2): at least one is left for turn 1, and so many that it is not
    /// finished before its year (WSC-4.2-4).
    pub(super) fn split(&self, side: Side, card: CardId, points: u16) -> Option<Vec<u16>> {
        let of = &self.cards[card];
        let (price, pace) = (self.price(side, of.cost), self.in_force().pace());
        let turns = building::turns(of, price, pace);
        let split = |over: u16| {
            let (mut paid, mut left) = (Vec::new(), points);
            for turn in 1..=over {
                let owed = price - paid.iter().sum::<u16>();
                let due = building::instalment(of, owed, turn, turns, pace);
                // As little as can be now, so that every later turn has something, unless the rest would be
                // too much.
                let later = u32::from(over - turn) * u32::from(*due.end());
                let least = u16::try_from(u32::from(left).saturating_sub(later)).unwrap_or(u16::MAX);
                let now = least.max(*due.start()).min(*due.end()).min(left);
                if !due.contains(&now) {
                    return None;
                }
                left -= now;
                paid.push(now);
            }
            (left == 0).then_some(paid)
        };
        let kept = points < price || pace == crate::purchase::Pace::Quarterly && points == price;
        let first = of.year.map_or(1, |year| pace.first_turn_for(year, self.scenario.start_year)).max(1);
        (turns > 1 && kept).then(|| (1..=turns.saturating_sub(first)).rev().find_map(split)).flatten()
    }

    /// 2.2 What was begun before the first turn.
    pub(crate) fn prebuilding(&self, side: Side) -> Ask {
        let title = "Lay down units before the first turn: points paid so far".to_owned();
        let mut ask = Ask::new(questions::PREBUILD, key(0, What::Prebuild, side), "WSC-2.2-1", title);
        let points = self.scenario.points;
        let budget = self.prebuild_budget();
        ask = ask.about(format!(
            "There are {budget} points to spend; up to {} go into the bank.",
            points.prebuild_keep
        ));
        let Some(admiralty) = self.admiralty(side) else { return ask };
        ask = self.about_prices(ask, side);
        let in_force = self.in_force();
        let none = || Choice { item: Item::Points(Points(0)), mark: 0, worth: 0 };
        for (card, of) in self.cards.iter() {
            if !admiralty.seat.may_buy(of, in_force) || !left::is_forces(of) {
                continue;
            }
            let price = self.price(side, of.cost);
            let some = (1..=price.min(budget)).filter(|points| self.split(side, card, *points).is_some());
            let some =
                some.map(|points| Choice { item: Item::Points(Points(points)), mark: points, worth: points });
            let open: Vec<Choice<Item>> = [none()].into_iter().chain(some).collect();
            if open.len() > 1 {
                for hull in 1..=self.most_begun(card) {
                    let item = Item::Begun(crate::item::Begun(card, hull));
                    ask.offer([item], open.clone(), Some(Item::Points(Points(0))));
                }
            }
        }
        let weights = (0..ask.subjects.len() as u16).map(|subject| (subject, 1)).collect();
        let (most, rule) = (i32::from(budget), "WSC-2.2-1".to_owned());
        ask.limits.push(Limit::Weighed { weights, most, what: "points".to_owned(), rule });
        ask
    }

    /// The points for units begun before turn 1 (WSC-2.2-1, WSC-2.11-1).
    pub(crate) fn prebuild_budget(&self) -> u16 {
        let points = self.scenario.points;
        if self.has(Rule::Quarterly) { points.prebuild_quarterly } else { points.prebuild_half_year }
    }

    /// 2.6 Where yards and the pen stand, and which aircraft the factories make.
    pub(crate) fn yards(&self, side: Side) -> Option<Ask> {
        if !self.has(Rule::Construction) {
            return None;
        }
        let title = "Place your yards, pen and factories".to_owned();
        let mut ask = Ask::new(questions::YARDS, key(0, What::Yards, side), "WSC-2.6-2", title);
        let sample = &self.admiralty(side)?.sample.set_up;
        let owned = |kinds: &'static [BoardKind]| {
            let held = move |at: &SectorId| {
                self.scenario.owners[usize::from(at.0)] == Some(side)
                    && kinds.contains(&self.board.sector(*at).kind)
            };
            self.board.ids().filter(held).map(Item::Sector).collect::<Vec<_>>()
        };
        for slot in SLOTS {
            let kinds: &'static [BoardKind] = match slot {
                SlotItem::Medium => &[BoardKind::Large],
                _ => &[BoardKind::Capital, BoardKind::Large],
            };
            let silence = slot.slot().and_then(|slot| sample.at.get(&slot));
            let silence = silence.map(|number| Item::Sector(SectorId(number.saturating_sub(1))));
            ask.offer([Item::Slot(slot)], owned(kinds), silence);
        }
        let aircraft = self.first_types(side).into_iter().filter(|card| self.cards[*card].kind.is_aircraft());
        let aircraft: Vec<Item> = aircraft.map(Item::Card).collect();
        let factories = [SlotItem::Factory1, SlotItem::Factory2, SlotItem::Factory3, SlotItem::Factory4];
        for (slot, silence) in factories.into_iter().zip(&sample.factories) {
            ask.offer([Item::Slot(slot)], aircraft.clone(), Some(Item::Card(*silence)));
        }
        Some(ask)
    }
}

impl WarAtSea {
    /// 2.10 How many of the first transports lie at each base of a side; at the capital in silence, unless
    /// the sample fleet says otherwise.
    pub(super) fn transporting(&self, side: Side) -> Option<Ask> {
        if !self.has(Rule::Economy) {
            return None;
        }
        let title = "Base your first transports".to_owned();
        let mut ask = Ask::new(questions::TRANSPORTS, key(0, What::Transports, side), "WSC-2.10-1", title);
        let all = self.facilities.placed.transports;
        let bases: Vec<SectorId> = self
            .board
            .ids()
            .filter(|at| self.scenario.owners[usize::from(at.0)] == Some(side))
            .filter(|at| self.board.sector(*at).kind.is_base())
            .collect();
        let sample = &self.admiralty(side)?.sample.set_up.transports;
        let of_sample = |at: &SectorId| sample.get(&(at.0 + 1)).copied().unwrap_or(0);
        let fits = bases.iter().map(of_sample).sum::<u16>() == all;
        for at in bases {
            let capital = self.board.capital(side) == Some(at);
            let silence = match fits {
                true => of_sample(&at),
                false => all * u16::from(capital),
            };
            let item = |count: u16| Item::Count(Count(u8::try_from(count).unwrap_or(u8::MAX), None));
            let count = |count: u16| Choice { item: item(count), mark: count, worth: 0 };
            ask.offer([Item::Sector(at)], (0..=all).map(count), Some(item(silence)));
        }
        ask.limits.push(Limit::Sum {
            who: Vec::new(),
            least: all,
            most: all,
            what: "transports".to_owned(),
            rule: "WSC-2.10-1".to_owned(),
        });
        Some(ask)
    }
}
